// Package attempts finds single attempts of a sealed run, with the calls, messages and
// texts that belong to them: what was asked, what came back, and what was checked.
//
//	found, err := attempts.Find(run, attempts.Filter{Task: "id2", Sample: -1, Round: -1})
//	turns, err := found[0].Prompt(run)
package attempts
