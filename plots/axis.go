package plots

import (
	"math"
	"strconv"
	"strings"
)

// tick is a labelled place on an axis; without a label it is a minor tick.
type tick struct {
	at    float64
	label string
}

// axis maps data to a side of a frame. hi must be above lo, and lo above 0 if log.
type axis struct {
	title  string
	lo, hi float64
	log    bool
	ticks  []tick
}

// norm returns the place of v as a fraction of the axis, within [0, 1].
func (a axis) norm(v float64) float64 {
	if a.log {
		if v <= 0 {
			return 0
		}
		return min(max(math.Log(v/a.lo)/math.Log(a.hi/a.lo), 0), 1)
	}
	return min(max((v-a.lo)/(a.hi-a.lo), 0), 1)
}

// linearAxis covers [lo, hi], widened to whole steps, with about n ticks.
func linearAxis(title string, lo, hi float64, n int, format func(float64) string) axis {
	if hi <= lo {
		hi = lo + 1
	}
	step := niceStep((hi - lo) / float64(n))
	first, last := math.Floor(lo/step+1e-9), math.Ceil(hi/step-1e-9)
	a := axis{title: title, lo: first * step, hi: last * step}
	for i := first; i <= last; i++ {
		a.ticks = append(a.ticks, tick{i * step, format(i * step)})
	}
	return a
}

// niceStep rounds up to 1, 2, 2.5 or 5 times a power of ten. Instead of 2.5 itself,
// which would give counts halves, it returns 2.
func niceStep(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		switch {
		case x > m*unit*(1+1e-9):
		case m == 2.5 && unit == 1:
			return 2
		default:
			return m * unit
		}
	}
	return 10 * unit
}

// logAxis covers [lo, hi] with lo > 0 to the next 1, 2 or 5 outside.
func logAxis(title string, lo, hi float64) axis {
	a := axis{title: title, lo: roundLog(lo, false), hi: roundLog(hi, true), log: true}
	if a.hi <= a.lo {
		a.hi = roundLog(a.lo*1.5, true)
	}
	decades := math.Log10(a.hi / a.lo)
	for e := math.Floor(math.Log10(a.lo)); e <= math.Ceil(math.Log10(a.hi)); e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < a.lo*(1-1e-9) || v > a.hi*(1+1e-9) {
				continue
			}
			t := tick{at: v}
			every := math.Ceil(decades / 5)
			if decades <= 2 && (m == 1 || m == 2 || m == 5) || m == 1 && math.Mod(e, every) == 0 {
				t.label = number(v)
			}
			if m == 1 || decades < 5 {
				a.ticks = append(a.ticks, t)
			}
		}
	}
	return a
}

func roundLog(v float64, up bool) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)+1e-12))
	steps := []float64{1, 2, 5, 10}
	if up {
		for _, m := range steps {
			if m*unit >= v*(1-1e-9) {
				return m * unit
			}
		}
	}
	best := unit
	for _, m := range steps {
		if m*unit <= v*(1+1e-9) {
			best = m * unit
		}
	}
	return best
}

// rateAxis is an axis in percent for rates whose estimates and intervals lie in
// [lo, hi]. It begins at 0 unless that would waste most of the figure, and
// reports whether it does.
func rateAxis(title string, lo, hi float64, n int) (a axis, fromZero bool) {
	if hi <= lo && lo == 0 {
		hi = 0.1
	}
	if fromZero = lo < 0.6*hi; fromZero {
		lo = 0
	}
	if hi-lo < 0.02 {
		lo, hi = max(lo-0.01, 0), min(hi+0.01, 1)
	}
	a = linearAxis(title, lo, hi, n, func(v float64) string { return trimmed(100*v, 3) })
	a.hi = min(a.hi, 1)
	for len(a.ticks) > 1 && a.ticks[len(a.ticks)-1].at > 1+1e-9 {
		a.ticks = a.ticks[:len(a.ticks)-1]
	}
	return a, fromZero
}

// frame is a plot area with its axes around it.
type frame struct {
	area rect // where data is drawn
	x, y axis
}

func (f frame) px(v float64) float64   { return f.area.x0 + f.x.norm(v)*f.area.w() }
func (f frame) py(v float64) float64   { return f.area.y0 + f.y.norm(v)*f.area.h() }
func (f frame) at(x, y float64) pt     { return pt{f.px(x), f.py(y)} }
func (a axis) titled() bool            { return a.title != "" }
func (a axis) line() float64           { return small.height(1) }
func titleHeight() float64             { return label.height(1) + 2.5 }
func (a axis) overhang(v tick) float64 { return small.width(v.label) / 2 }

// below returns the height that the horizontal axis needs under the plot.
func (a axis) below() float64 {
	h := tickLen + 1.5 + a.line()
	if a.titled() {
		h += titleHeight()
	}
	return h
}

// beside returns the width that the vertical axis needs left of the plot.
func (a axis) beside() float64 {
	w := 0.0
	for _, t := range a.ticks {
		w = max(w, small.width(t.label))
	}
	w += tickLen + 2
	if a.titled() {
		w += titleHeight()
	}
	return w
}

// thinned returns the axis with labels dropped until none touch on a length.
func (a axis) thinned(length float64) axis {
	for {
		end, clash, nth := math.Inf(-1), false, 0
		for _, t := range a.ticks {
			if t.label == "" {
				continue
			}
			x := a.norm(t.at) * length
			if x-a.overhang(t) < end+3 {
				clash = true
			}
			end = x + a.overhang(t)
		}
		if !clash {
			return a
		}
		ticks := append([]tick(nil), a.ticks...)
		for i := range ticks {
			if ticks[i].label == "" {
				continue
			}
			if nth%2 == 1 {
				ticks[i].label = ""
			}
			nth++
		}
		a.ticks = ticks
		if nth <= 1 {
			return a
		}
	}
}

// drawX draws grid lines, ticks, labels and title of the horizontal axis.
func (f frame) drawX(p pen, lines bool) {
	a := f.area
	if lines {
		for _, t := range f.x.ticks {
			if t.label != "" {
				p.stroke(grid, thin, nil, pt{f.px(t.at), a.y0}, pt{f.px(t.at), a.y1})
			}
		}
	}
	p.stroke(axisInk, regular, nil, pt{a.x0, a.y0}, pt{a.x1, a.y0})
	for _, t := range f.x.ticks {
		x, long := f.px(t.at), tickLen
		if t.label == "" {
			long /= 2
		}
		p.stroke(axisInk, thin, nil, pt{x, a.y0}, pt{x, a.y0 - long})
		p.text(small, ink, pt{x, a.y0 - tickLen - 1.5 - f.x.line()/2}, centre, t.label)
	}
	if f.x.titled() {
		p.text(label, ink, pt{a.cx(), a.y0 - f.x.below() + label.height(1)/2}, centre, f.x.title)
	}
}

// drawY draws grid lines, ticks, labels and title of the vertical axis.
func (f frame) drawY(p pen) {
	a := f.area
	for _, t := range f.y.ticks {
		p.stroke(grid, thin, nil, pt{a.x0, f.py(t.at)}, pt{a.x1, f.py(t.at)})
	}
	p.stroke(axisInk, regular, nil, pt{a.x0, a.y0}, pt{a.x0, a.y1})
	for _, t := range f.y.ticks {
		y := f.py(t.at)
		p.stroke(axisInk, thin, nil, pt{a.x0, y}, pt{a.x0 - tickLen, y})
		p.text(small, ink, pt{a.x0 - tickLen - 2, y}, right, t.label)
	}
	if f.y.titled() {
		p.upright(label, ink, pt{a.x0 - f.y.beside() + label.height(1)/2, a.cy()}, centre, f.y.title)
	}
}

// trimmed formats v with at most digits decimals, without trailing zeros and
// with a true minus sign.
func trimmed(v float64, digits int) string {
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		s = "0"
	}
	return strings.Replace(s, "-", "−", 1)
}

// number formats a count or a cost with at most three significant digits.
func number(v float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= u.size*(1-1e-12) {
			return trimmed(v/u.size, digitsFor(v/u.size)) + u.name
		}
	}
	if a := math.Abs(v); a > 0 && a < 1e-3*(1-1e-12) { // 0.00001 is long and hard to count
		e := math.Floor(math.Log10(a) + 1e-12)
		return trimmed(v/math.Pow(10, e), 1) + "e−" + strconv.Itoa(int(-e))
	}
	return trimmed(v, digitsFor(v))
}

func digitsFor(v float64) int {
	if v == 0 {
		return 0
	}
	return min(max(2-int(math.Floor(math.Log10(math.Abs(v)))), 0), 12)
}

// percent formats a rate with one decimal, without the sign: 42.1, 0, 100.
func percent(v float64) string { return fixedDigits(100*v, 1) }

// fixedDigits formats v with exactly digits decimals, except that whole 0 and
// 100 stand alone as no rounding hides behind them.
func fixedDigits(v float64, digits int) string {
	if v == 0 || v == 100 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" { // no negative zero
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}

// pValue formats a p-value the way papers print it.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.001:
		return "<.001"
	case p > 0.999:
		return ">.999"
	}
	return strings.TrimPrefix(strconv.FormatFloat(p, 'f', 3, 64), "0")
}
