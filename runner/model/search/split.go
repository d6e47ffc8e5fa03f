package search

import (
	"slices"

	"proofgrid/experiments/mmlogic"
)

// splitter divides goals into groups that share no metavariable and names the
// metavariables of each group by their first occurrence.
type splitter struct {
	bank  *mmlogic.Bank
	parts [][]int // indices of the goals of each group, in order
	alias []int   // for a goal that repeats an earlier one, that one's index; else -1

	metas []mmlogic.Term
	of    [][]mmlogic.Term
	goals []mmlogic.Term
}

// split fills parts. Goals that are given, and repetitions, belong to none. The
// answer depends on goals only up to the names of metavariables.
func (s *splitter) split(goals, given []mmlogic.Term) {
	s.parts, s.alias, s.of = s.parts[:0], s.alias[:0], s.of[:0]
	for i, t := range goals {
		s.alias = append(s.alias, slices.Index(goals[:i], t))
		if s.alias[i] >= 0 || slices.Contains(given, t) {
			continue
		}
		if !s.bank.Open(t) {
			s.parts = append(s.parts, []int{i})
			s.of = append(s.of, nil)
			continue
		}
		mine := s.bank.AppendMetas(nil, t)
		into := -1
		for k := 0; k < len(s.parts); k++ {
			if !meet(s.of[k], mine) {
				continue
			}
			if into < 0 {
				into = k
				continue
			}
			s.parts[into] = append(s.parts[into], s.parts[k]...)
			s.of[into] = append(s.of[into], s.of[k]...)
			s.parts = slices.Delete(s.parts, k, k+1)
			s.of = slices.Delete(s.of, k, k+1)
			k--
		}
		if into < 0 {
			s.parts = append(s.parts, []int{i})
			s.of = append(s.of, mine)
			continue
		}
		s.parts[into] = append(s.parts[into], i)
		s.of[into] = append(s.of[into], mine...)
		slices.Sort(s.parts[into])
	}
}

func meet(a, b []mmlogic.Term) bool {
	for _, t := range a {
		if slices.Contains(b, t) {
			return true
		}
	}
	return false
}

// canonical returns the goals of a part with metavariables numbered from 0, and
// how many there are. The slice is good until the next call.
func (s *splitter) canonical(goals []mmlogic.Term, part []int) ([]mmlogic.Term, int32) {
	s.goals, s.metas = s.goals[:0], s.metas[:0]
	for _, i := range part {
		s.metas = s.bank.AppendMetas(s.metas, goals[i])
		s.goals = append(s.goals, goals[i])
	}
	for i, t := range s.goals {
		s.goals[i] = s.bank.Rename(t, s.metas)
	}
	return s.goals, int32(len(s.metas))
}
