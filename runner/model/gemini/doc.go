// Package gemini speaks the Gemini API's generateContent and
// streamGenerateContent, as documented at https://ai.google.dev/api/generate-content
// with its guides to thinking, tokens and troubleshooting. The key travels in a
// header, never in a URL. Start with [Protocol].
package gemini
