package stats

import (
	"fmt"
	"math"
)

// Variance names an estimator of the variance of a mean of clustered units.
type Variance int

const (
	// AutoVariance is CR2 with fewer than 50 clusters or unequal sizes, else CR1.
	AutoVariance Variance = iota
	// CR0 is the plain sandwich (Liang & Zeger 1986; Miller 2024), too small with few clusters.
	CR0
	// CR1 is CR0 × G/(G−1), with t(G−1).
	CR1
	// CR2 is the bias-reduced sandwich of Bell & McCaffrey (2002) with Satterthwaite
	// degrees of freedom under a working model of independent units.
	CR2
)

func (v Variance) String() string {
	return [...]string{"auto", "CR0", "CR1", "CR2"}[v]
}

// Rate returns the mean of y over all units (the micro rate when y is 0/1).
// NaN is unknown and left out with a warning.
//
// Without clusters: Wilson's interval when every y is 0 or 1, else mean ± t·SE.
// With clusters: a cluster-robust interval, clipped to [0, 1] when y lies there;
// one cluster is ErrOneCluster.
func Rate(y []float64, d Design) (Estimate, error) {
	level, err := checkLevel(d.Level)
	if err != nil {
		return Estimate{}, err
	}
	keep, err := known(y)
	if err != nil {
		return Estimate{}, err
	}
	if len(keep) == 0 {
		return Estimate{}, fmt.Errorf("rate: %w", ErrNoData)
	}
	g, err := d.Clusters.over(len(y))
	if err != nil {
		return Estimate{}, err
	}
	v := y
	if len(keep) < len(y) {
		v = pick(y, keep)
	}
	solved, unit, binary := 0, true, true
	for _, x := range v {
		unit = unit && x >= 0 && x <= 1
		binary = binary && (x == 0 || x == 1)
		if x == 1 {
			solved++
		}
	}
	var e Estimate
	switch {
	case !d.Clusters.clustered() && binary:
		e, err = Wilson(solved, len(v), level)
	case !d.Clusters.clustered():
		e, err = independentMean(v, level)
	default:
		g = g.take(keep)
		e, err = ClusterMean(g.sums(v), g.sizes(), d.Variance, level)
	}
	if err != nil {
		return Estimate{}, err
	}
	if unit && !math.IsNaN(e.Lo) {
		e.Lo, e.Hi = clamp(e.Lo, 0, 1), clamp(e.Hi, 0, 1)
	}
	e.Warnings = append(excluded(len(y), len(keep)), e.Warnings...)
	return e, nil
}

// independentMean is mean ± t(n−1)·sd/√n; one unit has a value and no interval.
func independentMean(v []float64, level float64) (Estimate, error) {
	mean, sd := meanSD(v)
	e := point(mean, len(v), "mean, t interval")
	e.Level = level
	if len(v) < 2 {
		e.Warnings = append(e.Warnings, "one unit: no interval")
		return e, nil
	}
	e.SE, e.DF = sd/math.Sqrt(float64(len(v))), float64(len(v)-1)
	return e.spread(), nil
}

// spread puts value ± t·SE around an estimate whose SE, DF and Level are set.
func (e Estimate) spread() Estimate {
	if e.SE == 0 {
		e.Warnings = append(e.Warnings, "no variation between units: no interval")
		return e
	}
	q := tQuantile((1+e.Level)/2, e.DF)
	e.Lo, e.Hi = e.Value-q*e.SE, e.Value+q*e.SE
	return e
}

// ClusterMean returns Σsum/Σn with a cluster-robust interval, from the sum and the
// number of units of each cluster. Cluster sums are enough, so it works on a
// published table of per-repository rates, on paired differences, and on rates.
// Empty clusters are skipped. Fewer than two clusters is ErrOneCluster. When every
// cluster has the same mean, the SE is 0 and Lo and Hi are NaN.
func ClusterMean(sum, n []float64, v Variance, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	if len(sum) != len(n) {
		return Estimate{}, fmt.Errorf("%d cluster sums and %d cluster sizes", len(sum), len(n))
	}
	total, units, groups := 0.0, 0.0, 0
	largest, smallest := 0.0, math.Inf(1)
	for g, m := range n {
		if !finite(sum[g]) || !finite(m) || m < 0 || m == 0 && sum[g] != 0 {
			return Estimate{}, fmt.Errorf("cluster %d has sum %v over %v units", g, sum[g], m)
		}
		if m == 0 {
			continue
		}
		groups++
		total += sum[g]
		units += m
		largest, smallest = math.Max(largest, m), math.Min(smallest, m)
	}
	if groups == 0 {
		return Estimate{}, fmt.Errorf("cluster mean: %w", ErrNoData)
	}
	if groups == 1 {
		return Estimate{}, ErrOneCluster
	}
	if v == AutoVariance {
		if v = CR1; groups < 50 || largest != smallest {
			v = CR2
		}
	}
	mean, G := total/units, float64(groups)
	// For a mean the leverage of cluster g is its share f, and 1 is an eigenvector
	// of its hat block, so CR2 scales the squared cluster residual by 1/(1−f). The
	// degrees of freedom are the same algebra applied to Σλ, Σλ².
	var ss, f2, s, s2 float64
	for g, m := range n {
		if m == 0 {
			continue
		}
		r, f := sum[g]-m*mean, m/units
		if v == CR2 {
			ss += r * r / (1 - f)
		} else {
			ss += r * r
		}
		h := f * f / (1 - f)
		f2, s, s2 = f2+f*f, s+h, s2+h*h
	}
	e := point(mean, int(math.Round(units)), "")
	e.Level, e.Clusters = level, groups
	e.SE, e.DF = math.Sqrt(ss)/units, G-1
	switch v {
	case CR0:
		e.DF = math.Inf(1)
		e.Method = "cluster-robust CR0, normal"
	case CR1:
		e.SE *= math.Sqrt(G / (G - 1))
		e.Method = "cluster-robust CR1, t(G−1)"
	case CR2:
		e.DF = 1 / (f2 + s*s - s2)
		e.Method = "cluster-robust CR2, Satterthwaite t"
	default:
		return Estimate{}, fmt.Errorf("unknown variance estimator %d", int(v))
	}
	// Rounding leaves residues when all cluster means agree.
	if e.SE <= 1e-15*math.Max(math.Abs(mean), 1) {
		e.SE = 0
	}
	if groups < 6 {
		e.Warnings = append(e.Warnings, fmt.Sprintf("only %d clusters: the interval rests on few independent units", groups))
	}
	return e.spread(), nil
}

// MacroRate returns the unweighted mean over groups of each group's mean, with
// SE = sd/√G and t(G−1). Groups without a known unit are skipped. One group has a
// value and no interval. Clipped to [0, 1] when y lies there.
func MacroRate(y []float64, groups Groups, level float64) (Estimate, error) {
	keep, err := known(y)
	if err != nil {
		return Estimate{}, err
	}
	g, err := groups.over(len(y))
	if err != nil {
		return Estimate{}, err
	}
	g = g.take(keep)
	e, err := MacroMean(g.sums(pick(y, keep)), g.sizes(), level)
	if err != nil {
		return Estimate{}, err
	}
	e.Warnings = append(excluded(len(y), len(keep)), e.Warnings...)
	for _, i := range keep {
		if y[i] < 0 || y[i] > 1 {
			return e, nil
		}
	}
	if !math.IsNaN(e.Lo) {
		e.Lo, e.Hi = clamp(e.Lo, 0, 1), clamp(e.Hi, 0, 1)
	}
	return e, nil
}

// MacroMean is MacroRate from the sum and the number of units of each group, and
// does not clip.
func MacroMean(sum, n []float64, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	if len(sum) != len(n) {
		return Estimate{}, fmt.Errorf("%d group sums and %d group sizes", len(sum), len(n))
	}
	var means []float64
	units := 0.0
	for g, m := range n {
		if !finite(sum[g]) || !finite(m) || m < 0 {
			return Estimate{}, fmt.Errorf("group %d has sum %v over %v units", g, sum[g], m)
		}
		if m > 0 {
			means = append(means, sum[g]/m)
			units += m
		}
	}
	if len(means) == 0 {
		return Estimate{}, fmt.Errorf("macro mean: %w", ErrNoData)
	}
	e, err := independentMean(means, level)
	e.N, e.Clusters, e.Method = int(math.Round(units)), len(means), "macro mean over groups, t(G−1)"
	if len(means) < 2 {
		e.Warnings = []string{"one group: no interval"}
	}
	return e, err
}

// ICC returns the one-way ANOVA intraclass correlation of y within groups, which
// may be negative. It is NaN with a warning when y is constant. One group, or no
// group with two units, is an error.
//
// Source: Donner & Koval, Biometrics 36 (1980); unequal sizes by n₀.
func ICC(y []float64, groups Groups) (Estimate, error) {
	keep, err := known(y)
	if err != nil {
		return Estimate{}, err
	}
	g, err := groups.over(len(y))
	if err != nil {
		return Estimate{}, err
	}
	g = g.take(keep)
	v := pick(y, keep)
	n, G := float64(len(v)), float64(g.Len())
	if G < 2 {
		return Estimate{}, ErrOneCluster
	}
	if n == G {
		return Estimate{}, fmt.Errorf("intraclass correlation: every group has one unit")
	}
	mean, _ := meanSD(v)
	sums := g.sums(v)
	var between, within, sq float64
	for c, size := range g.Size {
		m := sums[c] / float64(size)
		between += float64(size) * (m - mean) * (m - mean)
		sq += float64(size) * float64(size)
	}
	for i, x := range v {
		r := x - sums[g.Of[i]]/float64(g.Size[g.Of[i]])
		within += r * r
	}
	msb, msw := between/(G-1), within/(n-G)
	n0 := (n - sq/n) / (G - 1)
	e := point((msb-msw)/(msb+(n0-1)*msw), len(v), "ANOVA intraclass correlation", excluded(len(y), len(keep))...)
	e.Clusters = g.Len()
	if between+within == 0 {
		e.Value = nan
		e.Warnings = append(e.Warnings, "constant outcome: the correlation is undefined")
	}
	return e, nil
}

// DesignEffect returns how many times larger the cluster-robust variance (CR1) of
// the mean is than that of independent units, sd²/n. NaN when y is constant.
func DesignEffect(y []float64, groups Groups) (Estimate, error) {
	e, err := Rate(y, Design{Clusters: groups, Variance: CR1})
	if err != nil {
		return Estimate{}, err
	}
	keep, _ := known(y)
	_, sd := meanSD(pick(y, keep))
	out := point(e.SE*e.SE/(sd*sd/float64(len(keep))), len(keep), "design effect, CR1 over independent variance", excluded(len(y), len(keep))...)
	out.Clusters = e.Clusters
	return out, nil
}

// EffectiveClusters returns n²/Σn_g²: G when sizes are equal, less when few large
// clusters dominate. NaN for no units.
func EffectiveClusters(g Groups) float64 {
	var n, sq float64
	for _, s := range g.Size {
		n += float64(s)
		sq += float64(s) * float64(s)
	}
	return n * n / sq
}

// meanSD returns the mean and the sample standard deviation (n−1), NaN below two.
func meanSD(v []float64) (mean, sd float64) {
	for _, x := range v {
		mean += x
	}
	mean /= float64(len(v))
	ss := 0.0
	for _, x := range v {
		ss += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(ss / float64(len(v)-1))
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
