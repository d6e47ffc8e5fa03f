package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/urfave/cli/v2"

	"proofgrid/reports/power"
)

// pilotPlan is what a pilot says, for machines. What cannot be said is null.
type pilotPlan struct {
	Run    string     `json:"run"`
	Tasks  int        `json:"tasks"`
	Alpha  float64    `json:"alpha"`
	Power  float64    `json:"power"`
	Effect float64    `json:"effect"`
	Pairs  []pairPlan `json:"pairs"`
}

type pairPlan struct {
	A            string     `json:"a"`
	B            string     `json:"b"`
	Tasks        int        `json:"tasks"`
	Repositories int        `json:"repositories"`
	RateA        float64    `json:"rate_a"`
	RateB        float64    `json:"rate_b"`
	Difference   float64    `json:"difference"`
	Interval     []*float64 `json:"interval"`
	Found        *float64   `json:"detectable"` // by the pilot itself
	Discordant   float64    `json:"discordant"`
	UpTo         float64    `json:"discordant_upper"`
	DesignEffect float64    `json:"design_effect"`
	Needed       *int       `json:"tasks_needed"`
	Cautious     *int       `json:"tasks_needed_cautious"`
	// FoundByTasks is the effect that the tasks of --tasks find.
	FoundByTasks *float64    `json:"effect_of_tasks,omitempty"`
	Scores       *scoresPlan `json:"scores,omitempty"`
	Warnings     []string    `json:"warnings"`
}

type scoresPlan struct {
	power.Plan
	Tasks         int          `json:"tasks"` // that the effects are for
	BySamples     []sampleStep `json:"by_samples"`
	SamplesNeeded *int         `json:"samples_needed"` // with these tasks
	why           string
}

type sampleStep struct {
	Samples int     `json:"samples"` // 0: endless
	Effect  float64 `json:"detectable"`
	Needed  *int    `json:"tasks_needed"`
}

func powerPilot(c *cli.Context, p Process) error {
	run, err := findRun(c)
	if err != nil {
		return err
	}
	for _, name := range []string{"discordant", "rate", "unpaired", "omega2", "sigma2", "sigma2-b", "design-effect", "cluster-size", "icc", "samples"} {
		if c.IsSet(name) {
			return fmt.Errorf("--%s is an assumption, and a pilot run says it itself; give --effect, --tasks, --power and --alpha", name)
		}
	}
	if !run.Sealed() {
		return fmt.Errorf("%s is not complete; finish it with 'proofgrid run SPEC --resume --as %s'", run.Name(), run.Provenance.Run)
	}
	alpha, target := c.Float64("alpha"), c.Float64("power")
	if !(alpha > 0 && alpha < 1 && target > 0 && target < 1) {
		return fmt.Errorf("--alpha %v --power %v: both lie between 0 and 1", alpha, target)
	}
	effect := 0.05
	if c.IsSet("effect") {
		effect = c.Float64("effect")
	}
	if !(effect > 0 && effect < 1) {
		return fmt.Errorf("--effect %v: it is a fraction, such as 0.05 for five points", effect)
	}
	if c.IsSet("tasks") && c.Int("tasks") < 1 {
		return fmt.Errorf("--tasks %d: at least 1", c.Int("tasks"))
	}
	pilot, err := power.Read(run.Path("tables"))
	if err != nil {
		return withCode(codeOf(err), err)
	}
	cells, err := pilot.Choose(*c.Generic("filter").(*filters))
	if err != nil {
		return err
	}
	pairs, err := pilot.Pairs(cells, power.Options{Alpha: alpha, Power: target, Level: 0.95})
	if err != nil {
		return err
	}
	out := pilotPlan{Run: run.Name(), Tasks: pilot.Tasks, Alpha: alpha, Power: target, Effect: effect}
	for _, pair := range pairs {
		out.Pairs = append(out.Pairs, newPairPlan(pilot, pair, effect, c.Int("tasks")))
	}
	if c.Bool("json") {
		return printJSON(p.Out, out)
	}
	return out.print(p.Out, c.Int("tasks"))
}

func newPairPlan(pilot *power.Pilot, pair power.Pair, effect float64, tasks int) pairPlan {
	out := pairPlan{
		A: pilot.Name(pair.A), B: pilot.Name(pair.B), Tasks: pair.Tasks, Repositories: pair.Clusters, RateA: pair.RateA, RateB: pair.RateB,
		Difference: pair.Difference.Value, Interval: []*float64{number(pair.Difference.Lo), number(pair.Difference.Hi)},
		Found: number(pair.Found), Discordant: pair.Discordant.Value, UpTo: pair.Discordant.Hi, DesignEffect: pair.Outcomes.DesignEffect,
		Needed: whole(pair.Outcomes.Tasks(effect, 0)), Cautious: whole(pair.Cautious.Tasks(effect, 0)),
		Warnings: append(append([]string{}, pair.Warnings...), pair.Difference.Warnings...),
	}
	if tasks > 0 {
		if found, err := pair.Outcomes.Effect(tasks, 0); err == nil {
			out.FoundByTasks = &found
		}
	}
	if !pair.ByScores {
		return out
	}
	s := &scoresPlan{Plan: pair.Scores, Tasks: tasks}
	if tasks == 0 {
		s.Tasks = pair.ScoredTasks
	}
	endless := pair.Scores
	endless.VarA, endless.VarB = 0, 0
	for _, k := range []int{1, 2, 4, 8, 16, 0} {
		plan := pair.Scores
		if k == 0 {
			plan = endless
		}
		found, err := plan.Effect(s.Tasks, max(1, k))
		if err != nil {
			continue // no spread between tasks: endless samples would find anything
		}
		s.BySamples = append(s.BySamples, sampleStep{k, found, whole(plan.Tasks(effect, max(1, k)))})
	}
	need, err := pair.Scores.Samples(effect, s.Tasks)
	if s.SamplesNeeded = whole(need, err); errors.Is(err, power.ErrOutOfReach) {
		s.why = "no number of samples finds it with these tasks"
	}
	out.Scores = s
	return out
}

func number(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

func whole(n int, err error) *int {
	if err != nil {
		return nil
	}
	return &n
}

func (o pilotPlan) print(w io.Writer, tasks int) error {
	fmt.Fprintf(w, "%s: a pilot of %d tasks; plans for two-sided tests at %.3g with a power of %.3g\n", o.Run, o.Tasks, o.Alpha, o.Power)
	for _, p := range o.Pairs {
		p.print(w, o.Effect, tasks)
	}
	_, err := fmt.Fprint(w, `
More tasks are taken to come from more repositories like the pilot's. Plan for the
smallest difference that matters: the one that a pilot shows is itself uncertain.
`)
	return err
}

func (p pairPlan) print(w io.Writer, effect float64, tasks int) {
	fmt.Fprintf(w, "\n%s  against  %s\n", p.A, p.B)
	fmt.Fprintf(w, "  solved %.1f %% and %.1f %% of %d tasks: a difference of %+.1f points", 100*p.RateA, 100*p.RateB, p.Tasks, 100*p.Difference)
	if p.Interval[0] != nil {
		fmt.Fprintf(w, ", 95 %% interval [%+.1f, %+.1f]", 100**p.Interval[0], 100**p.Interval[1])
	}
	fmt.Fprintln(w)
	if p.Found != nil {
		fmt.Fprintf(w, "  this run finds a true difference of %s or more\n", points(*p.Found))
	}
	fmt.Fprintf(w, "  %.1f %% of tasks are solved by one arm alone (95 %% interval up to %.1f %%); design effect %.2f\n", 100*p.Discordant, 100*p.UpTo, p.DesignEffect)
	switch {
	case p.Needed != nil && p.Cautious != nil:
		fmt.Fprintf(w, "  a true difference of %s needs %d tasks; %d when that share is at the end of its interval\n", points(effect), *p.Needed, *p.Cautious)
	case p.Cautious != nil:
		fmt.Fprintf(w, "  a true difference of %s is more than that share allows; at the end of its interval it needs %d tasks\n", points(effect), *p.Cautious)
	default:
		fmt.Fprintf(w, "  a true difference of %s is more than that share allows, even at the end of its interval\n", points(effect))
	}
	if tasks > 0 {
		if p.FoundByTasks != nil {
			fmt.Fprintf(w, "  %d tasks find a true difference of %s or more\n", tasks, points(*p.FoundByTasks))
		} else {
			fmt.Fprintf(w, "  %d tasks find no difference that the share of such tasks allows\n", tasks)
		}
	}
	if s := p.Scores; s != nil {
		fmt.Fprintf(w, "  by the share of a task's samples that succeed, %d tasks find", s.Tasks)
		for i, step := range s.BySamples {
			if i > 0 {
				fmt.Fprint(w, ",")
			}
			if step.Samples == 0 {
				fmt.Fprintf(w, " %.1f with endless ones", 100*step.Effect)
			} else {
				fmt.Fprintf(w, " %.1f points with %d", 100*step.Effect, step.Samples)
			}
		}
		switch {
		case s.SamplesNeeded != nil:
			fmt.Fprintf(w, "; a difference of %s needs %d samples\n", points(effect), *s.SamplesNeeded)
		case s.why != "":
			fmt.Fprintf(w, "; for a difference of %s %s\n", points(effect), s.why)
		default:
			fmt.Fprintln(w)
		}
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(w, "  warning: %s\n", warning)
	}
}
