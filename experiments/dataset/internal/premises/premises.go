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
	for _, t := range tasks {
		cited := make([]int32, len(t.Truth.Premises))
		for i, from := range t.Truth.Premises {
			cited[i] = place[from]
		}
		slices.Sort(cited)
		t.Truth.Premises = slices.Compact(cited)
		t.Pool, t.Available, t.Index = pool, len(order), -1
	}
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
