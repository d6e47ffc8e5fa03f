// Package remote asks models behind HTTP endpoints. It holds everything that such
// models have in common: the identity of a call, the endpoint's limits, retries,
// money, and the promise that an answer is durable before it is used, so that no
// call is paid twice.
//
// Start with [Protocol], which is all that a provider's package implements, then
// read [Model.Answer], which is the way of one call. It imports the response
// store and the prompt builder through small interfaces, and nothing but the
// packages below runner/model uses it and runner/plan, which puts models together.
package remote
