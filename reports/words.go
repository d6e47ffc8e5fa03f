package reports

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
	"proofgrid/stats"
)

const (
	minus = "−"
	dash  = "–" // stands for a number that does not exist
)

// fixed prints v with some decimals and a typographic minus; a dash for NaN.
func fixed(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return dash
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return minus + "∞"
	}
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" { // no negative zero
		s = strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", minus, 1)
}

// percent prints a fraction as a percentage with one decimal, without the sign.
func percent(v float64) string { return fixed(100*v, 1) }

// signed prints a difference of fractions in percentage points with its sign.
func signed(v float64) string {
	s := percent(v)
	if v > 0 && s != "0.0" && s != "∞" {
		return "+" + s
	}
	return s
}

// amount prints a cost with three significant digits, and whole thousands apart;
// below 0.001 in the short form of the figures, such as 3.6e−5.
func amount(v float64) string {
	a := math.Abs(v)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0) || v == 0:
		return fixed(v, 0)
	case a >= 100:
		return thousands(fixed(v, 0))
	case a >= 10:
		return fixed(v, 1)
	case a >= 1:
		return fixed(v, 2)
	}
	if a < 0.001 { // 0.0000358 is long and hard to count, as in figures
		digits, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', 1, 64), "e-")
		return strings.Replace(digits, "-", minus, 1) + "e" + minus + strings.TrimLeft(exponent, "0")
	}
	return fixed(v, 2-int(math.Floor(math.Log10(a))))
}

func count(n int) string { return thousands(strconv.Itoa(n)) }

func thousands(s string) string {
	digits := strings.TrimPrefix(s, minus)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if strings.HasPrefix(s, minus) {
		return minus + digits
	}
	return digits
}

// pValue prints a p-value for a table, such as "0.032" or "<0.0001".
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return dash
	case p < 0.0001:
		return "&lt;0.0001"
	case p > 0.9995:
		return "1"
	case p < 0.001:
		return fixed(p, 4)
	}
	return fixed(p, 3)
}

// pIs prints a p-value for a sentence, such as "p = 0.032" or "p < 0.0001".
func pIs(p float64) string {
	if math.IsNaN(p) {
		return "p undefined"
	}
	if s := pValue(p); strings.HasPrefix(s, "&lt;") {
		return "p &lt; 0.0001"
	} else {
		return "p = " + s
	}
}

// between prints an interval by the printer of its ends; a dash when there is none.
func between(e stats.Estimate, end func(float64) string) string {
	if math.IsNaN(e.Lo) || math.IsNaN(e.Hi) {
		return dash
	}
	return "[" + end(e.Lo) + ", " + end(e.Hi) + "]"
}

// with prints a value and its interval, such as "45.8 [31.2, 60.1]".
func with(e stats.Estimate, number func(float64) string) string {
	if math.IsNaN(e.Value) {
		return dash
	}
	if math.IsNaN(e.Lo) {
		return number(e.Value)
	}
	return number(e.Value) + " " + between(e, number)
}

// inText prints a rate for a sentence, such as "45.8 % [31.2, 60.1]".
func inText(e stats.Estimate) string {
	if math.IsNaN(e.Lo) {
		return percent(e.Value) + " %"
	}
	return percent(e.Value) + " % " + between(e, percent)
}

// level names the intervals of the run, such as "95 %".
func level(a *analysis.Analysis) string {
	return strings.TrimSuffix(fixed(100*a.Settings.Level, 1), ".0") + " %"
}

func of(x, n int) string { return count(x) + "/" + count(n) }

// plural prints a count with its noun.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// list joins Markdown with commas and a final "and".
func list(items []string) string {
	switch len(items) {
	case 0:
		return "none"
	case 1:
		return items[0]
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}

// few keeps the first n of the items and counts the rest.
func few(items []string, n int) []string {
	if len(items) <= n+1 {
		return items
	}
	return append(append([]string(nil), items[:n]...), fmt.Sprintf("%d more", len(items)-n))
}

// name is a cell's name as Markdown.
func name(a *analysis.Analysis, cell int) string { return "**" + md.Text(a.Cells[cell].Name) + "**" }

// share prints a part of a whole with its denominator, such as "12 of 40 (30.0 %)".
func share(x, n int) string {
	if n == 0 {
		return "0 of 0"
	}
	return fmt.Sprintf("%s of %s (%s %%)", count(x), count(n), percent(float64(x)/float64(n)))
}

// plainP is pIs without Markdown.
func plainP(p float64) string { return strings.ReplaceAll(pIs(p), "&lt;", "<") }

// oneLine makes text fit for a line of a terminal.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }), " ")
}
