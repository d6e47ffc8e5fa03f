// Package responses keeps what remote models answered, so that no paid answer is
// lost or asked for twice.
//
// A store is a directory, by default responses in the notebook:
//
//	answers  intents and answers in the order in which they became durable
//	lock     held by the process that works on the store
//
// The way of one call:
//
//	e, ok, err := store.Get(key)  // answered before, by whatever run: used again
//	err = store.Begin(intent)     // durable before the call is sent
//	…                             // the call
//	err = store.Put(entry)        // durable before the answer is used
//
// or [Store.Abandon] when the call failed for certain. Each is written to the file at
// once, so that it outlives the process, and returns when it outlives the machine's
// power too; many that wait for that share a sync. A crash between Begin and Put
// leaves an intent in doubt: a call that may have been paid and whose answer is
// lost ([Store.InDoubt]). A question that is given up is noted by [Store.Fail]; it may
// be asked again, and [Store.Recall] is what a replay gets. The key is a hash of everything that decides an answer,
// so that an experiment with the same seed finds all its answers again, offline;
// who makes keys is the caller. Start with [Store].
//
// One process at a time writes a store ([Open]); any number read it, also meanwhile
// ([OpenReadOnly]). [Store.Export] and [Store.Import] carry answers between
// stores, [Store.Prune] forgets some.
package responses
