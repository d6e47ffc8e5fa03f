package stats

import (
	"fmt"
	"math"
)

// CohenH returns 2·asin√p1 − 2·asin√p2, a difference of rates on a scale where
// equal steps are equally hard to detect. NaN outside [0, 1].
func CohenH(p1, p2 float64) float64 {
	return 2*math.Asin(math.Sqrt(p1)) - 2*math.Asin(math.Sqrt(p2))
}

// Table2x2 counts solved and unsolved tasks of two unpaired arms.
type Table2x2 struct{ SolvedA, UnsolvedA, SolvedB, UnsolvedB int }

// OddsRatio returns the conditional maximum-likelihood odds ratio (arm A over
// arm B) with the exact interval of R's fisher.test. It is 0 or +Inf when a zero
// cell forces it (see OddsRatioHaldane for a finite stand-in), and NaN with a
// warning when a whole row or column is empty.
func OddsRatio(t Table2x2, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	h, err := newHypergeometric(t)
	if err != nil {
		return Estimate{}, err
	}
	e := point(nan, h.n, "odds ratio, conditional MLE, exact interval")
	e.Level = level
	if h.lo == h.hi {
		e.Warnings = []string{"an empty row or column: the odds ratio is undefined"}
		return e, nil
	}
	x, tail := float64(t.SolvedA), (1-level)/2
	switch t.SolvedA {
	case h.lo:
		e.Value = 0
	case h.hi:
		e.Value = math.Inf(1)
	default:
		e.Value = h.solve(func(psi float64) float64 { return h.mean(psi) - x })
	}
	e.Lo, e.Hi = 0, math.Inf(1)
	if t.SolvedA > h.lo {
		e.Lo = h.solve(func(psi float64) float64 { _, upper := h.tails(psi, t.SolvedA); return upper - tail })
	}
	if t.SolvedA < h.hi {
		e.Hi = h.solve(func(psi float64) float64 { lower, _ := h.tails(psi, t.SolvedA); return tail - lower })
	}
	if e.Value == 0 || math.IsInf(e.Value, 1) {
		e.Warnings = append(e.Warnings, "a zero cell: the interval is one-sided")
	}
	return e, nil
}

// OddsRatioHaldane returns the sample odds ratio after adding ½ to every cell, with
// Woolf's logarithmic interval. It is finite for any table.
func OddsRatioHaldane(t Table2x2, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	h, err := newHypergeometric(t)
	if err != nil {
		return Estimate{}, err
	}
	a, b, c, d := float64(t.SolvedA)+0.5, float64(t.UnsolvedA)+0.5, float64(t.SolvedB)+0.5, float64(t.UnsolvedB)+0.5
	e := point(a*d/(b*c), h.n, "odds ratio, Haldane–Anscombe, Woolf interval")
	e.Level = level
	half := normalQuantile((1+level)/2) * math.Sqrt(1/a+1/b+1/c+1/d)
	e.Lo, e.Hi = e.Value*math.Exp(-half), e.Value*math.Exp(half)
	return e, nil
}

// FisherExact tests equal rates of two unpaired arms; two-sided by the
// probabilities of all tables that are no more likely than the observed one. The
// statistic is the conditional odds ratio. An empty row or column gives P = 1.
func FisherExact(t Table2x2) (Test, error) {
	h, err := newHypergeometric(t)
	if err != nil {
		return Test{}, err
	}
	e, err := OddsRatio(t, 0.95)
	if err != nil {
		return Test{}, err
	}
	out := Test{Statistic: e.Value, DF: nan, N: h.n, Method: "Fisher exact, two-sided by probability", Warnings: e.Warnings}
	observed := h.log[t.SolvedA-h.lo]
	extreme, all := 0.0, 0.0
	top := h.max(0)
	for _, l := range h.log {
		w := math.Exp(l - top)
		all += w
		// The tolerance of R, for tables that are equally likely on paper.
		if l <= observed+1e-7 {
			extreme += w
		}
	}
	out.P = extreme / all
	out.LogP = math.Log(out.P)
	return out, nil
}

// hypergeometric is the distribution of SolvedA given all margins, by the logarithm
// of its weights at odds ratio 1.
type hypergeometric struct {
	lo, hi, n int
	log       []float64
}

func newHypergeometric(t Table2x2) (*hypergeometric, error) {
	if min(t.SolvedA, t.UnsolvedA, t.SolvedB, t.UnsolvedB) < 0 {
		return nil, fmt.Errorf("negative count in table %+v", t)
	}
	nA, nB, s := t.SolvedA+t.UnsolvedA, t.SolvedB+t.UnsolvedB, t.SolvedA+t.SolvedB
	if nA+nB == 0 {
		return nil, fmt.Errorf("2×2 table: %w", ErrNoData)
	}
	h := &hypergeometric{lo: max(0, s-nB), hi: min(nA, s), n: nA + nB}
	for x := h.lo; x <= h.hi; x++ {
		h.log = append(h.log, logChoose(float64(nA), float64(x))+logChoose(float64(nB), float64(s-x)))
	}
	return h, nil
}

// max is the largest log weight at log odds ratio psi.
func (h *hypergeometric) max(psi float64) float64 {
	top := math.Inf(-1)
	for i, l := range h.log {
		top = math.Max(top, l+psi*float64(i))
	}
	return top
}

func (h *hypergeometric) mean(psi float64) float64 {
	top, sum, all := h.max(psi), 0.0, 0.0
	for i, l := range h.log {
		w := math.Exp(l + psi*float64(i) - top)
		all += w
		sum += w * float64(h.lo+i)
	}
	return sum / all
}

// tails returns P(X ≤ x) and P(X ≥ x).
func (h *hypergeometric) tails(psi float64, x int) (lower, upper float64) {
	top, all := h.max(psi), 0.0
	for i, l := range h.log {
		w := math.Exp(l + psi*float64(i) - top)
		all += w
		if h.lo+i <= x {
			lower += w
		}
		if h.lo+i >= x {
			upper += w
		}
	}
	return lower / all, upper / all
}

// solve returns the odds ratio where f, increasing in its logarithm, crosses 0.
func (h *hypergeometric) solve(f func(psi float64) float64) float64 {
	lo, hi := -1.0, 1.0
	for f(lo) > 0 && lo > -700 {
		lo *= 2
	}
	for f(hi) < 0 && hi < 700 {
		hi *= 2
	}
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if f(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return math.Exp(lo + (hi-lo)/2)
}
