package metamath

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/taxonomy"
)

// Policy says which axioms a proof may rest on. The zero Policy allows all axioms
// of the database.
type Policy struct {
	ForbiddenAxioms []string // labels
	AllowedAxioms   []string // when not empty, all others are forbidden
}

// Verifier judges proofs of the theorems of one database.
type Verifier struct {
	db      *mm.Database
	now     func() time.Time
	refused map[mm.StmtID]string // why a proof may not rest on it
	allowed map[mm.StmtID]bool   // nil allows everything that is not refused
	library func() *mmlogic.Library
}

// New returns a verifier for the theorems of db. It verifies the whole database,
// so that no theorem whose own proof is incomplete or wrong can carry another. now
// is the clock that the durations of reports are measured with. It is an error when
// the policy names a label that is no axiom of db.
func New(db *mm.Database, policy Policy, now func() time.Time) (*Verifier, error) {
	v := &Verifier{db: db, now: now, refused: map[mm.StmtID]string{},
		library: sync.OnceValue(func() *mmlogic.Library { return mmlogic.NewLibrary(db) })}
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if db.Kind(id) == mm.Provable && slices.Contains(db.AxiomsOf(id), id) {
			v.refused[id] = "the database's own proof of it is incomplete or wrong"
		}
	}
	for _, label := range policy.ForbiddenAxioms {
		id, err := v.axiom(label)
		if err != nil {
			return nil, err
		}
		v.refused[id] = "the policy forbids it"
	}
	if len(policy.AllowedAxioms) > 0 {
		v.allowed = map[mm.StmtID]bool{}
	}
	for _, label := range policy.AllowedAxioms {
		id, err := v.axiom(label)
		if err != nil {
			return nil, err
		}
		v.allowed[id] = true
	}
	return v, nil
}

func (v *Verifier) axiom(label string) (mm.StmtID, error) {
	id, ok := v.db.Lookup(label)
	if !ok || v.db.Kind(id) != mm.Axiom || v.db.IsSyntax(v.db.Formula(id)[0]) {
		return 0, fmt.Errorf("the axiom policy names %s, which is no axiom of the database", label)
	}
	return id, nil
}

// Version names the kernel.
func (v *Verifier) Version() string { return "proofgrid metamath kernel " + mm.Version }

// Open finds the theorem that a task names. It is an error when the database has
// no such $p statement, or has another statement or other hypotheses under its name.
func (v *Verifier) Open(_ context.Context, t *task.Task) (verify.Environment, error) {
	id, ok := v.db.Lookup(t.Name)
	if !ok || v.db.Kind(id) != mm.Provable {
		return nil, fmt.Errorf("task %s: the database has no theorem %s", t.ID, t.Name)
	}
	if got := v.db.FormulaText(id); got != words(t.Statement) {
		return nil, fmt.Errorf("task %s: its statement is %q and the database has %q", t.ID, t.Statement, got)
	}
	var hyps []string
	for _, h := range v.db.Frame(id).Hyps {
		if v.db.Kind(h) == mm.Essential {
			hyps = append(hyps, v.db.FormulaText(h))
		}
	}
	same := func(a, b string) bool { return words(a) == b }
	if !slices.EqualFunc(t.Hypotheses, hyps, same) {
		return nil, fmt.Errorf("task %s: its hypotheses are %q and the database has %q", t.ID, t.Hypotheses, hyps)
	}
	return &environment{v: v, id: id}, nil
}

func words(s string) string { return strings.Join(strings.Fields(s), " ") }

type environment struct {
	v  *Verifier
	id mm.StmtID
}

func (*environment) Close() error { return nil }

var errTime = errors.New("the time limit for one candidate has passed")

// Check judges candidates as the package comment says. Limits.Bytes bounds the
// memory for expressions; work is bounded by the kernel's defaults in any case, so
// that the verdict on a bomb does not depend on the machine.
func (e *environment) Check(ctx context.Context, candidates []verify.Candidate, limits verify.Limits) ([]verify.Report, error) {
	reports := make([]verify.Report, len(candidates))
	for i, c := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		start := e.v.now()
		rep, err := e.checkOne(ctx, c, limits)
		if err != nil {
			return nil, err
		}
		rep.Check = e.v.now().Sub(start)
		reports[i] = rep
	}
	return reports, nil
}

// bytesPerSymbol is what a symbol of an expression takes while its buffer grows.
const bytesPerSymbol = 12

func (e *environment) checkOne(ctx context.Context, c verify.Candidate, limits verify.Limits) (verify.Report, error) {
	within := ctx
	if limits.Time > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeoutCause(ctx, limits.Time, errTime)
		defer cancel()
	}
	var lim mm.Limits
	if limits.Bytes > 0 {
		lim.MaxSymbols = int(max(1, limits.Bytes/bytesPerSymbol))
	}
	if strings.TrimSpace(c.Lemmas) != "" {
		return refuseLemmas(c.Lemmas), nil
	}
	candidate := c.Proof
	r := e.v.db.Check(within, e.id, candidate, lim)
	rep := verify.Report{Audit: "kernel", Signals: verify.Signals{Progress: r.Progress, Complete: r.OK}}
	if r.OK {
		rep.Signals.Syntax, rep.Signals.Type = true, true
		e.audit(&rep, r.Axioms)
		return rep, nil
	}
	if r.Err.Kind == mm.LimitExceeded && ctx.Err() != nil {
		return verify.Report{}, context.Cause(ctx)
	}
	rep.Verdict = record.Rejected
	switch r.Err.Kind {
	case mm.LimitExceeded:
		rep.Verdict = record.Timeout
		rep.Signals.Syntax = true
	case mm.Syntax, mm.EmptyProof:
	case mm.Incomplete, mm.WrongResult, mm.LeftoverStack:
		rep.Signals.Syntax, rep.Signals.Type = true, true
	default:
		rep.Signals.Syntax = true
	}
	rep.Diagnostics = diagnostics(r)
	rep.Category = taxonomy.Classify(system, rep.Diagnostics[0])
	if at := declares.FindStringIndex(candidate); at != nil {
		rep.Verdict = record.Cheated
		rep.Diagnostics = []verify.Diagnostic{{Kind: "declaration in a proof", Start: at[0], End: at[1],
			Message: fmt.Sprintf("a proof cannot declare, open or include anything, and %s does", candidate[at[0]:at[1]])}}
	}
	return rep, nil
}

// refuseLemmas judges a candidate that brings declarations of its own, which a
// Metamath proof cannot.
func refuseLemmas(lemmas string) verify.Report {
	rep := verify.Report{
		Verdict: record.Rejected, Audit: "kernel", Category: taxonomy.Other,
		Diagnostics: []verify.Diagnostic{{Kind: "lemmas", Message: "a Metamath proof brings no lemmas of its own; prove the theorem from what is declared before it"}},
	}
	if declares.MatchString(lemmas) {
		rep.Verdict = record.Cheated
	}
	return rep
}

// declares finds the keywords that would change a database that the text is pasted
// into, whatever stands around them.
var declares = regexp.MustCompile(`\$[acdefpv{}\[\]]`)

// system names the rules of the taxonomy.
const system = "metamath"

// audit looks at what an accepted proof rests on.
func (e *environment) audit(rep *verify.Report, axioms []mm.StmtID) {
	rep.Verdict = record.Proved
	for _, a := range axioms {
		label := e.v.db.Label(a)
		rep.Axioms = append(rep.Axioms, label)
		why, bad := e.v.refused[a]
		if !bad && e.v.allowed != nil && !e.v.allowed[a] {
			why, bad = "the policy does not allow it", true
		}
		if bad {
			rep.Verdict = record.Cheated
			rep.Category = taxonomy.Other
			rep.Diagnostics = append(rep.Diagnostics, verify.Diagnostic{Kind: "axiom policy", Label: label,
				Message: fmt.Sprintf("the proof rests on %s: %s", label, why)})
		}
	}
	slices.Sort(rep.Axioms)
}

// What one candidate can write into the tables is bounded.
const (
	maxDiagnostics = 50
	maxLabel       = 200 // bytes
)

// diagnostics returns the error and then one diagnostic for each ?. Where nothing
// but ? is missing, the first of them carries the error.
func diagnostics(r mm.Result) []verify.Diagnostic {
	first := verify.Diagnostic{Kind: r.Err.Kind.String(), Message: r.Err.Msg, Step: r.Err.Step,
		Label: r.Err.Cited[:min(len(r.Err.Cited), maxLabel)], Start: r.Err.Start, End: r.Err.End}
	if r.Err.Want != "" {
		first.Goals = []string{r.Err.Want}
	}
	out := []verify.Diagnostic{first}
	if r.Err.Kind == mm.Incomplete {
		out = out[:0]
	}
	for _, o := range r.Open {
		if len(out) == maxDiagnostics {
			break
		}
		d := verify.Diagnostic{Kind: mm.Incomplete.String(), Message: "unknown step", Step: o.Step, Start: o.At, End: o.At + 1}
		if len(out) == 0 {
			d.Message = r.Err.Msg
		}
		if o.Formula != "" {
			d.Goals = []string{o.Formula}
		}
		out = append(out, d)
	}
	return out
}
