package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
)

// Paths are the files of a written report.
type Paths struct {
	Report   string   // report.md
	Analysis string   // analysis.json
	Figures  []string // PNG and SVG of each figure
}

// Write writes report.md, analysis.json and figures/*.png, *.svg into dir, which
// is made if it does not exist. Each file appears whole or not at all, and
// report.md last, when all that it refers to is there.
func (r *Report) Write(dir string) (Paths, error) {
	p := Paths{Report: filepath.Join(dir, "report.md"), Analysis: filepath.Join(dir, "analysis.json")}
	folder := filepath.Join(dir, "figures")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return p, err
	}
	var jobs []func() error
	for _, f := range r.figures {
		for _, format := range []string{"png", "svg"} {
			path := filepath.Join(folder, f.Name+"."+format)
			p.Figures = append(p.Figures, path)
			jobs = append(jobs, func() error { return f.Save(path) })
		}
	}
	if err := parallel(jobs); err != nil {
		return p, err
	}
	if err := removeStale(folder, p.Figures); err != nil {
		return p, err
	}
	numbers, err := r.JSON()
	if err != nil {
		return p, err
	}
	if err := writeFile(p.Analysis, numbers); err != nil {
		return p, err
	}
	return p, writeFile(p.Report, []byte(r.markdown()))
}

// figureFile matches the files that a report writes into its folder of figures.
var figureFile = regexp.MustCompile(`^(success|pass-at-k|budget-\d+|repair|comparisons|overlap|upset|depth|correlations-\d+|repositories|errors|solved-by-cost|solved-by-time|pareto)\.(png|svg)$`)

// removeStale removes the figures of an earlier report that this one does not have;
// files of others stay.
func removeStale(folder string, keep []string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if figureFile.MatchString(e.Name()) && !slices.Contains(keep, path) {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// JSON returns the analysis as indented JSON.
func (r *Report) JSON() ([]byte, error) {
	raw, err := json.Marshal(r.Analysis)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", " "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// Markdown returns the text of report.md.
func (r *Report) Markdown() string { return r.markdown() }

// parallel does the jobs on all cores and returns their errors.
func parallel(jobs []func() error) error {
	errs := make([]error, len(jobs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				errs[i] = jobs[i]()
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}

// writeFile replaces a file as a whole.
func writeFile(path string, content []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails, as it should, after the rename
	_, err = tmp.Write(content)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
