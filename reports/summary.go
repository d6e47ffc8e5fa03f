package reports

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"

	"proofgrid/reports/analysis"
)

// Summary prints the run at a glance, for a terminal: the rate of each cell with its
// interval, what is unknown, and the clearest paired comparison.
func (r *Report) Summary(w io.Writer) error {
	a := marked(r.Analysis)
	if _, err := fmt.Fprintf(w, "%s/%s: %s × %s, %s\n\n", r.Provenance.Experiment, r.Provenance.Run,
		plural(len(a.Cells), "cell", "cells"), plural(a.Tasks, "task", "tasks"), plural(a.Attempts, "attempt", "attempts")); err != nil {
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(tw, "model\tregime\tbudget\tsolved\t%%\t%s interval\t\n", level(a))
	for c, cell := range a.Cells {
		s := a.Success[c]
		unknown := ""
		if n := s.Planned - s.Known; n > 0 {
			unknown = fmt.Sprintf("%d unknown", n)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", oneLine(cell.Model), oneLine(cell.Regime), cell.Budget, of(s.Solved, s.Known), percent(s.Complete), between(s.Rate, percent), unknown)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	how := "cluster-robust over " + plural(len(a.Repositories), "repository", "repositories") + ", Wilson where all of them have the same rate"
	if len(a.Repositories) < 2 {
		how = "Wilson"
	}
	fmt.Fprintf(w, "\nintervals: %s\n", how)
	if anyOracle(a) {
		fmt.Fprintln(w, daggerNote)
	}
	if c, ok := bestHonest(a); ok {
		fmt.Fprintf(w, "best without an oracle: %s, %s (%s)\n", oneLine(a.Cells[c].Name), inText(a.Success[c].Rate), of(a.Success[c].Solved, a.Success[c].Known))
	}
	for _, axis := range []string{"regime", "model", "budget"} {
		if c, ok := clearest(a, axis); ok {
			word, doubt := "clearest", ""
			switch f := judge(a, c); {
			case f == powerless:
				word, doubt = "largest", fmt.Sprintf("; the test cannot show a difference over %s", plural(len(a.Repositories), "repository", "repositories"))
			case f != difference && plainP(c.Holm) == "p = 1":
				word, doubt = "largest", "; no difference is shown"
			case f != difference:
				word, doubt = "nearest to clear", "; no difference is shown"
			}
			fmt.Fprintf(w, "%s, %s: %s is %s points %s, %s after Holm over %d comparisons%s\n",
				axisName[axis], word, differenceName(a, c), signed(c.Difference.Value), between(c.Difference, signed), plainP(c.Holm), len(a.Comparisons), doubt)
		}
	}
	var busy time.Duration
	calls, untimed := 0, 0
	for _, x := range a.Accounts {
		untimed += x.NoTime
		busy += x.Answering + x.Checking
		calls += x.Calls
	}
	if s := moneyWords(a); s != "" {
		if _, err := fmt.Fprintln(w, s); err != nil {
			return err
		}
	}
	spent := busy.Round(100 * time.Millisecond).String()
	switch {
	case untimed > 0 && busy == 0:
		spent = "an unknown time"
	case untimed > 0:
		spent += ", less the unknown time of " + plural(untimed, "attempt", "attempts")
	}
	if r.Spec.Imported != nil {
		_, err := fmt.Fprintf(w, "spent: %s, according to the imported files; proofgrid checked no proof\n", spent)
		return err
	}
	_, err := fmt.Fprintf(w, "spent: %s of answering and checking in %s\n", spent, plural(calls, "call", "calls"))
	return err
}

// clearest is the comparison along an axis with the smallest adjusted p, and of
// these the largest difference.
func clearest(a *analysis.Analysis, axis string) (analysis.Comparison, bool) {
	best := -1
	for i, c := range a.Comparisons {
		if c.Axis != axis || math.IsNaN(c.Holm) || math.IsNaN(c.Difference.Value) {
			continue
		}
		if best < 0 || c.Holm < a.Comparisons[best].Holm ||
			c.Holm == a.Comparisons[best].Holm && math.Abs(c.Difference.Value) > math.Abs(a.Comparisons[best].Difference.Value) {
			best = i
		}
	}
	if best < 0 {
		return analysis.Comparison{}, false
	}
	return a.Comparisons[best], true
}
