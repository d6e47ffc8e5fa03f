package coq

import "strings"

// Flaw says in what a sentence is not whole. The end of the text is then its end.
type Flaw uint8

const (
	Whole     Flaw = iota
	NoStop         // the text ends before a full stop
	InString       // a string is not closed
	InComment      // a comment is not closed; Head is empty if nothing stands before it
)

var flaws = [...]string{Whole: "whole", NoStop: "no full stop", InString: "an unclosed string", InComment: "an unclosed comment"}

func (f Flaw) String() string { return flaws[f] }

// Sentence is a command, a bullet or a brace.
type Sentence struct {
	Start, End int    // bytes; the full stop is inside
	Head       string // what Leading finds in it
	Flaw       Flaw
}

// Sentences returns the sentences of a text in their order.
func Sentences(text string) []Sentence {
	var out []Sentence
	for at := 0; ; {
		s, ok := Next(text, at)
		if !ok {
			return out
		}
		out = append(out, s)
		at = s.End
	}
}

// Next returns the first sentence that begins at or behind the byte from, which must
// not lie inside of a sentence or comment. ok is false when there is none.
func Next(text string, from int) (s Sentence, ok bool) {
	i, flaw := Blank(text, from)
	if flaw != Whole {
		return Sentence{Start: start(text, from), End: len(text), Flaw: flaw}, true
	}
	if i == len(text) {
		return Sentence{}, false
	}
	s = Sentence{Start: i}
	if c := text[i]; c == '-' || c == '+' || c == '*' {
		for s.End = i + 1; s.End < len(text) && text[s.End] == c; s.End++ {
		}
		s.Head = text[i:s.End]
		return s, true
	}
	s.Head, i = headAt(text, i)
	if end, ok := brace(text, s.Head, i); ok {
		s.End = end
		return s, true
	}
	s.End, s.Flaw = stop(text, s.Start)
	return s, true
}

// start returns where the first comment at or behind from begins that is not closed.
func start(text string, from int) int {
	for {
		i := blanks(text, from)
		end, ok := comment(text, i)
		if !ok {
			return i
		}
		from = end
	}
}

// pauses are the bytes that may begin or end something inside of a sentence.
var pauses = [256]bool{'.': true, '"': true, '(': true}

// stop returns where the sentence ends that begins at i.
func stop(text string, i int) (int, Flaw) {
	for i < len(text) {
		if !pauses[text[i]] {
			i++
			continue
		}
		switch text[i] {
		case '"':
			end, ok := quoted(text, i)
			if !ok {
				return len(text), InString
			}
			i = end
		case '(':
			if !opens(text, i) {
				i++
				continue
			}
			end, ok := comment(text, i)
			if !ok {
				return len(text), InComment
			}
			i = end
		case '.':
			dots := i
			for i < len(text) && text[i] == '.' {
				i++
			}
			if i-dots != 2 && (i == len(text) || blank[text[i]]) {
				return i, Whole
			}
		}
	}
	return len(text), NoStop
}

// Blank returns the end of the blanks and comments that stand at i. When a comment is
// not closed, that is the end of the text.
func Blank(text string, i int) (int, Flaw) {
	for {
		i = blanks(text, i)
		if !opens(text, i) {
			return i, Whole
		}
		end, ok := comment(text, i)
		if !ok {
			return len(text), InComment
		}
		i = end
	}
}

var blank = [256]bool{' ': true, '\t': true, '\n': true, '\r': true}

func blanks(text string, i int) int {
	for i < len(text) && blank[text[i]] {
		i++
	}
	return i
}

func opens(text string, i int) bool { return i+1 < len(text) && text[i] == '(' && text[i+1] == '*' }

// nesting are the bytes that matter inside of a comment.
var nesting = [256]bool{'(': true, '*': true, '"': true}

// comment returns the end of the comment that begins at i.
func comment(text string, i int) (end int, closed bool) {
	depth := 1
	for i += 2; depth > 0; {
		for i < len(text) && !nesting[text[i]] {
			i++
		}
		if i >= len(text) {
			return len(text), false
		}
		switch {
		case opens(text, i):
			depth, i = depth+1, i+2
		case strings.HasPrefix(text[i:], "*)"):
			depth, i = depth-1, i+2
		case text[i] == '"':
			if i, closed = quoted(text, i); !closed {
				return len(text), false
			}
		default:
			i++
		}
	}
	return i, true
}

// quoted returns the end of the string that begins at i. A quote inside of it is
// doubled, which reads as two strings.
func quoted(text string, i int) (end int, closed bool) {
	n := strings.IndexByte(text[i+1:], '"')
	if n < 0 {
		return len(text), false
	}
	return i + n + 2, true
}

// WithoutComments returns a text with a blank for each byte of its comments but the ends
// of lines, so that all offsets stay. A comment that is not closed stays.
func WithoutComments(text string) string {
	var out []byte
	for i := 0; i < len(text); {
		end, ok := i+1, true
		switch {
		case text[i] == '"':
			end, ok = quoted(text, i)
		case opens(text, i):
			if end, ok = comment(text, i); !ok {
				break
			}
			if out == nil {
				out = []byte(text)
			}
			for k := i; k < end; k++ {
				if text[k] != '\n' && text[k] != '\r' {
					out[k] = ' '
				}
			}
		}
		if !ok {
			break
		}
		i = end
	}
	if out == nil {
		return text
	}
	return string(out)
}
