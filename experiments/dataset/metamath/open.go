package metamath

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// Open reads a database as a benchmark. Proofs are decoded but not verified. It
// fails when the database proves nothing.
func Open(db *mm.Database, o Options) (*Source, error) {
	if o.Level < 0 {
		return nil, fmt.Errorf("heading level %d", o.Level)
	}
	if o.Level == 0 {
		o.Level = 2
	}
	if o.Definition == nil {
		o.Definition = func(label string) bool { return strings.HasPrefix(label, "df-") }
	}
	root := db.Files()[0]
	if o.Benchmark == "" {
		o.Benchmark = baseName(root)
	}
	if o.Path == "" {
		o.Path = root
	}
	s := &Source{
		Source: dataset.Source{Benchmark: o.Benchmark, System: System, Ref: task.Source{Path: o.Path, SHA256: o.SHA256}},
		DB:     db, Pool: &task.Pool{Tokenizer: task.Words},
		premise: make([]int32, db.Len()),
	}
	for id := range mm.StmtID(db.Len()) {
		s.premise[id] = -1
		if k := db.Kind(id); k == mm.Axiom || k == mm.Provable {
			s.premise[id] = int32(len(s.statement))
			s.statement = append(s.statement, id)
		}
	}
	s.Pool.Premises = make([]task.Premise, len(s.statement))

	b := &builder{Source: s, Options: o, root: root}
	b.repositories()
	parallel(len(s.statement), many, func() func(int) { return b.render })
	if !slices.ContainsFunc(s.Pool.Premises, func(p task.Premise) bool { return p.Kind == task.Lemma }) {
		return nil, fmt.Errorf("%s proves no statement", root)
	}
	b.parse()
	b.needs()
	b.proofs()
	b.buildTasks()
	b.trivial()
	return s, nil
}

// builder is what is needed while a source is made.
type builder struct {
	*Source
	Options
	root   string
	parts  []string // heading of the outermost level, by pool index
	trees  []trees  // by pool index
	arity  []int32  // of a notation as a rule of the grammar, by pool index
	proven []proof  // by pool index
}

// repositories finds the heading that each statement belongs to. Titles that
// stand under several parents are told apart by the parent's title.
func (b *builder) repositories() {
	n := len(b.statement)
	b.parts = make([]string, n)
	type place struct{ title, parent string }
	places := make([]place, n)
	parents := map[string][]string{}
	for i, id := range b.statement {
		h := b.DB.Headings(id)
		if len(h) == 0 {
			continue
		}
		for k := range h {
			h[k] = strings.Join(strings.Fields(h[k]), " ")
		}
		b.parts[i] = h[0]
		h = h[:min(b.Level, len(h))]
		p := place{title: h[len(h)-1], parent: strings.Join(h[:len(h)-1], " / ")}
		places[i] = p
		if known := parents[p.title]; !slices.Contains(known, p.parent) {
			parents[p.title] = append(known, p.parent)
		}
	}
	name := baseName(b.root)
	if len(parents) == 0 {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%s has no section headings: all its statements are one repository, %s, so no cluster-robust statistic can be had", b.root, name))
	}
	for i := range b.Pool.Premises {
		switch p := places[i]; {
		case p.title == "":
			b.Pool.Premises[i].Repository = name
		case len(parents[p.title]) > 1 && p.parent != "":
			b.Pool.Premises[i].Repository = p.parent + " / " + p.title
		default:
			b.Pool.Premises[i].Repository = p.title
		}
	}
}

// render fills in the face of one premise.
func (b *builder) render(i int) {
	db, id := b.DB, b.statement[i]
	p := &b.Pool.Premises[i]
	p.Name = db.Label(id)
	p.Origin = task.Repository
	p.File = relative(b.root, db.Pos(id).File)
	p.Statement = b.formula(id)
	frame := db.Frame(id)
	for _, h := range frame.Hyps {
		if db.Kind(h) == mm.Essential {
			p.Hypotheses = append(p.Hypotheses, b.formula(h))
		}
	}
	p.Conditions = b.distinct(frame.Disjoint)
	if db.Kind(id) == mm.Provable {
		p.Proof = db.ProofText(id)
	}
	switch {
	case b.isSyntax(db.Formula(id)[0]):
		p.Kind = task.Notation
	case db.Kind(id) == mm.Provable:
		p.Kind = task.Lemma
	case b.Definition(p.Name):
		p.Kind = task.Definition
	default:
		p.Kind = task.Axiom
	}
	p.Tokens = p.WordCount()
}

// isSyntax reports whether statements with this typecode say that an expression
// is well formed. Where there is no turnstile, variables tell: what they range
// over is syntax. (With one they do not: ql.mm has no variables of its wff.)
func (b *builder) isSyntax(typecode mm.Sym) bool {
	if turnstile, ok := b.DB.Sym("|-"); ok {
		return typecode != turnstile
	}
	return b.DB.IsSyntax(typecode)
}

func (b *builder) formula(id mm.StmtID) string {
	var text []byte
	for i, s := range b.DB.Formula(id) {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, b.DB.Symbol(s)...)
	}
	return string(text)
}

// distinct renders disjoint pairs as few $d conditions: each takes in every
// further variable that is disjoint from all it has.
func (b *builder) distinct(pairs [][2]mm.Sym) []string {
	if len(pairs) == 0 {
		return nil
	}
	apart := make(map[[2]mm.Sym]bool, len(pairs))
	var variables []mm.Sym
	for _, p := range pairs {
		apart[p] = true
		variables = append(variables, p[0], p[1])
	}
	slices.Sort(variables)
	variables = slices.Compact(variables)
	covered := map[[2]mm.Sym]bool{}
	var out []string
	for _, p := range pairs {
		if covered[p] {
			continue
		}
		group := []mm.Sym{p[0], p[1]}
		for _, v := range variables {
			if !slices.ContainsFunc(group, func(w mm.Sym) bool { return !apart[[2]mm.Sym{min(v, w), max(v, w)}] }) {
				group = append(group, v)
			}
		}
		slices.Sort(group)
		text := "$d"
		for i, v := range group {
			text += " " + b.DB.Symbol(v)
			for _, w := range group[:i] {
				covered[[2]mm.Sym{w, v}] = true
			}
		}
		out = append(out, text)
	}
	return out
}

// buildTasks makes a task of every lemma.
func (b *builder) buildTasks() {
	var lemmas []int
	for i := range b.Pool.Premises {
		if b.Pool.Premises[i].Kind == task.Lemma {
			lemmas = append(lemmas, i)
		}
	}
	features, scopes := b.features(), b.scopes(lemmas)
	b.Tasks = make([]*task.Task, len(lemmas))
	parallel(len(lemmas), many, func() func(int) {
		return func(n int) {
			t := b.task(lemmas[n])
			t.Features = features(lemmas[n])
			t.Variables = scopes[b.DB.LastFloating(b.statement[lemmas[n]])]
			b.Tasks[n] = t
		}
	})
	incomplete := 0
	for _, i := range lemmas {
		if !b.proven[i].complete {
			incomplete++
		}
	}
	if incomplete > 0 {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%d of %d theorems have no complete proof and so no ground truth", incomplete, len(lemmas)))
	}
}

func (b *builder) task(i int) *task.Task {
	db, id, p := b.DB, b.statement[i], &b.Pool.Premises[i]
	t := &task.Task{
		ID: b.Source.Benchmark + "/" + p.Name, Name: p.Name, Benchmark: b.Source.Benchmark, System: System,
		Repository: p.Repository, File: p.File, Line: db.Pos(id).Line,
		Statement: p.Statement, Hypotheses: p.Hypotheses,
		// A proof may use more variables than the statement, under all conditions of
		// the scope.
		Conditions: b.distinct(db.ScopeDisjoint(id)),
		Pool:       b.Pool, Available: i, Index: i,
		Categories: map[string]string{"proof": "complete", "discouraged": "no"},
	}
	for _, h := range db.Frame(id).Hyps {
		if db.Kind(h) == mm.Essential {
			t.HypothesisNames = append(t.HypothesisNames, db.Label(h))
		}
	}
	t.Tokens = t.WordCount()
	if b.parts[i] != "" {
		t.Categories["part"] = b.parts[i]
	}
	if discouraged(db.Comment(id)) {
		t.Categories["discouraged"] = "yes"
	}
	if b.proven[i].complete {
		t.Truth = task.GroundTruth{Proof: p.Proof, Premises: b.proven[i].cites}
	} else {
		t.Categories["proof"] = "incomplete"
	}
	return t
}

// scopes returns the variables of every scope that the lemmas stand in, by the last
// of their $f statements.
func (b *builder) scopes(lemmas []int) map[mm.StmtID][]task.Variable {
	db := b.DB
	out := map[mm.StmtID][]task.Variable{}
	for _, i := range lemmas {
		id := b.statement[i]
		last := db.LastFloating(id)
		if _, known := out[last]; known {
			continue
		}
		var vars []task.Variable
		for _, f := range db.ScopeFloating(id) {
			typed := db.Formula(f)
			vars = append(vars, task.Variable{Name: db.Label(f), Type: db.Symbol(typed[0]), Symbol: db.Symbol(typed[1])})
		}
		out[last] = vars
	}
	return out
}

// discouraged looks for the markers of set.mm, in which a line may break.
func discouraged(comment string) bool {
	if !strings.Contains(comment, "discouraged.)") {
		return false
	}
	words := strings.Join(strings.Fields(comment), " ")
	return strings.Contains(words, "(Proof modification is discouraged.)") || strings.Contains(words, "(New usage is discouraged.)")
}

// many is a batch of small work.
const many = 64

// parallel calls work(0), …, work(n-1), each once, with one work function from
// worker for each processor, which takes batch numbers at a time. Calls must not
// depend on each other.
func parallel(n, batch int, worker func() func(int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/batch+1) {
		all.Go(func() {
			work := worker()
			for {
				end := int(next.Add(int64(batch)))
				if end-batch >= n {
					return
				}
				for i := end - batch; i < min(end, n); i++ {
					work(i)
				}
			}
		})
	}
	all.Wait()
}
