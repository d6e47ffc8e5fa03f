// Package search proves Metamath theorems by backward chaining: it looks for
// premises whose conclusion unifies with a goal and goes on with their
// hypotheses, best first, over exactly the premises that a context shows.
//
// The search graph has OR nodes (groups of goals that share metavariables) and
// AND nodes (one citation and the groups that it leaves). A group is proved once,
// wherever it comes up, so independent goals do not multiply. Each step expands
// the cheapest open group of the cheapest unfinished proof, as AO* does
// (Nilsson, Principles of Artificial Intelligence, 1980, section 3.2), with
// prices instead of an admissible heuristic: what is wanted is a proof, not the
// shortest. The budget is counted in expansions, so an answer does not depend on
// the machine.
//
// What a citation costs is its surprisal under [Ranking], a conditional logit over
// what unification offers; what an open goal costs is estimated by [Prices].
//
// Start with [Prover], the model. [Engine] is the search alone; package analogy
// uses it to fill gaps.
//
// It imports experiments/mm, mmlogic, task and regime, and runner/model.
package search
