// Package power says how large an experiment must be: the tasks, the samples or the
// effect that belong to a given power, from assumptions ([Plan]) or from a pilot run
// ([Read] and [Pilot.Pairs]).
//
// The formulas are those of package stats; here they are solved for whichever of
// tasks, samples, effect and power is asked for, and fed with what a run shows. May
// import stats and experiments.
//
// Where to start reading: plan.go.
package power
