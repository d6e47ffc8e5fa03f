package prompt

import (
	"strings"

	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

// Extract finds the candidate in a model's answer; note says what was odd about it
// and is empty when nothing was. A candidate without a proof means that there is
// none. It takes time in proportion to the answer's length, never fails, and is a
// function of its arguments alone. The rules, in their order:
//
//   - CRLF and CR become LF; invalid UTF-8 and NUL become U+FFFD.
//   - Reasoning between <think> and </think> is left out, as are <thinking> and
//     <reasoning>: up to the next closing tag, to the end when there is none. What
//     stands before a closing tag that was never opened is reasoning too.
//   - A block begins where a line begins with <proof> or <lemmas>, and ends where a
//     line begins with the closing tag, or ends with it and has no comment; on the
//     line of the opening tag the closing one may stand anywhere. Tags elsewhere, as in the middle of a comment, are text.
//   - The last complete <proof> block that is not blank is the proof. A block that
//     another <proof> interrupts is not complete. The complete <lemmas> blocks
//     between it and the proof before are its lemmas; they may stand inside it.
//   - Code fences in a block: their content alone counts, of several in a proof the
//     last, of several in lemmas all.
//   - Without any <proof> tag, the answer's only code fence is the proof.
//   - Where the task's statement stands in the proof, up to white space, what
//     follows it is the proof and what precedes it, less the task's preamble, belongs
//     to the lemmas.
//   - The proof gets the form that fits behind the statement: see [Normal].
func Extract(response string, t *task.Task) (c verify.Candidate, note string) {
	var odd notes
	text := clean(response)
	if text != crlf.Replace(response) {
		odd.add("NUL bytes or invalid UTF-8 replaced")
	}
	text = withoutReasoning(text)
	b := scan(text, commentMark[t.System])
	switch {
	case b.proof != "":
		var fences int
		c.Proof, fences = unfence(b.proof, false)
		c.Lemmas, _ = unfence(b.lemmas, true)
		if strings.TrimSpace(c.Proof) == "" {
			odd.add("the code fence in the <proof> block is blank")
		}
		if fences > 1 {
			odd.add("several code fences in the proof, the last one counts")
		}
		if b.proofs > 1 {
			odd.add("%d proofs, the last one counts", b.proofs)
		}
		if b.late {
			odd.add("lemmas behind the last proof are left out")
		}
		if b.open {
			odd.add("a last <proof> block is not closed")
		}
	case b.open:
		odd.add("the <proof> block is not closed")
	case b.tagged:
		odd.add("the <proof> block is blank")
	default:
		body, fences := unfence(text, false)
		if fences != 1 {
			odd.add("no <proof> block and %d code fences", fences)
			break
		}
		c.Proof = body
		odd.add("no <proof> block, the only code fence counts")
	}
	if strings.TrimSpace(c.Proof) == "" {
		return verify.Candidate{}, odd.String()
	}
	if before, after, ok := afterStatement(c.Proof, t); ok {
		c.Proof = after
		odd.add("the statement is repeated")
		if before != "" {
			c.Lemmas = strings.TrimSpace(c.Lemmas + "\n\n" + before)
			odd.add("what stands before it counts as lemmas")
		}
	}
	c.Proof = Normal(c.Proof, t)
	c.Lemmas = trim(c.Lemmas)
	if strings.TrimSpace(c.Proof) == "" {
		odd.add("no proof follows the statement")
		return verify.Candidate{}, odd.String()
	}
	return c, odd.String()
}

var crlf = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(crlf.Replace(s), "\uFFFD"), "\x00", "\uFFFD")
}

// commentMark starts a comment, by system: a closing tag at the end of such a line
// may be part of the comment.
var commentMark = map[string]string{"lean": "--", "coq": "(*", "metamath": "$("}

var reasoning = []string{"think", "thinking", "reasoning"}

// withoutReasoning leaves out what a model thought before it answered.
func withoutReasoning(s string) string {
	for _, tag := range reasoning {
		s = without(s, "<"+tag+">", "</"+tag+">")
	}
	return s
}

func without(s, open, end string) string {
	var kept []string
	at, i, j := 0, -1, -1 // i and j are the next tags at or after at; len(s) without one
	next := func(i int, tag string) int {
		if i >= at { // still ahead: looking again would take quadratic time
			return i
		}
		if n := strings.Index(s[at:], tag); n >= 0 {
			return at + n
		}
		return len(s)
	}
	for at < len(s) {
		i, j = next(i, open), next(j, end)
		switch {
		case j < i: // never opened
			kept, at = nil, j+len(end)
		case i == len(s):
			kept, at = append(kept, s[at:]), len(s)
		default:
			kept, at = append(kept, s[at:i]), min(len(s), j+len(end))
		}
	}
	return strings.Join(kept, "")
}

// blocks is what the tags of an answer enclose.
type blocks struct {
	proof, lemmas string
	proofs        int  // complete ones that are not blank
	tagged        bool // some <proof> tag was there
	open          bool // the last one was not closed
	late          bool // lemmas stand behind the last proof
}

const (
	proofTag  = "proof"
	lemmasTag = "lemmas"
)

// scan reads the blocks line by line.
func scan(text, comment string) (out blocks) {
	var proof, lemmas []string // pieces of lines, each with its newline
	var waiting []string       // lemmas of the next proof
	in, outer := "", ""        // the block that a line is in, and the proof around lemmas
	put := func(s string) {
		switch in {
		case proofTag:
			proof = append(proof, s)
		case lemmasTag:
			lemmas = append(lemmas, s)
		}
	}
	for line := range strings.Lines(text) {
		rest, opened := line, false
		if tag, after, ok := opening(line); ok {
			switch {
			case tag == proofTag:
				in, outer, proof = proofTag, "", nil
				out.tagged = true
			case in != lemmasTag:
				in, outer, lemmas = lemmasTag, in, nil
			}
			rest, opened = after, true
			if strings.TrimSpace(rest) == "" {
				continue
			}
		}
		if in == "" {
			continue
		}
		body, closed := closing(rest, in, comment, opened)
		put(body)
		if !closed {
			continue
		}
		switch in {
		case lemmasTag:
			waiting = append(waiting, strings.Join(lemmas, ""))
			in, outer = outer, ""
		case proofTag:
			if p := strings.Join(proof, ""); strings.TrimSpace(p) != "" {
				out.proof, out.lemmas = p, strings.Join(waiting, "\n")
				out.proofs++
			}
			waiting, in = nil, ""
		}
	}
	out.late = len(waiting) > 0
	out.open = in == proofTag || outer == proofTag
	return out
}

// opening reports whether a line begins with an opening tag, and what follows it.
func opening(line string) (tag, after string, ok bool) {
	line = strings.TrimLeft(line, " \t")
	for _, tag := range []string{proofTag, lemmasTag} {
		n := len(tag) + 2
		if len(line) >= n && strings.EqualFold(line[:n], "<"+tag+">") {
			return tag, line[n:], true
		}
	}
	return "", "", false
}

// closing reports whether a line closes the block, and what of it is still inside.
// On the line that opened the block the closing tag may stand anywhere.
func closing(line, tag, comment string, opened bool) (body string, ok bool) {
	end, n := "</"+tag+">", len(tag)+3
	t := strings.TrimSpace(line)
	switch {
	case len(t) < n:
	case strings.EqualFold(t[:n], end):
		return "", true
	case opened:
		for i := 0; i+n <= len(line); i++ {
			if line[i] == '<' && strings.EqualFold(line[i:i+n], end) {
				return line[:i], true
			}
		}
	case strings.EqualFold(t[len(t)-n:], end) && (comment == "" || !strings.Contains(t, comment)):
		return line[:strings.LastIndex(line, t[len(t)-n:])], true
	}
	return line, false
}

// unfence returns what the code fences of a text enclose, the last one or all of
// them, and how many there are; a text without one comes back whole. A fence that
// is not closed reaches to the end.
func unfence(text string, all bool) (string, int) {
	var bodies []string
	var body []string
	fence := "" // the backticks that opened the fence that a line is in
	for line := range strings.Lines(text) {
		t := strings.TrimSpace(line)
		ticks := t[:len(t)-len(strings.TrimLeft(t, "`"))]
		switch {
		case fence == "" && len(ticks) >= 3:
			fence, body = ticks, nil
		case fence != "" && len(ticks) >= len(fence) && t == ticks:
			bodies, fence = append(bodies, strings.Join(body, "")), ""
		case fence != "":
			body = append(body, line)
		}
	}
	if fence != "" {
		bodies = append(bodies, strings.Join(body, ""))
	}
	switch {
	case len(bodies) == 0:
		return text, 0
	case all:
		return strings.Join(bodies, "\n"), len(bodies)
	}
	return bodies[len(bodies)-1], len(bodies)
}
