package plots_test

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"proofgrid/plots"
)

var update = flag.Bool("update", false, "rewrite the golden images in testdata")

const (
	goldenDPI  = 110
	goldenSize = 40 << 10 // bytes, so that the repository stays light
	// A figure may differ from its golden image by the rounding of another
	// processor's arithmetic: a few pixels on the rims of glyphs and marks.
	channelTolerance = 48    // of 255, per pixel
	pixelShare       = 0.001 // of all pixels
)

// golden compares a figure with the image of its name under testdata.
func golden(t *testing.T, name string, fig *plots.Figure, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	legible(t, fig)
	dpi := goldenDPI
	if _, h := fig.Size(); h > 5 {
		dpi = 72
	}
	got := fig.Raster(dpi)
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, encodeSmall(t, got), 0o644); err != nil {
			t.Fatal(err)
		}
		if dir := os.Getenv("PLOTS_PREVIEW"); dir != "" {
			if err := fig.Save(filepath.Join(dir, name+".png")); err != nil {
				t.Fatal(err)
			}
			fmt.Printf("%s\n  %s\n  ALT %s\n", name, fig.Caption(), fig.Alt())
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (rewrite it with go test ./plots -update)", err)
	}
	if len(data) > goldenSize {
		t.Errorf("%s has %d bytes, at most %d are wanted", path, len(data), goldenSize)
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds().Size() != want.Bounds().Size() {
		t.Fatalf("%s: size is %v, golden image has %v", name, got.Bounds().Size(), want.Bounds().Size())
	}
	if share := differing(got, want); share > pixelShare {
		bad := filepath.Join(t.TempDir(), name+".png")
		_ = os.WriteFile(bad, encodeSmall(t, got), 0o644)
		t.Errorf("%s: %.2f %% of the pixels differ from the golden image", name, 100*share)
	}
}

func differing(a, b image.Image) float64 {
	size := a.Bounds().Size()
	n := 0
	for y := range size.Y {
		for x := range size.X {
			p := color.NRGBAModel.Convert(a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y)).(color.NRGBA)
			q := color.NRGBAModel.Convert(b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y)).(color.NRGBA)
			if far(p.R, q.R) || far(p.G, q.G) || far(p.B, q.B) {
				n++
			}
		}
	}
	return float64(n) / float64(size.X*size.Y)
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > channelTolerance }

// encodeSmall writes the image with 5 bits per channel: anti-aliased text then
// compresses to about half, within the tolerance of the comparison.
func encodeSmall(t *testing.T, m image.Image) []byte {
	t.Helper()
	size := m.Bounds().Size()
	out := image.NewNRGBA(image.Rect(0, 0, size.X, size.Y))
	for y := range size.Y {
		for x := range size.X {
			c := color.NRGBAModel.Convert(m.At(m.Bounds().Min.X+x, m.Bounds().Min.Y+y)).(color.NRGBA)
			c.R, c.G, c.B = coarse(c.R), coarse(c.G), coarse(c.B)
			out.SetNRGBA(x, y, c)
		}
	}
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&buf, out); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func coarse(v uint8) uint8 { return uint8((int(v) + 8) / 17 * 17) }
