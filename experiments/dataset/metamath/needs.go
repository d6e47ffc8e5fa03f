package metamath

import (
	"fmt"
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// trees are the parse trees of an assertion; ok is false when one of its formulas
// is no expression of the database's own grammar.
type trees struct {
	ok         bool
	statement  term
	hypotheses []term
	asserts    []mm.Sym // the typecodes of the statement and the hypotheses
}

// parse reads the grammar off the syntax axioms and parses every assertion.
func (b *builder) parse() {
	db := b.DB
	g := &grammar{}
	typecode := newTypecodes(db)
	for i, id := range b.statement {
		if b.Pool.Premises[i].Kind == task.Notation && db.Kind(id) == mm.Axiom {
			typecode.enter(db.Frame(id))
			g.rule(int32(i), db.Formula(id), typecode.of)
			typecode.leave()
		}
	}
	b.trees = make([]trees, len(b.statement))
	parallel(len(b.statement), many, func() func(int) {
		p := &parser{g: g}
		typecode := newTypecodes(db)
		return func(i int) {
			frame := db.Frame(b.statement[i])
			typecode.enter(frame)
			defer typecode.leave()
			tree := func(id mm.StmtID) (term, bool) {
				f := db.Formula(id)
				goal := mm.Sym(-1)
				if b.isSyntax(f[0]) {
					goal = f[0]
				}
				b.trees[i].asserts = append(b.trees[i].asserts, f[0])
				return p.parse(nil, f[1:], goal, typecode.of)
			}
			t := &b.trees[i]
			t.statement, t.ok = tree(b.statement[i])
			for _, h := range frame.Hyps {
				if db.Kind(h) == mm.Essential && t.ok {
					var hyp term
					hyp, t.ok = tree(h)
					t.hypotheses = append(t.hypotheses, hyp)
				}
			}
		}
	})
	failed, example := 0, ""
	for i := range b.trees {
		if !b.trees[i].ok {
			if failed == 0 {
				example = b.Pool.Premises[i].Name
			}
			failed++
		}
	}
	if failed > 0 {
		b.Warnings = append(b.Warnings, fmt.Sprintf("%d of %d statements, %s the first, are no expressions of the database's own syntax axioms: their notations are unknown", failed, len(b.trees), example))
	}
}

// typecodes gives the typecode of each variable of one frame at a time.
type typecodes struct {
	db      *mm.Database
	of      []mm.Sym // by symbol, -1 for whatever is no variable of the frame
	entered []mm.Sym
}

func newTypecodes(db *mm.Database) *typecodes {
	t := &typecodes{db: db, of: make([]mm.Sym, db.Symbols())}
	for i := range t.of {
		t.of[i] = -1
	}
	return t
}

func (t *typecodes) enter(f mm.Frame) {
	for _, h := range f.Hyps {
		if t.db.Kind(h) == mm.Floating {
			f := t.db.Formula(h)
			t.of[f[1]] = f[0]
			t.entered = append(t.entered, f[1])
		}
	}
}

func (t *typecodes) leave() {
	for _, s := range t.entered {
		t.of[s] = -1
	}
	t.entered = t.entered[:0]
}

// needs fills in the Deps of every premise.
func (b *builder) needs() {
	premises := b.Pool.Premises
	used := make([]bool, len(premises)) // by an assertion so far
	b.arities()
	definitions := map[int32][]int32{}
	for i := range premises {
		t := &b.trees[i]
		if !t.ok {
			continue
		}
		if premises[i].Kind == task.Notation {
			if b.DB.Kind(b.statement[i]) == mm.Provable {
				premises[i].Deps = notationsOf(nil, t.statement)
			}
			continue
		}
		deps := notationsOf(nil, t.statement)
		if premises[i].Kind == task.Definition && len(deps) > 0 {
			n := b.definiendum(t.statement, deps, used)
			definitions[n] = append(definitions[n], int32(i))
		}
		for _, h := range t.hypotheses {
			deps = notationsOf(deps, h)
		}
		premises[i].Deps = slices.Clip(deps)
		for _, d := range deps {
			used[d] = true
		}
	}
	for n, defs := range definitions {
		premises[n].Deps = append(premises[n].Deps, defs...)
	}
}

// notationsOf adds the rules of a tree to a sorted set.
func notationsOf(set []int32, t term) []int32 {
	for _, n := range t {
		if n >= 0 {
			if at, found := slices.BinarySearch(set, n); !found {
				set = slices.Insert(set, at, n)
			}
		}
	}
	return set
}

// definiendum returns the notation that a definition defines; deps are those of
// its statement. See the package documentation for the rule.
func (b *builder) definiendum(t term, deps []int32, used []bool) int32 {
	latest := deps[len(deps)-1]
	if !used[latest] {
		return latest
	}
	left := t[1:b.end(t, 1)]
	if len(left) < len(t)-1 { // the root has a right side too
		if n := slices.Max(left); n >= 0 {
			return n
		}
	}
	return latest
}

// end returns where the subtree ends that begins at t[at].
func (b *builder) end(t term, at int) int {
	for open := 1; open > 0; at++ {
		open--
		if t[at] >= 0 {
			open += int(b.arity[t[at]])
		}
	}
	return at
}

// arities counts the children of each rule: its variables' occurrences.
func (b *builder) arities() {
	b.arity = make([]int32, len(b.statement))
	for i, id := range b.statement {
		for _, s := range b.DB.Formula(id)[1:] {
			if b.DB.IsVariable(s) {
				b.arity[i]++
			}
		}
	}
}
