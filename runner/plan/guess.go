package plan

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"proofgrid/experiments/dataset/coq"
	"proofgrid/experiments/dataset/coqstoq"
	"proofgrid/experiments/dataset/formalml"
	"proofgrid/experiments/dataset/table"
	"proofgrid/experiments/imported"
)

const veriSoftBench = "verisoftbench"

// Formats are the names of the formats of tasks.
var Formats = []string{"metamath", veriSoftBench, formalml.Format, coqstoq.Format, coq.Format, table.Format}

// looks are the beginnings of what imported.Guess says of files of tasks.
var looks = []struct{ like, format string }{
	{"VeriSoftBench tasks", veriSoftBench},
	{"FormalML tasks", formalml.Format},
	{"CoqStoq theorems", coqstoq.Format},
	{"CoqStoq results", coqstoq.Format},
	{"a CSV file", table.Format},
	{"JSON lines", table.Format},
}

// Guess returns the format of a source of tasks from its name and its beginning. A
// source that looks like none, or like several, is an error that says what it does
// look like.
func Guess(path string) (string, error) {
	if strings.HasPrefix(path, "builtin:") || filepath.Ext(path) == ".mm" {
		return "metamath", nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return guessFolder(path)
	}
	head, err := imported.Head(path)
	if err != nil {
		return "", err
	}
	guess := imported.Guess(head)
	for _, l := range looks {
		if strings.HasPrefix(guess, l.like) {
			return l.format, nil
		}
	}
	if strings.HasPrefix(strings.TrimSpace(string(head)), "$") { // "$(" or "$c" of Metamath
		return "metamath", nil
	}
	return "", fmt.Errorf("%s: it looks like %s; if it holds tasks, name the format: one of %s", path, guess, strings.Join(Formats, ", "))
}

// guessFolder tells a project with Coq sources from theorem files by what comes first.
func guessFolder(path string) (string, error) {
	format := coqstoq.Format
	folder, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case filepath.Ext(name) == ".v":
			format = coq.Format
			return fs.SkipAll
		case filepath.Ext(name) == ".json":
			return fs.SkipAll
		}
		return nil
	})
	return format, err
}
