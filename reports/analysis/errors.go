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

func (g *grid) errors() []Errors {
	out := make([]Errors, len(g.Cells))
	for c := range g.Cells {
		e := Errors{Verdicts: make([]int, len(Verdicts))}
		first, final := newTally(), newTally()
		lost, finish := map[string]int{}, map[string]int{}
		for _, u := range g.units[c] {
			for i, a := range u.attempts {
				if v := slices.Index(Verdicts, a.Verdict); v >= 0 {
					e.Verdicts[v]++
				}
				last := i+1 == len(u.attempts) || u.attempts[i+1].Sample != a.Sample
				switch a.Verdict {
				case record.Proved, record.NotRun:
				case record.InfrastructureError:
					lost[cmp.Or(a.Detail, "no details")]++
				default:
					if a.Round == 0 {
						first.add(a)
					}
					if last {
						final.add(a)
					}
				}
			}
		}
		for _, call := range g.Calls {
			if call.Cell == c {
				finish[cmp.Or(call.Finish, "unknown")]++
			}
		}
		e.First, e.Final = first.result(), final.result()
		e.Lost, e.Finish = byCount(lost), byCount(finish)
		out[c] = e
	}
	return out
}

type tally struct {
	n       int
	by      map[string]int
	signals []int
}

func newTally() *tally { return &tally{by: map[string]int{}, signals: make([]int, len(Signals))} }

func (t *tally) add(a Attempt) {
	t.n++
	t.by[failureName(a)]++
	t.signals[a.Signal]++
}

// failureName is the category of the first diagnostic; verdicts that have no
// diagnostic stand for themselves.
func failureName(a Attempt) string {
	switch {
	case a.Verdict == record.Timeout:
		return "time limit"
	case a.Verdict == record.NoAnswer:
		return "no answer"
	case a.Verdict == record.Cheated:
		return "failed integrity audit"
	case a.Category == "":
		return "uncategorised"
	}
	return a.Category
}

func (t *tally) result() Failures {
	return Failures{N: t.n, Categories: byCount(t.by), Signals: t.signals}
}

func byCount(counts map[string]int) []CategoryCount {
	out := make([]CategoryCount, 0, len(counts))
	for name, n := range counts {
		out = append(out, CategoryCount{name, n})
	}
	slices.SortFunc(out, func(a, b CategoryCount) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })
	return out
}
