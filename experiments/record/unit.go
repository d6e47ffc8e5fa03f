package record

import "math"

// Unit is all rows of one unit (cell × task), in order of execution.
type Unit struct {
	Context     ContextRow // the same for all units of a task under one regime; zero when not known
	Attempts    []AttemptRow
	Calls       []CallRow
	Diagnostics []DiagnosticRow
}

// breadthFirst is the policy whose order of execution is not (sample, round).
const breadthFirst = "breadth-first"

// Outcome derives the outcome of one task in one cell from its attempts, given
// in (sample, round) order, of which there is at least one.
//
// An unsolved task with an infrastructure error or a sample that was not run is
// not known to have failed: Known is false, and it leaves the denominator.
func Outcome(attempts []AttemptRow, calls []CallRow) OutcomeRow {
	a0 := attempts[0]
	o := OutcomeRow{
		CellID: a0.CellID, TaskID: a0.TaskID, Model: a0.Model, Regime: a0.Regime, Repository: a0.Repository,
		FirstSample: -1, FirstRound: -1, Attempts: int32(len(attempts)),
		TokensToSolve: -1, ChecksToSolve: -1, WorkToSolve: -1, SecondsToSolve: nan,
	}
	counts := map[Verdict]*int32{
		Proved: &o.ProvedN, Rejected: &o.RejectedN, Timeout: &o.TimeoutN, NoAnswer: &o.NoAnswerN,
		Cheated: &o.CheatedN, InfrastructureError: &o.InfraN, NotRun: &o.NotRunN,
	}
	last := int32(-1)
	for i := range attempts {
		a := &attempts[i]
		if n := counts[a.Verdict]; n != nil {
			*n++
		}
		if a.Sample != last {
			o.Samples++
			last = a.Sample
		}
		if a.Verdict == Proved && !o.Solved {
			o.Solved, o.FirstSample, o.FirstRound = true, a.Sample, a.Round
		}
	}
	o.Known = o.Solved || o.InfraN+o.NotRunN == 0

	for _, i := range executionOrder(attempts) {
		a := &attempts[i]
		o.Checks += int64(a.Checks)
		o.Work += a.Work
		switch {
		case o.Tokens < 0 || a.TokensIn < 0 || a.TokensOut < 0:
			o.Tokens = -1
		default:
			o.Tokens += a.TokensIn + a.TokensOut
		}
		o.Seconds += a.Seconds()
		if a.Verdict == Proved && o.ChecksToSolve < 0 {
			o.TokensToSolve, o.ChecksToSolve, o.WorkToSolve, o.SecondsToSolve = o.Tokens, o.Checks, o.Work, o.Seconds
		}
	}
	for i := range calls {
		o.Cost += calls[i].Cost // NaN when any is unknown
	}
	if len(calls) == 0 {
		o.Cost = nan
	}
	return o
}

// Seconds returns the time that an attempt took the model and the checker. An
// import may know their sum alone and leave the other at zero or unknown; NaN when
// both are unknown.
func (a *AttemptRow) Seconds() float64 {
	if a.Answering < 0 && a.Check < 0 {
		return nan
	}
	return (max(a.Answering, 0) + max(a.Check, 0)).Seconds()
}

// executionOrder returns the indices of attempts, given in (sample, round) order,
// in the order in which their policy ran them.
func executionOrder(attempts []AttemptRow) []int {
	order := make([]int, 0, len(attempts))
	if attempts[0].Policy != breadthFirst {
		for i := range attempts {
			order = append(order, i)
		}
		return order
	}
	for i := range attempts {
		if attempts[i].Round == 0 {
			order = append(order, i)
		}
	}
	for i := range attempts {
		if attempts[i].Round > 0 {
			order = append(order, i)
		}
	}
	return order
}

var nan = math.NaN()
