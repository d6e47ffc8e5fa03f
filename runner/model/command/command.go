package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// Store keeps answers by their keys; *responses.Store is the one.
type Store interface {
	Get(key string) (*responses.Entry, bool, error)
	Begin(responses.Intent) error
	Put(*responses.Entry) error
	Abandon(key, why string) error
	Recall(key, cell string) (*responses.Entry, *responses.Failure, error)
	Fail(*responses.Failure) error
	Forgive(key, cell string) error
}

// Ledger admits calls while the caps allow; *money.Ledger is the one.
type Ledger interface {
	Admit(ctx context.Context, bound money.Totals) (settle func(took money.Totals), err error)
}

// Config is what the commands of a run share.
type Config struct {
	Run     string // labels the answers that this run asks for first
	Store   Store  // may be nil when no command stores its answers
	Ledger  Ledger // may be nil when no command is paid
	Replay  bool   // stored answers and failures alone; a command that stores none still runs
	Getenv  func(string) string
	Now     func() time.Time
	Sandbox *sandbox.Sandbox
	Dir     string // the spec's folder: where programs run
}

// Model is a program. It implements model.Model and model.Concurrent.
type Model struct {
	Config
	name    string
	options Options
	files   map[string]string // SHA-256 by argument
	prompts *prompt.Templates
	prices  *money.Prices
	turns   chan struct{}
	asked   sync.Map // key → chan struct{}, held by the one who asks
	env     []string
	hide    *strings.Replacer // secrets in errors
	clean   *strings.Replacer // secrets in answers
}

// New makes a model; name is how the spec calls it, prices may be nil. Errors begin
// with the name of the option that is wrong.
func New(name string, o Options, c Config, prompts *prompt.Templates, prices *money.Prices) (*Model, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if err := prices.Validate(); err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	m := &Model{Config: c, name: name, options: o, prompts: prompts, prices: prices, turns: make(chan struct{}, o.Concurrency)}
	if m.files, err = o.hashes(c.Dir); err != nil {
		return nil, err
	}
	m.environment()
	return m, nil
}

func (m *Model) environment() {
	m.env = []string{"PATH=" + m.Getenv("PATH")}
	var all, long []string
	for _, n := range m.options.Env {
		m.env = append(m.env, n+"="+m.Getenv(n))
	}
	for _, n := range m.options.Secrets {
		v := m.Getenv(n)
		m.env = append(m.env, n+"="+v)
		escaped, _ := json.Marshal(v)
		for _, form := range []string{v, string(escaped[1 : len(escaped)-1])} {
			if form != "" {
				all = append(all, form, "[secret]")
			}
			if len(form) >= minSecret {
				long = append(long, form, "[secret]")
			}
		}
	}
	m.hide, m.clean = strings.NewReplacer(all...), strings.NewReplacer(long...)
}

// Settings are those that decide the answers.
func (m *Model) Settings() map[string]any {
	return map[string]any{
		"command": m.options.Command, "files": m.files, "version": m.options.Version, "answer": m.options.Answer,
		"timeout": m.options.Timeout.String(), "memory": m.options.Memory, "prompt_templates": m.prompts.Hash(),
	}
}

// Concurrency is the number of programs that may run at a time.
func (m *Model) Concurrency() int { return m.options.Concurrency }

// Prompt returns the messages that stand in the request.
func (m *Model) Prompt(r *model.Request) ([]model.Message, error) { return m.prompts.Prompt(r) }

// Strength says how the program is held.
func (m *Model) Strength() string { return m.Sandbox.Strength(false) }

// identity is everything that decides an answer. A change of it orphans stored
// answers, so fields are added with omitempty alone.
type identity struct {
	Protocol string            `json:"protocol"`
	Command  []string          `json:"command"`
	Files    map[string]string `json:"files"`
	Version  string            `json:"version"`
	Answer   string            `json:"answer"`
	Timeout  time.Duration     `json:"timeout"`
	Memory   int64             `json:"memory"`
	Request  *Request          `json:"request"`
}

const protocol = "command"

// finishTimeout is how the answer of a program ended that its time limit ended.
const finishTimeout = "timeout"

// Answer looks the question up in the store, and else runs the program and keeps
// its answer before it is used. A failure is kept too, for replays alone: else the
// program runs again. Errors are [*model.Stop], [*model.Failure] or of the
// context.
func (m *Model) Answer(ctx context.Context, r *model.Request) (*model.Answer, error) {
	msgs, err := m.prompts.Prompt(r)
	if err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	q := &question{Model: m, r: r, request: request(r, msgs)}
	b, err := json.Marshal(identity{protocol, m.options.Command, m.files, m.options.Version, m.options.Answer, m.options.Timeout, m.options.Memory, q.request})
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	h := sha256.Sum256(b)
	q.key = hex.EncodeToString(h[:])
	if !*m.options.Store {
		e, err := q.run(ctx)
		var none *noAnswer
		switch {
		case errors.As(err, &none):
			return nil, q.failure(&responses.Failure{Error: none.text, Wait: q.wait, Latency: none.latency})
		case err != nil:
			return nil, err
		}
		return q.answer(e)
	}
	// Cells that differ in their budget alone ask the same: one runs the program.
	turn, _ := m.asked.LoadOrStore(q.key, make(chan struct{}, 1))
	select {
	case turn.(chan struct{}) <- struct{}{}:
		defer func() { <-turn.(chan struct{}) }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m.Replay {
		return q.replay()
	}
	e, ok, err := m.Store.Get(q.key)
	if err != nil {
		return nil, broken(err)
	}
	if !ok {
		if e, err = q.ask(ctx); err != nil {
			return nil, err
		}
	}
	if err := m.Store.Forgive(q.key, r.Cell); err != nil {
		return nil, broken(err)
	}
	return q.answer(e)
}

// replay gives what the run got that asked.
func (q *question) replay() (*model.Answer, error) {
	e, f, err := q.Store.Recall(q.key, q.r.Cell)
	switch {
	case err != nil:
		return nil, broken(err)
	case f != nil:
		return nil, q.failure(f)
	case e != nil:
		return q.answer(e)
	}
	return nil, &model.Stop{Err: fmt.Errorf("model %s: the response store has no answer for task %s, sample %d, round %d (key %.12s): the program, the spec or the tasks differ from those of the run that asked; run without replay to ask",
		q.name, q.r.Task.ID, q.r.Sample, q.r.Round, q.key)}
}

// broken is the end of a run whose response store fails.
func broken(err error) error {
	return &model.Stop{Err: fmt.Errorf("response store: %w", err)}
}

// question is one call of Answer.
type question struct {
	*Model
	r       *model.Request
	request *Request
	key     string
	wait    time.Duration
}

// ask runs the program with its intent and its answer in the store.
func (q *question) ask(ctx context.Context) (*responses.Entry, error) {
	settle := func(money.Totals) {}
	if q.options.Paid {
		var err error
		if settle, err = q.Ledger.Admit(ctx, money.Totals{Cost: math.NaN(), Tokens: -1, Calls: 1}); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, &model.Stop{Err: err, Cap: true}
		}
	}
	// A program that failed may have spent; what it does not say is unknown.
	took := money.Totals{Cost: math.NaN(), Tokens: -1}
	defer func() { settle(took) }()
	intent := q.intent()
	if err := q.Store.Begin(intent); err != nil {
		took = money.Totals{}
		return nil, broken(err)
	}
	e, err := q.run(ctx)
	if err != nil {
		if !q.options.Paid { // a paid call stays in doubt
			if e := q.Store.Abandon(q.key, "the program gave no answer"); e != nil {
				return nil, broken(e)
			}
		}
		var none *noAnswer
		if !errors.As(err, &none) {
			return nil, err
		}
		f := &responses.Failure{Intent: intent, Cell: q.r.Cell, Error: none.text, Wait: q.wait, Latency: none.latency}
		if err := q.Store.Fail(f); err != nil {
			return nil, broken(err)
		}
		return nil, q.failure(f)
	}
	e.Intent = intent
	took = money.Totals{Cost: q.cost(e), Tokens: -1, Calls: 1}
	if e.Usage.In >= 0 && e.Usage.Out >= 0 {
		took.Tokens = e.Usage.In + e.Usage.Out
	}
	if err := q.Store.Put(e); err != nil {
		return nil, broken(err)
	}
	return e, nil
}

func (q *question) intent() responses.Intent {
	return responses.Intent{
		Key: q.key, Run: q.Run, Model: q.name, Task: q.r.Task.ID, Sample: q.r.Sample, Round: q.r.Round,
		PromptTokens: -1, MaxTokens: -1, At: q.Now(),
	}
}

// run runs the program. The entry lacks its intent. Errors are [*noAnswer], those of
// Answer, or of the context.
func (q *question) run(ctx context.Context) (*responses.Entry, error) {
	t0 := q.Now()
	select {
	case q.turns <- struct{}{}:
		defer func() { <-q.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	q.wait = q.Now().Sub(t0)
	o := &q.options
	full := *q.request
	full.Limits = Limits{Seconds: o.Timeout.Seconds(), Output: maxOutput, Memory: o.Memory}
	stdin, err := json.Marshal(&full)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	args := append([]string(nil), o.Command...)
	if strings.ContainsRune(args[0], '/') && !filepath.IsAbs(args[0]) {
		if args[0], err = filepath.Abs(filepath.Join(q.Dir, args[0])); err != nil {
			return nil, err
		}
	}
	res, err := q.Sandbox.Run(ctx, sandbox.Command{
		Args: args, Env: q.env, Dir: q.Dir, Stdin: strings.NewReader(string(stdin)),
		Limits: sandbox.Limits{Wall: o.Timeout, Memory: o.Memory, Output: maxOutput},
	})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &model.Stop{Err: fmt.Errorf("model %s: %s", q.name, q.hide.Replace(err.Error()))}
	}
	e := &responses.Entry{Header: responses.Header{
		Protocol: protocol, Endpoint: strings.Join(o.Command, " "), ModelID: q.name,
		Wait: q.wait, Latency: res.Wall,
	}}
	reply := &Reply{Finish: finishTimeout}
	switch {
	case res.End == sandbox.Cancelled && ctx.Err() != nil:
		return nil, ctx.Err()
	case res.End == sandbox.WallTime:
	case res.Err() != nil:
		return nil, q.noAnswer(res, res.Err())
	default:
		e.Text = q.clean.Replace(strings.ToValidUTF8(string(res.Stdout), "\uFFFD"))
		if reply, err = q.read(e.Text); err != nil {
			return nil, q.noAnswer(res, err)
		}
	}
	e.Finish, e.Usage = reply.Finish, reply.usage()
	e.Settings, err = json.Marshal(map[string]any{"command": o.Command, "reported": reply.Settings, "cost": reply.Cost})
	if err != nil {
		return nil, q.noAnswer(res, err)
	}
	return e, nil
}

// read reads what the program printed.
func (q *question) read(text string) (*Reply, error) {
	if q.options.Answer == answerText {
		return &Reply{Response: &text, Finish: "stop"}, nil
	}
	r, err := parse(text)
	if err == nil && r.Finish == "" {
		r.Finish = "stop"
	}
	return r, err
}

// answer reads an entry.
func (q *question) answer(e *responses.Entry) (*model.Answer, error) {
	ans := &model.Answer{
		Response: e.Text, Finish: e.Finish,
		Usage: model.Usage(e.Usage),
		Call: &model.Call{
			Key: q.key, Prompt: q.request.Prompt, Cost: q.cost(e), Retries: e.Retries, Wait: e.Wait, Latency: e.Latency,
		},
	}
	if err := json.Unmarshal(e.Settings, &ans.Call.Settings); err != nil {
		return nil, broken(fmt.Errorf("key %s: settings: %w", q.key, err))
	}
	if e.Finish == finishTimeout && e.Text == "" {
		ans.Note = fmt.Sprintf("the program was ended by its time limit of %v", q.options.Timeout)
		return ans, nil
	}
	reply, err := q.read(e.Text)
	if err != nil {
		return nil, broken(fmt.Errorf("key %s: %w", q.key, err))
	}
	if reply.Response != nil {
		ans.Response = *reply.Response
		ans.Candidate, ans.Note = prompt.Extract(*reply.Response, q.r.Task)
		return ans, nil
	}
	ans.Candidate = verify.Candidate{Proof: prompt.Normal(*reply.Proof, q.r.Task), Lemmas: reply.Lemmas}
	if ans.Candidate.Proof == "" {
		ans.Candidate, ans.Note = verify.Candidate{}, "the program found no proof"
	}
	return ans, nil
}

// cost is what the program says, else what the prices make of its tokens; NaN when
// neither is known.
func (m *Model) cost(e *responses.Entry) float64 {
	var s struct {
		Cost *float64 `json:"cost"`
	}
	if err := json.Unmarshal(e.Settings, &s); err == nil && s.Cost != nil {
		return *s.Cost
	}
	return m.prices.Cost(e.Usage)
}

// noAnswer is the error of a program that ran and gave none.
type noAnswer struct {
	text    string
	latency time.Duration
}

func (e *noAnswer) Error() string { return e.text }

// noAnswer says why, with the end of what the program said on stderr.
func (q *question) noAnswer(res *sandbox.Result, err error) error {
	text := fmt.Sprintf("%s: %v", q.options.Command[0], err)
	if said := lastLines(q.hide.Replace(string(res.Stderr))); said != "" {
		text += "; stderr: " + said
	}
	return &noAnswer{strings.ToValidUTF8(text, "\uFFFD"), res.Wall}
}

// failure is the error of a question without an answer, now or in the run that is
// replayed.
func (q *question) failure(f *responses.Failure) error {
	return &model.Failure{Err: errors.New(f.Error), Call: model.Call{
		Key: q.key, Prompt: q.request.Prompt, Settings: q.Settings(), Cost: math.NaN(), Wait: f.Wait, Latency: f.Latency,
	}}
}

// lastLines returns the end of a text on one line, without control characters.
func lastLines(s string) string {
	var lines []string
	for line := range strings.Lines(s[max(0, len(s)-4*stderrBytes):]) {
		line = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0x7f {
				return -1
			}
			return r
		}, line)
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	out := strings.Join(lines[max(0, len(lines)-stderrLines):], " | ")
	if len(out) > stderrBytes {
		out = "…" + strings.ToValidUTF8(out[len(out)-stderrBytes:], "")
	}
	return out
}
