package plots

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

const pngDPI = 300

// Layout is what every figure can be told about its place on the page. The zero
// value is a figure of one column without a title, as papers want it.
type Layout struct {
	Wide  bool   // two columns (7 in) instead of one (3.4 in)
	Title string // line above the figure
	Unit  string // what n counts, in the plural; "tasks" if empty
	Note  string // sentences added to the caption, such as the budget or a trend test
}

// Figure is a finished drawing. It does not change, holds no reference to the
// data it was made from, and can be written any number of times, also
// concurrently.
type Figure struct {
	width, height float64 // points
	caption, alt  string
	draw          func(pen)
}

// Caption returns the text to print below the figure: what is shown, n, method
// and level of the intervals, gaps, warnings, and shortened labels in full.
func (f *Figure) Caption() string { return f.caption }

// Alt returns a description for readers who cannot see the figure.
func (f *Figure) Alt() string { return f.alt }

// Size returns the printed width and height in inches.
func (f *Figure) Size() (width, height float64) { return f.width / 72, f.height / 72 }

// Formats returns the formats that Encode accepts, which are also the file name
// extensions that Save accepts.
func Formats() []string { return []string{"png", "svg", "pdf"} }

// Encode writes the figure in the given format, one of [Formats]. PNG is
// rendered at 300 dots per inch and says so in its header. Nothing is written if
// the format is unknown.
func (f *Figure) Encode(w io.Writer, format string) error {
	var data []byte
	var err error
	switch format {
	case "png":
		data, err = f.png(pngDPI)
	case "svg":
		data, err = f.svg()
	case "pdf":
		data, err = f.pdf()
	default:
		return fmt.Errorf("plots: unknown format %q; known are %s", format, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("plots: encode %s: %w", format, err)
	}
	_, err = w.Write(data)
	return err
}

// Save writes the figure to a file in the format of its extension. The file
// appears whole or not at all: the figure goes to a temporary file beside it,
// which then takes its name.
func (f *Figure) Save(path string) error {
	var buf bytes.Buffer
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(path)), ".")
	if err := f.Encode(&buf, format); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("plots: save figure: %w", err)
	}
	defer os.Remove(tmp.Name()) // fails, as it should, after the rename
	_, err = tmp.Write(buf.Bytes())
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("plots: save figure: %w", err)
	}
	return nil
}

func (f *Figure) raster(dpi int) image.Image {
	c := vgimg.NewWith(
		vgimg.UseWH(vg.Length(f.width), vg.Length(f.height)),
		vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(color.White))
	f.draw(pen{c: c, outlines: true})
	return c.Image()
}

func (f *Figure) png(dpi int) ([]byte, error) {
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := enc.Encode(&buf, f.raster(dpi)); err != nil {
		return nil, err
	}
	return withResolution(buf.Bytes(), dpi), nil
}

// withResolution adds the pHYs chunk that image/png leaves out. Without it LaTeX
// and word processors print the figure at a size of their own choice.
func withResolution(file []byte, dpi int) []byte {
	const header = 8 + 25 // signature and IHDR, which is always first
	perMetre := uint32(float64(dpi)/0.0254 + 0.5)
	body := binary.BigEndian.AppendUint32([]byte("pHYs"), perMetre)
	body = binary.BigEndian.AppendUint32(body, perMetre)
	body = append(body, 1) // the unit is the metre
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = append(chunk, body...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(body))
	out := make([]byte, 0, len(file)+len(chunk))
	out = append(out, file[:header]...)
	out = append(out, chunk...)
	return append(out, file[header:]...)
}

func (f *Figure) svg() ([]byte, error) {
	c := vgsvg.New(vg.Length(f.width), vg.Length(f.height))
	f.draw(pen{c: c})
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return nil, err
	}
	s := buf.String()
	// Arial and Helvetica have the widths of Liberation Sans: readers without
	// the font keep the layout.
	s = strings.ReplaceAll(s, "font-family:Liberation Sans;", "font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	head, body, ok := strings.Cut(s, "xlink\">\n")
	if !ok {
		return nil, fmt.Errorf("no SVG header")
	}
	s = head + "xlink\" role=\"img\">\n<desc>" + html.EscapeString(f.alt) + "</desc>\n" +
		"<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + body
	return []byte(s), nil
}

func init() {
	// The only way to reach the document behind vgpdf. Without it two files of
	// one figure differ by the clock and by the order of Go's maps.
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
}

func (f *Figure) pdf() ([]byte, error) {
	c := vgpdf.New(vg.Length(f.width), vg.Length(f.height))
	f.draw(pen{c: c, outlines: true, straight: true})
	var buf bytes.Buffer
	if _, err := c.WriteTo(&buf); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
