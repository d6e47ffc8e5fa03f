package reports

import (
	"fmt"
	"math"
	"strings"

	"proofgrid/stats"
)

// permutations says how the permutation p-values of the correlations were found, and
// where a drawn one is as small as drawing allows.
func (d *document) permutations() string {
	ways := []struct{ suffix, words string }{{"exact", "exact"}, {"Edgeworth series", "by the series"}, {" draws", "drawn"}}
	counts := make([]int, len(ways))
	least := 1 / float64(d.a.Settings.Resamples+1)
	hit, total := 0, 0
	smallest := math.Inf(1) // adjusted p of those
	see := func(t stats.Test, holm float64) {
		if math.IsNaN(t.P) {
			return
		}
		total++
		for i, w := range ways {
			if strings.HasSuffix(t.Method, w.suffix) {
				counts[i]++
			}
		}
		if strings.HasSuffix(t.Method, " draws") && t.P <= least*(1+1e-9) {
			hit++
			smallest = min(smallest, holm)
		}
	}
	for _, r := range d.a.Correlations.Rows {
		see(r.Plain.Permutation, r.PlainHolm)
		see(r.Partial.Permutation, r.PartialHolm)
	}
	if total == 0 {
		return ""
	}
	var words []string
	for i, w := range ways {
		if counts[i] > 0 {
			words = append(words, count(counts[i])+" "+w.words)
		}
	}
	s := fmt.Sprintf("Of %s, plain and partial, %s.", plural(total, "permutation p", "permutation p-values"), list(words))
	if hit > 0 {
		s += fmt.Sprintf(" %s the smallest value that drawing allows, 1/(%s + 1) = %s, which Holm multiplies by up to %d, here to %s at least: a smaller one would need more draws.",
			plural(hit, "drawn one has", "drawn ones have"), count(d.a.Settings.Resamples), amount(least), d.a.Correlations.Tests, amount(smallest))
	}
	return s
}
