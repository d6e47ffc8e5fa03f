package plots

import (
	"image"
	"math"

	"gonum.org/v1/plot/vg/recorder"
)

// Raster renders a figure at a resolution of the test's choice.
func (f *Figure) Raster(dpi int) image.Image { return f.raster(dpi) }

// Text is one line of text on the page, in points from the bottom left.
type Text struct {
	String         string
	Size           float64
	X0, Y0, X1, Y1 float64 // from the baseline to the height of capitals
}

// Texts returns all text of a figure, in the order in which it is drawn.
func (f *Figure) Texts() []Text {
	var rec recorder.Canvas
	f.draw(pen{c: &rec})
	type place struct {
		x, y   float64
		turned bool
	}
	at := []place{{}}
	var out []Text
	for _, action := range rec.Actions {
		top := &at[len(at)-1]
		switch a := action.(type) {
		case *recorder.Push:
			at = append(at, *top)
		case *recorder.Pop:
			at = at[:len(at)-1]
		case *recorder.Translate:
			top.x, top.y = top.x+float64(a.Point.X), top.y+float64(a.Point.Y)
		case *recorder.Rotate:
			top.turned = math.Abs(a.Angle-math.Pi/2) < 1e-9
		case *recorder.FillString:
			face := fonts().Lookup(a.Font, a.Size)
			w, h := float64(face.Width(a.String)), 0.716*float64(a.Size)
			x, y := float64(a.Point.X), float64(a.Point.Y)
			t := Text{String: a.String, Size: float64(a.Size), X0: top.x + x, Y0: top.y + y, X1: top.x + x + w, Y1: top.y + y + h}
			if top.turned {
				t.X0, t.Y0, t.X1, t.Y1 = top.x-y-h, top.y+x, top.x-y, top.y+x+w
			}
			out = append(out, t)
		}
	}
	return out
}

// Page returns the size of the figure in points.
func (f *Figure) Page() (w, h float64) { return f.width, f.height }

var (
	Wrap      = func(width float64, lines int, s string) []string { return wrap(small, width, lines, s) }
	TextWidth = func(s string) float64 { return small.width(s) }
	PValue    = pValue
	Number    = number
	RateTicks = func(lo, hi float64) ([]string, bool) { a, z := rateAxis("", lo, hi, 4); return tickLabels(a), z }
	LogTicks  = func(lo, hi float64) []string { return tickLabels(logAxis("", lo, hi)) }
	FitLabels = func(width float64, names []string) (shown, cut []string) {
		var l labels
		shown = l.fitLine(small, width, names)
		return shown, l.cut
	}
)

func tickLabels(a axis) []string {
	var out []string
	for _, t := range a.ticks {
		if t.label != "" {
			out = append(out, t.label)
		}
	}
	return out
}
