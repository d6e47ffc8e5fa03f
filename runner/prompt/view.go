package prompt

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"proofgrid/experiments/task"
	"proofgrid/runner/model"
)

// View is what a template sees: {{.Task.Statement}}, {{range .Context.Premises}}, ….
// Everything in it is a copy, so that nothing else of a task can be reached.
type View struct {
	Task    Task
	Context Context
	Sample  int     // 0-based
	Round   int     // 0 is the first answer
	History []Round // of this sample, oldest first; empty in the first round
}

// Last is the round that a repair is about, the zero Round before there is one.
func (v *View) Last() Round {
	if len(v.History) == 0 {
		return Round{}
	}
	return v.History[len(v.History)-1]
}

// Task is the theorem to prove.
type Task struct {
	ID, Name, Benchmark, System, Repository, File string
	// Statement is the theorem up to where its proof begins. For tasks that have no
	// source text it is a line for each hypothesis and a last one for the theorem.
	Statement string
	Preamble  string // of the file, such as imports and open namespaces; may be empty
	Suffix    string // what the file has after the proof; may be empty
	// Variables in scope, in the order of their declaration, with the names by which a
	// Metamath proof cites their types; empty in other systems.
	Variables []Variable
}

// Variable is a variable; Name is what a proof cites its type by.
type Variable struct{ Name, Type, Symbol string }

// Context is what the regime shows beside the task.
type Context struct {
	Regime   string
	Text     string    // all premises as the regime renders them and counts their tokens
	Premises []Premise // the same one by one
	Dropped  int       // premises that did not fit the regime's window
}

// Premise is a declaration that the proof may use.
type Premise struct {
	Name, Kind, Origin, File string
	Text                     string // the whole declaration without its proof
}

// Round is an earlier answer and what the checker said of it.
type Round struct {
	Proof, Lemmas string // as checked; no proof means that the answer had none
	Verdict       string
	Category      string
	Diagnostics   []Diagnostic
	Left          int // further diagnostics that are not shown
}

// Diagnostic is one message of the checker.
type Diagnostic struct {
	Kind, Message string
	Step          int    // 1-based, 0 when unknown
	Label         string // the declaration cited there
	Excerpt       string // the part of the proof that it is about, empty when unknown
	Goals         []string
}

// Bounds of a report in bytes: a checker may print megabytes, and the first
// messages are those that the later ones follow from.
const (
	maxDiagnostics = 8
	maxMessage     = 2000
	maxExcerpt     = 500
	maxGoals       = 8
	maxAnswer      = 32 << 10 // an earlier answer in the conversation
)

func view(r *model.Request) *View {
	t := r.Task
	v := &View{
		Task: Task{
			ID: t.ID, Name: t.Name, Benchmark: t.Benchmark, System: t.System, Repository: t.Repository, File: t.File,
			Statement: statement(t), Preamble: strings.TrimSpace(t.Preamble), Suffix: strings.TrimSpace(t.Suffix),
		},
		Sample: r.Sample, Round: r.Round,
	}
	for _, x := range t.Variables {
		v.Task.Variables = append(v.Task.Variables, Variable(x))
	}
	if r.Context != nil {
		v.Context = Context{Regime: r.Context.Regime, Dropped: len(r.Context.Dropped), Premises: make([]Premise, len(r.Context.Shown))}
		var text []byte
		for n, i := range r.Context.Shown {
			p := &t.Pool.Premises[i]
			v.Context.Premises[n] = Premise{
				Name: p.Name, Kind: string(p.Kind), Origin: string(p.Origin), File: p.File, Text: string(p.Append(nil)),
			}
			text = p.AppendLines(text)
		}
		v.Context.Text = strings.TrimRight(string(text), "\n")
	}
	for _, e := range r.History {
		v.History = append(v.History, round(e))
	}
	return v
}

// statement is the task as it is rendered, without its preamble.
func statement(t *task.Task) string {
	if t.Text != "" {
		return strings.TrimSpace(t.Text)
	}
	return strings.TrimSpace(string(t.Append(nil)))
}

func round(e model.Exchange) Round {
	proof := e.Candidate.Proof
	out := Round{
		Proof: cut(proof, maxAnswer), Lemmas: cut(e.Candidate.Lemmas, maxAnswer),
		Verdict: string(e.Report.Verdict), Category: e.Report.Category,
	}
	for i, d := range e.Report.Diagnostics {
		if i == maxDiagnostics {
			out.Left = len(e.Report.Diagnostics) - i
			break
		}
		v := Diagnostic{Kind: d.Kind, Message: cut(d.Message, maxMessage), Step: d.Step, Label: cut(d.Label, maxExcerpt)}
		if 0 <= d.Start && d.Start < d.End && d.End <= len(proof) {
			v.Excerpt = cut(proof[d.Start:d.End], maxExcerpt)
		}
		for n, g := range d.Goals {
			if n == maxGoals {
				v.Goals = append(v.Goals, fmt.Sprintf("[%d more goals left out]", len(d.Goals)-n))
				break
			}
			v.Goals = append(v.Goals, cut(g, maxMessage))
		}
		out.Diagnostics = append(out.Diagnostics, v)
	}
	return out
}

// cut shortens a text to about n bytes, at a border of characters, and says so. It
// also makes the text valid UTF-8, which is all that a model can be sent.
func cut(s string, n int) string {
	if len(s) <= n {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return fmt.Sprintf("%s\n[%d more bytes left out]", strings.ToValidUTF8(s[:n], "\uFFFD"), len(s)-n)
}
