package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists, for each top-level folder, which others of the project its
// packages may import. Imports go one way.
var mayImport = map[string][]string{
	"stats":       {"stats"},
	"experiments": {"experiments"},
	"plots":       {"plots", "stats"},
	"runner":      {"runner", "experiments"},
	"reports":     {"reports", "experiments", "stats", "plots"},
	"cmd":         {"cmd", "experiments", "runner", "stats", "plots", "reports"},
}

// onlyIn lists where an outside package may be imported.
var onlyIn = map[string][]string{
	"github.com/apache/arrow/":  {"experiments/record"},
	"github.com/urfave/cli/":    {"cmd"},
	"gonum.org/v1/gonum":        {"stats", "plots"},
	"gonum.org/v1/plot":         {"plots"},
	"os/exec":                   {"runner/sandbox"},
	"net/http":                  {"runner/model", "runner/verify"},
	"go.yaml.in/yaml":           {"experiments/spec", "reports/audit"},
	"github.com/klauspost/":     {"experiments/notebook", "experiments/internal", "experiments/responses", "experiments/dataset"},
	"github.com/tiktoken-go/":   {"experiments/tokens"},
	"golang.org/x/time":         {"runner/model/remote"},
	"github.com/cenkalti/":      {"runner/model/remote"},
	"github.com/tmaxmax/":       {"runner/model"},
	"math/rand":                 nil, // math/rand/v2 takes its seed explicitly
	"github.com/xrash/smetrics": {"experiments/internal/nearest"},
}

func TestImportsGoOneWay(t *testing.T) {
	root := filepath.Join("..", "..")
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "notebook" && filepath.Dir(path) == root) {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") {
			return nil
		}
		files++
		rel, _ := filepath.Rel(root, path)
		dir := filepath.ToSlash(filepath.Dir(rel))
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			p, _ := strconv.Unquote(imp.Path.Value)
			if ours, ok := strings.CutPrefix(p, "proofgrid/"); ok {
				from, _, _ := strings.Cut(dir, "/")
				to, _, _ := strings.Cut(ours, "/")
				if !contains(mayImport[from], to) {
					t.Errorf("%s imports %s: %s may import only %v", rel, p, from, mayImport[from])
				}
				continue
			}
			if strings.HasSuffix(path, "_test.go") {
				continue // tests may start programs and servers
			}
			for prefix, dirs := range onlyIn {
				if prefix == "math/rand" && p != prefix {
					continue
				}
				if strings.HasPrefix(p, prefix) && !under(dir, dirs) {
					t.Errorf("%s imports %s: only %v may", rel, p, dirs)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 50 {
		t.Errorf("looked at %d files: the walk misses the project", files)
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

func under(dir string, parents []string) bool {
	for _, p := range parents {
		if dir == p || strings.HasPrefix(dir, p+"/") {
			return true
		}
	}
	return false
}
