package plots

import (
	"fmt"
	"strings"
	"unicode"
)

// labels fits names into the room that a figure has for them, keeps them
// distinct, and remembers what it cut so that the caption can say it in full.
type labels struct {
	cut []string // "short = full"
}

// fit breaks each name into at most maxLines lines of at most width points. A
// name that is still too long loses its middle; names that would then read the
// same are numbered.
func (l *labels) fit(t typeface, width float64, maxLines int, names []string) [][]string {
	out := make([][]string, len(names))
	before := map[string][]string{}
	taken := map[string]bool{}
	for i, name := range names {
		if before[name] != nil {
			out[i] = before[name]
			continue
		}
		whole := wrap(t, width, maxLines, printable(t, name))
		lines := whole
		for n := 2; taken[strings.Join(lines, "\n")]; n++ {
			mark := fmt.Sprintf(" (%d)", n)
			last := len(whole) - 1
			lines = append(whole[:last:last], ellipsis(t, width-t.width(mark), whole[last])+mark)
		}
		before[name], taken[strings.Join(lines, "\n")] = lines, true
		if squeeze(strings.Join(lines, "")) != squeeze(name) {
			l.cut = append(l.cut, fmt.Sprintf("“%s” is %s", strings.Join(lines, " "), oneLine(name)))
		}
		out[i] = lines
	}
	return out
}

// fitLine is fit for names that must stay on one line.
func (l *labels) fitLine(t typeface, width float64, names []string) []string {
	out := make([]string, len(names))
	for i, lines := range l.fit(t, width, 1, names) {
		out[i] = lines[0]
	}
	return out
}

// oneLine makes every run of white space and control characters one space.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// squeeze removes what wrapping may add or remove.
func squeeze(s string) string { return strings.ReplaceAll(oneLine(s), " ", "") }

// printable replaces what the font cannot draw by a box.
func printable(t typeface, s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || t.has(r) {
			return r
		}
		return '□'
	}, oneLine(s))
}

// wrap breaks s after spaces and after the punctuation that names are joined
// with, into at most maxLines lines of at most width points.
func wrap(t typeface, width float64, maxLines int, s string) []string {
	var lines []string
	rest := s
	for len(lines) < maxLines-1 && t.width(rest) > width {
		cut := 0
		for i, r := range rest {
			end := i + len(string(r))
			if t.width(strings.TrimRight(rest[:end], " ")) > width {
				break
			}
			if end < len(rest) && strings.ContainsRune(" /-_.:,;+×|", r) {
				cut = end
			}
		}
		if cut == 0 {
			break // one unbroken word: it loses its middle instead
		}
		lines = append(lines, strings.TrimRight(rest[:cut], " "))
		rest = strings.TrimLeft(rest[cut:], " ")
	}
	return append(lines, ellipsis(t, width, rest))
}

// ellipsis cuts the middle of s so that it is at most width points long. Names
// of one family often differ at the end, so the end is kept.
func ellipsis(t typeface, width float64, s string) string {
	if t.width(s) <= width {
		return s
	}
	r := []rune(s)
	for keep := len(r) - 1; keep > 0; keep-- {
		head := (keep + 1) / 2
		short := strings.TrimRight(string(r[:head]), " ") + "…" + strings.TrimLeft(string(r[len(r)-(keep-head):]), " ")
		if t.width(short) <= width {
			return short
		}
	}
	return "…"
}
