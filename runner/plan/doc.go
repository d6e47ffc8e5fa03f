// Package plan turns a spec into what the runner needs: the tasks, the cells, the
// models and the verifier.
//
// [Source] and [Tasks] are the first half, for commands that look at tasks alone;
// [Make] is the whole. It is the place that knows every dataset, model and
// verifier there is.
package plan
