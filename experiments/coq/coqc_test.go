package coq

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// chars is what coqc -time prints of each sentence: its first byte and its end.
var chars = regexp.MustCompile(`(?m)^Chars ([0-9]+) - ([0-9]+) \[`)

// TestAgainstCoq compares where sentences begin and end with what coqc says of a file of
// ours, and of all of stdpp on demand.
func TestAgainstCoq(t *testing.T) {
	coqc, err := exec.LookPath("coqc")
	if err != nil {
		t.Skip("not installed: Debian's package coq")
	}
	files := []string{filepath.Join("testdata", "Ends.v")}
	if os.Getenv("PROOFGRID_COQC") == "" {
		t.Log("stdpp is left out: PROOFGRID_COQC=1 takes minutes")
	} else {
		for file := range library(t) {
			files = append(files, file)
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			copied := filepath.Join(t.TempDir(), filepath.Base(file))
			if err := os.WriteFile(copied, text, 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(coqc, "-q", "-time", "-w", "none", copied)
			cmd.Dir = filepath.Dir(copied)
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("coqc: %v\n%.2000s", err, out)
			}
			all, said := Sentences(string(text)), chars.FindAllStringSubmatch(string(out), -1)
			if len(said) == 0 || len(all) != len(said) {
				t.Errorf("%d sentences, %d by coqc", len(all), len(said))
			}
			for i := range min(len(all), len(said)) {
				start, _ := strconv.Atoi(said[i][1])
				end, _ := strconv.Atoi(said[i][2])
				if all[i].Start != start || all[i].End != end {
					t.Fatalf("sentence %d: %s, by coqc %d to %d", i, fmt.Sprintf("%q at %d to %d", text[all[i].Start:all[i].End], all[i].Start, all[i].End), start, end)
				}
			}
		})
	}
}
