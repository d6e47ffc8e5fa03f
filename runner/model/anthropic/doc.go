// Package anthropic speaks Anthropic's Messages API, as documented at
// https://platform.claude.com/docs/en/api/messages with its pages on streaming,
// thinking, errors and stop reasons. Start with [Protocol].
package anthropic
