package metamath

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// debian is where Debian's package metamath-databases puts its databases.
const debian = "/usr/share/metamath/databases/"

// sources yields the small database and those of Debian's package.
func sources(t *testing.T, visit func(t *testing.T, s *Source, all []trees)) {
	for _, path := range []string{"testdata/mini.mm", debian + "ql.mm", debian + "hol.mm", debian + "nf.mm", debian + "set.mm"} {
		t.Run(path, func(t *testing.T) {
			if _, err := os.Stat(path); err != nil {
				t.Skip("not installed: Debian's package metamath-databases")
			}
			if testing.Short() && strings.HasSuffix(path, "set.mm") {
				t.Skip("short: set.mm is left out")
			}
			s, err := OpenFile(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if path != "testdata/mini.mm" && len(s.Warnings) > 0 {
				t.Errorf("warnings %q", s.Warnings)
			}
			b := &builder{Source: s}
			b.parse()
			visit(t, s, b.trees)
		})
	}
}

func TestAgainstSlowDefinitions(t *testing.T) {
	sources(t, func(t *testing.T, s *Source, all []trees) {
		t.Run("trees spell their statements", func(t *testing.T) { spelling(t, s, all) })
		t.Run("transitive counts", func(t *testing.T) { reachability(t, s) })
		t.Run("one-step proofs are accepted", func(t *testing.T) { oneStep(t, s, all) })
		t.Run("tokens", func(t *testing.T) {
			for _, x := range s.Tasks {
				if words := len(strings.Fields(string(x.Append(nil)))); words != x.Tokens {
					t.Fatalf("%s: %d tokens, %d words", x.Name, x.Tokens, words)
				}
			}
		})
	})
}

// spelling writes each tree out as symbols again.
func spelling(t *testing.T, s *Source, all []trees) {
	db := s.DB
	var write func(out []mm.Sym, tr term) ([]mm.Sym, term)
	write = func(out []mm.Sym, tr term) ([]mm.Sym, term) {
		if tr[0] < 0 {
			return append(out, mm.Sym(^tr[0])), tr[1:]
		}
		rule, rest := db.Formula(s.Statement(int(tr[0]))), tr[1:]
		for _, c := range rule[1:] {
			if db.IsVariable(c) {
				out, rest = write(out, rest)
			} else {
				out = append(out, c)
			}
		}
		return out, rest
	}
	for i := range all {
		if !all[i].ok {
			t.Fatalf("%s does not parse", s.Pool.Premises[i].Name)
		}
		if out, rest := write(nil, all[i].statement); len(rest) > 0 || !slices.Equal(out, db.Formula(s.Statement(i))[1:]) {
			t.Fatalf("%s: the tree says something else", s.Pool.Premises[i].Name)
		}
	}
}

// reachability searches the citation graph from some of the tasks.
func reachability(t *testing.T, s *Source) {
	decoded := map[int32][]int32{}
	for n := 0; n < len(s.Tasks); n += 1 + len(s.Tasks)/200 {
		x := s.Tasks[n]
		if x.Truth.Proof == "" {
			continue
		}
		seen := map[int32]bool{}
		got := map[task.Kind]float64{}
		var visit func([]int32)
		visit = func(cites []int32) {
			for _, d := range cites {
				if !seen[d] {
					seen[d] = true
					got[s.Pool.Premises[d].Kind]++
					if _, ok := decoded[d]; !ok {
						decoded[d] = citations(s, d)
					}
					visit(decoded[d])
				}
			}
		}
		visit(x.Truth.Premises)
		f := x.Features
		for kind, name := range map[task.Kind]string{task.Notation: "syntax", task.Definition: "definitions", task.Axiom: "axioms", task.Lemma: "theorems"} {
			if f["deps_transitive_"+name] != got[kind] {
				t.Fatalf("%s rests on %v %s, want %v", x.Name, f["deps_transitive_"+name], name, got[kind])
			}
		}
		if f["deps_transitive"] != float64(len(seen)) || f["deps_direct"] != float64(len(x.Truth.Premises)) {
			t.Fatalf("%s: totals %v and %v, want %d and %d", x.Name, f["deps_transitive"], f["deps_direct"], len(seen), len(x.Truth.Premises))
		}
	}
}

// citations decodes one proof anew.
func citations(s *Source, premise int32) []int32 {
	id := s.Statement(int(premise))
	if s.DB.Kind(id) != mm.Provable {
		return nil
	}
	steps, err := s.DB.Proof(id)
	if err != nil {
		return nil
	}
	var out []int32
	for _, st := range steps {
		if st.Stmt >= 0 && s.Premise(st.Stmt) >= 0 {
			out = append(out, int32(s.Premise(st.Stmt)))
		}
	}
	return out
}

// oneStep writes the proof that InstanceOf and Restates promise and has the
// kernel judge it. Conversely, a known proof of one step must have been found.
func oneStep(t *testing.T, s *Source, all []trees) {
	b := &builder{Source: s, trees: all}
	b.arities()
	found := 0
	for _, x := range s.Tasks {
		name := x.Restates + x.InstanceOf
		if name == "" {
			// A theorem may repeat one of its hypotheses with no step at all.
			if x.Features[task.ProofSteps] == 1 {
				t.Errorf("%s has a proof of one step that was not found", x.Name)
			}
			continue
		}
		found++
		if found%7 != 0 && len(s.Tasks) > 10000 {
			continue
		}
		c, _ := s.Pool.Lookup(name)
		id, cited := s.Statement(x.Index), s.Statement(c)
		m := &matcher{b: b, pattern: newTypecodes(s.DB), subject: newTypecodes(s.DB)}
		m.subject.enter(s.DB.Frame(id))
		if ok, renaming := m.proves(int32(c), int32(x.Index)); !ok || renaming != (x.Restates != "") {
			t.Fatalf("%s from %s: %v, a renaming: %v", x.Name, name, ok, renaming)
		}
		var proof []string
		for _, h := range s.DB.Frame(cited).Hyps {
			f := s.DB.Formula(h)
			if s.DB.Kind(h) == mm.Floating {
				k := slices.IndexFunc(m.bound, func(b binding) bool { return b.variable == f[1] })
				proof = syntaxProof(s, id, proof, m.bound[k].to)
				continue
			}
			proof = append(proof, hypothesisLike(s, id, f, m.bound))
		}
		proof = append(proof, name)
		if r := s.DB.Check(context.Background(), id, strings.Join(proof, " "), mm.Limits{}); !r.OK {
			t.Fatalf("%s by %s: %v rejected: %v", x.Name, name, proof, r.Err)
		}
	}
	if found == 0 && len(s.Tasks) > 1000 {
		t.Error("no trivial theorem in a large database")
	}
}

// syntaxProof appends the proof that a tree is well formed.
func syntaxProof(s *Source, id mm.StmtID, proof []string, tr term) []string {
	proof, rest := appendSyntax(s, id, proof, tr)
	if len(rest) > 0 {
		panic(fmt.Sprint("a tree with a rest ", rest))
	}
	return proof
}

func appendSyntax(s *Source, id mm.StmtID, proof []string, tr term) ([]string, term) {
	if tr[0] < 0 {
		for _, h := range s.DB.ScopeFloating(id) {
			if s.DB.Formula(h)[1] == mm.Sym(^tr[0]) {
				return append(proof, s.DB.Label(h)), tr[1:]
			}
		}
		panic("a variable without $f")
	}
	rule := s.Statement(int(tr[0]))
	rest := tr[1:]
	arguments := map[mm.Sym][]string{}
	for _, v := range s.DB.Formula(rule)[1:] {
		if s.DB.IsVariable(v) {
			arguments[v], rest = appendSyntax(s, id, nil, rest)
		}
	}
	for _, h := range s.DB.Frame(rule).Hyps {
		proof = append(proof, arguments[s.DB.Formula(h)[1]]...)
	}
	return append(proof, s.DB.Label(rule)), rest
}

// hypothesisLike returns the label of the hypothesis of id that a cited
// hypothesis becomes under the bindings.
func hypothesisLike(s *Source, id mm.StmtID, formula []mm.Sym, bound []binding) string {
	var want []string
	for _, v := range formula {
		if k := slices.IndexFunc(bound, func(b binding) bool { return b.variable == v }); k >= 0 {
			want = append(want, spell(s, bound[k].to)...)
		} else {
			want = append(want, s.DB.Symbol(v))
		}
	}
	for _, h := range s.DB.Frame(id).Hyps {
		if s.DB.FormulaText(h) == strings.Join(want, " ") {
			return s.DB.Label(h)
		}
	}
	return "no-such-hypothesis"
}

func spell(s *Source, tr term) []string {
	var out []string
	var walk func(term) term
	walk = func(tr term) term {
		if tr[0] < 0 {
			out = append(out, s.DB.Symbol(mm.Sym(^tr[0])))
			return tr[1:]
		}
		rest := tr[1:]
		for _, c := range s.DB.Formula(s.Statement(int(tr[0])))[1:] {
			if s.DB.IsVariable(c) {
				rest = walk(rest)
			} else {
				out = append(out, s.DB.Symbol(c))
			}
		}
		return rest
	}
	walk(tr)
	return out
}
