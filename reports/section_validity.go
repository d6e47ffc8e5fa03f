package reports

import (
	"fmt"
	"math"
	"slices"

	"proofgrid/experiments/record"
	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

// precision says how small a difference this experiment could have found.
func (d *document) precision() {
	lo, hi := math.Inf(1), math.Inf(-1)
	var rows [][]string
	for _, c := range d.a.Comparisons {
		if math.IsNaN(c.Detectable) {
			continue
		}
		lo, hi = min(lo, c.Detectable), max(hi, c.Detectable)
		n := c.Both + c.OnlyA + c.OnlyB + c.Neither
		rows = append(rows, []string{md.Text(differenceName(d.a, c)), count(n), share(c.OnlyA+c.OnlyB, n), percent(c.Difference.SE), percent(c.Detectable), percent(c.DetectableFamily)})
	}
	if len(rows) == 0 {
		return
	}
	d.section("What the experiment could have found",
		fmt.Sprintf("With the standard errors of this run, a single paired comparison finds a true difference with %s %% power when it is at least %s to %s points, depending on the pair; after a Bonferroni correction over the family it has to be larger.",
			fixed(100*d.a.Settings.Power, 0), percent(lo), percent(hi)),
		"A smaller difference may exist and not show: absence of evidence here is no evidence of absence.")
	d.table(fmt.Sprintf("Minimum detectable difference in percentage points at %s %% power, from the observed (cluster-robust) standard error: (t for 1 − α/2 + t for the power) × SE with the degrees of freedom of the interval, with α = %s, and with α divided by the number of comparisons.",
		fixed(100*d.a.Settings.Power, 0), fixed(d.a.Settings.Alpha(), 2)),
		[]string{"difference\t", "pairs", "discordant", "SE", "detectable", "detectable, family"}, rows)
}

// threatList names what in the data themselves weakens the conclusions.
func (d *document) threatList() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	a := d.a
	if d.Spec.Imported != nil {
		add("**Imported verdicts.** proofgrid checked no proof of this run: a proof counts because the imported files say that it was found, in time.")
	}
	if slices.ContainsFunc(a.Cells, builtIn) {
		add("**Fitted weights.** The weights by which the built-in provers rank citations (eleven numbers each) were fitted on proofs of some hundred theorems of set.mm; on tasks from that database rates are in-sample in that respect.")
	}
	G := len(a.Repositories)
	switch {
	case G == 1:
		add("**One repository.** Nothing is known of how results vary between repositories; all intervals take tasks as independent and speak for this repository only.")
	case G < 6:
		add("**Few repositories (%d).** A sign-flip test over fewer than six clusters cannot reach p = 0.05, and cluster-robust intervals rest on few independent units.", G)
	case G < 20:
		add("**Not many repositories (%d).** Cluster-robust intervals use small-sample corrections, but remain approximate.", G)
	}
	if a.Tasks < 30 {
		add("**Few tasks (%d).** Only large differences can show.", a.Tasks)
	}
	if G > 1 {
		largest := 0
		for _, r := range a.Repositories {
			largest = max(largest, r.Tasks)
		}
		if share := float64(largest) / float64(a.Tasks); share > 0.4 {
			add("**One large repository.** It holds %s %% of the tasks and dominates every micro rate.", percent(share))
		}
	}
	timeouts, cheated, struck := 0, 0, d.run.Struck
	for _, e := range a.Errors {
		timeouts += e.Verdicts[index(record.Timeout)]
		cheated += e.Verdicts[index(record.Cheated)]
	}
	if timeouts > 0 {
		add("**Time limits struck in %s.** These verdicts depend on the speed and load of the machine; another machine may get others.", plural(timeouts, "attempt", "attempts"))
	}
	if struck > 0 && d.Spec.Imported == nil {
		add("**The task's time limit left %s not run.** Unsolved tasks among these are counted as unknown, not as failures; the bounds of the success table show what that can hide.", plural(struck, "sample", "samples"))
	}
	if cheated > 0 {
		add("**%s the checker but not the integrity audit.** They are counted as failures.", plural(cheated, "candidate passed", "candidates passed"))
	}
	unknown, planned := 0, 0
	for _, s := range a.Success {
		unknown += s.Planned - s.Known
		planned += s.Planned
	}
	if unknown > 0 {
		add("**Missing outcomes:** %s are unknown. Rates are of the known ones; see the bounds.", share(unknown, planned))
	}
	floor, ceiling := 0, 0
	for _, s := range a.Success {
		if s.Known > 0 && s.Solved == 0 {
			floor++
		}
		if s.Known > 0 && s.Solved == s.Known {
			ceiling++
		}
	}
	if floor > 0 {
		add("**Floor:** %s nothing. Comparisons with them measure the other side only.", plural(floor, "cell solves", "cells solve"))
	}
	if ceiling > 0 {
		add("**Ceiling:** %s every task. The tasks are too easy to tell such cells apart.", plural(ceiling, "cell solves", "cells solve"))
	}
	for _, c := range a.Contexts {
		if c.Overflowing > 0 {
			add("**Truncated context:** under %s the window dropped premises for %s of the tasks.", md.Text(c.Regime), share(c.Overflowing, c.Tasks))
		}
	}
	cut := 0
	for _, e := range a.Errors {
		for _, f := range e.Finish {
			if f.Name == "length" {
				cut += f.N
			}
		}
	}
	if cut > 0 {
		add("**Truncated answers:** %s ended at the length limit.", plural(cut, "answer", "answers"))
	}
	seeds := map[uint64]bool{}
	for _, c := range a.Cells {
		seeds[c.Seed] = true
	}
	if len(seeds) == 1 {
		add("**One seed.** Intervals speak for other tasks of the same kind, not for another seed of the same models: the spread between seeds was not measured.")
	}
	if d.Selection != nil && d.Selection.Chosen < d.Selection.Eligible {
		add("**A stratified sample.** Depths are equally frequent in it; its rates are not those of the source.")
	}
	if d.Sessions > 1 {
		add("**Resumed.** %d processes worked on the run; timings may stem from different loads.", d.Sessions)
	}
	return out
}

func index(v record.Verdict) int {
	for i, w := range analysis.Verdicts {
		if w == v {
			return i
		}
	}
	return -1
}

func (d *document) threats() {
	t := d.threatList()
	if len(t) == 0 {
		return
	}
	d.section("Threats to validity", "What in these data weakens the conclusions:")
	d.List(t...)
}

func (d *document) unmeasured() {
	have := map[string]bool{}
	for _, m := range d.a.Costs {
		have[m.Name] = true
	}
	var out []string
	if !have["USD"] {
		out = append(out, "Money: no call has a price.")
	}
	if !have["tokens"] {
		out = append(out, "Tokens: no model reported any.")
	} else if t := d.a.Settings.Tokens; t != "" {
		out = append(out, "Tokens of a language model: the unit here is "+md.Text(t)+".")
	} else if have["search nodes"] {
		out = append(out, "Tokens of a language model: built-in provers count the symbols of the proof system, which compare with each other only.")
	}
	if d.Spec.Imported != nil {
		out = append(out, "How the time of a task divides into answering, checking, start-up and waiting.")
	}
	out = append(out,
		"Energy, memory and the time of any accelerator.",
		"The spread between seeds, prompts and versions of a model.",
		"Whether a model knew the theorems or their proofs before the run (contamination).",
		"How well a proof reads: only whether the checker accepts it.")
	d.section("What was not measured")
	d.List(out...)
}
