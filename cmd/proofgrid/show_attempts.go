package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/record"
	"proofgrid/reports/attempts"
)

// attemptFlags choose the attempts that show prints instead of the run at a glance.
var attemptFlags = []cli.Flag{
	&cli.StringFlag{Name: "task", Usage: "show attempts at the task with this `NAME` or id"},
	&cli.StringFlag{Name: "model", Usage: "of this `MODEL`"},
	&cli.StringFlag{Name: "regime", Usage: "under this `REGIME`"},
	&cli.IntFlag{Name: "sample", Usage: "of sample `N`, from 0", Value: -1, DefaultText: "all"},
	&cli.IntFlag{Name: "round", Usage: "of round `N`, 0 being the first answer", Value: -1, DefaultText: "all"},
	&cli.BoolFlag{Name: "texts", Usage: "with statement, prompt, response, lemmas and proof"},
}

// wantsAttempts tells whether a flag chooses attempts.
func wantsAttempts(c *cli.Context) bool {
	for _, f := range attemptFlags {
		if c.IsSet(f.Names()[0]) {
			return true
		}
	}
	return false
}

// attemptView is an attempt for machines. What is unknown is null.
type attemptView struct {
	Model    string         `json:"model"`
	Regime   string         `json:"regime"`
	Cell     string         `json:"cell_id"`
	Task     string         `json:"task_id"`
	Name     string         `json:"task"`
	Sample   int32          `json:"sample"`
	Round    int32          `json:"round"`
	Verdict  record.Verdict `json:"verdict"`
	Category string         `json:"category,omitempty"`
	Detail   string         `json:"detail,omitempty"`
	Messages []messageView  `json:"diagnostics"`
	Calls    []callView     `json:"calls"`
	Texts    *attemptTexts  `json:"texts,omitempty"`
	row      *attempts.Found
}

type messageView struct {
	Kind    string   `json:"kind"`
	Step    int32    `json:"step,omitempty"`
	Label   string   `json:"label,omitempty"`
	Message string   `json:"message"`
	Goals   []string `json:"goals"`
}

type callView struct {
	Finish  string   `json:"finish"`
	In      *int64   `json:"tokens_in"`
	Cached  *int64   `json:"tokens_cached"`
	Written *int64   `json:"tokens_cache_write"`
	Out     *int64   `json:"tokens_out"`
	Thought *int64   `json:"tokens_reasoning"`
	Cost    *float64 `json:"cost_usd"`
	Retries int32    `json:"retries"`
}

type attemptTexts struct {
	Statement string          `json:"statement"`
	Prompt    []attempts.Turn `json:"prompt,omitempty"`
	Response  string          `json:"response"`
	Lemmas    string          `json:"lemmas"`
	Proof     string          `json:"proof"`
}

func showAttempts(c *cli.Context, p Process, run *notebook.Run) error {
	found, err := attempts.Find(run, attempts.Filter{
		Task: c.String("task"), Model: c.String("model"), Regime: c.String("regime"), Sample: c.Int("sample"), Round: c.Int("round"),
	})
	if err != nil {
		return err
	}
	views := []attemptView{}
	for i := range found {
		v := viewAttempt(&found[i])
		if c.Bool("texts") {
			if v.Texts, err = textsOf(run, &found[i]); err != nil {
				return err
			}
		}
		if c.Bool("json") {
			views = append(views, v)
			continue
		}
		if i > 0 {
			fmt.Fprintln(p.Out)
		}
		v.print(p.Out)
	}
	if c.Bool("json") {
		return printJSON(p.Out, views)
	}
	return nil
}

func viewAttempt(f *attempts.Found) attemptView {
	v := attemptView{
		Model: f.Model, Regime: f.Regime, Cell: f.CellID, Task: f.TaskID, Name: f.TaskName, Sample: f.Sample, Round: f.Round,
		Verdict: f.Verdict, Category: f.Category, Detail: f.Detail, Messages: []messageView{}, Calls: []callView{}, row: f,
	}
	for _, d := range f.Diagnostics {
		v.Messages = append(v.Messages, messageView{d.Kind, d.Step, d.Label, d.Message, append([]string{}, d.Goals...)})
	}
	known := func(n int64) *int64 {
		if n < 0 {
			return nil
		}
		return &n
	}
	for _, k := range f.Calls {
		call := callView{Finish: k.Finish, In: known(k.TokensIn), Cached: known(k.TokensCached), Written: known(k.TokensWritten), Out: known(k.TokensOut), Thought: known(k.TokensThought), Retries: k.Retries}
		if !math.IsNaN(k.Cost) {
			call.Cost = &k.Cost
		}
		v.Calls = append(v.Calls, call)
	}
	return v
}

func textsOf(run *notebook.Run, f *attempts.Found) (*attemptTexts, error) {
	t := new(attemptTexts)
	var err error
	if t.Prompt, err = f.Prompt(run); err != nil {
		return nil, err
	}
	for _, x := range []struct {
		hash string
		to   *string
	}{{f.Statement, &t.Statement}, {f.ResponseHash, &t.Response}, {f.LemmasHash, &t.Lemmas}, {f.CandidateHash, &t.Proof}} {
		if *x.to, err = run.Blob(x.hash); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// print writes the attempt for a terminal, on which nothing in it may act.
func (v *attemptView) print(w io.Writer) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "  %-9s %s\n", name, strings.ReplaceAll(visible(fmt.Sprintf(format, args...)), "\n", "\n            "))
	}
	fmt.Fprintf(w, "%s\n", visible(fmt.Sprintf("%s, %s: %s, sample %d, round %d: %s", v.Model, v.Regime, v.Name, v.Sample, v.Round, v.Verdict)))
	if v.Category != "" {
		line("category", "%s", v.Category)
	}
	if v.Detail != "" {
		line("detail", "%s", v.Detail)
	}
	for _, d := range v.Messages {
		where := d.Kind
		if d.Step > 0 {
			where += fmt.Sprintf(", step %d", d.Step)
		}
		if d.Label != "" {
			where += ", " + d.Label
		}
		line("checker", "%s: %s", where, d.Message)
		for _, g := range d.Goals {
			line("goal", "%s", g)
		}
	}
	for _, k := range v.Calls {
		words := []string{"ended by " + k.Finish}
		for _, n := range []struct {
			count *int64
			what  string
		}{{k.In, "tokens in"}, {k.Cached, "of these cached"}, {k.Written, "of these written to a cache"}, {k.Out, "tokens out"}, {k.Thought, "of these reasoning"}} {
			if n.count != nil && (*n.count > 0 || !strings.HasPrefix(n.what, "of these")) {
				words = append(words, fmt.Sprintf("%d %s", *n.count, n.what))
			}
		}
		if k.Cost != nil {
			words = append(words, fmt.Sprintf("%.6g USD", *k.Cost))
		}
		if k.Retries > 0 {
			words = append(words, fmt.Sprintf("%d retries", k.Retries))
		}
		line("call", "%s", strings.Join(words, ", "))
	}
	var times []string
	for _, t := range []struct {
		of   time.Duration
		what string
	}{{v.row.Wait, "waiting"}, {v.row.Answering, "answering"}, {v.row.Start, "starting the checker"}, {v.row.Check, "checking"}} {
		if t.of > 0 {
			times = append(times, t.of.Round(time.Microsecond).String()+" "+t.what)
		}
	}
	if times != nil {
		line("time", "%s", strings.Join(times, ", "))
	}
	if v.Texts == nil {
		return
	}
	part := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "--- %s\n%s\n", visible(name), strings.TrimSuffix(visible(text), "\n"))
		}
	}
	part("statement", v.Texts.Statement)
	for _, t := range v.Texts.Prompt {
		part("prompt, "+t.Role, t.Text)
	}
	part("response", v.Texts.Response)
	part("lemmas", v.Texts.Lemmas)
	part("proof", v.Texts.Proof)
}

// visible spells out what a terminal would obey or not show: all controls but line
// breaks and tabs, marks that reorder text, and bytes that are no text.
func visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == unicode.ReplacementChar && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n' || r == '\t' || !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
