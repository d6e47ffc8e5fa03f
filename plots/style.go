package plots

import "image/color"

// Widths in points: the columns of the usual two-column venues.
const (
	singleColumn = 3.4 * 72
	doubleColumn = 7 * 72
	margin       = 2.0 // white around the figure, so that cropping cuts nothing
)

// Lengths in points that all figures share.
const (
	smallSize  = 7.0 // the smallest text, at printed size
	labelSize  = 7.5
	titleSize  = 8.5
	lineHeight = 1.17 // of the font size

	thin      = 0.5
	regular   = 0.8
	strong    = 1.1
	tickLen   = 2.5
	gap       = 3.0 // between neighbouring parts
	markSize  = 2.3 // radius
	rowPitch  = 9.6 // one line of small text with air
	keyWidth  = 15.0
	bandAlpha = 0x2e
)

var (
	ink     = rgb(0x1a1a1a) // text
	muted   = rgb(0x5e5e5e) // secondary text and reference lines
	axisInk = rgb(0x4d4d4d)
	grid    = rgb(0xe4e4e4)
	shade   = rgb(0xf4f4f4)
	white   = rgb(0xffffff)
)

// seriesColors is the palette of Okabe and Ito ("Color Universal Design", 2008)
// without yellow, which a thin line on white does not carry, ordered so that
// neighbours differ in lightness too.
var seriesColors = []color.NRGBA{
	rgb(0x0072b2), // blue
	rgb(0xe69f00), // orange
	rgb(0x009e73), // bluish green
	rgb(0xcc79a7), // reddish purple
	rgb(0x000000), // black
	rgb(0x56b4e9), // sky blue
	rgb(0xd55e00), // vermilion
}

// areaColors are for filled areas, which may be light.
var areaColors = []color.NRGBA{
	rgb(0x0072b2), rgb(0xe69f00), rgb(0x56b4e9), rgb(0xd55e00),
	rgb(0x009e73), rgb(0xf0e442), rgb(0xcc79a7), rgb(0x999999),
}

// heatStops run from light to dark in one hue, so that shade alone orders them
// (ColorBrewer's Blues, without its darkest end).
var heatStops = []color.NRGBA{
	rgb(0xf7fbff), rgb(0xdeebf7), rgb(0xc6dbef), rgb(0x9ecae1), rgb(0x6baed6), rgb(0x4292c6), rgb(0x2171b5), rgb(0x084e98),
}

var seriesDashes = [][]float64{
	nil, {4, 1.6}, {1.2, 1.4}, {5, 1.5, 1.2, 1.5}, {2.6, 1.3}, {7, 2}, {4, 1.3, 1.2, 1.3, 1.2, 1.3},
}

// series is the look of one of several things in a figure.
type series struct {
	color color.NRGBA
	shape shape
	dash  []float64
}

// seriesStyle returns the look of series i. Colours and dashes repeat after 7 and
// marks after 12, so no two of 84 series look alike in all.
func seriesStyle(i int) series {
	return series{
		color: seriesColors[i%len(seriesColors)],
		shape: shape(i % int(shapes)),
		dash:  seriesDashes[(i+i/len(seriesColors))%len(seriesDashes)],
	}
}

// areaStyle returns the fill of area i and the hatch over it. Neighbours differ
// in hatch as well as in colour.
func areaStyle(i int) (color.NRGBA, hatch) {
	h := hatch(i % 2)
	if i >= len(areaColors) {
		h = crossed
	}
	return areaColors[i%len(areaColors)], h
}

// heat returns the colour of t in [0, 1] and the colour of text upon it.
func heat(t float64) (fill, text color.NRGBA) {
	at := min(max(t, 0), 1) * float64(len(heatStops)-1)
	i := min(int(at), len(heatStops)-2)
	a, b, u := heatStops[i], heatStops[i+1], at-float64(i)
	mix := func(x, y uint8) uint8 { return uint8(float64(x)*(1-u) + float64(y)*u + 0.5) }
	fill = color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
	return fill, textOn(fill)
}

// textOn returns black or white, whichever stands out more on c.
func textOn(c color.NRGBA) color.NRGBA {
	if 0.299*float64(c.R)+0.587*float64(c.G)+0.114*float64(c.B) < 115 {
		return white
	}
	return ink
}

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

func fade(c color.NRGBA, alpha uint8) color.NRGBA {
	c.A = alpha
	return c
}
