package notebook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Find opens the run that a user means by name: the directory of a run, or
// experiment/run under root, or an experiment under root, which is its newest
// run.
func Find(root, name string) (*Run, error) {
	for _, dir := range []string{name, filepath.Join(root, name)} {
		if isRun(dir) {
			return Open(dir)
		}
	}
	runs, unreadable := List(root)
	experiment := filepath.ToSlash(filepath.Clean(name))
	for _, r := range runs {
		if r.Provenance.Experiment == experiment {
			return r, nil
		}
	}
	if len(runs) == 0 {
		return nil, errors.Join(fmt.Errorf("no run %q: there are none in %s", name, root), unreadable)
	}
	var known []string
	for _, r := range runs[:min(5, len(runs))] {
		known = append(known, r.Name())
	}
	return nil, errors.Join(fmt.Errorf("no run %q in %s; the newest are %s", name, root, strings.Join(known, ", ")), unreadable)
}

func isRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "provenance.json"))
	return err == nil
}

// List opens the runs under root, newest first. It is not an error when root does
// not exist. A run that cannot be opened, such as one of another schema version,
// is left out and its error joined to the result's error, which does not keep the
// others from being returned.
func List(root string) ([]*Run, error) {
	dirs, err := filepath.Glob(filepath.Join(globQuote(root), "*", "*", "provenance.json"))
	if err != nil {
		return nil, err
	}
	var runs []*Run
	var errs []error
	for _, d := range dirs {
		dir := filepath.Dir(d)
		if strings.HasPrefix(filepath.Base(dir), ".") {
			continue // being created, or left by a crash while being created
		}
		r, err := Open(dir)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				errs = append(errs, err)
			}
			continue
		}
		runs = append(runs, r)
	}
	slices.SortStableFunc(runs, func(a, b *Run) int {
		if c := b.Provenance.Created.Compare(a.Provenance.Created); c != 0 {
			return c
		}
		return strings.Compare(b.Name(), a.Name())
	})
	return runs, errors.Join(errs...)
}

// globQuote escapes what filepath.Glob would read as a pattern.
func globQuote(path string) string {
	if filepath.Separator == '\\' {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
