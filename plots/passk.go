package plots

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"proofgrid/stats"
)

// PassCurve is one line of pass@k.
type PassCurve struct {
	Name   string
	Points []BudgetPoint // k increasing; R is not drawn
}

// PassAtK is pass@k over the number of samples.
type PassAtK struct {
	Layout
	Curves []PassCurve
}

// NewPassAtK draws pass@k with interval bands for up to four curves, with bars
// for up to six, and in panels of their own beyond. Points known only as bounds
// are hatched between the bounds and have no line; unidentified ones and NaN are
// gaps. It returns an error if there is no curve or no point, k does not
// increase, or a rate or bound is infinite or outside [0, 1].
func NewPassAtK(in PassAtK) (*Figure, error) {
	c := checker{figure: "pass@k"}
	names := make([]string, len(in.Curves))
	for i, cv := range in.Curves {
		names[i] = cv.Name
	}
	names = c.names("Curves", names)
	var curves []curve
	var all []stats.Estimate
	var where, alt []string
	var ks []float64
	anyBounds := false
	for i, cv := range in.Curves {
		out := curve{name: names[i], look: seriesStyle(i), marks: true}
		if len(cv.Points) == 0 {
			c.failf("curve %q has no points", cv.Name)
		}
		for j, b := range cv.Points {
			name := fmt.Sprintf("%s, k = %d", names[i], b.K)
			if j > 0 && b.K <= cv.Points[j-1].K {
				c.failf("%s: k does not increase", name)
			}
			b = c.budget(name, b)
			out.points = append(out.points, curvePoint{float64(b.K), b.Estimate, b.Knowledge})
			ks = append(ks, float64(b.K))
			anyBounds = anyBounds || b.Knowledge == Bounded
			if b.Knowledge == Identified {
				all, where = append(all, b.Estimate), append(where, name)
			}
		}
		curves = append(curves, out)
		alt = append(alt, out.inWords("k ="))
	}
	if c.err != nil {
		return nil, c.err
	}

	slices.Sort(ks)
	lo, hi := ranges(curves)
	y, fromZero := rateAxis("pass@k (%)", lo, hi, 4)
	s := newSheet(in.Layout)
	var cut labels
	var extra []entry
	if anyBounds {
		extra = append(extra, entry{"bounds only", boundsKey})
	}
	body := curveFigure(s, &cut, curves, extra, budgetAxis("samples k", slices.Compact(ks)), y, nil)

	w := words{layout: in.Layout}
	w.say("pass@k: probability that at least one of k samples is proved, mean over %s", w.unit())
	w.estimates(overlayWords(len(curves)), hollowMarks, where, all)
	if anyBounds {
		w.say("Hatching spans bounds where the stopping policy does not identify the value")
	}
	if len(curves) > maxOverlay {
		w.say("Each panel repeats the other curves in grey")
	}
	w.zero(fromZero)
	w.shortened(cut)
	return s.finish(w.String(), description("Line plot of pass@k", alt), body), nil
}

// budgetAxis has a tick at every budget of the run. Budgets that span a factor
// of 8 or more are spaced by their logarithm, and where powers of two are among
// them those alone have a number.
func budgetAxis(title string, ks []float64) axis {
	lo, hi := ks[0], ks[len(ks)-1]
	a := axis{title: title, log: lo > 0 && hi/lo >= 8}
	if a.log {
		pad := math.Pow(hi/lo, 0.07)
		a.lo, a.hi = lo/pad, hi*pad
	} else {
		pad := max(0.07*(hi-lo), 0.3)
		a.lo, a.hi = lo-pad, hi+pad
	}
	doubling := a.log && slices.Contains(ks, 2*lo) && slices.Contains(ks, 4*lo)
	for _, k := range ks {
		label := strconv.FormatFloat(k, 'f', -1, 64)
		if two, _ := math.Frexp(k / lo); doubling && two != 0.5 {
			label = ""
		}
		a.ticks = append(a.ticks, tick{k, label})
	}
	return a
}

func boundsKey(p pen, r rect) {
	dots := []float64{1.5, 1.2}
	for x := r.x0 + 1.6; x < r.x1; x += 1.6 {
		p.stroke(fade(muted, 0x90), 0.35, nil, pt{x, r.y0}, pt{x, r.y1})
	}
	p.stroke(muted, 0.6, dots, pt{r.x0, r.y0}, pt{r.x1, r.y0})
	p.stroke(muted, 0.6, dots, pt{r.x0, r.y1}, pt{r.x1, r.y1})
}
