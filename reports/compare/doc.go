// Package compare sets parts of one or several runs against each other: models,
// regimes, budgets, or whatever else columns tell apart.
//
//	data, err := compare.Join(inputs)                 // units of all runs: cell × task
//	result, err := compare.Arms(data, compare.Options{By: by, Within: within, Filters: filters})
//
// The units are filtered, sorted into groups by the projection Within and into arms
// by the projection By (package [proofgrid/experiments/group]), and the arms of each
// group are compared in pairs. Arms that share tasks are compared task by task;
// arms that share none, as unpaired samples. Which of the two was done, on how many
// tasks, and what was pooled on the way stands in the result. Every number comes from
// the packages analysis and stats.
package compare
