package imported

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Builder makes Results of attempts that come in any order.
type Builder struct {
	Results
	Lint Findings

	taskAt map[string]int
	cellAt map[[2]string]int
}

// Task returns the place of the task with an ID; a new ID makes a new task, whose
// row describe fills in.
func (b *Builder) Task(id string, describe func(*Task)) int {
	if i, ok := b.taskAt[id]; ok {
		return i
	}
	if b.taskAt == nil {
		b.taskAt = map[string]int{}
	}
	t := Task{TaskRow: record.TaskRow{TaskID: id, Name: id}}
	describe(&t)
	i := len(b.Tasks)
	b.taskAt[id] = i
	b.Tasks = append(b.Tasks, t)
	return i
}

// Cell returns the place of the cell of a model, by the name that its source gives
// it, and a regime. Settings are those of a new cell.
func (b *Builder) Cell(model, regime string, settings map[string]string) int {
	key := [2]string{model, regime}
	if i, ok := b.cellAt[key]; ok {
		return i
	}
	if b.cellAt == nil {
		b.cellAt = map[[2]string]int{}
	}
	i := len(b.Cells)
	b.cellAt[key] = i
	b.Cells = append(b.Cells, Cell{Model: ModelName(model), Regime: regime, Settings: settings})
	return i
}

// ModelName turns what a source calls a model into a name that specs allow: of
// "openai/gpt-4o" it makes "openai:gpt-4o".
func ModelName(name string) string {
	return strings.NewReplacer("/", ":", "\n", " ", "\r", " ", "\t", " ").Replace(name)
}

// Add adds an attempt on a task.
func (b *Builder) Add(cell, task int, a Attempt) {
	c := &b.Cells[cell]
	for len(c.Units) <= task {
		c.Units = append(c.Units, nil)
	}
	c.Units[task] = append(c.Units[task], a)
}

// FromZero renumbers samples, and rounds, if all of them begin at 1. The finding is of
// file.
func (b *Builder) FromZero(file string) {
	for _, n := range []struct {
		what string
		of   func(*Attempt) *int32
	}{
		{"samples", func(a *Attempt) *int32 { return &a.Sample }},
		{"rounds", func(a *Attempt) *int32 { return &a.Round }},
	} {
		var all []*int32
		least := int32(2)
		for _, cell := range b.Cells {
			for _, unit := range cell.Units {
				for i := range unit {
					p := n.of(&unit[i])
					all, least = append(all, p), min(least, *p)
				}
			}
		}
		if least != 1 {
			continue
		}
		for _, p := range all {
			*p--
		}
		b.Lint.Add(file, n.what+" were counted from 1 and are now counted from 0", "")
	}
}

// Finish sorts the attempts of each unit by sample and round, takes k and r of each
// cell from what it holds where they are not set, and returns the results. Two
// attempts on the same task with the same sample and round are an error, and so are a
// repair of what did not fail or without the round before it, and
// two models that ModelName makes one. A task with fewer samples than its cell has is
// noted and gets one that was not run: whether it would have been solved with all of
// them is unknown. That is not so where samples end with a success or the time limit.
func (b *Builder) Finish() (*Results, error) {
	named := map[[2]string]bool{}
	for i := range b.Cells {
		c := &b.Cells[i]
		if key := [2]string{c.Model, c.Regime}; named[key] {
			return nil, fmt.Errorf("two models would both be called %q under the regime %s: rename one", c.Model, c.Regime)
		} else {
			named[key] = true
		}
		for len(c.Units) < len(b.Tasks) {
			c.Units = append(c.Units, nil)
		}
		k, r := int32(0), int32(0)
		samples := make([]int32, len(c.Units))
		for t, unit := range c.Units {
			slices.SortStableFunc(unit, func(a, b Attempt) int {
				return cmp.Or(cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Round, b.Round))
			})
			for j := range unit {
				a := &unit[j]
				if j > 0 && a.Sample == unit[j-1].Sample && a.Round == unit[j-1].Round {
					return nil, fmt.Errorf("model %s, regime %s: task %s has two attempts with sample %d and round %d", c.Model, c.Regime, b.Tasks[t].TaskID, a.Sample, a.Round)
				}
				if j == 0 || a.Sample != unit[j-1].Sample {
					samples[t]++
				}
				if err := follows(unit[:j], a); err != nil {
					return nil, fmt.Errorf("model %s, regime %s: task %s, sample %d: %w", c.Model, c.Regime, b.Tasks[t].TaskID, a.Sample, err)
				}
				k, r = max(k, a.Sample+1), max(r, a.Round)
			}
		}
		if c.K == 0 {
			c.K, c.R = int(k), int(r)
		}
		if c.K > spec.MaxK || c.R > spec.MaxR {
			return nil, fmt.Errorf("model %s, regime %s: samples up to %d and rounds up to %d; at most %d and %d are kept", c.Model, c.Regime, c.K-1, c.R, spec.MaxK-1, spec.MaxR)
		}
		for t, n := range samples {
			if n == 0 || int(n) >= c.K || b.Policy == spec.DepthFirst && ended(c.Units[t]) {
				continue
			}
			b.Lint.Add(c.Model+", "+c.Regime, fmt.Sprintf("tasks with fewer than the cell's %d samples; the others count as not run", c.K), b.Tasks[t].TaskID)
			c.Units[t] = withMissing(c.Units[t])
		}
		if c.Strategy == "" {
			c.Strategy = "imported"
		}
	}
	b.Findings = append(b.Findings, b.Lint.List()...)
	return &b.Results, nil
}

// ended tells whether a success or the time limit ended the samples of a task.
func ended(unit []Attempt) bool {
	return unit[len(unit)-1].Verdict == record.Timeout ||
		slices.ContainsFunc(unit, func(a Attempt) bool { return a.Verdict == record.Proved })
}

// withMissing inserts an attempt that was not run at the first sample that is missing.
// One is enough to say that more samples might have solved the task.
func withMissing(unit []Attempt) []Attempt {
	next, at := int32(0), len(unit)
	for i := range unit {
		if unit[i].Sample > next {
			at = i
			break
		}
		next = unit[i].Sample + 1
	}
	a := Unknown(record.NotRun)
	a.Sample, a.Detail = next, "this sample and maybe more are not among the imported results"
	return slices.Insert(unit, at, a)
}

// follows tells why an attempt cannot come after those before it: a repair needs the
// round before, which failed.
func follows(before []Attempt, a *Attempt) error {
	last, verdict := int32(-1), record.Rejected
	if n := len(before); n > 0 && before[n-1].Sample == a.Sample {
		last, verdict = before[n-1].Round, before[n-1].Verdict
	}
	switch {
	case a.Round != last+1:
		return fmt.Errorf("there is a round %d without a round %d before it", a.Round, a.Round-1)
	case verdict == record.Proved || verdict == record.InfrastructureError || verdict == record.NotRun:
		return fmt.Errorf("there is a round %d after round %d, which is %s and thus the last", a.Round, last, verdict)
	}
	return nil
}

// Seconds converts a time in seconds as files state it; ok is false for what is no
// time: negative, infinite or longer than ten years.
func Seconds(s float64) (d time.Duration, ok bool) {
	const tenYears = 10 * 366 * 24 * 3600
	if !(s >= 0 && s < tenYears) {
		return 0, false
	}
	return time.Duration(math.Round(s * 1e9)), true
}
