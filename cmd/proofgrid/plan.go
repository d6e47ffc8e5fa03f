package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/runner/plan"
)

func planCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "plan",
		Usage:     "say what an experiment will ask for and cost, before anything is sent",
		ArgsUsage: "SPEC.yaml",
		Description: `Builds the first prompt of every task under every regime and sums up calls, tokens and
cost of the grid. What repairs add depends on what is proved: LEAST is when every
attempt is a proof, MOST when none is, and EXPECTED runs from the case that every attempt
has the assumed solve rate to the case that some tasks are always solved and the rest
never. The length of an answer is the mean of the model's answers in the response
store, else the most that its settings allow. Nothing is sent, and no key is needed.

Examples:

   proofgrid plan experiments/language-model.yaml
   proofgrid plan experiments/language-model.yaml --solve-rate 0.1 --answer-tokens 900 --json`,
		Flags: []cli.Flag{
			notebookFlag, responsesFlag,
			&cli.Float64Flag{Name: "solve-rate", Value: 0.3, Usage: "assumed probability that an attempt is a proof"},
			&cli.Float64Flag{Name: "answer-tokens", Usage: "assumed `TOKENS` of an answer, for every model"},
			&cli.Float64Flag{Name: "report-tokens", Value: plan.DefaultReport, Usage: "assumed `TOKENS` of the checker's report in a repair's prompt"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			path, err := oneArg(c, "spec")
			if err != nil {
				return err
			}
			return planSpec(c, p, path)
		},
	}
}

// forecast is what the command prints.
type forecast struct {
	Spec      string    `json:"spec"`
	Tasks     int       `json:"tasks"`
	Cells     int       `json:"cells"`
	Units     int       `json:"units"`
	SolveRate float64   `json:"solve_rate"`
	Caps      spec.Caps `json:"caps"`
	plan.Estimate
	Warnings []string `json:"warnings"`
}

func planSpec(c *cli.Context, p Process, path string) error {
	if r := c.Float64("solve-rate"); !(r >= 0 && r <= 1) {
		return fmt.Errorf("--solve-rate %v: it takes 0 to 1", r)
	}
	s, err := spec.ReadFile(path)
	if err != nil {
		return err
	}
	pl, err := plan.Load(s, world(c, p))
	if err != nil {
		return err
	}
	defer pl.Close()
	a := plan.Assumptions{SolveRate: c.Float64("solve-rate"), ReportTokens: c.Float64("report-tokens")}
	if a.AnswerTokens, err = answerTokens(c, pl); err != nil {
		return err
	}
	est, err := pl.Estimate(a)
	if err != nil {
		return err
	}
	out := forecast{
		Spec: path, Tasks: len(pl.Tasks), Cells: len(pl.Cells), Units: len(pl.Tasks) * len(pl.Cells),
		SolveRate: a.SolveRate, Caps: s.Caps, Estimate: est, Warnings: pl.Source.Warnings,
	}
	if c.Bool("json") {
		return printJSON(p.Out, out)
	}
	out.print(p.Out)
	return nil
}

// answerTokens returns the mean length of each model's answers in the response
// store, if there is one, or what the command line says.
func answerTokens(c *cli.Context, pl *plan.Plan) (map[string]float64, error) {
	out := map[string]float64{}
	if c.IsSet("answer-tokens") {
		n := c.Float64("answer-tokens")
		if !(n >= 0) || math.IsInf(n, 0) {
			return nil, fmt.Errorf("--answer-tokens %v: it takes a number of tokens", n)
		}
		for _, m := range pl.Spec.Models {
			out[m.Name] = n
		}
		return out, nil
	}
	store, err := responses.OpenReadOnly(responsesDir(c))
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, withCode(codeOf(err), fmt.Errorf("response store: %w", err))
	}
	defer store.Close()
	for name, m := range pl.Models {
		var n, sum int64
		settings := m.Settings()
		for h, err := range store.List(responses.Filter{Model: name}) {
			if err != nil {
				return nil, withCode(exitOutside, fmt.Errorf("response store: %w", err))
			}
			var asked struct{ Endpoint, Requested string }
			if err := json.Unmarshal(h.Settings, &asked); err != nil {
				continue // a program's
			}
			// Another spec may call another model by this name.
			if h.Usage.Out >= 0 && asked.Endpoint == settings["endpoint"] && asked.Requested == settings["model"] {
				n, sum = n+1, sum+h.Usage.Out
			}
		}
		if n > 0 {
			out[name] = float64(sum) / float64(n)
		}
	}
	return out, nil
}

func (e forecast) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d tasks × %d cells = %d units\n", e.Spec, e.Tasks, e.Cells, e.Units)
	for _, note := range e.Warnings {
		fmt.Fprintf(w, "warning: %s\n", note)
	}
	if len(e.Lines) == 0 {
		fmt.Fprintln(w, "\nevery model is part of the program: nothing is asked of anyone, and nothing is paid")
		return
	}
	fmt.Fprintf(w, "\nEXPECTED at a solve rate of %g an attempt\n\n", e.SolveRate)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "MODEL\tREGIME\t\tLEAST\tEXPECTED\tMOST\t")
	for _, l := range e.Lines {
		printLine(tw, l.Model, l.Regime, l)
	}
	printLine(tw, "total", "", e.Total)
	tw.Flush()
	for _, l := range e.Lines {
		fmt.Fprintf(w, "\n%s, %s: longest prompt %d tokens", l.Model, l.Regime, l.Longest)
		if l.Tokenizer != "" {
			fmt.Fprintf(w, " (%s), answers of %.0f", l.Tokenizer, l.Answer)
		}
		fmt.Fprintln(w)
		for _, note := range l.Notes {
			fmt.Fprintf(w, "  %s\n", note)
		}
	}
	for _, note := range e.Total.Notes {
		fmt.Fprintf(w, "\n%s\n", note)
	}
	e.printCaps(w)
}

func printSpread(tw io.Writer, model, regime, what string, s plan.Spread, format func(float64) string) {
	f := func(n plan.Number) string {
		if math.IsNaN(float64(n)) {
			return "unknown"
		}
		return format(float64(n))
	}
	expected := f(s.Same)
	if split := f(s.Split); split != expected {
		expected += "–" + split
	}
	fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t\n", model, regime, what, f(s.Least), expected, f(s.Most))
}

func printLine(tw io.Writer, model, regime string, l plan.Line) {
	whole := func(x float64) string { return thousands(int64(math.Round(x))) }
	printSpread(tw, model, regime, "calls", l.Calls, whole)
	printSpread(tw, "", "", "tokens in", l.In, whole)
	printSpread(tw, "", "", "tokens out", l.Out, whole)
	printSpread(tw, "", "", "USD", l.Cost, func(x float64) string { return fmt.Sprintf("%.2f", x) })
}

// thousands writes a number with a comma after each three digits.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// printCaps says which caps the run may meet.
func (e forecast) printCaps(w io.Writer) {
	for _, c := range []struct {
		name  string
		cap   float64
		least float64
		most  float64
	}{
		{"cost", e.Caps.Cost, float64(e.Total.Cost.Least), float64(e.Total.Cost.Most)},
		{"tokens", float64(e.Caps.Tokens), float64(e.Total.In.Least + e.Total.Out.Least), float64(e.Total.In.Most + e.Total.Out.Most)},
		{"calls", float64(e.Caps.Calls), float64(e.Total.Calls.Least), float64(e.Total.Calls.Most)},
	} {
		switch {
		case c.cap == 0:
		case c.least > c.cap:
			fmt.Fprintf(w, "\nthe cap on %s, %g, ends the run before it is complete in any case\n", c.name, c.cap)
		case c.most > c.cap:
			fmt.Fprintf(w, "\nthe cap on %s, %g, may end the run before it is complete\n", c.name, c.cap)
		}
	}
}
