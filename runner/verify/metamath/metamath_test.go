package metamath

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/verify"
)

var ctx = context.Background()

func logic(t testing.TB, p Policy) (*mm.Database, *Verifier) {
	t.Helper()
	db, err := mm.ReadFile("testdata/logic.mm")
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(db, p, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return db, v
}

func taskOf(t testing.TB, db *mm.Database, name string) *task.Task {
	t.Helper()
	id, ok := db.Lookup(name)
	if !ok {
		t.Fatalf("no theorem %s", name)
	}
	tk := &task.Task{ID: "logic/" + name, Name: name, Statement: db.FormulaText(id)}
	for _, h := range db.Frame(id).Hyps {
		if db.Kind(h) == mm.Essential {
			tk.Hypotheses = append(tk.Hypotheses, db.FormulaText(h))
		}
	}
	return tk
}

func check(t testing.TB, v verify.Verifier, tk *task.Task, candidate string, lim verify.Limits) verify.Report {
	t.Helper()
	env, err := v.Open(ctx, tk)
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	reps, err := env.Check(ctx, []verify.Candidate{{Proof: candidate}}, lim)
	if err != nil || len(reps) != 1 {
		t.Fatal(reps, err)
	}
	return reps[0]
}

type candidateCase struct{ theorem, name, want, text string }

var (
	byteEscape = regexp.MustCompile(`\\x[0-9a-f]{2}`)
	repeat     = regexp.MustCompile(`\{(\d+)\*([^}]*)\}`)
	bombs      = regexp.MustCompile(`\{bomb (\d+)\}`)
)

func candidates(t testing.TB) []candidateCase {
	t.Helper()
	raw, err := os.ReadFile("testdata/candidates.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []candidateCase
	for _, line := range strings.SplitAfter(string(raw), "\n") {
		if head, ok := strings.CutPrefix(line, "== "); ok {
			title, want, _ := strings.Cut(strings.TrimSpace(head), ": ")
			theorem, name, _ := strings.Cut(title, ", ")
			cases = append(cases, candidateCase{theorem: theorem, name: name, want: want})
			continue
		}
		if len(cases) == 0 || strings.HasPrefix(line, "# ") {
			continue
		}
		number := func(s string) int { n, _ := strconv.Atoi(s); return n }
		line = byteEscape.ReplaceAllStringFunc(line, func(s string) string {
			n, _ := strconv.ParseUint(s[2:], 16, 8)
			return string([]byte{byte(n)})
		})
		line = repeat.ReplaceAllStringFunc(line, func(s string) string {
			m := repeat.FindStringSubmatch(s)
			return strings.Repeat(m[2], number(m[1]))
		})
		line = bombs.ReplaceAllStringFunc(line, func(s string) string {
			return bomb(number(bombs.FindStringSubmatch(s)[1]))
		})
		cases[len(cases)-1].text += line
	}
	return cases
}

// letters is the compressed form of a number counted from 1.
func letters(n int) string {
	s := string(rune('A' + (n-1)%20))
	for n = (n - 1) / 20; n > 0; n = (n - 1) / 5 {
		s = string(rune('U'+(n-1)%5)) + s
	}
	return s
}

// bomb builds ( e -> e ) from e, n times, and each time tags it: 3·2ⁿ symbols in
// about 5n letters. The numbers 1 and 2 are the mandatory hypotheses wp and wq.
func bomb(n int) string {
	var b strings.Builder
	b.WriteString("( wi ax-1 ) AACZ")
	for i := range n {
		e := letters(5 + i)
		b.WriteString(e + e + "CZ")
	}
	return b.String()
}

func describe(r verify.Report) string {
	s := ""
	for i, set := range []bool{r.Signals.Syntax, r.Signals.Type, r.Signals.Progress, r.Signals.Complete} {
		if set {
			s += "STPC"[i : i+1]
		}
	}
	if s == "" {
		s = "-"
	}
	s = string(r.Verdict) + " " + s
	if len(r.Diagnostics) > 0 {
		s += " " + r.Diagnostics[0].Kind + ", " + r.Category
	}
	return s
}

func TestCandidates(t *testing.T) {
	db, v := logic(t, Policy{ForbiddenAxioms: []string{"ax-false"}})
	cases := candidates(t)
	cheats := 0
	for _, c := range cases {
		t.Run(c.theorem+"/"+c.name, func(t *testing.T) {
			start := time.Now()
			rep := check(t, v, taskOf(t, db, c.theorem), c.text, verify.Limits{})
			if got := describe(rep); got != c.want {
				t.Errorf("got %s, want %s; %v", got, c.want, rep.Diagnostics[:min(1, len(rep.Diagnostics))])
			}
			if rep.Audit != "kernel" {
				t.Errorf("audit %q", rep.Audit)
			}
			if len(rep.Diagnostics) > maxDiagnostics {
				t.Errorf("%d diagnostics", len(rep.Diagnostics))
			}
			for _, d := range rep.Diagnostics {
				if len(d.Message) > 5000 || len(d.Label) > maxLabel || d.Start < 0 || d.End < d.Start || d.End > len(c.text) {
					t.Errorf("diagnostic out of bounds: message of %d bytes, label of %d, span %d-%d", len(d.Message), len(d.Label), d.Start, d.End)
				}
			}
			if spent := time.Since(start); spent > 5*time.Second {
				t.Errorf("took %v", spent)
			}
		})
		if !strings.HasPrefix(c.want, "proved") {
			cheats++
		}
	}
	if len(cases) < 80 || cheats < 70 {
		t.Errorf("only %d cases and %d that must not pass", len(cases), cheats)
	}
}

func TestProofsReportTheirAxioms(t *testing.T) {
	db, v := logic(t, Policy{})
	rep := check(t, v, taskOf(t, db, "id"), db.ProofText(mustLookup(t, db, "id")), verify.Limits{})
	if want := []string{"ax-1", "ax-2", "ax-mp"}; rep.Verdict != record.Proved || !slices.Equal(rep.Axioms, want) {
		t.Errorf("%s with axioms %v, want proved with %v", rep.Verdict, rep.Axioms, want)
	}
}

func mustLookup(t testing.TB, db *mm.Database, label string) mm.StmtID {
	id, ok := db.Lookup(label)
	if !ok {
		t.Fatal("no statement", label)
	}
	return id
}

func TestAllowedAxiomsForbidTheOthers(t *testing.T) {
	db, v := logic(t, Policy{AllowedAxioms: []string{"ax-1", "ax-mp"}})
	for name, want := range map[string]record.Verdict{"th": record.Proved, "mine": record.Proved, "id": record.Cheated} {
		rep := check(t, v, taskOf(t, db, name), db.ProofText(mustLookup(t, db, name)), verify.Limits{})
		if rep.Verdict != want {
			t.Errorf("%s is %s, want %s", name, rep.Verdict, want)
		}
	}
}

func TestPolicyMustNameAxioms(t *testing.T) {
	db, _ := logic(t, Policy{})
	for _, label := range []string{"nothing", "th", "wi", "wp", "mp.1"} {
		for _, p := range []Policy{{ForbiddenAxioms: []string{label}}, {AllowedAxioms: []string{label}}} {
			if _, err := New(db, p, time.Now); err == nil || !strings.Contains(err.Error(), label) {
				t.Errorf("a policy with %s is accepted: %v", label, err)
			}
		}
	}
}

func TestOpenLocksTheStatement(t *testing.T) {
	db, v := logic(t, Policy{})
	spoil := map[string]func(*task.Task){
		"no such theorem":    func(tk *task.Task) { tk.Name = "nothing" },
		"an axiom":           func(tk *task.Task) { tk.Name = "ax-1" },
		"another statement":  func(tk *task.Task) { tk.Statement = "|- p" },
		"another hypothesis": func(tk *task.Task) { tk.Hypotheses[0] = "|- q" },
		"no hypotheses":      func(tk *task.Task) { tk.Hypotheses = nil },
	}
	for name, f := range spoil {
		tk := taskOf(t, db, "mine")
		f(tk)
		if _, err := v.Open(ctx, tk); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
}

func TestUnknownStepsTellTheirGoals(t *testing.T) {
	db, v := logic(t, Policy{})
	text := "wp wp wp wi wi wp wp wi ? ? ax-mp"
	rep := check(t, v, taskOf(t, db, "id"), text, verify.Limits{})
	want := []string{"|- ( p -> ( p -> p ) )", "|- ( ( p -> ( p -> p ) ) -> ( p -> p ) )"}
	if len(rep.Diagnostics) != len(want) {
		t.Fatalf("diagnostics %v", rep.Diagnostics)
	}
	for i, d := range rep.Diagnostics {
		if !slices.Equal(d.Goals, want[i:i+1]) || d.Step != 9+i || text[d.Start:d.End] != "?" {
			t.Errorf("diagnostic %+v, want the goal %s", d, want[i])
		}
	}
}

func TestTimeAndMemoryLimits(t *testing.T) {
	db, v := logic(t, Policy{})
	tk := taskOf(t, db, "th")
	if rep := check(t, v, tk, bomb(15), verify.Limits{Bytes: 1 << 20}); rep.Verdict != record.Timeout {
		t.Errorf("a bomb of 200,000 symbols in a megabyte: %s", describe(rep))
	}
	if rep := check(t, v, tk, "wp wq ax-1", verify.Limits{Bytes: 1 << 10, Time: time.Minute}); rep.Verdict != record.Proved {
		t.Errorf("a small proof in a kilobyte: %s", describe(rep))
	}
	if rep := check(t, v, tk, bomb(22), verify.Limits{Time: time.Nanosecond}); rep.Verdict != record.Timeout {
		t.Errorf("a long check in a nanosecond: %s", describe(rep))
	}
}

func TestAnEndedContextIsAnErrorAndNoVerdict(t *testing.T) {
	db, v := logic(t, Policy{})
	env, err := v.Open(ctx, taskOf(t, db, "th"))
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if reps, err := env.Check(ended, []verify.Candidate{{Proof: "wp wq ax-1"}}, verify.Limits{}); err == nil {
		t.Errorf("reports %v", reps)
	}
}

func TestConcurrentChecksAgree(t *testing.T) {
	db, v := logic(t, Policy{ForbiddenAxioms: []string{"ax-false"}})
	var cases []candidateCase
	for _, c := range candidates(t) {
		if len(c.text) < 10000 {
			cases = append(cases, c)
		}
	}
	var wg sync.WaitGroup
	bad := make(chan string, 8*len(cases))
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range cases {
				c := cases[(i+w*7)%len(cases)]
				env, err := v.Open(ctx, taskOf(t, db, c.theorem))
				if err != nil {
					bad <- err.Error()
					return
				}
				reps, err := env.Check(ctx, []verify.Candidate{{Proof: c.text}}, verify.Limits{})
				if err != nil || describe(reps[0]) != c.want {
					bad <- fmt.Sprint(c.name, reps, err)
				}
			}
		}()
	}
	wg.Wait()
	close(bad)
	for s := range bad {
		t.Error(s)
	}
}

func TestEveryProofOfSetMMIsProved(t *testing.T) {
	if testing.Short() {
		t.Skip("set.mm is for the long tests")
	}
	const path = "/usr/share/metamath/databases/set.mm"
	db, err := mm.ReadFile(path)
	if err != nil {
		t.Skipf("no set.mm: %v", err)
	}
	v, err := New(db, Policy{}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for id := mm.StmtID(0); int(id) < db.Len(); id++ {
		if db.Kind(id) != mm.Provable {
			continue
		}
		n++
		rep := check(t, v, taskOf(t, db, db.Label(id)), db.ProofText(id), verify.Limits{})
		if rep.Verdict != record.Proved {
			t.Errorf("%s: %s", db.Label(id), describe(rep))
		}
	}
	if n < 30000 {
		t.Errorf("only %d proofs", n)
	}
}
