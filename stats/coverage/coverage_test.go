package coverage

import (
	"math"
	"reflect"
	"testing"
	"time"

	"proofgrid/stats"
)

// The fast version of the study. A method's coverage may fall short of its level by
// what is known of it (Study.Short) and by chance, and may exceed it only as far as
// discreteness at these sizes explains, unless it promises no more than a bound.
func TestIntervalsCover(t *testing.T) {
	experiments := 500
	if testing.Short() {
		experiments = 150
	}
	start := time.Now()
	results := Run(All(0.95), experiments, 3, 0)
	for _, r := range results {
		chance := 3.3 * r.Error
		if r.Observed < r.Level-r.Short-chance {
			t.Errorf("%s of %s, n = %d, truth %.3g, %d clusters: covers %.3f ± %.3f, known to fall short by %.3f", r.Method, r.Of, r.N, r.P, r.Clusters, r.Observed, r.Error, r.Short)
		}
		if !r.AtLeast && r.Observed > r.Level+0.02+chance && r.Observed < 1 {
			t.Errorf("%s of %s, n = %d: covers %.3f, far too much", r.Method, r.Of, r.N, r.Observed)
		}
		if r.Undefined > r.Runs/3 || !(r.Width > 0) {
			t.Errorf("%s of %s, n = %d: %d of %d undefined, width %v", r.Method, r.Of, r.N, r.Undefined, r.Runs, r.Width)
		}
	}
	if len(results) < 80 {
		t.Errorf("only %d studies", len(results))
	}
	t.Logf("%d studies of %d experiments in %v", len(results), experiments, time.Since(start).Round(time.Millisecond))
}

// The harness itself, against the exact coverage of a binomial interval: every count
// weighed by its probability.
func TestObservedCoverageIsTheExactOne(t *testing.T) {
	const experiments = 10000
	found := 0
	for _, r := range Run(rates(0.95), experiments, 1, 0) {
		f := map[string]func(x, n int, level float64) (stats.Estimate, error){
			"Wilson": stats.Wilson, "Jeffreys": stats.Jeffreys, "Clopper–Pearson": stats.ClopperPearson, "Agresti–Coull": stats.AgrestiCoull,
		}[r.Method]
		if f == nil || r.N > 100 {
			continue
		}
		found++
		exact := 0.0
		for x := 0; x <= r.N; x++ {
			e, err := f(x, r.N, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			if e.Lo <= r.P && r.P <= e.Hi {
				exact += stats.BinomialSurvival(x-1, r.N, r.P) - stats.BinomialSurvival(x, r.N, r.P)
			}
		}
		if sd := math.Sqrt(exact * (1 - exact) / experiments); math.Abs(r.Observed-exact) > 4*sd {
			t.Errorf("%s, n = %d, p = %v: observed %.4f, exact %.4f ± %.4f", r.Method, r.N, r.P, r.Observed, exact, sd)
		}
	}
	if found != 16 {
		t.Errorf("%d studies were compared, want 16", found)
	}
}

func TestResultsDependOnTheSeedAlone(t *testing.T) {
	all := All(0.9)
	some := []Study{all[0], all[35], all[60]}
	one := Run(some, 50, 7, 1)
	for _, workers := range []int{2, 8} {
		other := Run([]Study{some[2], some[0]}, 50, 7, workers)
		for i, j := range []int{2, 0} {
			one[j].draw, other[i].draw = nil, nil
			if !reflect.DeepEqual(one[j], other[i]) {
				t.Errorf("%d workers: %+v, one worker: %+v", workers, other[i], one[j])
			}
		}
	}
	if a, b := Run(some[:1], 50, 7, 0)[0], Run(some[:1], 50, 8, 0)[0]; a.Width == b.Width && a.Observed == b.Observed {
		t.Error("another seed gives the same result")
	}
	if one[0].Level != 0.9 {
		t.Errorf("level %v", one[0].Level)
	}
}

func TestSizesAddUp(t *testing.T) {
	for _, c := range clusterSettings {
		total, largest := 0, 0
		for _, s := range sizes(c.groups, c.units, c.equal) {
			if s < 1 {
				t.Errorf("%+v: an empty cluster", c)
			}
			total, largest = total+s, max(largest, s)
		}
		if total != c.units || c.equal != (largest*c.groups == c.units) {
			t.Errorf("%+v: %v", c, sizes(c.groups, c.units, c.equal))
		}
	}
}
