package stats

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Printed is a number as a paper prints it. What was rounded to it may be anything
// within half a unit of its last digit.
type Printed struct {
	Text     string
	Value    float64
	Half     float64 // half a unit of the last digit
	Decimals int
	unscaled *big.Int // Value without its decimal point
}

// ParsePrinted reads a decimal number such as "40.4", "-0.128" or "69", with an
// optional percent sign. It is an error for anything else.
func ParsePrinted(text string) (Printed, error) {
	digits := strings.TrimSuffix(strings.TrimSpace(text), "%")
	digits = strings.Replace(strings.TrimSpace(digits), "−", "-", 1)
	whole, fraction, _ := strings.Cut(digits, ".")
	unscaled, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok || strings.ContainsAny(fraction, "+-") || strings.Contains(digits, "_") {
		return Printed{}, fmt.Errorf("%q is not a decimal number", text)
	}
	p := Printed{Text: strings.TrimSpace(text), Decimals: len(fraction), unscaled: unscaled}
	unit := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals)), nil))
	p.Value, _ = new(big.Rat).Quo(new(big.Rat).SetInt(unscaled), unit).Float64()
	p.Half = 0.5 * math.Pow10(-p.Decimals)
	return p, nil
}

// Lo and Hi are the ends of what may have been rounded to p.
func (p Printed) Lo() float64 { return p.Value - p.Half }
func (p Printed) Hi() float64 { return p.Value + p.Half }

// Rounds reports whether the exact value num/den prints as p, rounding halves up or
// to even (papers do either).
func (p Printed) Rounds(num, den *big.Int) bool {
	// Compare 2·num·10^d with (2·unscaled ± 1)·den.
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(p.Decimals)), nil)
	v := new(big.Int).Mul(num, scale)
	v.Lsh(v, 1)
	twice := new(big.Int).Lsh(p.unscaled, 1)
	low := new(big.Int).Mul(new(big.Int).Sub(twice, big.NewInt(1)), den)
	high := new(big.Int).Mul(new(big.Int).Add(twice, big.NewInt(1)), den)
	switch v.Cmp(low) {
	case -1:
		return false
	case 0: // a half below p: up reaches p, or p is even
		return p.unscaled.Sign() > 0 || p.unscaled.Bit(0) == 0
	}
	c := v.Cmp(high)
	return c < 0 || c == 0 && (p.unscaled.Bit(0) == 0 || p.unscaled.Sign() < 0)
}

// PercentCounts returns every count of n that prints as the percentage, ascending.
// None means that the percentage is impossible with that n (the GRIM test of Brown
// & Heathers 2017).
func PercentCounts(percent string, n int) ([]int, error) {
	p, err := ParsePrinted(percent)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, fmt.Errorf("a percentage of %d tasks: %w", n, ErrNoData)
	}
	counts := []int{}
	first := int(math.Floor(p.Lo()*float64(n)/100)) - 1
	last := int(math.Ceil(p.Hi()*float64(n)/100)) + 1
	for k := max(0, first); k <= min(n, last); k++ {
		if p.Rounds(big.NewInt(100*int64(k)), big.NewInt(int64(n))) {
			counts = append(counts, k)
		}
	}
	return counts, nil
}

// AttainableSDs returns, ascending and distinct, every standard deviation up to
// limit, in percentage points rounded to the decimals, that the scores of some seeds
// on nItems binary tasks can have, with n−1 or with n in the denominator (papers
// seldom say which). limit bounds the work; more than 1,000 seeds, or combinations
// beyond a few million, are an error.
func AttainableSDs(nItems, seeds, decimals int, limit float64) ([]float64, error) {
	if nItems < 1 || seeds < 2 || seeds > 1000 || decimals < 0 || !(limit >= 0) {
		return nil, fmt.Errorf("standard deviations of %d seeds on %d items", seeds, nItems)
	}
	// Scores of range r have a population SD of at least r/√(2S), so larger ranges
	// cannot matter. Counts are taken from the lowest, which is 0.
	S := float64(seeds)
	reach := int(math.Min(float64(nItems), math.Ceil((limit+1)*float64(nItems)/100*math.Sqrt(2*S))))
	if reach > 5_000_000 {
		return nil, fmt.Errorf("too many combinations of %d seeds on %d items", seeds, nItems)
	}
	type moments struct{ sum, squares int }
	sets := map[moments]bool{{0, 0}: true}
	for range seeds - 1 {
		next := make(map[moments]bool)
		for m := range sets {
			for d := 0; d <= reach; d++ {
				next[moments{m.sum + d, m.squares + d*d}] = true
			}
			if len(next) > 5_000_000 {
				return nil, fmt.Errorf("too many combinations of %d seeds on %d items", seeds, nItems)
			}
		}
		sets = next
	}
	scale := math.Pow10(decimals)
	found := make(map[float64]bool)
	for m := range sets {
		squares := float64(m.squares) - float64(m.sum)*float64(m.sum)/S
		for _, freedom := range []float64{S - 1, S} {
			sd := math.Round(100/float64(nItems)*math.Sqrt(squares/freedom)*scale) / scale
			if sd <= limit {
				found[sd] = true
			}
		}
	}
	return sortedKeys(found), nil
}

func sortedKeys(set map[float64]bool) []float64 {
	keys := make([]float64, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// SDAttainable reports whether a printed standard deviation (percentage points) is
// among AttainableSDs.
func SDAttainable(printed string, nItems, seeds int) (bool, error) {
	p, err := ParsePrinted(printed)
	if err != nil {
		return false, err
	}
	all, err := AttainableSDs(nItems, seeds, p.Decimals, p.Value+p.Half)
	if err != nil {
		return false, err
	}
	for _, sd := range all {
		if math.Abs(sd-p.Value) < p.Half/2 {
			return true, nil
		}
	}
	return false, nil
}

// McNemarBounds returns the smallest and the largest exact p that a paired table
// with these numbers of solved tasks out of the same n can have: with the fewest
// and with the most discordant pairs.
func McNemarBounds(solvedA, solvedB, n int) (smallest, largest Test, err error) {
	if min(solvedA, solvedB) < 0 || max(solvedA, solvedB) > n {
		return Test{}, Test{}, fmt.Errorf("%d and %d solved of %d", solvedA, solvedB, n)
	}
	gap := solvedA - solvedB
	onlyA := min(solvedA, n-solvedB)
	smallest = McNemarExact(max(gap, 0), max(-gap, 0))
	largest = McNemarExact(onlyA, onlyA-gap)
	smallest.Method += ", fewest discordant pairs"
	largest.Method += ", most discordant pairs"
	return smallest, largest, nil
}
