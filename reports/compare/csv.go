package compare

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"

	"proofgrid/stats"
)

// csvHead follows the columns of Within. Every row is one estimate: the rate of an arm
// or the difference of two. Rates are fractions; what does not exist is empty.
var csvHead = []string{
	"kind", "a", "b", "tasks_a", "known_a", "solved_a", "tasks_b", "known_b", "solved_b",
	"paired", "pairs", "both", "only_a", "only_b", "neither",
	"estimate", "se", "lo", "hi", "level", "clusters", "method",
	"p", "test", "p_holm", "p_sign_flip", "p_mcnemar_exact", "p_mcnemar_mid_p", "warnings",
}

// WriteCSV writes a row for each arm and each comparison, under a head of names.
func (r *Result) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	var within []string
	for _, name := range r.Within {
		within = append(within, "within_"+name)
	}
	rows := [][]string{append(within, csvHead...)}
	for _, g := range r.Groups {
		for i := range g.Arms {
			rows = append(rows, r.csvRow(g, map[string]string{"kind": "rate"}, g.Arms[i].Rate, i, -1))
		}
		for _, c := range g.Comparisons {
			rows = append(rows, r.csvComparison(g, c))
		}
	}
	if err := out.WriteAll(rows); err != nil {
		return err
	}
	return out.Error()
}

// csvRow fills in what rates and differences have in common.
func (r *Result) csvRow(g Group, v map[string]string, e stats.Estimate, a, b int) []string {
	v["a"], v["tasks_a"], v["known_a"], v["solved_a"] = r.csvArm(g, a)
	if b >= 0 {
		v["b"], v["tasks_b"], v["known_b"], v["solved_b"] = r.csvArm(g, b)
	}
	v["estimate"], v["se"], v["lo"], v["hi"], v["level"] = number(e.Value), number(e.SE), number(e.Lo), number(e.Hi), number(e.Level)
	v["clusters"], v["method"] = strconv.Itoa(e.Clusters), e.Method
	if v["warnings"] == "" {
		v["warnings"] = strings.Join(e.Warnings, "; ")
	}
	row := append([]string(nil), g.Key...)
	for _, name := range csvHead {
		row = append(row, v[name])
	}
	return row
}

func (r *Result) csvArm(g Group, i int) (name, tasks, known, solved string) {
	a := g.Arms[i]
	return strings.Join(a.Key, ", "), strconv.Itoa(a.Tasks), strconv.Itoa(a.Known), number(a.Solved)
}

func (r *Result) csvComparison(g Group, c Comparison) []string {
	v := map[string]string{
		"kind": "difference", "paired": strconv.FormatBool(c.IsPaired),
		"p": number(c.Test.P), "test": c.Test.Method, "p_holm": number(c.Holm),
	}
	var warnings []string
	if c.Why != "" {
		warnings = append(warnings, c.Why)
	}
	warnings = append(append(warnings, c.Difference.Warnings...), c.Test.Warnings...)
	if len(c.Also) > 0 {
		warnings = append(warnings, "the arms also differ in "+strings.Join(c.Also, ", "))
	}
	v["warnings"] = strings.Join(warnings, "; ")
	if p := c.Paired; c.IsPaired {
		v["pairs"] = strconv.Itoa(p.Difference.N)
		v["p_sign_flip"] = number(p.SignFlip.P)
		if p.Binary {
			v["both"], v["only_a"], v["only_b"], v["neither"] = strconv.Itoa(p.Both), strconv.Itoa(p.OnlyA), strconv.Itoa(p.OnlyB), strconv.Itoa(p.Neither)
			v["p_mcnemar_exact"], v["p_mcnemar_mid_p"] = number(p.McNemarExact.P), number(p.McNemarMidP.P)
		}
	}
	return r.csvRow(g, v, c.Difference, c.A, c.B)
}

// number is empty for what does not exist.
func number(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
