// Package named offers every statistic of package stats by name, from JSON to JSON,
// so that a person, a notebook or a test can ask for one number.
//
//	s, ok := named.Find("mcnemar")
//	out, err := s.Compute([]byte(`{"b": 11, "c": 5}`))  // {"p_exact": 0.2101…, …}
//
// Values of the input that are unknown are null or "NaN"; infinite ones are
// "Infinity" and "-Infinity", in the output as well. What a result rests on (level,
// n, method, warnings) stands in its member "details", and all warnings together in
// "warnings".
//
// It computes nothing itself: a statistic that is missing here belongs in package
// stats first. Imports: stats alone.
//
// Where to start reading: named.go, then one of the files of statistics, such as
// proportions.go. input.go and output.go are the two ends.
package named
