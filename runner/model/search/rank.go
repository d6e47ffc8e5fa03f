package search

import (
	"cmp"
	"math"
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
)

// Ranking scores a citation for a goal: a linear score whose exponential is
// proportional to the probability that a proof makes this citation (a conditional
// logit over the premises that fit).
type Ranking struct {
	RootShared float32 // square root of the constructors that conclusion and goal share
	Shared     float32 // the same number
	Guessed    float32 // constructors of the conclusion that would stand for metavariables
	Hyps       float32 // size of the premise's hypotheses, as they are stated
	Early      float32 // logarithm of the premise's place in the database
	Near       float32 // logarithm of its distance to the theorem
	Fresh      float32 // variables of the premise that its conclusion does not mention
	News       float32 // constructors in the goals left that the theorem does not mention
	Closed     float32 // no goal is left
	Several    float32 // three goals or more are left
	Own        float32 // the citation is one of the theorem's own hypotheses
}

// Prices say what is left to prove, in the units of a citation's surprisal.
type Prices struct {
	Surprise float32 // one nat of a citation's surprisal
	Step     float32 // one citation
	Goal     float32 // an open goal
	Size     float32 // the logarithm of a goal's size
	Meta     float32 // an occurrence of a metavariable in a goal
	Bare     float32 // a goal that is nothing but a variable
	New      float32 // a goal with a constructor that the theorem does not mention
	Deep     float32 // the square of the number of citations from the theorem to a goal
	Foreign  float32 // a goal that has none of the theorem's variables, if that has any
}

// price estimates the cost of proving one goal.
func (e *Engine) price(t mmlogic.Term) float32 {
	w, b := &e.o.Prices, e.bank
	body := b.Body(t)
	sum := w.Goal + w.Size*logarithm(b.Size(body)) + w.Meta*float32(b.Metas(body))
	if b.IsMeta(body) || b.IsVariable(body) {
		sum += w.Bare
	}
	if b.News(t) > 0 {
		sum += w.New
	}
	if b.Vars(t) == 0 && !b.Open(t) && len(e.p.Stmt.Vars) > 0 {
		sum += w.Foreign
	}
	return sum
}

// prior is the part of a premise's score that needs no unification, given how many
// constructors its conclusion shares with the goal.
func (e *Engine) prior(id mm.StmtID, shared int) float32 {
	st := e.lib.Statement(id)
	w := &e.o.Ranking
	s := w.RootShared*root(shared) + w.Shared*float32(shared) + w.Hyps*float32(st.HypSize) + w.Fresh*float32(st.Fresh) +
		w.Early*logarithm(int(id)) + w.Near*logarithm(int(e.p.ID-id))
	if e.o.Bonus != nil {
		s += e.o.Bonus[id]
	}
	if e.o.Noise > 0 {
		s += float32(e.o.Noise * gauss(e.o.Seed, uint64(id)))
	}
	return s
}

// score is the score of a citation just applied, given how many of the goals left
// were there before it.
func (e *Engine) score(via mm.StmtID, before int, goals []mmlogic.Term) float32 {
	w := &e.o.Ranking
	s := w.Own
	if st := e.lib.Statement(via); st != nil {
		s = e.prior(via, st.Rigid-e.bank.Guessed) + w.Guessed*float32(e.bank.Guessed)
	}
	open := 0
	for i := before; i < len(goals); i++ {
		if t := goals[i]; !e.closed(goals, i) && !e.proved(t) {
			open++
			s += w.News * float32(e.bank.News(t))
		}
	}
	switch {
	case open == 0:
		s += w.Closed
	case open >= 3:
		s += w.Several
	}
	return s
}

// appraise prices the citations of all trials by their surprisal: minus the
// logarithm of their probability among the trials.
func (e *Engine) appraise() {
	if len(e.trials) == 0 {
		return
	}
	top := e.trials[0].score
	for _, t := range e.trials {
		top = max(top, t.score)
	}
	sum := 0.0
	for _, t := range e.trials {
		sum += math.Exp(float64(t.score - top))
	}
	log := float32(math.Log(sum)) + top
	for i := range e.trials {
		e.trials[i].step = e.o.Prices.Step + e.o.Prices.Surprise*(log-e.trials[i].score)
	}
}

// candidates are the shown premises to try for a goal: where there are more than
// can be tried, those with the best prior score.
func (e *Engine) candidates(goal mmlogic.Term) []mm.StmtID {
	if ids, ok := e.found[goal]; ok {
		return ids
	}
	e.ranked = e.ranked[:0]
	open := e.bank.Open(goal)
	for _, id := range e.find(goal, e.shown, e.members) {
		st := e.lib.Statement(id)
		shared := st.Rigid
		if open {
			shared = e.query.Shared(st)
		}
		score := e.prior(id, shared)
		if len(st.Hyps) == 0 {
			score += e.o.Ranking.Closed
		}
		e.ranked = append(e.ranked, ranked{id, score})
	}
	best := e.ranked
	order := func(a, b ranked) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id)) }
	if len(best) > e.o.Candidates {
		selectLeast(best, e.o.Candidates, order)
		best = best[:e.o.Candidates]
	}
	slices.SortFunc(best, order)
	out := make([]mm.StmtID, len(best))
	for i, p := range best {
		out[i] = p.id
	}
	e.found[goal] = out
	return out
}

// pick chooses the most constrained goal of a group: the one that the fewest
// premises may prove.
func (e *Engine) pick(goals []mmlogic.Term) int {
	best, least := 0, many+1
	for i, t := range goals {
		if len(goals) == 1 {
			break
		}
		if n := e.fits(t); n < least {
			best, least = i, n
		}
	}
	return best
}

// find retrieves from a set, by its list when it is small enough to have one.
func (e *Engine) find(goal mmlogic.Term, set mmlogic.Set, list []mm.StmtID) []mm.StmtID {
	if list != nil {
		return e.lib.Index.Among(&e.query, e.bank, goal, list)
	}
	return e.lib.Index.Find(&e.query, e.bank, goal, set)
}

// many is where counting the premises for a goal stops.
const many = 300

// fits counts the shown premises that may prove a goal, up to many.
func (e *Engine) fits(goal mmlogic.Term) int {
	if n, ok := e.counts[goal]; ok {
		return n
	}
	n := 0
	if e.members == nil {
		n = e.lib.Index.Count(&e.query, e.bank, goal, e.shown, many)
	} else {
		n = len(e.lib.Index.Among(&e.query, e.bank, goal, e.members))
	}
	e.counts[goal] = n
	return n
}

type ranked struct {
	id    mm.StmtID
	score float32
}

// root and logarithm are tables of the square root of n and the logarithm of n+1.
func root(n int) float32 {
	if uint(n) < uint(len(roots)) {
		return roots[n]
	}
	return float32(math.Sqrt(float64(max(n, 0))))
}

func logarithm(n int) float32 {
	if uint(n) < uint(len(logarithms)) {
		return logarithms[n]
	}
	return float32(math.Log1p(float64(max(n, 0))))
}

var roots, logarithms = tables()

func tables() (roots [256]float32, logs [1 << 17]float32) {
	for n := range roots {
		roots[n] = float32(math.Sqrt(float64(n)))
	}
	for n := range logs {
		logs[n] = float32(math.Log1p(float64(n)))
	}
	return roots, logs
}

// gauss is a standard normal number that is a function of its arguments
// (the sum of uniform parts: Irwin and Hall's approximation with four terms).
func gauss(seed, n uint64) float64 {
	x := seed ^ n*0x9e3779b97f4a7c15
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	x ^= x >> 31
	sum := float64(x&0xffff) + float64(x>>16&0xffff) + float64(x>>32&0xffff) + float64(x>>48)
	return (sum/65535 - 2) * math.Sqrt(3)
}

// selectLeast moves the k least elements of s to its front (quickselect).
func selectLeast[T any](s []T, k int, order func(a, b T) int) {
	lo, hi := 0, len(s)
	for hi-lo > 1 {
		pivot := s[lo+(hi-lo)/2]
		i, j := lo, hi-1
		for i <= j {
			for order(s[i], pivot) < 0 {
				i++
			}
			for order(s[j], pivot) > 0 {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
