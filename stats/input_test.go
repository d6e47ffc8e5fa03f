package stats

import (
	"math"
	"reflect"
	"testing"
)

// columnStatistics takes every function of unit-level columns through one shape.
var columnStatistics = map[string]func(x, y []float64, g Groups) (any, error){
	"Rate":            func(x, y []float64, g Groups) (any, error) { return Rate(y, Design{Clusters: g}) },
	"RateIndependent": func(x, y []float64, g Groups) (any, error) { return Rate(y, Design{}) },
	"MacroRate":       func(x, y []float64, g Groups) (any, error) { return MacroRate(y, g, 0) },
	"SuccessRate":     func(x, y []float64, g Groups) (any, error) { return SuccessRate(y, Design{Clusters: g}) },
	"ICC":             func(x, y []float64, g Groups) (any, error) { return ICC(y, g) },
	"DesignEffect":    func(x, y []float64, g Groups) (any, error) { return DesignEffect(y, g) },
	"BootstrapRate":   func(x, y []float64, g Groups) (any, error) { return BootstrapRate(y, g, few) },
	"BootstrapRho":    func(x, y []float64, g Groups) (any, error) { return BootstrapSpearman(x, y, g, few) },
	"Spearman":        func(x, y []float64, g Groups) (any, error) { return Spearman(x, y, few.MonteCarlo) },
	"PartialSpearman": func(x, y []float64, g Groups) (any, error) { return PartialSpearman(x, y, g, few.MonteCarlo) },
	"Kendall":         func(x, y []float64, g Groups) (any, error) { return Kendall(x, y, few.MonteCarlo) },
	"AUC":             func(x, y []float64, g Groups) (any, error) { return AUC(x, y, 0) },
	"PairedDifference": func(x, y []float64, g Groups) (any, error) {
		return PairedDifference(x, y, Design{Clusters: g}, few.MonteCarlo)
	},
	"CostPerSolve": func(x, y []float64, g Groups) (any, error) { return CostPerSolve(x, y, Design{Clusters: g}) },
	"EWAAtK":       func(x, y []float64, g Groups) (any, error) { return EWAAtK(y, x) },
	"SolvedCurve":  func(x, y []float64, g Groups) (any, error) { return SolvedCurve(x, 0) },
	"PAR2":         func(x, y []float64, g Groups) (any, error) { return PAR2(x, 3, Design{Clusters: g}) },
	"Pareto":       func(x, y []float64, g Groups) (any, error) { return Pareto(x, y) },
	"SeedSpread":   func(x, y []float64, g Groups) (any, error) { return SeedSpread(y) },
	"SignFlip":     func(x, y []float64, g Groups) (any, error) { return SignFlip(y, few.MonteCarlo), nil },
	"Holm":         func(x, y []float64, g Groups) (any, error) { return Holm(y), nil },
	"BH":           func(x, y []float64, g Groups) (any, error) { return BH(y), nil },
	"Ranks":        func(x, y []float64, g Groups) (any, error) { return Ranks(y), nil },
	"Quantile":     func(x, y []float64, g Groups) (any, error) { return Quantile(x, 0.3), nil },
	"ClusterMean":  func(x, y []float64, g Groups) (any, error) { return ClusterMean(y, x, AutoVariance, 0) },
	"Logistic": func(x, y []float64, g Groups) (any, error) {
		return Logistic(columns(x), y, ClusterCR2, Design{Clusters: g})
	},
	"ConditionalLogit": func(x, y []float64, g Groups) (any, error) { return ConditionalLogit(columns(x), y, g, 0) },
	"RandomIntercept":  func(x, y []float64, g Groups) (any, error) { return RandomInterceptLogit(columns(x), y, g, 0) },
}

var few = Bootstrap{MonteCarlo: MonteCarlo{Draws: 50, Seed: 1}}

// Whatever is thrown at a statistic, it answers or refuses; it does not panic, and
// it leaves the caller's data alone.
func TestBadInputIsAnsweredOrRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for kind, c := range map[string]struct {
		x, y []float64
		g    []int
	}{
		"nothing":            {nil, nil, nil},
		"one unit":           {[]float64{1}, []float64{1}, []int{1}},
		"one cluster":        {[]float64{1, 2, 3}, []float64{1, 0, 1}, []int{1, 1, 1}},
		"all unknown":        {[]float64{nan, nan}, []float64{nan, nan}, []int{1, 2}},
		"some unknown":       {[]float64{4, nan, 2, 1, 3, 5}, []float64{1, 0, nan, 0, 1, 0}, []int{1, 1, 2, 2, 3, 3}},
		"a cluster vanishes": {[]float64{4, 3, 2, nan}, []float64{1, 0, 1, nan}, []int{1, 1, 2, 3}},
		"infinite":           {[]float64{1, inf, 2}, []float64{1, 0, -inf}, []int{1, 2, 3}},
		"all solved":         {[]float64{1, 2, 3, 4}, []float64{1, 1, 1, 1}, []int{1, 1, 2, 2}},
		"none solved":        {[]float64{1, 2, 3, 4}, []float64{0, 0, 0, 0}, []int{1, 1, 2, 2}},
		"constant feature":   {[]float64{2, 2, 2, 2}, []float64{0, 1, 0, 1}, []int{1, 1, 2, 2}},
		"all zero":           {[]float64{0, 0, 0, 0}, []float64{0, 0, 0, 0}, []int{1, 2, 3, 4}},
		"negative":           {[]float64{-1, -2, -3}, []float64{-1, 0, 1}, []int{1, 2, 3}},
		"huge":               {[]float64{1e300, -1e300, 1e308}, []float64{1, 0, 1}, []int{1, 2, 3}},
		"lengths":            {[]float64{1, 2}, []float64{1}, []int{1, 2, 3}},
		"separated":          {[]float64{1, 2, 3, 4}, []float64{0, 0, 1, 1}, []int{1, 1, 2, 2}},
	} {
		x, y := append([]float64(nil), c.x...), append([]float64(nil), c.y...)
		for name, f := range columnStatistics {
			t.Run(kind+"/"+name, func(t *testing.T) {
				f(c.x, c.y, GroupBy(c.g))
				if !same(c.x, x) || !same(c.y, y) {
					t.Error("the caller's data were changed")
				}
			})
		}
	}
}

func same(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return len(a) == len(b)
}

// Rows in another order give the same answer, up to the last bits of a sum. Draws
// are tied to places, so random parts are compared only where they are exact.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	x := []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3}
	y := []float64{1, 0, 1, 1, 0, 0, 1, 0, 1, 0}
	g := []int{1, 1, 2, 2, 3, 3, 1, 2, 3, 1}
	order := []int{7, 2, 9, 0, 4, 1, 8, 3, 6, 5}
	var px, py []float64
	var pg []int
	for _, i := range order {
		px, py, pg = append(px, x[i]), append(py, y[i]), append(pg, g[i])
	}
	for _, name := range []string{"Rate", "RateIndependent", "MacroRate", "SuccessRate", "ICC", "DesignEffect",
		"AUC", "CostPerSolve", "EWAAtK", "PAR2", "SeedSpread", "Quantile", "Logistic", "ConditionalLogit"} {
		a, err := columnStatistics[name](x, y, GroupBy(g))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		b, err := columnStatistics[name](px, py, GroupBy(pg))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !alike(reflect.ValueOf(a), reflect.ValueOf(b)) {
			t.Errorf("%s depends on the order of rows:\n%+v\n%+v", name, a, b)
		}
	}
}

func alike(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.Float64:
		x, y := a.Float(), b.Float()
		return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*math.Max(math.Abs(x), 1e-3)
	case reflect.Struct:
		for i := range a.NumField() {
			if !alike(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !alike(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}
