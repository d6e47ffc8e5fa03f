// Package regime decides what context a model is shown for a task.
//
// [Parse] reads a regime's canonical name, [Build] applies it to a task,
// [Render] turns the result into text for a prompt, and [Leak] checks that
// nothing forbidden is inside. A regime is a pure function of the task: there is
// no randomness in it, and only the oracle regimes (see [Params.Oracle]) read
// the ground truth, and of it only which premises it cites.
//
// # What is shown
//
// The candidates of a regime are
//
//	none          nothing
//	curated       the premises that the ground truth cites and all that their
//	              statements and the task's need, transitively: definitions
//	full          every declaration before the theorem
//	retrieved-M   the M premises that BM25 ranks highest for the statement
//	retrieved-M+inject   the same, with the cited premises placed among the M
//	same-file     the declarations before the theorem in its file
//	same-section  the declarations before the theorem in its repository
//	…+same-file   behind curated, full and retrieved-M: the lemmas before the theorem
//	              in its file besides
//
// VeriSoftBench's filtered, full and same-file contexts are curated, full and
// curated+same-file or full+same-file; FormalML's M candidates with the correct ones
// among them are retrieved-M+inject, of which M = 0 shows none. A benchmark may
// withhold premises from all regimes but those that name the same file (see
// task.Task.Withheld), and quote declarations in a task's preamble, which no regime
// shows a second time.
//
// Notations are the language in which statements are written: whatever is shown,
// the notations that its statements and the task's own need are shown with it.
// They cost tokens like everything else, and a retrieved regime does not count
// them among its M.
//
// # Windows
//
// A window, as in full@8000, bounds the tokens of everything shown, the task's
// own statement included. Candidates are packed in a fixed order: first what
// curated would show (the cited premises, then what they need), then those of the
// same file that +same-file adds, then the rest, each from the nearest to the theorem
// to the farthest; a retrieved regime packs injected premises first and then by rank;
// same-file and same-section read no ground truth and pack the nearest first. Packing stops at the first candidate
// that does not fit, so a larger window shows everything that a smaller one does.
//
// What is shown always stands in order of declaration, so that its place does
// not tell which premises the ground truth cites.
package regime
