package toplevel

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
)

// Prompt is what Coq says of itself before it reads a sentence.
type Prompt struct {
	State int      // to go back to
	Open  []string // names of the proofs that are open, the innermost first
}

var errPrompt = errors.New("coqtop wrote a prompt that this program cannot read")

// parsePrompt reads the text between <prompt> and </prompt>.
func parsePrompt(s string) (Prompt, error) {
	var p Prompt
	_, rest, ok := strings.Cut(s, " < ")
	state, rest, ok2 := strings.Cut(rest, " |")
	if !ok || !ok2 {
		return p, errPrompt
	}
	end := strings.LastIndexByte(rest, '|')
	if end < 0 {
		return p, errPrompt
	}
	var err error
	if p.State, err = strconv.Atoi(state); err != nil {
		return p, errPrompt
	}
	if names := rest[:end]; names != "" {
		p.Open = strings.Split(names, "|")
	}
	return p, nil
}

// answer is what stands in Coq's output up to the prompt after a marker.
type answer struct {
	text   string // what was printed in answer to the sentence
	prompt Prompt // after the sentence
	after  Prompt // after the marker
}

const (
	promptOpen  = "<prompt>"
	promptClose = "</prompt>"
	position    = "Toplevel input, characters "
)

// parseAnswer looks for the answer to a sentence that was followed by a marker with
// this name. It returns ok == false when the output has not come to its end.
//
// Nothing that a candidate prints can come after the first mention of the name,
// since the candidate cannot know it; so the prompt before it, and the one behind
// it, are Coq's own.
func parseAnswer(out []byte, name string) (a answer, ok bool, err error) {
	at := bytes.Index(out, []byte(name))
	if at < 0 {
		return a, false, nil
	}
	tail := out[at:]
	from := bytes.Index(tail, []byte("\n"+promptOpen))
	if from < 0 {
		return a, false, nil
	}
	from += 1 + len(promptOpen)
	to := bytes.Index(tail[from:], []byte(promptClose))
	if to < 0 {
		return a, false, nil
	}
	if a.after, err = parsePrompt(string(tail[from : from+to])); err != nil {
		return a, true, err
	}
	head := string(out[:at])
	pos := strings.LastIndex(head, position)
	if pos < 0 {
		return a, true, errPrompt
	}
	head = strings.TrimRight(head[:pos], " \r\n")
	head, closed := strings.CutSuffix(head, promptClose)
	open := strings.LastIndex(head, promptOpen)
	if !closed || open < 0 {
		return a, true, errPrompt
	}
	if a.prompt, err = parsePrompt(head[open+len(promptOpen):]); err != nil {
		return a, true, err
	}
	a.text = head[:open]
	return a, true, nil
}

// Error is Coq's refusal of a sentence.
type Error struct {
	Text       string
	Start, End int // bytes in the sentence, both 0 when Coq does not say
}

// parseError finds the error in what Coq printed for a sentence that it refused.
// shift is the length of what was put before the sentence, size that of the
// sentence.
func parseError(text string, shift, size int) *Error {
	e := &Error{}
	start := max(lastLine(text, position), 0)
	block := text[start:]
	if span, ok := strings.CutPrefix(block, position); ok {
		line, rest, _ := strings.Cut(span, "\n")
		from, to, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), ":"), "-")
		a, err := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err == nil && err2 == nil && b > shift {
			e.Start, e.End = clamp(a-shift, size), clamp(b-shift, size)
		}
		for strings.HasPrefix(rest, "> ") { // the sentence, quoted
			_, rest, _ = strings.Cut(rest, "\n")
		}
		block = rest
	}
	if i := lastLine(block, "Error:"); i >= 0 {
		block = block[i+len("Error:"):]
	}
	e.Text = strings.TrimSpace(block)
	return e
}

func clamp(n, size int) int { return max(0, min(n, size)) }

// lastLine returns where the last line with this beginning stands, or -1.
func lastLine(text, begin string) int {
	if i := strings.LastIndex(text, "\n"+begin); i >= 0 {
		return i + 1
	}
	if strings.HasPrefix(text, begin) {
		return 0
	}
	return -1
}

// stripMarks returns what Coq printed without the marks that tell Proof General where
// a message begins and ends.
func stripMarks(s string) string {
	return strings.TrimSpace(marks.Replace(s))
}

var marks = strings.NewReplacer("<infomsg>", "", "</infomsg>", "", "<warning>", "", "</warning>", "")
