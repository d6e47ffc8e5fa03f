package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/experiments/spec"
	"proofgrid/runner/model/conform"
	"proofgrid/runner/model/openai"
	"proofgrid/runner/model/remote"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

// The environment of the process that is killed.
const (
	crashDir = "PROOFGRID_TEST_CRASH_DIR" // of the response store
	crashURL = "PROOFGRID_TEST_CRASH_URL"
)

const crashCalls = 400

// crashArrived names the file in which the process that is killed notes the keys of
// the answers that it has received.
const crashArrived = "arrived"

// noting is a store that notes what it is given before it keeps it.
type noting struct {
	remote.Store
	arrived *os.File
}

func (n noting) Put(e *responses.Entry) error {
	if _, err := n.arrived.WriteString(e.Key + "\n"); err != nil {
		return err
	}
	return n.Store.Put(e)
}

// crashRun is the process that is killed: it makes crashCalls calls, eight at a time.
func crashRun(dir string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	store, err := responses.Open(dir)
	fail(err)
	arrived, err := os.OpenFile(filepath.Join(dir, crashArrived), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	fail(err)
	p, err := prompt.Load("")
	fail(err)
	clock := remote.RealTime
	clock.Sleep = func(ctx context.Context, d time.Duration) error {
		return remote.RealTime.Sleep(ctx, min(d, time.Millisecond))
	}
	s := remote.NewSession(remote.Config{
		Run: "crash/1", Store: noting{store, arrived}, Ledger: money.NewLedger(spec.Caps{}, money.Totals{}), Getenv: os.Getenv, Clock: clock,
	})
	m, err := s.Model("m", openai.Protocol{}, remote.Options{Model: "m-1", BaseURL: os.Getenv(crashURL), KeyEnv: crashURL, Retries: ptr(20)}, p, nil)
	fail(err)
	samples := make(chan int)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range samples {
				_, err := m.Answer(context.Background(), request(i))
				fail(err)
			}
		}()
	}
	for i := range crashCalls {
		samples <- i
	}
	close(samples)
	wg.Wait()
	fail(store.Close())
}

// A run is killed at random moments and started again until it ends. The server
// counts, by the Idempotency-Key: a call whose answer is in the store is never made
// again, and one that was paid and whose answer is not there is reported as in doubt.
func TestKilledRunsNeverRepeatAnAnsweredCall(t *testing.T) {
	for _, c := range []struct {
		name   string
		kills  int
		faults map[conform.Fault]float64
	}{
		{"slow answers", 30, map[conform.Fault]float64{conform.SlowStart: 0.5}},
		{"faults", 30, map[conform.Fault]float64{conform.SlowStart: 0.3, conform.RateLimit: 0.1, conform.Internal: 0.1, conform.Cut: 0.1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := conform.New(conform.Options{Delay: 4 * time.Millisecond, Fault: conform.Rates(7, c.faults)})
			url, stop, err := server.Listen("127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer stop()
			dir := t.TempDir()
			r := rand.New(rand.NewPCG(1, 2))
			stored := map[string]conform.Count{} // by key, when it was first seen in the store
			doubted := map[string]bool{}
			kills, late, received := 0, 0, 0
			for {
				ended, struck := crashOnce(t, server, dir, url+"/v1", kills < c.kills, r)
				counts := settled(server)
				store, err := responses.OpenReadOnly(dir)
				if err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
				arrived, err := os.ReadFile(filepath.Join(dir, crashArrived))
				if err != nil && !errors.Is(err, os.ErrNotExist) {
					t.Fatal(err)
				}
				inDoubt := map[string]bool{}
				if err == nil {
					for h, err := range store.List(responses.Filter{}) {
						if err != nil {
							t.Fatal(err)
						}
						if _, ok := stored[h.Key]; !ok {
							stored[h.Key] = counts[h.Key]
						}
					}
					for _, i := range store.InDoubt(responses.Filter{}) {
						inDoubt[i.Key] = true
					}
					store.Close()
				}
				for key, n := range counts {
					first, kept := stored[key]
					switch {
					case kept && n != first:
						t.Errorf("%.8s was answered and asked for again: %+v, then %+v", key, first, n)
					case !kept && n.Paid > 0 && !inDoubt[key]:
						t.Errorf("%.8s was paid, and is neither kept nor reported: %+v", key, n)
					case !kept && n.Answered > 0 && !doubted[key]:
						doubted[key] = true
						if struck[key].Answered == 0 {
							late++
						}
						if bytes.Contains(arrived, []byte(key)) {
							received++
						}
					}
				}
				if ended {
					break
				}
				kills++
			}
			counts := settled(server)
			total, repeated := conform.Count{}, 0
			for key, n := range counts {
				total.Received += n.Received
				total.Answered += n.Answered
				total.Paid += n.Paid
				if n.Answered > 1 {
					repeated++
					if !doubted[key] {
						t.Errorf("%.8s was answered %d times and never reported", key, n.Answered)
					}
				}
			}
			if len(counts) != crashCalls || len(stored) != crashCalls || kills < c.kills {
				t.Errorf("%d keys at the server and %d in the store after %d kills, want %d", len(counts), len(stored), kills, crashCalls)
			}
			t.Logf("%d kills, %d calls, %d requests, %d answered, %d paid; %d answers lost by a kill and reported in doubt, %d of them sent after the signal and %d received in full; %d keys answered again",
				kills, crashCalls, total.Received, total.Answered, total.Paid, len(doubted), late, received, repeated)
			if received > kills/3 {
				t.Errorf("%d answers were received and lost by %d kills: they wait in memory", received, kills)
			}
		})
	}
}

// crashOnce starts the run and kills it after a random number of requests, or lets
// it end, and reports whether it did, or the server's counts when it was killed.
func crashOnce(t *testing.T, server *conform.Server, dir, url string, kill bool, r *rand.Rand) (ended bool, struck map[string]conform.Count) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashDir+"="+dir, crashURL+"="+url)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	after := server.Total().Received + r.IntN(12)
	late := time.Duration(r.IntN(4000)) * time.Microsecond
	for kill && server.Total().Received < after {
		select {
		case err := <-exited:
			return exit(t, err, &stderr), nil
		case <-time.After(100 * time.Microsecond):
		}
	}
	if kill {
		time.Sleep(late)
		struck = server.Counts()
		cmd.Process.Kill()
		<-exited
		return false, struck
	}
	return exit(t, <-exited, &stderr), nil
}

func exit(t *testing.T, err error, stderr *bytes.Buffer) bool {
	t.Helper()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return true
}

// settled returns the server's counts once the requests of a killed process are
// over.
func settled(server *conform.Server) map[string]conform.Count {
	for {
		before := server.Total()
		time.Sleep(12 * time.Millisecond)
		if server.Total() == before {
			return server.Counts()
		}
	}
}
