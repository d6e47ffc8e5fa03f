// Package remote asks models behind HTTP endpoints. It holds everything that such
// models have in common: the identity of a call, the endpoint's limits, retries,
// money, and the promise that an answer is durable before it is used, so that no
// call is paid twice.
//
// Start with [Protocol], which is all that a provider's package implements, then
// read [Model.Answer], which is the way of one call. A [Session] is what the models
// of a run share: the response store, the ledger, the endpoints. Only the packages
// of providers use this one, and runner/plan, which puts models together.
//
// What a process that is killed can lose is an answer whose bytes wait in the socket
// or are just being decoded: it is written to the store first of all. Its call is in
// doubt in the store, counts against the caps as what it may
// have cost, and is made again with the same Idempotency-Key.
package remote
