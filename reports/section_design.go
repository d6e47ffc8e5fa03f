package reports

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/task"
	"proofgrid/reports/analysis"
	"proofgrid/reports/md"
)

func (d *document) header() {
	p := d.Provenance
	d.Heading(1, md.Text(p.Experiment))
	if d.Spec.Description != "" {
		d.Para(md.Text(d.Spec.Description))
	}
	facts := [][]string{
		{"run", md.Code(p.Experiment + "/" + p.Run)},
		{"begun", p.Created.UTC().Format("2006-01-02 15:04:05 UTC")},
		{"proofgrid", md.Code(p.Proofgrid) + ", " + md.Code(p.Go)},
		{"checker", md.Text(p.Verifier)},
		{"spec", md.Code(short(p.SpecSHA256)) + " (sha256)"},
		{"size", fmt.Sprintf("%s × %s, %s", plural(len(d.a.Cells), "cell", "cells"), plural(d.a.Tasks, "task", "tasks"), plural(d.a.Attempts, "attempt", "attempts"))},
	}
	if p.Git != nil {
		facts = append(facts, []string{"git", md.Code(short(p.Git.Revision)) + modified(p.Git.Modified)})
	}
	d.Table([]string{"provenance\t", "\t"}, facts)
	d.Heading(2, "At a glance")
	d.List(d.glance()...)
}

func short(hash string) string { return hash[:min(12, len(hash))] }

func modified(yes bool) string {
	if yes {
		return " with uncommitted changes"
	}
	return ""
}

// glance is the report in a few sentences, each of them the lead of a section.
func (d *document) glance() []string {
	var out []string
	for _, s := range []string{d.successLead(), d.comparisonLead(), d.budgetLead(), d.repairLead(), d.depthLead(), d.costLead()} {
		if s != "" {
			out = append(out, s)
		}
	}
	if anyOracle(d.a) {
		out = append(out, daggerNote+".")
	}
	if t := d.threatList(); len(t) > 0 {
		out = append(out, fmt.Sprintf("%s to validity %s listed below; read them before citing a number.",
			plural(len(t), "threat", "threats"), map[bool]string{true: "is", false: "are"}[len(t) == 1]))
	}
	return out
}

func (d *document) design() {
	models, regimes, budgets, policies := map[string]analysis.Cell{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	var order []string
	for _, c := range d.a.Cells {
		if _, ok := models[c.Model]; !ok {
			order = append(order, c.Model)
		}
		models[c.Model] = c
		regimes[c.Regime], budgets[c.Budget], policies[c.Policy] = true, true, true
	}
	names := func(set map[string]bool) string {
		var out []string
		for _, k := range slices.Sorted(maps.Keys(set)) {
			out = append(out, md.Text(k))
		}
		return list(out)
	}
	d.section("Design",
		fmt.Sprintf("The run crosses %s with %s and %s: %s, each over the same %s from %s.",
			plural(len(models), "model", "models"), plural(len(regimes), "context regime", "context regimes"),
			plural(len(budgets), "budget", "budgets"), plural(len(d.a.Cells), "cell", "cells"),
			plural(d.a.Tasks, "task", "tasks"), plural(len(d.a.Repositories), "repository", "repositories")),
		"Budgets (k samples per task, r repair rounds per sample): "+names(budgets)+".",
		"Stopping policy: "+policyWords(policies)+".",
		d.limitWords(), d.importWords())

	d.define(append(d.regimesPresent(), d.modelsPresent()...))
	var rows [][]string
	var settings []string
	for _, m := range order {
		settings = append(settings, modelSettings(models[m].Settings))
	}
	shared, rest := sharedSettings(settings)
	caption := "Models with their effective settings."
	if shared != "" {
		caption = "Models with their effective settings: once what all share, then what differs."
		rows = append(rows, []string{"all", "", md.Code(shared)})
	}
	for i, m := range order {
		rows = append(rows, []string{md.Text(m), md.Text(kindOf(models[m])), md.Code(rest[i])})
	}
	d.table(caption, []string{"model\t", "kind\t", "settings\t"}, rows)

	if len(d.a.Contexts) > 0 {
		rows = nil
		for _, c := range d.a.Contexts {
			rows = append(rows, []string{
				md.Text(c.Regime) + regimeNote(d, c.Regime), count(c.Tasks), amount(c.Tokens), count(int(c.MaxTokens)), amount(c.Shown), amount(c.Dropped), share(c.Overflowing, c.Tasks),
			})
		}
		d.table("What the regimes showed, per task. Dropped premises did not fit the token window.",
			[]string{"regime\t", "tasks", "mean tokens", "most tokens", "mean premises shown", "mean premises dropped", "tasks with dropped premises"}, rows)
		if slices.ContainsFunc(d.a.Cells, builtIn) {
			d.Para("Tokens are words and symbols of the proof system for built-in provers. The notations that are needed to read the statements are shown besides and counted, so that a regime of 20 premises may show 25.")
		}
	}
	d.tasks()
}

// modelSettings picks the model's own settings out of those of a cell.
func modelSettings(cell string) string {
	var s struct {
		Model json.RawMessage `json:"model"`
	}
	if err := json.Unmarshal([]byte(cell), &s); err != nil || len(s.Model) == 0 {
		return cell
	}
	return string(s.Model)
}

func regimeNote(d *document, regime string) string {
	if !isOracle(regime) {
		return ""
	}
	return d.Note("This regime reads which premises the ground truth cites: an oracle, not a setting that a user of the model could have.")
}

func policyWords(policies map[string]bool) string {
	words := map[string]string{
		"exhaustive":    "exhaustive (every sample runs to its own success or its last repair, so every smaller budget is identified)",
		"depth-first":   "depth-first (samples in order, each to its last repair; a task ends at its first success, so budgets with fewer repairs are known as bounds only)",
		"breadth-first": "breadth-first (all samples are checked first, repairs run only when none passed, so most smaller budgets with repairs are known as bounds only)",
	}
	var out []string
	for _, p := range slices.Sorted(maps.Keys(policies)) {
		if w, ok := words[p]; ok {
			out = append(out, w)
		} else {
			out = append(out, md.Text(p))
		}
	}
	return list(out)
}

// importWords says whose results these are when proofgrid did not make them.
func (d *document) importWords() string {
	in := d.Spec.Imported
	if in == nil {
		return ""
	}
	var files []string
	for _, f := range in.Files {
		files = append(files, md.Code(f.Name))
	}
	return fmt.Sprintf("**These results were imported** (format %s, from %s): another program ran the models and judged their proofs, and which context it showed them is not recorded.",
		md.Text(in.Format), list(files))
}

func (d *document) limitWords() string {
	if d.Spec.Imported != nil {
		if d.Spec.Limits.Task == 0 {
			return "No time limit was applied to what was imported."
		}
		return fmt.Sprintf("Time limit: %s for a task in a cell; a proof that took longer does not count, whatever limit the models ran under.", d.Spec.Limits.Task)
	}
	words := func(limit time.Duration) string {
		if limit == 0 {
			return "none"
		}
		return limit.String()
	}
	return fmt.Sprintf("Time limits: %s for checking one candidate, %s for a task in a cell (start-up excluded).",
		words(d.Spec.Limits.Candidate), words(d.Spec.Limits.Task))
}

// tasks says where the tasks come from and how they were chosen.
func (d *document) tasks() {
	d.Heading(3, "Tasks")
	s := d.Selection
	if s == nil {
		d.Para(fmt.Sprintf("The run has %s; how they were chosen is not recorded with it.", plural(d.a.Tasks, "task", "tasks")))
		return
	}
	d.Para(fmt.Sprintf("Of %s in the source %s are eligible and %s were chosen with seed %d.", count(s.Source), count(s.Eligible), count(s.Chosen), s.Seed),
		"Method: "+md.Text(s.Method)+".",
		"Rates of this sample are not those of the source, since deep tasks are as frequent in it as shallow ones.")
	if len(s.Excluded) > 0 {
		var reasons []string
		for _, r := range slices.Sorted(maps.Keys(s.Excluded)) {
			reasons = append(reasons, fmt.Sprintf("%s (%s)", md.Text(r), count(s.Excluded[r])))
		}
		d.Para("Excluded, each by the first reason that applies: " + strings.Join(reasons, "; ") + ".")
	}
	d.strata(s)
}

// strata tabulates what the selection had to choose from and took: repositories by
// depth buckets.
func (d *document) strata(s *task.SelectionRecord) {
	type pair struct{ available, chosen int }
	cells := map[string][]pair{}
	head := []string{"repository\t"}
	total := make([]pair, len(s.Buckets))
	for b, bucket := range s.Buckets {
		head = append(head, "depth "+md.Text(bucket.Depth))
		total[b] = pair{bucket.Available, bucket.Chosen}
		for _, st := range bucket.Strata {
			if cells[st.Repository] == nil {
				cells[st.Repository] = make([]pair, len(s.Buckets))
			}
			cells[st.Repository][b] = pair{st.Available, st.Chosen}
		}
	}
	row := func(name string, pairs []pair) []string {
		out := []string{name}
		var sum pair
		for _, p := range pairs {
			out = append(out, of(p.chosen, p.available))
			sum.available, sum.chosen = sum.available+p.available, sum.chosen+p.chosen
		}
		return append(out, of(sum.chosen, sum.available))
	}
	var rows [][]string
	caption := "Tasks chosen of those eligible, by repository and depth."
	if len(cells) > maxRepositories {
		caption = fmt.Sprintf("Tasks chosen of those eligible, by depth, over %d repositories; selection.json has each.", len(cells))
	} else {
		for _, repo := range sortedKeys(cells) {
			rows = append(rows, row(md.Text(repo), cells[repo]))
		}
	}
	rows = append(rows, row("**all**", total))
	d.table(caption, append(head, "all"), rows)
}
