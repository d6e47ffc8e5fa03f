package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
	"proofgrid/runner"
	"proofgrid/runner/model"
	"proofgrid/runner/plan"
)

func promptCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "prompt",
		Usage:     "print exactly what a model is sent for a task",
		ArgsUsage: "SPEC.yaml",
		Description: `Prints the messages of the first answer, their tokens, and the premises that did not
fit the regime's window. Nothing is sent. Control characters are shown escaped; --json
has the texts as they are.

Examples:

   proofgrid prompt experiments/language-model.yaml
   proofgrid prompt experiments/language-model.yaml --regime retrieved-3 --json`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "task", Usage: "`ID` or name of a task of the spec (default: its first)"},
			&cli.StringFlag{Name: "regime", Usage: "`NAME` of a regime, of the spec or not (default: the spec's first)"},
			&cli.StringFlag{Name: "model", Usage: "`NAME` of a model of the spec (default: its first that reads prompts)"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			file, err := oneArg(c, "spec")
			if err != nil {
				return err
			}
			s, err := spec.ReadFile(file)
			if err != nil {
				return err
			}
			pl, err := plan.Load(s, world(c, p))
			if err != nil {
				return err
			}
			defer pl.Close()
			out, err := showPrompt(pl, c.String("task"), c.String("regime"), c.String("model"))
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(p.Out, out)
			}
			out.print(p.Out)
			return nil
		},
	}
}

// promptView is what the command prints.
type promptView struct {
	Task      string          `json:"task"`
	Model     string          `json:"model"`
	Regime    string          `json:"regime"`
	Templates string          `json:"templates"` // SHA-256
	Tokenizer string          `json:"tokenizer"`
	Exact     bool            `json:"exact"` // it is a real tokenizer, not an estimate
	Tokens    int             `json:"tokens"`
	Messages  []promptMessage `json:"messages"`
	Shown     []string        `json:"shown"`
	Dropped   []string        `json:"dropped"`
}

type promptMessage struct {
	model.Message
	Tokens int `json:"tokens"`
}

// prompter is a model that reads prompts, as built-in provers do not.
type prompter interface {
	model.Model
	Prompt(*model.Request) ([]model.Message, error)
}

func showPrompt(pl *plan.Plan, taskName, regimeName, modelName string) (*promptView, error) {
	s := pl.Spec
	t, err := pickTask(s, pl.Tasks, taskName)
	if err != nil {
		return nil, err
	}
	name, m, err := pickModel(pl, modelName)
	if err != nil {
		return nil, err
	}
	params := s.Regimes[0].Params
	if regimeName != "" {
		if params, err = regime.Parse(regimeName); err != nil {
			return nil, err
		}
	}
	shown, err := regime.Build(t, params)
	if err != nil {
		return nil, err
	}
	if err := regime.Leak(t, shown); err != nil {
		return nil, err
	}
	counter, err := tokens.ByName(tokens.Estimate)
	if err != nil {
		return nil, err
	}
	if c, ok := m.(interface{ Counter() tokens.Counter }); ok {
		counter = c.Counter()
	}
	msgs, err := m.Prompt(&model.Request{Task: t, Context: shown, Seed: runner.Seed(s.Seed, t.ID, 0, 0)})
	if err != nil {
		return nil, err
	}
	templates, _ := m.Settings()["prompt_templates"].(string)
	out := &promptView{
		Task: t.ID, Model: name, Regime: params.String(), Templates: templates,
		Tokenizer: counter.Name(), Exact: counter.Exact(), Messages: []promptMessage{},
		Shown: premiseNames(t, shown.Shown), Dropped: premiseNames(t, shown.Dropped),
	}
	for _, msg := range msgs {
		n := counter.Count(msg.Text)
		out.Tokens += n
		out.Messages = append(out.Messages, promptMessage{msg, n})
	}
	return out, nil
}

func pickTask(s *spec.Spec, tasks []*task.Task, name string) (*task.Task, error) {
	i := slices.IndexFunc(tasks, func(t *task.Task) bool { return name == "" || t.ID == name || t.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s: no task %q among its %d; 'proofgrid tasks %s' lists them", s.File, name, len(tasks), s.File)
	}
	return tasks[i], nil
}

// pickModel returns the named model, or the first one that reads prompts.
func pickModel(pl *plan.Plan, name string) (string, prompter, error) {
	var known []string
	for _, m := range pl.Spec.Models {
		p, ok := pl.Models[m.Name].(prompter)
		switch {
		case ok && (name == "" || name == m.Name):
			return m.Name, p, nil
		case name == m.Name:
			return "", nil, fmt.Errorf("%s: model %s is a built-in prover, which reads no prompts", pl.Spec.File, name)
		}
		known = append(known, m.Name)
	}
	if name == "" {
		return "", nil, fmt.Errorf("%s: all of its models are built-in provers, which read no prompts", pl.Spec.File)
	}
	return "", nil, fmt.Errorf("%s: no model %q%s", pl.Spec.File, name, spec.Hint(name, known))
}

func premiseNames(t *task.Task, indices []int32) []string {
	out := make([]string, len(indices))
	for n, i := range indices {
		out[n] = t.Pool.Premises[i].Name
	}
	return out
}

func (v *promptView) print(w io.Writer) {
	counted := "by the tokenizer " + v.Tokenizer
	if !v.Exact {
		counted = "by an estimate"
	}
	fmt.Fprintf(w, "task %s, regime %s, model %s\n", onOneLine(v.Task), v.Regime, v.Model)
	fmt.Fprintf(w, "%d tokens (%s); %d premises shown, %d dropped\n", v.Tokens, counted, len(v.Shown), len(v.Dropped))
	for _, m := range v.Messages {
		fmt.Fprintf(w, "\n── %s, %d tokens ──\n%s\n", m.Role, m.Tokens, escaped(m.Text, "\n\t"))
	}
	if n := len(v.Dropped); n > 0 {
		const most = 20
		fmt.Fprintf(w, "\n── dropped, in the order of their loss ──\n%s\n", strings.Join(v.Dropped[:min(n, most)], "\n"))
		if n > most {
			fmt.Fprintf(w, "… and %d more; --json lists them all\n", n-most)
		}
	}
}
