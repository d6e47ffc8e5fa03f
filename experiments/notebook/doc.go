// Package notebook keeps the runs of experiments on disk, so that nothing that
// was recorded is lost to a kill, a crash or a full disk, and nothing that is half
// written is ever read.
//
// A run is a directory <root>/<experiment>/<run>:
//
//	spec.yaml        the specification as run, byte for byte
//	provenance.json  versions, machine, git state, sha256 of the specification
//	sessions.json    provenance of each process that worked on the run
//	journal          units recorded so far, while the run is not sealed
//	blobs            prompts, responses, proofs: each text once, by its sha256
//	tables/*.arrow   the sealed tables
//	sealed.json      rows and sha256 of each table; its presence makes them valid
//	figures/         report.md and notes.md beside it are written for readers
//	lock             held by the process that works on the run
//
// [Create] makes a run, [Open], [Find] and [List] get at existing ones. The one
// process that works on a run holds its [Journal], which is the runner's recorder:
// [Journal.Record] returns when the unit is durable, and [Journal.Seal] turns all
// units into sorted tables. Killed at any moment, a run continues from the units
// whose Record had returned.
package notebook
