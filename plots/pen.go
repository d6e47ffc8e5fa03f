package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// pt is a point of the page: points from the bottom left corner.
type pt struct{ x, y float64 }

// rect is an upright rectangle of the page.
type rect struct{ x0, y0, x1, y1 float64 }

func (r rect) w() float64  { return r.x1 - r.x0 }
func (r rect) h() float64  { return r.y1 - r.y0 }
func (r rect) cx() float64 { return (r.x0 + r.x1) / 2 }
func (r rect) cy() float64 { return (r.y0 + r.y1) / 2 }

func (r rect) inset(d float64) rect { return rect{r.x0 + d, r.y0 + d, r.x1 - d, r.y1 - d} }

func (r rect) overlaps(s rect) bool {
	return r.x0 < s.x1 && s.x0 < r.x1 && r.y0 < s.y1 && s.y0 < r.y1
}

// pen draws on the canvas of any file format.
type pen struct {
	c vg.Canvas
	// outlines draws text as shapes. vgimg blurs turned text; vgpdf writes no text
	// beyond ASCII, cannot hold two fonts, and panics without a temporary directory.
	outlines bool
	// straight says that the canvas wants colours not multiplied by their alpha,
	// against the contract of color.Color.
	straight bool
}

func path(closed bool, pts []pt) vg.Path {
	var p vg.Path
	for i, q := range pts {
		v := vg.Point{X: vg.Length(q.x), Y: vg.Length(q.y)}
		if i == 0 {
			p.Move(v)
		} else {
			p.Line(v)
		}
	}
	if closed {
		p.Close()
	}
	return p
}

// straightColor is a colour whose RGBA is not multiplied by alpha.
type straightColor color.NRGBA

func (c straightColor) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 0x101, uint32(c.G) * 0x101, uint32(c.B) * 0x101, uint32(c.A) * 0x101
}

func (p pen) setColor(c color.NRGBA) {
	if p.straight {
		p.c.SetColor(straightColor(c))
		return
	}
	p.c.SetColor(c)
}

func (p pen) stroke(c color.NRGBA, width float64, dash []float64, pts ...pt) {
	if len(pts) > 1 {
		p.strokePath(c, width, dash, path(false, pts))
	}
}

func (p pen) strokePath(c color.NRGBA, width float64, dash []float64, path vg.Path) {
	p.setColor(c)
	p.c.SetLineWidth(vg.Length(width))
	d := make([]vg.Length, len(dash))
	for i, l := range dash {
		d[i] = vg.Length(l)
	}
	p.c.SetLineDash(d, 0)
	p.c.Stroke(path)
}

func (p pen) fill(c color.NRGBA, pts ...pt) {
	p.setColor(c)
	p.c.Fill(path(true, pts))
}

func (r rect) corners() []pt {
	return []pt{{r.x0, r.y0}, {r.x1, r.y0}, {r.x1, r.y1}, {r.x0, r.y1}}
}

func (p pen) fillRect(c color.NRGBA, r rect) { p.fill(c, r.corners()...) }

func (p pen) strokeRect(c color.NRGBA, width float64, dash []float64, r rect) {
	p.strokePath(c, width, dash, path(true, r.corners()))
}

// hatch is a pattern over an area.
type hatch int

const (
	plain hatch = iota
	striped
	crossed
)

// hatchRect rules r with diagonals; each is cut at the edges by arithmetic, as
// the canvas has no clipping.
func (p pen) hatchRect(c color.NRGBA, width, spacing float64, h hatch, r rect) {
	if h == plain {
		return
	}
	// Lines y = x + b (rising) or y = -x + b (falling).
	for b := math.Ceil((r.y0-r.x1)/spacing) * spacing; b < r.y1-r.x0; b += spacing {
		x0, x1 := max(r.x0, r.y0-b), min(r.x1, r.y1-b)
		if x0 < x1 {
			p.stroke(c, width, nil, pt{x0, x0 + b}, pt{x1, x1 + b})
		}
	}
	if h != crossed {
		return
	}
	for b := math.Ceil((r.y0+r.x0)/spacing) * spacing; b < r.y1+r.x1; b += spacing {
		x0, x1 := max(r.x0, b-r.y1), min(r.x1, b-r.y0)
		if x0 < x1 {
			p.stroke(c, width, nil, pt{x0, b - x0}, pt{x1, b - x1})
		}
	}
}

// shape is the outline of a mark. All are polygons or the circle, so that each
// can be drawn filled and hollow.
type shape int

const (
	circle shape = iota
	square
	triangle
	diamond
	inverted
	plus
	pentagon
	cross
	star
	leftward
	hexagon
	rightward
	shapes // their number
)

// outline returns the corners of a mark of about the area of a circle of radius r.
func (s shape) outline(r float64) []pt {
	switch s {
	case square:
		return regularPolygon(4, r*1.22, math.Pi/4)
	case triangle:
		return regularPolygon(3, r*1.42, math.Pi/2)
	case diamond:
		return regularPolygon(4, r*1.32, math.Pi/2)
	case inverted:
		return regularPolygon(3, r*1.42, -math.Pi/2)
	case pentagon:
		return regularPolygon(5, r*1.18, math.Pi/2)
	case leftward:
		return regularPolygon(3, r*1.42, math.Pi)
	case hexagon:
		return regularPolygon(6, r*1.15, 0)
	case rightward:
		return regularPolygon(3, r*1.42, 0)
	case star:
		pts := make([]pt, 10)
		for i := range pts {
			d := r * 1.5
			if i%2 == 1 {
				d *= 0.45
			}
			sin, cos := math.Sincos(math.Pi/2 + float64(i)*math.Pi/5)
			pts[i] = pt{d * cos, d * sin}
		}
		return pts
	case plus, cross:
		a, b := r*1.3, r*0.42
		pts := []pt{{b, b}, {b, a}, {-b, a}, {-b, b}, {-a, b}, {-a, -b}, {-b, -b}, {-b, -a}, {b, -a}, {b, -b}, {a, -b}, {a, b}}
		if s == cross {
			for i, q := range pts {
				pts[i] = pt{(q.x - q.y) * math.Sqrt2 / 2, (q.x + q.y) * math.Sqrt2 / 2}
			}
		}
		return pts
	}
	return nil
}

func regularPolygon(n int, r, start float64) []pt {
	pts := make([]pt, n)
	for i := range pts {
		sin, cos := math.Sincos(start + 2*math.Pi*float64(i)/float64(n))
		pts[i] = pt{r * cos, r * sin}
	}
	return pts
}

// mark draws a mark around at; hollow says that the estimate has no interval.
func (p pen) mark(s shape, at pt, r float64, c color.NRGBA, hollow bool) {
	outline := s.path(at, r)
	if hollow {
		p.setColor(white)
		p.c.Fill(outline)
		p.strokePath(c, regular, nil, outline)
		return
	}
	p.setColor(c)
	p.c.Fill(outline)
	// A thin white rim keeps marks apart that touch each other.
	p.strokePath(white, 0.35, nil, outline)
}

// ring draws the edge of a round mark, over white if it is hollow.
func (p pen) ring(at pt, r float64, c color.NRGBA, hollow bool) {
	if hollow {
		p.mark(circle, at, r, c, true)
		return
	}
	p.strokePath(c, 0.6, nil, circle.path(at, r))
}

func (s shape) path(at pt, r float64) vg.Path {
	if s == circle {
		var p vg.Path
		centre := vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)}
		p.Move(vg.Point{X: centre.X + vg.Length(r), Y: centre.Y})
		p.Arc(centre, vg.Length(r), 0, 2*math.Pi)
		p.Close()
		return p
	}
	pts := s.outline(r)
	for i := range pts {
		pts[i] = pt{at.x + pts[i].x, at.y + pts[i].y}
	}
	return path(true, pts)
}

// whisker draws an interval from a to b, which lie on a horizontal or a vertical.
func (p pen) whisker(c color.NRGBA, a, b pt) { p.stroke(c, strong, nil, a, b) }

// arrow draws the head of an arrow that points from a to b, at b.
func (p pen) arrow(c color.NRGBA, a, b pt) {
	d := math.Hypot(b.x-a.x, b.y-a.y)
	if d == 0 {
		return
	}
	ux, uy := (b.x-a.x)/d, (b.y-a.y)/d
	const long, half = 4, 1.9
	p.fill(c, b,
		pt{b.x - long*ux - half*uy, b.y - long*uy + half*ux},
		pt{b.x - long*ux + half*uy, b.y - long*uy - half*ux})
}
