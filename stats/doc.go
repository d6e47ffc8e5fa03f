// Package stats computes the statistics of evaluations. It imports nothing of
// this project: its inputs are plain slices of numbers.
//
// The caller states the design; the package picks the method, names it in the
// result, and refuses what the data cannot support. A recipe:
//
//	repos := stats.GroupBy(repositoryOfTask)      // tasks of one repository hang together
//	d := stats.Design{Clusters: repos}            // 95 %, CR2 or CR1 as the data need
//	m := stats.MonteCarlo{Seed: 1}                // 10,000 draws
//
//	one, err := stats.SuccessRate(solved, d)      // Wilson, cluster-robust, macro, bounds
//	two, err := stats.PairedDifference(a, b, d, m) // difference, interval, tests, overlap
//	adjusted := stats.Holm(pvalues)
//	grid, err := stats.BudgetSurface(run, d)      // pass@(k, r) from one run
//	rho, err := stats.Spearman(depth, solved, m)
//	within, err := stats.PartialSpearman(depth, solved, repos, m)
//	per, err := stats.CostPerSolve(tokens, solved, d)
//
// Several arms that share tasks are resampled together (Bootstrap.Run,
// BootstrapRates, ParetoMembership). Regressions (Logistic, ConditionalLogit,
// RandomInterceptLogit) ask how a feature bears on success within and between
// repositories. PairedPower plans an experiment, DetectableEffect says what one
// already run could see. The Check functions audit numbers printed elsewhere.
//
// Conventions:
//
//   - An outcome is 1 (solved), 0 (failed) or NaN (unknown: the infrastructure
//     failed, or it was not run). NaN is left out, counted, and warned about.
//     ±Inf is an error, save where a function says what it means.
//   - A result that is undefined (a constant input, an empty class) is NaN with a
//     warning. A request that the data cannot answer (k > n, one cluster) is an
//     error, which errors.Is compares with ErrNoData, ErrOneCluster and
//     ErrNotIdentified.
//   - A level of 0 means 0.95; level, alpha and power are fractions.
//   - Slices of the caller are never changed or kept.
//   - Randomness comes from a MonteCarlo seed alone: the same seed gives the same
//     result on any number of workers.
//
// Where to start reading: design.go says how units hang together, estimate.go what
// comes back; each further file is one topic.
package stats
