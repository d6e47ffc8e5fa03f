package main

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/responses"
	"proofgrid/runner/model/conform"
)

// modelSpec writes a spec with one model at a conformance server, with further lines
// and options of the model, and returns its path.
func modelSpec(t *testing.T, url, more string, options ...string) string {
	t.Helper()
	path, extra := filepath.Join(t.TempDir(), "lm.yaml"), ""
	for _, o := range options {
		extra += "    " + o + "\n"
	}
	text := fmt.Sprintf(`name: lm
seed: 1
tasks: {metamath: "builtin:quickstart", select: {count: 6, seed: 4}}
models:
  - name: g
    kind: openai
    model: conform-1
    base_url: %s/v1
    endpoint: conform
    key_env: PROOFGRID_TEST_KEY
    max_tokens: 200
    seed: true
    concurrency: 4
    prices: {input: 1, output: 4}
%sregimes: [curated, none]
budgets: [{k: 3, r: 1}, {k: 2, r: 0}]
%s`, url, extra, more)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// listen starts a server at an address, or at a free one when it is empty.
func listen(t *testing.T, addr string, o conform.Options) (s *conform.Server, url string, stop func()) {
	t.Helper()
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	s = conform.New(o)
	url, stop, err := s.Listen(addr)
	if err != nil {
		t.Fatal(err)
	}
	stop = sync.OnceFunc(stop)
	t.Cleanup(stop)
	return s, url, stop
}

const testKey = "sk-test-9f3b27"

// modelRun starts a run of the spec as a process of its own.
func modelRun(notebook string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd, out := program(notebook, append([]string{"run", "--no-report"}, args...)...)
	cmd.Env = append(cmd.Env, "PROOFGRID_TEST_KEY="+testKey)
	return cmd, out
}

func mustRun(t *testing.T, notebook string, args ...string) {
	t.Helper()
	cmd, out := modelRun(notebook, args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("run %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// A run against a server is killed at random moments and resumed until it ends. The
// server counts: only calls that the store reports as in doubt are made again, the
// tables are those of a run that nobody killed, and so are those of a replay.
func TestKilledRunIsNotPaidTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some 15 processes; not with -short")
	}
	slow := conform.Options{Delay: 30 * time.Millisecond, Fault: conform.Rates(5, map[conform.Fault]float64{conform.SlowStart: 1}), Idempotent: true}
	server, url, stop := listen(t, "", slow)
	spec := modelSpec(t, url, "")
	whole := t.TempDir()
	mustRun(t, whole, spec, "--as", "a")
	once := server.Total()

	stop()
	server, _, _ = listen(t, strings.TrimPrefix(url, "http://"), slow) // one that knows of no call
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 4))
	kills := 0
	for {
		var resume []string
		if _, err := os.Stat(filepath.Join(dir, "notebook", "lm", "a")); err == nil {
			resume = []string{"--resume"}
		}
		cmd, out := modelRun(dir, append([]string{spec, "--as", "a"}, resume...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kills < 12 {
			time.AfterFunc(time.Duration(80+r.IntN(250))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		}
		if err := cmd.Wait(); err == nil {
			break
		}
		if c := cmd.ProcessState.ExitCode(); c >= 0 {
			t.Fatalf("exit code %d\n%s", c, out)
		}
		kills++
	}
	got := server.Total()
	t.Logf("%d kills: %d calls received, %d answered, %d paid; undisturbed %d each", kills, got.Received, got.Answered, got.Paid, once.Paid)
	if kills < 3 {
		t.Errorf("only %d kills struck: the run is too quick for this test", kills)
	}
	// A kill may lose answers that are on their way; each further call for one is noted.
	begun := 0
	for h := range headers(t, dir) {
		if begun += h.Begun; h.Begun > 1 {
			t.Logf("%.12s was asked for %d times", h.Key, h.Begun)
		}
	}
	if got.Received > begun || got.Paid > once.Paid+4*kills {
		t.Errorf("%d calls received and %d paid; %d were noted, %d are needed", got.Received, got.Paid, begun, once.Paid)
	}
	sameTables(t, filepath.Join(whole, "notebook", "lm", "a"), filepath.Join(dir, "notebook", "lm", "a"))

	before := server.Total()
	mustRun(t, dir, spec, "--as", "again", "--replay")
	if server.Total() != before {
		t.Error("a replay asked the server")
	}
	sameTables(t, filepath.Join(whole, "notebook", "lm", "a"), filepath.Join(dir, "notebook", "lm", "again"))
	noKey(t, dir)
}

// A run meets faults that it cannot mend, and so has rows of infrastructure errors;
// cells share questions, and not all of them fail alike. A replay without a server has
// the same rows, with the times of the calls.
func TestAReplayHasTheInfrastructureErrorsToo(t *testing.T) {
	faults := map[conform.Fault]float64{
		conform.Internal: 0.15, conform.RateLimit: 0.1, conform.Cut: 0.15, conform.InvalidJSON: 0.1, conform.Empty: 0.1, conform.Refuses: 0.05,
	}
	for _, resumed := range []bool{false, true} {
		t.Run(fmt.Sprintf("resumed %t", resumed), func(t *testing.T) {
			server, url, stop := listen(t, "", conform.Options{Fault: conform.Rates(11, faults), Delay: time.Millisecond})
			spec := modelSpec(t, url, "", "retries: 1", "max_wait: 10ms")
			dir := t.TempDir()
			cmd, out := modelRun(dir, spec, "--as", "a")
			if resumed {
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				for server.Total().Received < 40 {
					time.Sleep(time.Millisecond)
				}
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				mustRun(t, dir, spec, "--as", "a", "--resume")
			} else if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			asked := server.Total().Received
			stop()
			mustRun(t, dir, spec, "--as", "b", "--replay")

			a, b := filepath.Join(dir, "notebook", "lm", "a"), filepath.Join(dir, "notebook", "lm", "b")
			if want, got := values(t, a), values(t, b); want != got {
				t.Errorf("other tables:\n%s\nwant\n%s", got, want)
			}
			want, wantCalls := attemptsAndCalls(t, a)
			got, gotCalls := attemptsAndCalls(t, b)
			errs, shared := 0, map[string]map[record.Verdict]bool{}
			for i := range want {
				if !reflect.DeepEqual(got[i], want[i]) {
					t.Errorf("attempt %d:\n%+v\nwant\n%+v", i, got[i], want[i])
				}
				if fmt.Sprintf("%+v", gotCalls[i]) != fmt.Sprintf("%+v", wantCalls[i]) { // a cost may be NaN
					t.Errorf("call %d:\n%+v\nwant\n%+v", i, gotCalls[i], wantCalls[i])
				}
				key := want[i].RequestHash
				if shared[key] == nil {
					shared[key] = map[record.Verdict]bool{}
				}
				shared[key][want[i].Verdict] = true
				if want[i].Verdict == record.InfrastructureError {
					errs++
				}
			}
			differ := 0
			for _, verdicts := range shared {
				if len(verdicts) > 1 {
					differ++
				}
			}
			t.Logf("%d attempts, %d of them infrastructure errors; %d questions that cells fared differently with; %d requests", len(want), errs, differ, asked)
			if errs < 3 || differ < 1 && !resumed {
				t.Error("the faults are too few for this test")
			}
			noKey(t, dir)
		})
	}
}

// attemptsAndCalls returns the rows of a run without the checker's times, of which
// waiting for it is a part.
func attemptsAndCalls(t *testing.T, dir string) ([]record.AttemptRow, []record.CallRow) {
	t.Helper()
	attempts, err := record.ReadAll[record.AttemptRow](filepath.Join(dir, "tables", "attempts.arrow"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range attempts {
		attempts[i].Check, attempts[i].Start, attempts[i].Wait = 0, 0, 0
	}
	calls, err := record.ReadAll[record.CallRow](filepath.Join(dir, "tables", "calls.arrow"))
	if err != nil || len(calls) != len(attempts) || len(calls) == 0 {
		t.Fatalf("%d attempts and %d calls, %v", len(attempts), len(calls), err)
	}
	return attempts, calls
}

// sameTables compares the values of the tables of two runs, timing columns aside.
func sameTables(t *testing.T, a, b string) {
	t.Helper()
	if want, got := values(t, a), values(t, b); want != got {
		t.Errorf("other tables:\n%s\nwant\n%s", got, want)
	}
	rows, err := record.ReadAll[record.CallRow](filepath.Join(b, "tables", "calls.arrow"))
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d calls, %v", len(rows), err)
	}
	for _, c := range rows {
		if c.PromptHash == "" || c.Cost <= 0 || c.TokensIn <= 0 {
			t.Fatalf("a call without prompt, cost or tokens: %+v", c)
		}
	}
}

// noKey looks for the key in every file that a run leaves.
func noKey(t *testing.T, dir string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		b, err := io.ReadAll(f)
		if bytes.Contains(b, []byte(testKey)) {
			t.Errorf("%s holds the key", path)
		}
		files++
		return err
	})
	if err != nil || files < 10 {
		t.Errorf("%d files, %v", files, err)
	}
}

// Caps end a run within one call of their limit, resumably; the calls of the first
// session count in the second.
func TestCapsEndARun(t *testing.T) {
	for _, c := range []struct{ name, caps, say string }{
		{"calls", "caps: {calls: 17}", "the cap of 17 calls is reached"},
		{"tokens", "caps: {tokens: 9000}", "the cap of 9000 tokens is reached"},
		{"cost", "caps: {cost: 0.01}", "the cap of 0.01 USD is reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server, url, _ := listen(t, "", conform.Options{})
			spec := modelSpec(t, url, c.caps)
			dir := t.TempDir()
			cmd, out := modelRun(dir, spec, "--as", "a")
			if err := cmd.Run(); code(err) != exitInterrupted || !strings.Contains(out.String(), c.say) || !strings.Contains(out.String(), "--resume") {
				t.Fatalf("exit code %d\n%s", code(err), out)
			}
			calls := server.Total().Paid
			u := usage(t, dir)
			switch c.name {
			case "calls":
				if calls != 17 {
					t.Errorf("%d calls under a cap of 17", calls)
				}
			case "tokens":
				if n := u.in + u.out; n < 9000 || n >= 9000+u.most {
					t.Errorf("%d tokens under a cap of 9000; one call takes up to %d", n, u.most)
				}
			case "cost":
				if usd := float64(u.in+4*u.out) / 1e6; usd < 0.01 || usd >= 0.01+4*float64(u.most)/1e6 {
					t.Errorf("%v USD under a cap of 0.01", usd)
				}
			}
			cmd, out = modelRun(dir, spec, "--as", "a", "--resume")
			if err := cmd.Run(); code(err) != exitInterrupted || server.Total().Paid != calls {
				t.Errorf("resumed under the same cap: exit code %d, %d further calls\n%s", code(err), server.Total().Paid-calls, out)
			}
		})
	}
}

type used struct{ in, out, most int64 }

// headers yields what is stored for the notebook in a folder.
func headers(t *testing.T, dir string) iter.Seq[*responses.Header] {
	t.Helper()
	return func(yield func(*responses.Header) bool) {
		store, err := responses.OpenReadOnly(filepath.Join(dir, "notebook", "responses"))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for h, err := range store.List(responses.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(h) {
				return
			}
		}
	}
}

// usage sums up the tokens of the answers that are stored.
func usage(t *testing.T, dir string) (u used) {
	t.Helper()
	for h := range headers(t, dir) {
		u.in, u.out, u.most = u.in+h.Usage.In, u.out+h.Usage.Out, max(u.most, h.Usage.In+h.Usage.Out)
	}
	return u
}

func code(err error) int {
	if e, ok := err.(*exec.ExitError); ok {
		return e.ExitCode()
	}
	return 0
}

// A server that sends more than it said repeats the key where no reader of answers
// looks. The run does not show it.
func TestWhatAServerSendsUnaskedIsNotShown(t *testing.T) {
	const reply = `{"choices":[{"message":{"content":"no"},"finish_reason":"stop"}]}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(reply), reply)
		time.Sleep(20 * time.Millisecond) // until the connection is idle
		fmt.Fprint(conn, r.Header.Get("Authorization"))
		time.Sleep(20 * time.Millisecond)
	}))
	defer server.Close()
	dir := t.TempDir()
	cmd, out := modelRun(dir, modelSpec(t, server.URL, ""))
	if err := cmd.Run(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if strings.Contains(out.String(), testKey) || strings.Contains(out.String(), "Unsolicited") {
		t.Errorf("the run shows what the server sent:\n%s", out)
	}
}
