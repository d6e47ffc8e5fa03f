package analysis

import (
	"cmp"
	"slices"

	"proofgrid/experiments/record"
)

// Errors says why the attempts of a cell failed. First is over the first answers
// that failed, Final over the last attempt of each chain that never succeeded;
// attempts lost to the infrastructure are in neither.
type Errors struct {
	First  Failures        `json:"first"`
	Final  Failures        `json:"final"`
	Lost   []CategoryCount `json:"lost"`   // infrastructure errors by their words
	Finish []CategoryCount `json:"finish"` // why the model's answers ended
	// Attempts with each verdict, in the order of Verdicts.
	Verdicts []int `json:"verdicts"`
}

// Failures breaks failed attempts down.
type Failures struct {
	N          int             `json:"n"`
	Categories []CategoryCount `json:"categories"` // descending, then by name
	Signals    []int           `json:"signals"`    // by deepest signal, in the order of Signals
}

// CategoryCount is a number of attempts with a common name.
type CategoryCount struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Verdicts lists the verdicts in the order of Errors.Verdicts.
var Verdicts = []record.Verdict{
	record.Proved, record.Rejected, record.Timeout, record.NoAnswer, record.Cheated,
	record.InfrastructureError, record.NotRun,
}

// Their places.
const (
	proved = iota
	rejected
	timeout
	noAnswer
	cheated
	infraLost
	neverRun
)

// failures names the failures that have no category of a diagnostic: verdicts that
// have none stand for themselves.
var failures = []string{timeout: "time limit", noAnswer: "no answer", cheated: "failed integrity audit", proved: "", rejected: "uncategorised"}

// failure is the number of a failure's name: a place in failures, or after them the
// code of the category of its first diagnostic, −1 for none.
func failure(verdict, category int) int {
	switch {
	case verdict == timeout || verdict == noAnswer || verdict == cheated:
		return verdict
	case category < 0:
		return rejected
	}
	return len(failures) + category
}

// tally counts failures by number and by signal.
type tally struct {
	n       int
	by      []int
	signals []int
}

func newTally() tally { return tally{signals: make([]int, len(Signals))} }

func (t *tally) add(failure int, signal Signal) {
	for len(t.by) <= failure {
		t.by = append(t.by, 0)
	}
	t.n++
	t.by[failure]++
	t.signals[signal]++
}

// result names the failures.
func (t *tally) result(categories []string) Failures {
	by := map[string]int{}
	for number, n := range t.by {
		if n == 0 {
			continue
		}
		name := ""
		if number < len(failures) {
			name = failures[number]
		} else {
			name = categories[number-len(failures)]
		}
		by[cmp.Or(name, failures[rejected])] += n
	}
	return Failures{N: t.n, Categories: byCount(by), Signals: t.signals}
}

func (g *grid) errors() []Errors {
	out := make([]Errors, len(g.Cells))
	for c := range g.Cells {
		t := &g.attempts[c]
		out[c] = Errors{
			First: t.first.result(g.categories), Final: t.final.result(g.categories),
			Lost: byCount(t.errors), Finish: byCount(g.calls[c].finish), Verdicts: t.verdicts,
		}
	}
	return out
}

func byCount(counts map[string]int) []CategoryCount {
	out := make([]CategoryCount, 0, len(counts))
	for name, n := range counts {
		out = append(out, CategoryCount{name, n})
	}
	slices.SortFunc(out, func(a, b CategoryCount) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })
	return out
}
