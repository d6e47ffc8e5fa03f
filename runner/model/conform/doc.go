// Package conform is a server on loopback that speaks the protocols of model
// providers: OpenAI's chat completions, Anthropic's messages and Gemini's
// generateContent, streaming and not. It answers in the shapes that the providers
// document, refuses what they would refuse, goes wrong on demand in the ways that
// they go wrong, and counts what it received, answered and would have charged for.
//
// It stands where a provider would, for tests of clients and for people who try
// their set-up before they pay: start with New and Server.Listen, choose what goes
// wrong with ParseFaults, and ask Server.Total or Server.Counts afterwards.
//
// The package imports the standard library alone. It never calls anybody.
package conform
