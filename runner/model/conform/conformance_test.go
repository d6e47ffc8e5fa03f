package conform_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/model/anthropic"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/model/gemini"
	"proofgrid/runner/model/openai"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

// protocols are the clients under test, with the path of their base URL.
var protocols = []struct {
	remote.Protocol
	path string
}{
	{openai.Protocol{}, "/v1"},
	{anthropic.Protocol{}, "/v1"},
	{gemini.Protocol{}, "/v1beta"},
}

const (
	secretKey = "sk-conform-0123456789"
	said      = "First this.\n<proof>\nby decide\n</proof>\n"
	thought   = "a thought"
	cached    = 3
)

// halfSaid is as much of the answer as faults leave that stop it.
var halfSaid = said[:len(said)/2]

// result is what comes of a question.
type result int

const (
	answered result = iota
	failed          // after all retries: an infrastructure error's row
	stopped         // the run ends
)

// outcome is what a fault is to lead to.
type outcome struct {
	result  result
	text    string
	finish  string
	retries int
	min     time.Duration // of waiting, by the session's clock
	max     time.Duration
	usage   usage
}

// usage is what is known of an answer's tokens.
type usage int

const (
	counted usage = iota
	unsaid        // by the source
	free          // the call was refused: nothing was used
)

// Outcomes that several faults share.
var (
	fine       = outcome{text: said, finish: remote.Stop}
	triedAgain = outcome{text: said, finish: remote.Stop, retries: 1, max: time.Second}
	waitedFor  = outcome{text: said, finish: remote.Stop, retries: 1, min: retryAfter, max: retryAfter + time.Second}
	ended      = outcome{result: stopped}
)

const (
	retryAfter = 7 * time.Second
	replaced   = "\uFFFD"
)

func TestConformance(t *testing.T) {
	lines := strings.ReplaceAll(said, "\n", "\r\n")
	for _, c := range []struct {
		fault conform.Fault
		want  outcome
		but   map[string]outcome // by protocol, or protocol and " stream"
	}{
		{fault: conform.OK, want: fine},
		{fault: conform.RateLimit, want: triedAgain},
		{fault: conform.RateLimitAfter, want: waitedFor},
		{fault: conform.RateLimitDate, want: waitedFor},
		{fault: conform.Quota, want: ended},
		{fault: conform.Internal, want: triedAgain},
		{fault: conform.Unavailable, want: triedAgain},
		{fault: conform.Overloaded, want: triedAgain},
		{fault: conform.Gateway, want: triedAgain},
		{fault: conform.BadKey, want: ended},
		{fault: conform.EchoKey, want: ended},
		{fault: conform.Forbidden, want: ended},
		{fault: conform.NoModel, want: ended},
		{fault: conform.TooLong, want: outcome{finish: remote.PromptTooLong, usage: free}},
		{fault: conform.SlowStart, want: fine},
		{fault: conform.SlowDrip, want: fine},
		{fault: conform.Cut, want: triedAgain},
		{fault: conform.CutQuietly, want: triedAgain},
		{fault: conform.ErrorInStream, want: triedAgain},
		{fault: conform.Reset, want: triedAgain},
		{fault: conform.InvalidJSON, want: triedAgain},
		{fault: conform.HTML, want: triedAgain},
		{fault: conform.Empty, want: triedAgain, but: map[string]outcome{
			// No blocks and a stop reason are an answer there.
			"anthropic": {finish: remote.Stop}, "anthropic stream": {finish: remote.Stop},
		}},
		{fault: conform.EmptyText, want: outcome{finish: remote.Stop}},
		{fault: conform.Refuses, want: outcome{text: "I cannot help with that.", finish: remote.Refusal}},
		{fault: conform.Filter, want: outcome{text: halfSaid, finish: remote.Refusal}},
		{fault: conform.BlockPrompt, want: outcome{finish: remote.Refusal}},
		{fault: conform.CutByLength, want: outcome{text: halfSaid, finish: remote.Length}},
		{fault: conform.NUL, want: outcome{text: "\x00" + said + "\x00", finish: remote.Stop}},
		{fault: conform.InvalidUTF8, want: outcome{text: said + replaced + replaced + replaced, finish: remote.Stop}},
		{fault: conform.CRLF, want: outcome{text: lines, finish: remote.Stop}},
		{fault: conform.NoUsage, want: outcome{text: said, finish: remote.Stop, usage: unsaid}},
		{fault: conform.Gzip, want: fine},
		{fault: conform.WholeForStream, want: fine},
	} {
		for _, p := range protocols {
			for _, stream := range []bool{false, true} {
				name := p.Name()
				if stream {
					name += " stream"
				}
				t.Run(string(c.fault)+" "+name, func(t *testing.T) {
					t.Parallel()
					want, ok := c.but[name]
					if !ok {
						want = c.want
					}
					f := start(t, conform.Each(c.fault))
					ans, err := f.ask(p.Protocol, p.path, remote.Options{Stream: &stream})
					want.check(t, f, ans, err)
				})
			}
		}
	}
}

func (w outcome) check(t *testing.T, f *fixture, ans *model.Answer, err error) {
	t.Helper()
	if err != nil && strings.Contains(err.Error(), secretKey) {
		t.Errorf("the error tells the key: %v", err)
	}
	var stop *model.Stop
	var failure *model.Failure
	switch w.result {
	case stopped:
		if !errors.As(err, &stop) || stop.Cap {
			t.Fatalf("got %v, want an end of the run", err)
		}
		if n := f.server.Total().Received; n != 1 {
			t.Errorf("%d requests, want 1: nothing gets better by trying again", n)
		}
		return
	case failed:
		if !errors.As(err, &failure) {
			t.Fatalf("got %v, want a failure", err)
		}
		if failure.Call.Retries != w.retries {
			t.Errorf("%d retries, want %d", failure.Call.Retries, w.retries)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if ans.Response != w.text || ans.Finish != w.finish {
		t.Errorf("answer %q, finish %q; want %q, %q", ans.Response, ans.Finish, w.text, w.finish)
	}
	if proof := ans.Candidate.Proof; strings.Contains(w.text, "</proof>") && !strings.HasSuffix(strings.TrimSpace(proof), "by decide") {
		t.Errorf("proof %q", proof)
	}
	if ans.Call.Retries != w.retries || ans.Call.Wait < w.min || ans.Call.Wait > w.max {
		t.Errorf("%d retries after waiting %v; want %d after %v to %v", ans.Call.Retries, ans.Call.Wait, w.retries, w.min, w.max)
	}
	total := f.server.Total()
	if total.Received != w.retries+1 {
		t.Errorf("%d requests, want %d", total.Received, w.retries+1)
	}
	u := ans.Usage
	switch w.usage {
	case unsaid:
		if u != (model.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}) {
			t.Errorf("usage %+v, want it unknown", u)
		}
		return
	case free:
		if u != (model.Usage{}) {
			t.Errorf("usage %+v, want none", u)
		}
		return
	}
	if u.In <= cached || u.Cached != cached {
		t.Errorf("usage %+v, want more than %d tokens in and %d of them cached", u, cached, cached)
	}
	// The server counts a token for every four bytes of text and of thoughts.
	if w.text == said && (u.Out != 10+3 || u.Reasoning != 3) {
		t.Errorf("usage %+v, want 13 tokens out, 3 of them thoughts", u)
	}
	if cost := ans.Call.Cost; !(cost > 0) || math.IsInf(cost, 0) {
		t.Errorf("cost %v", cost)
	}
}

func TestConformanceOfLimits(t *testing.T) {
	two, quick := 2, 150*time.Millisecond
	for _, c := range []struct {
		name   string
		faults []conform.Fault
		o      remote.Options
		want   outcome
	}{
		{"never a byte", []conform.Fault{conform.Hang}, remote.Options{Timeout: quick}, triedAgain},
		{"a late first byte", []conform.Fault{conform.SlowStart}, remote.Options{FirstByte: quick / 5}, triedAgain},
		{"slow and never whole", []conform.Fault{conform.SlowDrip}, remote.Options{Timeout: quick}, triedAgain},
		{"retries run out", []conform.Fault{conform.Internal, conform.Cut, conform.RateLimit}, remote.Options{Retries: &two}, outcome{result: failed, retries: 2}},
		{"all that can pass", []conform.Fault{conform.RateLimitAfter, conform.Reset, conform.InvalidJSON},
			remote.Options{}, outcome{text: said, finish: remote.Stop, retries: 3, min: retryAfter, max: retryAfter + 7*time.Second}},
		{"the longest wait", []conform.Fault{conform.RateLimitAfter}, remote.Options{MaxWait: time.Second},
			outcome{text: said, finish: remote.Stop, retries: 1, min: time.Second, max: time.Second}},
	} {
		for _, p := range protocols {
			t.Run(c.name+" "+p.Name(), func(t *testing.T) {
				f := start(t, conform.Each(c.faults...))
				ans, err := f.ask(p.Protocol, p.path, c.o)
				c.want.check(t, f, ans, err)
			})
		}
	}
}

func TestConformanceOfSizes(t *testing.T) {
	for _, p := range protocols {
		for _, stream := range []bool{false, true} {
			f := start(t, conform.Each(conform.Big))
			ans, err := f.ask(p.Protocol, p.path, remote.Options{Stream: &stream, MaxTokens: 4 << 20})
			if err != nil {
				t.Fatal(p.Name(), err)
			}
			if n := len(ans.Response); n < 5<<20-64 || !strings.HasSuffix(ans.Response, said) || !strings.HasSuffix(ans.Candidate.Proof, "by decide") {
				t.Errorf("%s, stream %t: %d bytes, proof %q", p.Name(), stream, n, ans.Candidate.Proof)
			}
		}
		f := start(t, conform.Each(conform.Flood))
		whole := false
		_, err := f.ask(p.Protocol, p.path, remote.Options{Stream: &whole})
		outcome{result: failed}.check(t, f, nil, err)
		if err != nil && !strings.Contains(err.Error(), "larger than") {
			t.Errorf("%s: %v", p.Name(), err)
		}
	}
}

type fixture struct {
	server  *conform.Server
	url     string
	session *remote.Session
}

// start runs a server and a session whose time passes only when it sleeps.
func start(t *testing.T, fault func(*conform.Request) conform.Fault) *fixture {
	t.Helper()
	var mu sync.Mutex
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	clock := remote.Clock{
		Now: func() time.Time {
			mu.Lock()
			defer mu.Unlock()
			return now
		},
		Sleep: func(ctx context.Context, d time.Duration) error {
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(max(d, 0))
			return ctx.Err()
		},
	}
	f := &fixture{}
	f.server, f.url = listen(t, conform.Options{
		Fault: fault, Keys: []string{secretKey}, Models: []string{"m"},
		Reply: func(*conform.Request) conform.Reply {
			return conform.Reply{Text: said, Thinking: thought, Cached: cached}
		},
		Wait: retryAfter, Delay: 60 * time.Millisecond, Now: clock.Now,
	})
	f.session = remote.NewSession(remote.Config{
		Run: "conformance", Store: &memory{entries: map[string]*responses.Entry{}}, Ledger: money.NewLedger(spec.Caps{}, money.Totals{}), Clock: clock,
		Getenv: func(name string) string { return map[string]string{"CONFORM_KEY": secretKey}[name] },
	})
	t.Cleanup(f.session.Close)
	return f
}

// memory is a response store without a disk: the tests of remote use the real one.
type memory struct {
	remote.Store // nil: nothing is replayed here
	mu           sync.Mutex
	entries      map[string]*responses.Entry
}

func (m *memory) Get(key string) (*responses.Entry, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.entries[key]
	return e, ok, nil
}

func (m *memory) Put(e *responses.Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries[e.Key] = e
	return nil
}

func (m *memory) Begin(responses.Intent) error  { return nil }
func (m *memory) Abandon(_, _ string) error     { return nil }
func (m *memory) Fail(*responses.Failure) error { return nil }
func (m *memory) Forgive(_, _ string) error     { return nil }

// ask asks the server one question.
func (f *fixture) ask(p remote.Protocol, path string, o remote.Options) (*model.Answer, error) {
	o.Model, o.BaseURL, o.KeyEnv = "m", f.url+path, "CONFORM_KEY"
	if o.MaxTokens == 0 {
		o.MaxTokens = 1000
	}
	templates, err := prompt.Load("")
	if err != nil {
		return nil, err
	}
	m, err := f.session.Model("tested", p, o, templates, &money.Prices{Input: price(1), Output: price(10)})
	if err != nil {
		return nil, fmt.Errorf("making the model: %w", err)
	}
	t := &task.Task{
		ID: "t/two", Name: "two", System: "lean", Text: "theorem two : 1 + 1 = 2",
		Pool: &task.Pool{}, Index: -1,
	}
	return m.Answer(context.Background(), &model.Request{Task: t, Context: &regime.Context{Regime: "none", Hash: "h"}, Seed: 7})
}

func price(usd float64) *float64 { return &usd }
