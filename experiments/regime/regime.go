package regime

// Context is what a regime shows of one task. It never holds a ground-truth
// proof; Leak checks that.
type Context struct {
	Regime  string
	Shown   []int32 // pool indices, in the order in which they are shown
	Tokens  int     // of everything shown, the task's own statement included
	Dropped []int32 // pool indices that did not fit the window, in packing order
	Hash    string  // of regime name, task and the shown premises' rendering
}
