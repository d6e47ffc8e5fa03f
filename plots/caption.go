package plots

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/stats"
)

// words collects the sentences of a caption.
type words struct {
	layout    Layout
	sentences []string
}

// say adds a sentence, once.
func (w *words) say(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if s == "" {
		return
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	if !slices.Contains(w.sentences, s) {
		w.sentences = append(w.sentences, s)
	}
}

func (w *words) unit() string {
	if w.layout.Unit == "" {
		return "tasks"
	}
	return oneLine(w.layout.Unit)
}

// estimates says what the intervals are, what n is, and what is missing or in
// doubt. drawn names the form of the interval, such as "Bars", and bare what has
// none, such as "Hollow marks"; both are empty if intervals are not drawn.
// names[i] is the text by which a reader finds es[i].
func (w *words) estimates(drawn, bare string, names []string, es []stats.Estimate) {
	var methods, gaps, doubts []string
	hollow := 0
	affected := map[string]int{}
	nLo, nHi := 0, 0
	for i, e := range es {
		if !measured(e) {
			gaps = append(gaps, names[i])
			continue
		}
		if e.N > 0 && (nLo == 0 || e.N < nLo) {
			nLo = e.N
		}
		nHi = max(nHi, e.N)
		for _, warning := range e.Warnings {
			if affected[warning]++; affected[warning] == 1 {
				doubts = append(doubts, warning)
			}
		}
		if !hasInterval(e) {
			hollow++
			continue
		}
		m := strings.TrimSpace(trimmed(100*e.Level, 2) + " % " + intervalName(e.Method))
		if !slices.Contains(methods, m) {
			methods = append(methods, m)
		}
	}
	if len(methods) > 0 && drawn != "" {
		slices.Sort(methods)
		w.say("%s are %s", drawn, join(methods))
	}
	switch {
	case nHi == 0:
	case nLo == nHi:
		w.say("n = %d %s each", nLo, w.unit())
	default:
		w.say("n = %d to %d %s", nLo, nHi, w.unit())
	}
	if hollow > 0 && bare != "" {
		w.say("%s have no interval", bare)
	}
	if len(gaps) > 0 {
		w.say("Not measured: %s", join(few(gaps, 12)))
	}
	for _, d := range doubts {
		w.say("Warning: %s (%d of %d estimates)", strings.TrimSuffix(oneLine(d), "."), affected[d], len(es))
	}
}

func intervalName(method string) string {
	method = oneLine(method)
	switch {
	case method == "":
		return "intervals"
	case strings.HasSuffix(method, "interval"):
		return method + "s"
	case strings.HasSuffix(method, "intervals"):
		return method
	}
	return method + " intervals"
}

// shortened says in full what the figure had to cut.
func (w *words) shortened(l labels) {
	if len(l.cut) > 0 {
		w.say("Shortened: %s", strings.Join(l.cut, "; "))
	}
}

func (w *words) String() string {
	all := w.sentences
	if note := oneLine(w.layout.Note); note != "" {
		all = append(all[:len(all):len(all)], note)
	}
	return strings.Join(all, " ")
}

// join makes "a", "a and b", "a, b and c".
func join(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

// few keeps the first n and counts the rest.
func few(list []string, n int) []string {
	if len(list) <= n+1 {
		return list
	}
	return append(append([]string(nil), list[:n]...), fmt.Sprintf("%d more", len(list)-n))
}

// inWords describes an estimate for the alternative text: "42.1 % (38.0 to 46.3)".
func inWords(e stats.Estimate) string {
	switch {
	case !measured(e):
		return "not measured"
	case !hasInterval(e):
		return percent(e.Value) + " %"
	}
	return fmt.Sprintf("%s %% (%s to %s)", percent(e.Value), percent(e.Lo), percent(e.Hi))
}

// description makes the alternative text: what kind of figure, and its values
// as far as a listener can take them in.
func description(what string, values []string) string {
	return what + ": " + strings.Join(few(values, 18), "; ") + "."
}

// zero warns of an axis that does not begin at 0.
func (w *words) zero(fromZero bool) {
	if !fromZero {
		w.say("The axis does not begin at 0")
	}
}
