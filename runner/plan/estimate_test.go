package plan

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

// coin answers rightly with a probability, by the seed of the request alone, as
// stored answers do.
type coin struct {
	rate  float64
	mu    sync.Mutex
	asked map[string]bool // sample and round, once however many cells ask
}

func (c *coin) Answer(_ context.Context, r *model.Request) (*model.Answer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[fmt.Sprint(r.Task.ID, r.Sample, r.Round)] = true
	text := "bad"
	if rand.New(rand.NewPCG(r.Seed, 0)).Float64() < c.rate {
		text = "good"
	}
	return &model.Answer{Response: text, Candidate: verify.Candidate{Proof: text}}, nil
}
func (*coin) Settings() map[string]any { return nil }

type judge struct{}

func (judge) Open(context.Context, *task.Task) (verify.Environment, error) { return judge{}, nil }
func (judge) Version() string                                              { return "judge" }
func (judge) Close() error                                                 { return nil }
func (judge) Check(_ context.Context, cs []verify.Candidate, _ verify.Limits) ([]verify.Report, error) {
	v := record.Rejected
	if cs[0].Proof == "good" {
		v = record.Proved
	}
	return []verify.Report{{Verdict: v}}, nil
}

type forget struct{}

func (forget) Done(string) bool                 { return false }
func (forget) Blob(string) (string, error)      { return "", nil }
func (forget) Record(string, record.Unit) error { return nil }

// The expected number of distinct requests is what the runner makes of many tasks,
// under each policy and for budgets that share samples.
func TestAttemptsAreWhatTheRunnerAsksFor(t *testing.T) {
	const tasks = 1500
	full, err := regime.Parse("full")
	if err != nil {
		t.Fatal(err)
	}
	pool := &task.Pool{Premises: []task.Premise{{Name: "ax", Statement: "a"}}}
	var ts []*task.Task
	for i := range tasks {
		ts = append(ts, &task.Task{ID: fmt.Sprint(i), Statement: "b", Pool: pool, Available: 1, Index: -1})
	}
	for _, policy := range []spec.Policy{spec.Exhaustive, spec.DepthFirst, spec.BreadthFirst} {
		for _, budgets := range [][]spec.Budget{{{K: 1}}, {{K: 4, R: 2}}, {{K: 5, R: 1}, {K: 2, R: 3}}} {
			if policy == spec.DepthFirst && len(budgets) > 1 {
				continue // the later samples of budgets with other repairs begin at other times; the larger is a bound
			}
			for _, rate := range []float64{0, 0.15, 0.5, 1} {
				var cells []spec.Cell
				for i, b := range budgets {
					cells = append(cells, spec.Cell{ID: fmt.Sprint(i), Model: spec.Model{Name: "m"}, Regime: full, Budget: b, Policy: policy})
				}
				c := &coin{rate: rate, asked: map[string]bool{}}
				if _, err := runner.Run(t.Context(), runner.Config{
					Cells: cells, Tasks: ts, Models: map[string]model.Model{"m": c}, Verifier: judge{},
					Recorder: forget{}, Workers: 2, Now: func() time.Time { return time.Time{} },
				}); err != nil {
					t.Fatal(err)
				}
				want := 0.0
				for _, n := range attempts(cells, rate) {
					want += n
				}
				got := float64(len(c.asked)) / tasks
				// Five standard errors: no task asks for more than all samples and rounds.
				if tol := 5 * float64(budgets[0].K*(budgets[0].R+1)) / 2 / math.Sqrt(tasks); math.Abs(got-want) > tol && policy != spec.BreadthFirst || got > want+tol {
					t.Errorf("%s %v at rate %v: %v requests a task, expected %v", policy, budgets, rate, got, want)
				} else if policy == spec.BreadthFirst && len(budgets) == 1 && math.Abs(got-want) > tol {
					t.Errorf("%s %v at rate %v: %v requests a task, expected %v", policy, budgets, rate, got, want)
				}
			}
		}
	}
}

// The two expectations of a spread hold the mean over any mix of tasks between them.
func TestMixedTasksLieWithinTheSpread(t *testing.T) {
	for _, policy := range []spec.Policy{spec.Exhaustive, spec.DepthFirst, spec.BreadthFirst} {
		cells := []spec.Cell{{Budget: spec.Budget{K: 4, R: 3}, Policy: policy}}
		at := func(rate float64) (n float64) {
			for _, c := range attempts(cells, rate) {
				n += c
			}
			return n
		}
		rates := []float64{0.01, 0.05, 0.2, 0.9, 0.95}
		mean, mixed := 0.0, 0.0
		for _, r := range rates {
			mean += r / float64(len(rates))
			mixed += at(r) / float64(len(rates))
		}
		s := Assumptions{SolveRate: mean}.spread(at(1), at(mean), at(0))
		if mixed < float64(s.Same) || mixed > float64(s.Split) || s.Least > s.Same || s.Split > s.Most {
			t.Errorf("%s: %v is not within %+v", policy, mixed, s)
		}
	}
}

const endpoint = `name: e
tasks: {metamath: "builtin:quickstart", select: {count: 3, seed: 1}}
regimes: [curated, none]
budgets: [{k: 4, r: 1}, {k: 2, r: 0}]
models:
`

func load(t *testing.T, models string) (*Plan, error) {
	t.Helper()
	s, err := spec.Parse("e.yaml", []byte(endpoint+models))
	if err != nil {
		t.Fatal(err)
	}
	return Load(s, World{Now: time.Now, Getenv: func(string) string { return "" }})
}

func TestEstimateOfPricedAndUnpricedModels(t *testing.T) {
	p, err := load(t, `  - {name: a, kind: openai, model: gpt-4o, max_tokens: 100, prices: {input: 2, output: 10}}
  - {name: b, kind: anthropic, model: claude, max_tokens: 50}
  - search
`)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	est, err := p.Estimate(Assumptions{SolveRate: 0.5, ReportTokens: 10, AnswerTokens: map[string]float64{"a": 20}})
	if err != nil {
		t.Fatal(err)
	}
	if len(est.Lines) != 4 { // the built-in prover has none
		t.Fatalf("%d lines", len(est.Lines))
	}
	a, b := est.Lines[0], est.Lines[2]
	// 3 tasks, 4 samples with one repair; the samples of k = 2 are among them.
	if a.Calls != (Spread{12, 18, 18, 24}) || a.Cells != 2 {
		t.Errorf("calls %+v of %d cells", a.Calls, a.Cells)
	}
	if a.Answer != 20 || a.Out.Most != 24*20 || !a.Exact || a.Tokenizer != "o200k_base" {
		t.Errorf("answers: %+v", a)
	}
	if got, want := a.In.Most, 2*a.In.Least+12*30; got != want {
		t.Errorf("%v tokens in with every repair, want %v", got, want)
	}
	if got, want := float64(a.Cost.Most), (2*float64(a.In.Most)+10*float64(a.Out.Most))/1e6; math.Abs(got-want) > 1e-12 {
		t.Errorf("cost %v, want %v", got, want)
	}
	if b.Exact || !math.IsNaN(float64(b.Cost.Most)) || !strings.Contains(strings.Join(b.Notes, "\n"), "no prices") || b.Answer != 50 {
		t.Errorf("a model without prices: %+v", b)
	}
	if total, want := float64(est.Total.Cost.Most), float64(a.Cost.Most+est.Lines[1].Cost.Most); math.Abs(total-want) > 1e-12 {
		t.Errorf("total %v, want %v", total, want)
	}
	if len(est.Total.Notes) != 1 || !strings.Contains(est.Total.Notes[0], "2 of 4") {
		t.Errorf("notes of the total: %q", est.Total.Notes)
	}
}

func TestPromptsBeyondTheWindowAreCounted(t *testing.T) {
	p, err := load(t, "  - {name: a, kind: openai, model: gpt-4o, window: 100, max_tokens: 10}\n")
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	est, err := p.Estimate(Assumptions{SolveRate: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if !math.IsNaN(float64(est.Total.Cost.Most)) {
		t.Errorf("a cost of %v without any price", est.Total.Cost.Most)
	}
	if l := est.Lines[0]; l.Beyond != 3 || l.Calls.Most != 0 || l.Longest <= 100 {
		t.Errorf("%+v", l)
	}
}

func TestACapOnMoneyNeedsPrices(t *testing.T) {
	const models = "  - {name: a, kind: openai, model: x}\ncaps: {cost: 1}\n"
	if _, err := load(t, models); err == nil || !strings.Contains(err.Error(), "e.yaml:6:5: model a: caps.cost needs its prices") {
		t.Errorf("got %v", err)
	}
	if _, err := load(t, strings.Replace(models, "model: x", "model: x, prices: {input: 0, output: 0}", 1)); err != nil {
		t.Error(err)
	}
}

func TestModelsThatAreWrong(t *testing.T) {
	for name, c := range map[string]struct{ model, want string }{
		"kind":        {"  - {name: a, kind: opena1, model: x}\n", `e.yaml:6:5: model a: no kind "opena1"; did you mean "openai"?`},
		"option":      {"  - {name: a, kind: openai, model: x, temprature: 1}\n", `temperature`},
		"no model":    {"  - {name: a, kind: openai}\n", "model: required"},
		"bounds":      {"  - {name: a, kind: gemini, model: x, temperature: 7}\n", "temperature: 7; it takes 0 to 2"},
		"price":       {"  - {name: a, kind: openai, model: x, prices: {input: 1}}\n", "prices: output"},
		"nested":      {"  - {name: a, kind: openai, model: x, prices: {inputs: 1}}\n", "prices"},
		"key":         {"  - {name: a, kind: openai, model: x, key_env: sk-12}\n", "key_env"},
		"no program":  {"  - {name: a, kind: command}\n", "command: required"},
		"no template": {"  - {name: a, kind: openai, model: x, prompt: nowhere}\n", "prompt"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := load(t, c.model)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "sk-12") {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}
