package plots_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/plots"
)

func encode(t *testing.T, fig *plots.Figure, format string) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := fig.Encode(&buf, format); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func exampleFigure(t *testing.T) *plots.Figure {
	t.Helper()
	fig, err := plots.NewForest(forestExample())
	if err != nil {
		t.Fatal(err)
	}
	return fig
}

func TestTheSameInputGivesTheSameBytes(t *testing.T) {
	for name, make := range examples() {
		t.Run(name, func(t *testing.T) {
			for _, format := range []string{"svg", "pdf"} {
				var first []byte
				for range 3 {
					fig, err := make(plots.Layout{})
					if err != nil {
						t.Fatal(err)
					}
					data := encode(t, fig, format)
					if first != nil && !bytes.Equal(first, data) {
						t.Errorf("%s differs between two runs", format)
					}
					first = data
				}
			}
		})
	}
	first := encode(t, exampleFigure(t), "png")
	if !bytes.Equal(first, encode(t, exampleFigure(t), "png")) {
		t.Error("png differs between two runs")
	}
}

func TestThePDFDoesNotCarryTheClock(t *testing.T) {
	data := string(encode(t, exampleFigure(t), "pdf"))
	if year := time.Now().UTC().Format("(D:2006"); strings.Contains(data, year) {
		t.Errorf("the PDF contains %q", year)
	}
	if !strings.Contains(data, "(D:1970") {
		t.Error("the PDF has no fixed date")
	}
}

func TestAFigureCanBeWrittenConcurrently(t *testing.T) {
	fig := exampleFigure(t)
	want := encode(t, fig, "pdf")
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var buf bytes.Buffer
			if err := fig.Encode(&buf, "pdf"); err != nil || !bytes.Equal(buf.Bytes(), want) {
				t.Errorf("concurrent write differs (error %v)", err)
			}
		}()
	}
	wg.Wait()
}

// inputs are the documented examples with their constructors.
func inputs() map[string]struct {
	in  any // pointer to the input struct
	fig func() (*plots.Figure, error)
} {
	type entry = struct {
		in  any
		fig func() (*plots.Figure, error)
	}
	success, pass, surface, buckets, forest := successExample(), passExample(), surfaceExample(), bucketsExample(), forestExample()
	curves, correlations, repositories, categories := curvesExample(), correlationsExample(), repositoriesExample(), categoriesExample()
	overlap, upset, pareto, repair := overlapExample(), upsetExample(), paretoExample(), repairExample()
	return map[string]entry{
		"success":      {&success, func() (*plots.Figure, error) { return plots.NewSuccess(success) }},
		"pass":         {&pass, func() (*plots.Figure, error) { return plots.NewPassAtK(pass) }},
		"surface":      {&surface, func() (*plots.Figure, error) { return plots.NewBudgetSurface(surface) }},
		"buckets":      {&buckets, func() (*plots.Figure, error) { return plots.NewBuckets(buckets) }},
		"forest":       {&forest, func() (*plots.Figure, error) { return plots.NewForest(forest) }},
		"curves":       {&curves, func() (*plots.Figure, error) { return plots.NewSolvedCurves(curves) }},
		"correlations": {&correlations, func() (*plots.Figure, error) { return plots.NewCorrelations(correlations) }},
		"repositories": {&repositories, func() (*plots.Figure, error) { return plots.NewRepositories(repositories) }},
		"categories":   {&categories, func() (*plots.Figure, error) { return plots.NewErrorCategories(categories) }},
		"overlap":      {&overlap, func() (*plots.Figure, error) { return plots.NewOverlap(overlap) }},
		"upset":        {&upset, func() (*plots.Figure, error) { return plots.NewUpSet(upset) }},
		"pareto":       {&pareto, func() (*plots.Figure, error) { return plots.NewPareto(pareto) }},
		"repair":       {&repair, func() (*plots.Figure, error) { return plots.NewRepairGain(repair) }},
	}
}

// scramble overwrites everything that v leads to.
func scramble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		scramble(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			scramble(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			scramble(v.Index(i))
		}
	case reflect.String:
		v.SetString("scrambled")
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Float64:
		v.SetFloat(v.Float()/2 + 0.01)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	}
}

func TestAFigureDoesNotShareTheCallersData(t *testing.T) {
	for name, x := range inputs() {
		t.Run(name, func(t *testing.T) {
			fig, err := x.fig()
			if err != nil {
				t.Fatal(err)
			}
			before, caption, alt := encode(t, fig, "svg"), fig.Caption(), fig.Alt()
			scramble(reflect.ValueOf(x.in))
			if !bytes.Equal(before, encode(t, fig, "svg")) || fig.Caption() != caption || fig.Alt() != alt {
				t.Error("the figure changed with the data it was made from")
			}
		})
	}
}

func TestAConstructorDoesNotTouchTheCallersData(t *testing.T) {
	fresh := inputs()
	for name, x := range inputs() {
		t.Run(name, func(t *testing.T) {
			if _, err := x.fig(); err != nil {
				t.Fatal(err)
			}
			// Printed, because NaN is not equal to itself.
			if got, want := dump(x.in), dump(fresh[name].in); got != want {
				t.Errorf("input changed:\n%s\nwas\n%s", got, want)
			}
		})
	}
}

func TestSVGIsWellFormedAndDescribesItself(t *testing.T) {
	for name, make := range examples() {
		t.Run(name, func(t *testing.T) {
			fig, err := make(plots.Layout{Title: `a < b & "c"`})
			if err != nil {
				t.Fatal(err)
			}
			data := encode(t, fig, "svg")
			dec := xml.NewDecoder(bytes.NewReader(data))
			desc := ""
			for {
				token, err := dec.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				if start, ok := token.(xml.StartElement); ok && start.Name.Local == "desc" {
					if err := dec.DecodeElement(&desc, &start); err != nil {
						t.Fatal(err)
					}
				}
			}
			if desc != fig.Alt() {
				t.Errorf("desc is %q, want %q", desc, fig.Alt())
			}
		})
	}
}

func TestPNGHas300DotsPerInchAndSaysSo(t *testing.T) {
	fig := exampleFigure(t)
	data := encode(t, fig, "png")
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Bounds().Dx(); got != 1020 {
		t.Errorf("width is %d pixels, want 3.4 in × 300", got)
	}
	i := bytes.Index(data, []byte("pHYs"))
	if i < 0 {
		t.Fatal("no resolution in the header")
	}
	if perMetre := binary.BigEndian.Uint32(data[i+4:]); perMetre != 11811 {
		t.Errorf("resolution is %d per metre, want 11811", perMetre)
	}
}

func TestSave(t *testing.T) {
	fig := exampleFigure(t)
	dir := t.TempDir()
	for _, name := range []string{"a.png", "b.svg", "c.pdf", "D.SVG"} {
		path := filepath.Join(dir, name)
		if err := fig.Save(path); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		format := strings.ToLower(filepath.Ext(name)[1:])
		if !bytes.Equal(got, encode(t, fig, format)) {
			t.Errorf("%s is not what Encode writes", name)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("%d files left, want 4 (error %v)", len(entries), err)
	}
}

func TestSaveLeavesNothingBehindWhenItFails(t *testing.T) {
	fig := exampleFigure(t)
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "taken.png", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"figure.jpg", "figure", "figure.", "taken.png", filepath.Join("missing", "figure.png")} {
		if err := fig.Save(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v left in the directory (error %v)", entries, err)
	}
}

type brokenWriter struct{ written int }

func (b *brokenWriter) Write(p []byte) (int, error) {
	b.written += len(p)
	return 0, io.ErrClosedPipe
}

func TestEncodeReportsErrors(t *testing.T) {
	fig := exampleFigure(t)
	var w brokenWriter
	if err := fig.Encode(&w, "gif"); err == nil || w.written > 0 {
		t.Errorf("unknown format: error %v after %d bytes", err, w.written)
	}
	for _, format := range plots.Formats() {
		if err := fig.Encode(&w, format); err == nil {
			t.Errorf("%s: the writer's error is lost", format)
		}
	}
}
