package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"proofgrid/reports/power"
)

func powerCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "power",
		Usage:     "how many tasks or samples an experiment needs, or what effect it finds",
		ArgsUsage: "[RUN]",
		Description: `From assumptions: of --tasks, --effect and (for scores) --samples the one that is left
out is computed; with all of them given, the power. What the arms are like:

   --discordant X         both arms try the same tasks, and one alone solves a share X
   --rate P               the same, as if the arms were unrelated: the better solves P
   --rate P --unpaired    each arm has tasks of its own
   --omega2 X --sigma2 Y  a task's score is the mean of its samples: X is the variance
                          over tasks of the difference, Y that of one sample

Tasks that hang together need more: --design-effect, or --cluster-size with --icc, the
correlation within a cluster of the differences (unpaired: of the outcomes).

From a pilot: RUN is a sealed run. Each pair of cells that differ in one of model,
regime and budget gives a plan for --effect (--filter chooses cells, as in compare).

Effects and rates are fractions: 0.05 is five points.

Examples:

   proofgrid power --discordant 0.1 --effect 0.062
   proofgrid power --rate 0.41 --unpaired --tasks 500
   proofgrid power --omega2 0.11 --sigma2 0.17 --tasks 500 --effect 0.05
   proofgrid power quickstart --filter model=analogy`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "tasks", Usage: "tasks; per arm when unpaired"},
			&cli.IntFlag{Name: "samples", Usage: "samples of each task and arm, whose mean is the score"},
			&cli.Float64Flag{Name: "effect", Usage: "true difference to find; 0.05 for a pilot"},
			&cli.Float64Flag{Name: "power", Value: 0.8, Usage: "chance to find it"},
			&cli.Float64Flag{Name: "alpha", Value: 0.05, Usage: "size of the two-sided test"},
			&cli.Float64Flag{Name: "discordant", Usage: "share of tasks that one arm alone solves"},
			&cli.Float64Flag{Name: "rate", Usage: "solve rate of the better arm"},
			&cli.BoolFlag{Name: "unpaired", Usage: "each arm has tasks of its own"},
			&cli.Float64Flag{Name: "omega2", Usage: "variance over tasks of the difference of expected scores"},
			&cli.Float64Flag{Name: "sigma2", Usage: "mean variance of one sample's score"},
			&cli.Float64Flag{Name: "sigma2-b", Usage: "the same of the second arm, when it differs"},
			&cli.Float64Flag{Name: "design-effect", Value: 1, Usage: "variance inflation by clusters"},
			&cli.Float64Flag{Name: "cluster-size", Usage: "tasks of a cluster"},
			&cli.Float64Flag{Name: "icc", Usage: "correlation within a cluster"},
			&cli.GenericFlag{Name: "filter", Value: new(filters), Usage: "`CONDITION` on the cells of RUN, such as model=analogy; can be given several times"},
			notebookFlag,
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return powerPilot(c, p)
			}
			return powerAssumed(c, p)
		},
	}
}

// planned is an answer for machines.
type planned struct {
	power.Plan
	Effect    float64 `json:"effect"`
	Tasks     int     `json:"tasks"`
	Samples   int     `json:"samples,omitempty"`
	SolvedFor string  `json:"solved_for"`
	// Warnings say where the formulas are unsafe.
	Warnings []string `json:"warnings,omitempty"`
}

// assumptions reads the plan that the flags describe.
func assumptions(c *cli.Context) (power.Plan, error) {
	plan := power.Plan{Alpha: c.Float64("alpha"), Power: c.Float64("power"), DesignEffect: c.Float64("design-effect")}
	if c.IsSet("cluster-size") != c.IsSet("icc") {
		return plan, errors.New("--cluster-size and --icc belong together")
	}
	if c.IsSet("icc") {
		if c.IsSet("design-effect") {
			return plan, errors.New("--design-effect or --cluster-size with --icc, not both")
		}
		size, icc := c.Float64("cluster-size"), c.Float64("icc")
		if !(size >= 1 && icc >= -1 && icc <= 1) {
			return plan, fmt.Errorf("--cluster-size %v --icc %v: a cluster has at least 1 task, and a correlation lies between -1 and 1", size, icc)
		}
		plan.DesignEffect = 1 + (size-1)*icc
	}
	scores := c.IsSet("omega2") || c.IsSet("sigma2")
	switch {
	case scores && (c.IsSet("discordant") || c.IsSet("rate") || c.Bool("unpaired")):
		return plan, errors.New("--omega2 and --sigma2 are about scores; --discordant, --rate and --unpaired about outcomes: choose one")
	case scores && !(c.IsSet("omega2") && c.IsSet("sigma2")):
		return plan, errors.New("--omega2 and --sigma2 belong together")
	case scores:
		plan.Design, plan.Omega2, plan.VarA = power.Scores, c.Float64("omega2"), c.Float64("sigma2")
		if plan.VarB = plan.VarA; c.IsSet("sigma2-b") {
			plan.VarB = c.Float64("sigma2-b")
		}
	case c.IsSet("samples"):
		return plan, errors.New("--samples needs --omega2 and --sigma2: elsewhere a task has one outcome at its whole budget")
	case c.Bool("unpaired") && !c.IsSet("rate"):
		return plan, errors.New("--unpaired needs --rate, the solve rate of the better arm")
	case c.Bool("unpaired"):
		plan.Design, plan.Rate = power.Unpaired, c.Float64("rate")
	case c.IsSet("discordant"):
		plan.Design, plan.Discordant = power.Outcomes, c.Float64("discordant")
	case c.IsSet("rate") && c.IsSet("effect"):
		a, b := c.Float64("rate"), c.Float64("rate")-c.Float64("effect")
		if !(a <= 1 && b >= 0) {
			return plan, fmt.Errorf("--rate %v --effect %v: the arms' rates would be %v and %v", a, c.Float64("effect"), a, b)
		}
		plan.Design, plan.Discordant = power.Outcomes, a*(1-b)+b*(1-a)
	default:
		return plan, errors.New("say what the arms are like: --discordant, --rate with --effect, --rate with --unpaired, or --omega2 with --sigma2; or name a pilot run")
	}
	return plan, nil
}

func powerAssumed(c *cli.Context, p Process) error {
	plan, err := assumptions(c)
	if err != nil {
		return err
	}
	if len(*c.Generic("filter").(*filters)) > 0 {
		return errors.New("--filter chooses cells of a pilot run, and none is named")
	}
	a := planned{Plan: plan, Effect: c.Float64("effect"), Tasks: c.Int("tasks"), Samples: c.Int("samples")}
	effect, tasks, samples := c.IsSet("effect"), c.IsSet("tasks"), c.IsSet("samples") || plan.Design != power.Scores
	switch {
	case effect && tasks && samples:
		a.SolvedFor = "power"
		a.Power, err = plan.At(a.Effect, a.Tasks, a.Samples)
	case effect && samples:
		a.SolvedFor = "tasks"
		a.Tasks, err = plan.Tasks(a.Effect, a.Samples)
	case tasks && samples:
		a.SolvedFor = "effect"
		a.Effect, err = plan.Effect(a.Tasks, a.Samples)
	case effect && tasks:
		a.SolvedFor = "samples"
		a.Samples, err = plan.Samples(a.Effect, a.Tasks)
	case plan.Design == power.Scores:
		err = errors.New("give two of --tasks, --samples and --effect, and the third is computed")
	default:
		err = errors.New("give --tasks or --effect, and the other is computed")
	}
	if errors.Is(err, power.ErrOutOfReach) {
		return withCode(exitNo, err)
	}
	if err != nil {
		return err
	}
	a.Warnings = plan.Warnings(a.Tasks)
	if c.Bool("json") {
		return printJSON(p.Out, a)
	}
	_, err = fmt.Fprintln(p.Out, strings.Join(append([]string{a.sentence()}, a.Warnings...), "\nWarning: "))
	return err
}

func points(x float64) string { return fmt.Sprintf("%.1f points", 100*x) }

// sentence says the answer in plain words.
func (a planned) sentence() string {
	var s strings.Builder
	tasks := map[bool]string{false: fmt.Sprintf("%d tasks, tried by both arms,", a.Tasks), true: fmt.Sprintf("%d tasks in each arm", a.Tasks)}[a.Design == power.Unpaired]
	if a.Design == power.Scores {
		tasks = fmt.Sprintf("%d tasks with %d samples in each arm", a.Tasks, a.Samples)
	}
	switch a.SolvedFor {
	case "tasks":
		fmt.Fprintf(&s, "A true difference of %s needs %s to be found with a power of %.3g", points(a.Effect), tasks, a.Power)
	case "samples":
		fmt.Fprintf(&s, "A true difference of %s with %d tasks needs %d samples of each in each arm to be found with a power of %.3g", points(a.Effect), a.Tasks, a.Samples, a.Power)
	case "effect":
		fmt.Fprintf(&s, "%s find a true difference of %s or more with a power of %.3g", tasks, points(a.Effect), a.Power)
	default:
		fmt.Fprintf(&s, "%s find a true difference of %s with a power of %.3g", tasks, points(a.Effect), a.Power)
	}
	fmt.Fprintf(&s, ", by a two-sided test at %.3g", a.Alpha)
	switch a.Design {
	case power.Outcomes:
		fmt.Fprintf(&s, ", when %.1f %% of tasks are solved by one arm alone", 100*a.Discordant)
	case power.Unpaired:
		fmt.Fprintf(&s, ", when the better arm solves %.1f %%", 100*a.Rate)
	}
	if a.DesignEffect != 1 {
		fmt.Fprintf(&s, " (design effect %.3g)", a.DesignEffect)
	}
	return s.String() + "."
}
