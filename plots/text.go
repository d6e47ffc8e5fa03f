package plots

import (
	"image/color"
	"math"
	"sync"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// typeface is a font at a size in points.
type typeface struct {
	size float64
	bold bool
}

var (
	small     = typeface{size: smallSize}
	smallBold = typeface{size: smallSize, bold: true}
	label     = typeface{size: labelSize}
	heading   = typeface{size: titleSize, bold: true}
)

var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

func (t typeface) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if t.bold {
		f.Weight = stdfont.WeightBold
	}
	return fonts().Lookup(f, vg.Length(t.size))
}

// width returns the printed length of a line in points.
func (t typeface) width(s string) float64 {
	f := t.face()
	return float64(f.Width(s))
}

// height returns the height of n lines in points.
func (t typeface) height(n int) float64 { return float64(n) * t.size * lineHeight }

// widest returns the length of the longest line.
func (t typeface) widest(lines ...string) float64 {
	w := 0.0
	for _, s := range lines {
		w = max(w, t.width(s))
	}
	return w
}

// has reports whether the font can draw r.
func (t typeface) has(r rune) bool {
	var buf sfnt.Buffer
	i, err := t.face().Face.GlyphIndex(&buf, r)
	return err == nil && i != 0
}

// align places a text relative to its anchor: 0 begins there, 0.5 is centred on
// it, 1 ends there.
type align float64

const (
	left   align = 0
	centre align = 0.5
	right  align = 1
)

// text draws one line with the middle of its capitals at the height of at.
func (p pen) text(t typeface, c color.NRGBA, at pt, a align, s string) {
	const halfCapital = 0.358 // of the size
	p.line(t, c, pt{at.x - float64(a)*t.width(s), at.y - halfCapital*t.size}, s)
}

// lines draws a block of lines whose middle is at the height of at.
func (p pen) lines(t typeface, c color.NRGBA, at pt, a align, lines []string) {
	y := at.y + t.height(len(lines)-1)/2
	for i, s := range lines {
		p.text(t, c, pt{at.x, y - t.height(i)}, a, s)
	}
}

// upright draws one line that reads from bottom to top, centred at the point.
func (p pen) upright(t typeface, c color.NRGBA, at pt, a align, s string) {
	p.c.Push()
	p.c.Translate(vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)})
	p.c.Rotate(math.Pi / 2)
	p.text(t, c, pt{}, a, s)
	p.c.Pop()
}

func (p pen) line(t typeface, c color.NRGBA, at pt, s string) {
	if s == "" {
		return
	}
	p.setColor(c)
	if p.outlines {
		p.glyphs(t, at, s)
		return
	}
	p.c.FillString(t.face(), vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)}, s)
}

// glyphs draws a line as outlines.
func (p pen) glyphs(t typeface, at pt, s string) {
	f := t.face()
	var buf sfnt.Buffer
	ppem := fixed.Int26_6(f.Face.UnitsPerEm())
	scale := t.size / float64(ppem)
	before := ""
	for _, r := range s {
		x := at.x + t.width(before)
		before += string(r)
		i, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			continue
		}
		segments, err := f.Face.LoadGlyph(&buf, i, ppem, nil)
		if err != nil {
			continue
		}
		to := func(q fixed.Point26_6) vg.Point {
			return vg.Point{X: vg.Length(x + float64(q.X)*scale), Y: vg.Length(at.y - float64(q.Y)*scale)}
		}
		var outline vg.Path
		for _, seg := range segments {
			switch seg.Op {
			case sfnt.SegmentOpMoveTo:
				if len(outline) > 0 {
					outline.Close()
				}
				outline.Move(to(seg.Args[0]))
			case sfnt.SegmentOpLineTo:
				outline.Line(to(seg.Args[0]))
			case sfnt.SegmentOpQuadTo:
				outline.QuadTo(to(seg.Args[0]), to(seg.Args[1]))
			case sfnt.SegmentOpCubeTo:
				outline.CubeTo(to(seg.Args[0]), to(seg.Args[1]), to(seg.Args[2]))
			}
		}
		if len(outline) > 0 {
			outline.Close()
			p.c.Fill(outline)
		}
	}
}
