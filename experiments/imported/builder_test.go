package imported

import (
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// built returns the results of attempts on one task, given as sample, round, verdict.
func built(attempts ...[3]any) (*Results, error) {
	b := &Builder{Results: Results{Policy: spec.Exhaustive}}
	cell, task := b.Cell("lab/m", "r", nil), b.Task("t", func(*Task) {})
	b.Task("other", func(*Task) {})
	for _, v := range attempts {
		a := Unknown(v[2].(record.Verdict))
		a.Sample, a.Round = int32(v[0].(int)), int32(v[1].(int))
		b.Add(cell, task, a)
	}
	return b.Finish()
}

func TestBuilderOrders(t *testing.T) {
	r, err := built([3]any{2, 0, record.Proved}, [3]any{0, 1, record.Proved}, [3]any{0, 0, record.Rejected})
	if err != nil {
		t.Fatal(err)
	}
	c := r.Cells[0]
	if c.Model != "lab:m" || c.K != 3 || c.R != 1 || len(c.Units) != 2 || c.Units[1] != nil || c.Units[0][0].Round != 0 || len(c.Units[0]) != 4 || c.Units[0][2].Sample != 1 || c.Units[0][2].Verdict != record.NotRun || c.Units[0][3].Sample != 2 {
		t.Errorf("cell: %+v", c)
	}
	if len(r.Findings) != 1 || r.Findings[0].What != "tasks with fewer than the cell's 3 samples; the others count as not run" || r.Findings[0].N != 1 {
		t.Errorf("findings: %+v", r.Findings)
	}
}

// A task with fewer samples than others has not failed in the whole budget.
func TestBuilderKnowsWhatIsMissing(t *testing.T) {
	for name, c := range map[string]struct {
		policy spec.Policy
		short  record.Verdict
		want   int // attempts
	}{
		"exhaustive, failed":    {spec.Exhaustive, record.Rejected, 2},
		"exhaustive, solved":    {spec.Exhaustive, record.Proved, 2},
		"breadth-first, failed": {spec.BreadthFirst, record.Rejected, 2},
		"depth-first, failed":   {spec.DepthFirst, record.Rejected, 2},
		"depth-first, solved":   {spec.DepthFirst, record.Proved, 1},
		"depth-first, timeout":  {spec.DepthFirst, record.Timeout, 1},
	} {
		t.Run(name, func(t *testing.T) {
			b := &Builder{Results: Results{Policy: c.policy}}
			cell := b.Cell("m", "r", nil)
			for s, v := range []record.Verdict{record.Rejected, record.Rejected, c.short} {
				a := Unknown(v)
				a.Sample = int32(s % 2)
				b.Add(cell, b.Task([]string{"long", "long", "short"}[s], func(*Task) {}), a)
			}
			r, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if unit := r.Cells[0].Units[1]; len(unit) != c.want || c.want == 2 && (unit[1].Verdict != record.NotRun || unit[1].Sample != 1) {
				t.Errorf("%+v", unit)
			}
		})
	}
}

func TestBuilderRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		attempts [][3]any
		want     string
	}{
		"the same attempt twice":  {[][3]any{{0, 0, record.Rejected}, {0, 0, record.Rejected}}, "two attempts with sample 0 and round 0"},
		"a gap":                   {[][3]any{{0, 0, record.Rejected}, {0, 2, record.Rejected}}, "round 2 without a round 1"},
		"no first answer":         {[][3]any{{0, 1, record.Rejected}}, "round 1 without a round 0"},
		"a repair of a proof":     {[][3]any{{0, 0, record.Proved}, {0, 1, record.Rejected}}, "which is proved and thus the last"},
		"a repair of what is not": {[][3]any{{0, 0, record.NotRun}, {0, 1, record.Proved}}, "which is not-run"},
		"too many samples":        {[][3]any{{spec.MaxK, 0, record.Rejected}}, "at most"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := built(c.attempts...); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	b := &Builder{}
	b.Cell("a/b", "r", nil)
	b.Cell("a:b", "r", nil)
	if _, err := b.Finish(); err == nil || !strings.Contains(err.Error(), "rename one") {
		t.Errorf("two models of one name: %v", err)
	}
}

func TestSeconds(t *testing.T) {
	if d, ok := Seconds(1.5); d != 1500*time.Millisecond || !ok {
		t.Errorf("1.5 s are %v", d)
	}
	for _, s := range []float64{-1, 1e300, record.Outcome([]record.AttemptRow{{Answering: -1, Check: -1}}, nil).Seconds} {
		if d, ok := Seconds(s); ok {
			t.Errorf("%v s are %v", s, d)
		}
	}
}
