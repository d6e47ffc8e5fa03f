package stats

import (
	"fmt"
	"math"
)

// Paired compares two arms that tried the same units.
type Paired struct {
	// Difference is the mean of a − b with the interval that fits the design:
	// cluster-robust when clusters are given, Tango's score interval for independent
	// binary pairs, a t interval for other independent pairs.
	Difference Estimate
	// P is the test that fits the design: the cluster sign-flip test when clusters
	// are given, McNemar's mid-p for independent binary pairs, else a sign-flip test.
	P Test
	// RateA and RateB are the means over the paired units.
	RateA, RateB float64
	Excluded     int // units unknown in either arm
	// Binary outcomes only; zero otherwise.
	Binary                      bool
	Both, OnlyA, OnlyB, Neither int
	Tango, Newcombe             Estimate
	McNemarExact, McNemarMidP   Test
	DiscordantOdds              Estimate
	// SignFlip is always given.
	SignFlip Test
}

// PairedDifference compares a and b unit by unit (task by task). NaN is unknown;
// a unit unknown in either arm is left out and counted. m is used by the sign-flip
// test when it cannot be exact.
//
// With one cluster the difference has no interval and the error is ErrOneCluster.
func PairedDifference(a, b []float64, d Design, m MonteCarlo) (Paired, error) {
	level, err := checkLevel(d.Level)
	if err != nil {
		return Paired{}, err
	}
	if len(a) != len(b) {
		return Paired{}, fmt.Errorf("paired difference of %d and %d units", len(a), len(b))
	}
	keep, err := known(a, b)
	if err != nil {
		return Paired{}, err
	}
	if len(keep) == 0 {
		return Paired{}, fmt.Errorf("paired difference: %w", ErrNoData)
	}
	g, err := d.Clusters.over(len(a))
	if err != nil {
		return Paired{}, err
	}
	g = g.take(keep)
	x, y := pick(a, keep), pick(b, keep)
	p := Paired{Excluded: len(a) - len(keep), Binary: true}
	p.RateA, _ = meanSD(x)
	p.RateB, _ = meanSD(y)
	diff := make([]float64, len(x))
	for i := range x {
		diff[i] = x[i] - y[i]
		p.Binary = p.Binary && (x[i] == 0 || x[i] == 1) && (y[i] == 0 || y[i] == 1)
		switch {
		case x[i] == 1 && y[i] == 1:
			p.Both++
		case x[i] == 1:
			p.OnlyA++
		case y[i] == 1:
			p.OnlyB++
		default:
			p.Neither++
		}
	}
	if p.Binary {
		if p.Tango, err = Tango(p.OnlyA, p.OnlyB, len(x), level); err != nil {
			return Paired{}, err
		}
		if p.Newcombe, err = NewcombePaired(p.Both, p.OnlyA, p.OnlyB, p.Neither, level); err != nil {
			return Paired{}, err
		}
		p.McNemarExact, p.McNemarMidP = McNemarExact(p.OnlyA, p.OnlyB), McNemarMidP(p.OnlyA, p.OnlyB)
		p.DiscordantOdds = DiscordantOdds(p.OnlyA, p.OnlyB, level)
	} else {
		p.Both, p.OnlyA, p.OnlyB, p.Neither = 0, 0, 0, 0
	}
	sums := g.sums(diff)
	p.SignFlip = SignFlip(sums, m)
	p.SignFlip.N = len(x)
	switch {
	case d.Clusters.clustered():
		if p.Difference, err = ClusterMean(sums, g.sizes(), d.Variance, level); err != nil {
			return p, err
		}
		p.Difference.Method = "paired difference, " + p.Difference.Method
		p.P = p.SignFlip
	case p.Binary:
		p.Difference, p.P = p.Tango, p.McNemarMidP
	default:
		if p.Difference, err = independentMean(diff, level); err != nil {
			return Paired{}, err
		}
		p.Difference.Method = "paired difference, t interval"
		p.P = p.SignFlip
	}
	p.Difference.Warnings = append(excluded(len(a), len(keep)), p.Difference.Warnings...)
	return p, nil
}

// Tango returns (onlyA − onlyB)/n with Tango's score interval for a difference of
// paired proportions, which holds near 0 and with few discordant pairs.
//
// Source: Tango, Statistics in Medicine 17 (1998), 891–908.
func Tango(onlyA, onlyB, n int, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	if onlyA < 0 || onlyB < 0 || onlyA+onlyB > n || n == 0 {
		return Estimate{}, fmt.Errorf("paired table with %d and %d discordant of %d pairs", onlyA, onlyB, n)
	}
	b, c, N := float64(onlyA), float64(onlyB), float64(n)
	e := point((b-c)/N, n, "paired difference, Tango score")
	e.Level = level
	z := normalQuantile((1 + level) / 2)
	excess := func(delta float64) float64 {
		// The discordant probability under the null, by maximum likelihood (Tango, eq. 4).
		B := -b - c + (2*N-b+c)*delta
		C := -c * delta * (1 - delta)
		q := (math.Sqrt(math.Max(0, B*B-8*N*C)) - B) / (4 * N)
		v := N * (2*q + delta*(1-delta))
		return math.Abs(b-c-N*delta) - z*math.Sqrt(math.Max(0, v))
	}
	e.Lo, e.Hi = bisect(excess, e.Value, -1), bisect(excess, e.Value, 1)
	return e, nil
}

// bisect finds where f turns positive between inside (f ≤ 0) and edge; the edge
// when it never does.
func bisect(f func(float64) float64, inside, edge float64) float64 {
	if f(edge) <= 0 {
		return edge
	}
	in, out := inside, edge
	for range 200 {
		mid := in + (out-in)/2
		if mid == in || mid == out {
			break
		}
		if f(mid) <= 0 {
			in = mid
		} else {
			out = mid
		}
	}
	return in
}

// NewcombePaired returns the difference of paired proportions with Newcombe's
// interval 10: Wilson limits of both rates, joined with the continuity-corrected φ.
//
// Source: Newcombe, Statistics in Medicine 17 (1998), 2635–2650, method 10.
func NewcombePaired(both, onlyA, onlyB, neither int, level float64) (Estimate, error) {
	level, err := checkLevel(level)
	if err != nil {
		return Estimate{}, err
	}
	n := both + onlyA + onlyB + neither
	if min(both, onlyA, onlyB, neither) < 0 || n == 0 {
		return Estimate{}, fmt.Errorf("paired table %d, %d, %d, %d", both, onlyA, onlyB, neither)
	}
	a, b, c, d, N := float64(both), float64(onlyA), float64(onlyB), float64(neither), float64(n)
	z := normalQuantile((1 + level) / 2)
	p1, p2 := (a+b)/N, (a+c)/N
	l1, u1 := wilson(a+b, N, z)
	l2, u2 := wilson(a+c, N, z)
	phi := 0.0
	if m := (a + b) * (c + d) * (a + c) * (b + d); m > 0 {
		num := a*d - b*c
		if num > 0 {
			num = math.Max(num-N/2, 0)
		}
		phi = num / math.Sqrt(m)
	}
	side := func(x, y float64) float64 { return math.Sqrt(math.Max(0, x*x-2*phi*x*y+y*y)) }
	e := point((b-c)/N, n, "paired difference, Newcombe method 10")
	e.Level = level
	e.Lo, e.Hi = e.Value-side(p1-l1, u2-p2), e.Value+side(u1-p1, p2-l2)
	return e, nil
}

// McNemarExact tests whether a discordant pair is as likely to favour one arm as
// the other: the two-sided binomial test of onlyA among onlyA+onlyB at ½. No
// continuity correction. No discordant pair gives P = 1. The statistic is onlyA.
func McNemarExact(onlyA, onlyB int) Test {
	return mcnemar(onlyA, onlyB, 1, "McNemar exact")
}

// McNemarMidP is McNemarExact with half the probability of the observed table: less
// conservative, and close to its level (Fagerland, Lydersen & Laake 2013).
func McNemarMidP(onlyA, onlyB int) Test {
	return mcnemar(onlyA, onlyB, 0.5, "McNemar mid-p")
}

func mcnemar(b, c int, share float64, method string) Test {
	n := b + c
	if b < 0 || c < 0 {
		return undefined(n, method, "negative count")
	}
	t := Test{Statistic: float64(b), DF: nan, P: 1, N: n, Method: method}
	if n == 0 {
		t.Warnings = []string{"no discordant pair"}
		return t
	}
	m := min(b, c)
	// Tail sum relative to its largest term, so that the logarithm survives underflow.
	tail, term := share, 1.0
	for i := m; i > 0 && term > 1e-18*tail; i-- {
		term *= float64(i) / float64(n-i+1)
		tail += term
	}
	if logTop := logBinomialHalf(n, m); b != c || share != 1 {
		t.LogP = math.Min(0, math.Ln2+logTop+math.Log(tail))
	}
	t.P = math.Exp(t.LogP)
	if b == c {
		t.P, t.LogP = 1, 0
	}
	return t
}

// logBinomialHalf is ln of the Binomial(n, ½) probability of m.
func logBinomialHalf(n, m int) float64 {
	if n <= 1000 {
		p := 0.0
		for i := 1; i <= m; i++ {
			p += math.Log(float64(n-m+i)) - math.Log(float64(i))
		}
		return p - float64(n)*math.Ln2
	}
	return logChoose(float64(n), float64(m)) - float64(n)*math.Ln2
}

// DiscordantOdds returns onlyA/onlyB, the conditional odds ratio of matched pairs,
// with its exact interval (Clopper–Pearson turned into odds). It is +Inf when
// onlyB is 0 and NaN with a warning when there is no discordant pair.
func DiscordantOdds(onlyA, onlyB int, level float64) Estimate {
	e := point(float64(onlyA)/float64(onlyB), onlyA+onlyB, "matched-pairs odds ratio, exact")
	cp, err := ClopperPearson(onlyA, onlyA+onlyB, level)
	if err != nil {
		e.Value = nan
		e.Warnings = []string{"no discordant pair"}
		return e
	}
	e.Level = cp.Level
	e.Lo, e.Hi = cp.Lo/(1-cp.Lo), cp.Hi/(1-cp.Hi)
	return e
}
