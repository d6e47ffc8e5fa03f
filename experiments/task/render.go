package task

import (
	"bytes"
	"strings"
)

// Append appends the premise as one line of plain text without its newline:
//
//	ax-mp: |- ph & |- ( ph -> ps ) => |- ps
//	ax-5: |- ( ph -> A. x ph ) where $d x ph
//
// Line breaks inside a statement become spaces, so that a line is a premise. A
// premise with a Text is that text instead, on as many lines as it has.
// Proofs are never part of it.
func (p *Premise) Append(b []byte) []byte {
	if p.Text != "" {
		return append(b, strings.TrimRight(p.Text, " \t\r\n")...)
	}
	b = append(b, p.Name...)
	b = append(b, ':')
	for i, h := range p.Hypotheses {
		if i > 0 {
			b = append(b, " &"...)
		}
		b = appendWords(b, h)
	}
	if len(p.Hypotheses) > 0 {
		b = append(b, " =>"...)
	}
	return appendStatement(b, p.Statement, p.Conditions)
}

// AppendLines appends the premise as contexts show it, with its newline and, behind
// source text of several lines, an empty line.
func (p *Premise) AppendLines(b []byte) []byte {
	start := len(b)
	b = append(p.Append(b), '\n')
	if p.Text != "" && bytes.IndexByte(b[start:len(b)-1], '\n') >= 0 {
		b = append(b, '\n')
	}
	return b
}

// Append appends the task as plain text, one line for each hypothesis and a last
// line for the statement, each ended by a newline:
//
//	a1i.1: |- ph
//	a1i: |- ( ps -> ph )
//
// A task with a Text is its preamble, an empty line and that text instead.
// Nothing of the ground truth is part of it.
func (t *Task) Append(b []byte) []byte {
	if t.Text != "" {
		if t.Preamble != "" {
			b = append(append(b, strings.TrimRight(t.Preamble, " \t\r\n")...), "\n\n"...)
		}
		return append(append(b, strings.TrimRight(t.Text, " \t\r\n")...), '\n')
	}
	for i, h := range t.Hypotheses {
		if i < len(t.HypothesisNames) {
			b = append(b, t.HypothesisNames[i]...)
		} else {
			b = append(b, "hypothesis"...)
		}
		b = append(b, ':')
		b = append(appendWords(b, h), '\n')
	}
	b = append(b, t.Name...)
	b = append(b, ':')
	return append(appendStatement(b, t.Statement, t.Conditions), '\n')
}

func appendStatement(b []byte, statement string, conditions []string) []byte {
	b = appendWords(b, statement)
	for i, c := range conditions {
		if i == 0 {
			b = append(b, " where"...)
		} else {
			b = append(b, " and"...)
		}
		b = appendWords(b, c)
	}
	return b
}

func appendWords(b []byte, s string) []byte {
	for w := range strings.FieldsSeq(s) {
		b = append(b, ' ')
		b = append(b, w...)
	}
	return b
}

// WordCount returns the premise's tokens by the tokenizer [Words].
func (p *Premise) WordCount() int {
	n := 1 + words(p.Statement) + len(p.Hypotheses) + len(p.Conditions)
	for _, h := range p.Hypotheses {
		n += words(h)
	}
	for _, c := range p.Conditions {
		n += words(c)
	}
	return n
}

// WordCount returns the task's tokens by the tokenizer [Words].
func (t *Task) WordCount() int {
	n := 1 + words(t.Statement) + len(t.Hypotheses) + len(t.Conditions)
	for _, h := range t.Hypotheses {
		n += words(h)
	}
	for _, c := range t.Conditions {
		n += words(c)
	}
	return n
}

func words(s string) int {
	n := 0
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}
