package remote_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/regime"
	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/model/openai"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

const apiKey = "sk-test-0123456789/+secret"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		crashRun(dir)
		return
	}
	os.Exit(m.Run())
}

// fakeTime passes only when somebody sleeps.
type fakeTime struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func (f *fakeTime) clock() remote.Clock {
	return remote.Clock{
		Now: func() time.Time {
			f.mu.Lock()
			defer f.mu.Unlock()
			return f.now
		},
		Sleep: func(ctx context.Context, d time.Duration) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			if d > 0 {
				f.now = f.now.Add(d)
				f.slept = append(f.slept, d)
			}
			return ctx.Err()
		},
	}
}

type fixture struct {
	t       *testing.T
	server  *conform.Server
	url     string
	store   *responses.Store
	dir     string
	time    *fakeTime
	session *remote.Session
	config  remote.Config
}

// start runs a conformance server and opens a session with a store of its own.
func start(t *testing.T, o conform.Options) *fixture {
	t.Helper()
	f := &fixture{t: t, server: conform.New(o), dir: filepath.Join(t.TempDir(), "responses")}
	url, stop, err := f.server.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	f.url = url + "/v1"
	if f.store, err = responses.Open(f.dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.store.Close() })
	f.time = &fakeTime{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	f.config = remote.Config{
		Run: "test/1", Store: f.store, Ledger: money.NewLedger(spec.Caps{}, money.Totals{}),
		Getenv: func(name string) string { return map[string]string{"TEST_KEY": apiKey}[name] },
		Clock:  f.time.clock(),
	}
	f.open()
	return f
}

// open starts a session with the fixture's configuration.
func (f *fixture) open() {
	f.session = remote.NewSession(f.config)
	f.t.Cleanup(f.session.Close)
}

func (f *fixture) options() remote.Options {
	return remote.Options{Model: "m-1", BaseURL: f.url, KeyEnv: "TEST_KEY", MaxTokens: 1 << 20, Seed: true}
}

func (f *fixture) model(o remote.Options) *remote.Model {
	f.t.Helper()
	m, err := f.session.Model("tested", openai.Protocol{}, o, templates(f.t), &money.Prices{Input: ptr(1.0), Output: ptr(10.0)})
	if err != nil {
		f.t.Fatal(err)
	}
	return m
}

func templates(t testing.TB) *prompt.Templates {
	t.Helper()
	p, err := prompt.Load("")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// request is for a sample of a small task.
func request(sample int) *model.Request {
	pool := &task.Pool{Premises: []task.Premise{{Name: "helper", Text: "lemma helper : 1 = 1"}}}
	t := &task.Task{
		ID: "test/two", Name: "two", System: "lean", Text: "theorem two : 1 + 1 = 2", Pool: pool, Available: 1, Index: -1,
		Truth: task.GroundTruth{Proof: "the_hidden_truth"},
	}
	return &model.Request{
		Task: t, Context: &regime.Context{Regime: "full", Shown: []int32{0}, Hash: "h"},
		Sample: sample, Seed: 1<<40 + uint64(sample),
	}
}

// want fails unless the error has the type.
func want[E error](t *testing.T, err error) E {
	t.Helper()
	var e E
	if !errors.As(err, &e) {
		t.Fatalf("got %v, want a %T", err, e)
	}
	return e
}

// noLeaks fails when goroutines of the test outlive it.
func noLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for i := 0; ; i++ {
			n := runtime.NumGoroutine()
			if n <= before {
				return
			}
			if i == 100 {
				buf := make([]byte, 1<<20)
				t.Fatalf("%d goroutines, %d at the start:\n%s", n, before, buf[:runtime.Stack(buf, true)])
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
}

func ptr[T any](v T) *T { return &v }
