package premises

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"proofgrid/experiments/task"
)

// Set gathers premises, each once.
type Set struct {
	list []task.Premise
	at   map[key]int32
}

type key struct{ file, name, text string }

// Add returns the number of a premise in the set; equal are those of one file that
// have one name and one text.
func (s *Set) Add(p task.Premise) int32 {
	k := key{p.File, p.Name, p.Text}
	if i, ok := s.at[k]; ok {
		return i
	}
	if s.at == nil {
		s.at = map[key]int32{}
	}
	i := int32(len(s.list))
	s.at[k] = i
	s.list = append(s.list, p)
	return i
}

// Len is the number of premises.
func (s *Set) Len() int { return len(s.list) }

// Fill gives the tasks a pool with all premises of the set and turns their cited
// premises, numbers of the set, into indices of the pool. The pool is sorted by file,
// name and text: in the order of the records the place of a premise would tell which
// task cites it. Their tokens are left to be counted.
//
// What a later record cites may be the theorem of an earlier one, which must not be
// shown to whom is to prove it: see [own].
func (s *Set) Fill(tasks []*task.Task) {
	order := make([]int32, len(s.list))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		p, q := &s.list[a], &s.list[b]
		return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Name, q.Name), cmp.Compare(p.Text, q.Text))
	})
	pool := &task.Pool{Premises: make([]task.Premise, len(order))}
	place := make([]int32, len(order))
	for to, from := range order {
		place[from] = int32(to)
		pool.Premises[to] = s.list[from]
	}
	byName := map[string][]int32{}
	for i := range pool.Premises {
		n := lastName(pool.Premises[i].Name)
		byName[n] = append(byName[n], int32(i))
	}
	for _, t := range tasks {
		cited := make([]int32, len(t.Truth.Premises))
		for i, from := range t.Truth.Premises {
			cited[i] = place[from]
		}
		slices.Sort(cited)
		t.Truth.Premises = slices.Compact(cited)
		t.Pool, t.Available, t.Index = pool, len(order), -1
		for n, i := range own(t, byName) {
			if n == 0 {
				t.Index = int(i)
			} else {
				t.Quoted = append(t.Quoted, i)
			}
		}
	}
}

// own returns the places in the pool, ascending, of the task's own theorem: premises
// that have its name, or that end in it and state the same. What the ground truth cites
// is another theorem, since no proof cites what it proves.
func own(t *task.Task, byName map[string][]int32) []int32 {
	name, rest, ok := Declared(t.Text)
	if !ok {
		name, rest = t.Name, t.Statement
	}
	var out []int32
	for _, i := range byName[lastName(name)] {
		p := &t.Pool.Premises[i]
		if _, cited := slices.BinarySearch(t.Truth.Premises, i); !cited && (p.Name == name || solid(p.Statement) == solid(rest)) {
			out = append(out, i)
		}
	}
	return out
}

func lastName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// solid is a statement without white space and what leads to its proof.
func solid(s string) string {
	s = strings.Join(strings.Fields(s), "")
	return strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(s, "by"), ":="), ".")
}

// declared finds the name that a declaration of Lean, Coq, Isabelle or Metamath-like
// text introduces, behind attributes and modifiers.
var declared = regexp.MustCompile(`^\s*(?:(?:@\[[^\]]*\]|#\[[^\]]*\]|private|protected|noncomputable|nonrec|unsafe|partial|scoped|local|Local|Global|Program|Polymorphic)\s+)*` +
	`(?:theorem|lemma|def|abbrev|axiom|instance|structure|class|inductive|example|opaque|` +
	`Theorem|Lemma|Fact|Remark|Corollary|Proposition|Property|Example|Definition|Fixpoint|CoFixpoint|Function|Inductive|CoInductive|Variant|Record|Structure|Class|Instance|Let|Axiom|Parameter|Conjecture)` +
	`\s+([^\s:(){}\[\],;]+)(?s:(.*))$`)

// Declared returns the name that a declaration introduces and what follows it; ok is
// false when it introduces none in a way that is known.
func Declared(text string) (name, rest string, ok bool) {
	m := declared.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return strings.TrimSuffix(m[1], "."), m[2], true // "f.{u}" has universes, not a dot
}
