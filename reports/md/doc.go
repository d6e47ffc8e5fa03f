// Package md builds Markdown documents (GitHub's dialect) from text that nobody
// vouches for. What a task, a model or a spec calls itself passes through [Text]
// or [Code], so that it can neither format the page nor put HTML into it; what
// doubts a number carries becomes a numbered footnote through [Doc.Note].
//
// It imports the standard library only.
package md
