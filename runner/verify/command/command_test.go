package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/taxonomy"
)

const checkers = "../../../experiments/checkers"

func machine(t *testing.T, path string) Machine {
	t.Helper()
	getenv := func(name string) string {
		if name == "PATH" {
			return path
		}
		return os.Getenv(name)
	}
	return Machine{Sandbox: sandbox.Detect(t.Context(), os.Getenv("PATH")), Getenv: getenv, Now: time.Now, Nonce: rand.Text, Temp: t.TempDir(), Workers: 2}
}

// toyScript is the checker of testdata/toy.yaml. It knows a word when it stands alone on
// a line.
const toyScript = `#!/bin/sh
[ "$1" = --version ] && { echo Toy 1.5; exit 0; }
[ -e DOWN ] && exit 77
while read -r word rest; do
	case "$word" in
	qed) echo "rests on nothing"; echo accepted; exit 0 ;;
	lean) echo "rests on axiom"; echo accepted; exit 0 ;;
	silent) exit 0 ;;
	forge) echo "accepted"; exit 1 ;;
	hang) sleep 100.77 & sleep 100.77 ;;
	flood) exec yes ;;
	crash) kill -SEGV $$ ;;
	odd) exit 42 ;;
	fuel) echo out of fuel; exit 1 ;;
	unknown) n=$(grep -n '^unknown' "$1" | cut -d: -f1); echo "proof.toy:1:1: warning: odd"; echo "proof.toy:$n:9: error: unknown word"; exit 1 ;;
	wrong) exit 1 ;;
	esac
done < "$1"
exit 1
`

// toy returns a verifier of the made-up checker, and the program's file.
func toy(t *testing.T) (*Verifier, string) {
	t.Helper()
	text, err := os.ReadFile("testdata/toy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no /bin/sh: the made-up checker is a shell script")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "toy")
	if err := os.WriteFile(program, []byte(toyScript), 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "toy.yaml")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(text), "./toy", program)), 0o600); err != nil {
		t.Fatal(err)
	}
	m := machine(t, os.Getenv("PATH"))
	m.Plain = true
	v, err := New(t.Context(), path, m)
	if err != nil {
		t.Fatal(err)
	}
	return v, program
}

var theorem = &task.Task{ID: "t/a", Name: "a", System: "toy", Text: "theorem a"}

func TestFates(t *testing.T) {
	v, _ := toy(t)
	if v.Version() != "Toy 1.5" {
		t.Errorf("version %q", v.Version())
	}
	e, err := v.Open(t.Context(), theorem)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		proof   string
		verdict record.Verdict
		say     string
	}{
		{"qed", record.Proved, ""},
		{"# sorry, no trust\nqed", record.Proved, ""},
		{"(* a (* trust *) b *)\nqed", record.Proved, ""},
		{"\"trust\"\nqed", record.Proved, ""},
		{"sorry\nqed", record.Rejected, "a hole"},
		{"(* (* *) trust *) trust\nqed", record.Cheated, "trust"},
		{"lean", record.Cheated, "rests on an assumption"},
		{"silent", record.Rejected, "accepted"},
		{"forge", record.Rejected, "exit code 1"},
		{"hang", record.Timeout, "time limit"},
		{"flood", record.Rejected, "output"},
		{"crash", record.Rejected, "signal"},
		{"odd", record.Rejected, "exit code 42"},
		{"fuel", record.Timeout, "out of fuel"},
		{"unknown word", record.Rejected, "unknown word"},
		{"wrong", record.Rejected, "exit code 1"},
		{"", record.Rejected, "exit code 1"},
		{"qed )", record.Rejected, "closes nothing"},
		{"( qed", record.Rejected, "not closed"},
		{"( qed ]", record.Rejected, "closes nothing"},
		{"qed (*", record.Rejected, "comment"},
		{"qed \"", record.Rejected, "string"},
		{"qed \"\\\"", record.Rejected, "string"},
		{"qed\x00", record.Rejected, "control"},
		{"qed\rtrust", record.Rejected, "control"},
		{"qed \u202e", record.Rejected, "control"},
		{"qed \xff", record.Rejected, "UTF-8"},
		{"qed\r\n", record.Rejected, "exit code 1"},
		{strings.Repeat("x", 1001), record.Rejected, "1001 bytes"},
	}
	var all []verify.Candidate
	for _, c := range cases {
		all = append(all, verify.Candidate{Proof: c.proof})
	}
	start := time.Now()
	reports, err := e.Check(t.Context(), all, verify.Limits{Time: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	for i, c := range cases {
		r := reports[i]
		said := ""
		if len(r.Diagnostics) > 0 {
			said = r.Diagnostics[0].Message
		}
		if r.Verdict != c.verdict || !strings.Contains(said, c.say) || (c.say == "") != (said == "") {
			t.Errorf("%q: %s, %q", c.proof, r.Verdict, said)
		}
		if want := "sealed, exit code, output, assumption rules"; r.Verdict == record.Proved && (r.Audit != want || !r.Signals.Complete) {
			t.Errorf("%q: audit %q, %+v", c.proof, r.Audit, r.Signals)
		}
		if c.proof == "unknown word" {
			if d := r.Diagnostics[0]; d.Start != 8 || r.Category != "unknown identifier" || r.Signals != (verify.Signals{Syntax: true}) || len(r.Diagnostics) != 1 {
				t.Errorf("%+v", r)
			}
		}
	}
	if left, _ := os.ReadDir(v.machine.Temp); len(left) > 0 {
		t.Errorf("left lying about: %v", left)
	}
}

// TestBrokenChecker: a checker that does not work any more gives no verdict.
func TestBrokenChecker(t *testing.T) {
	v, program := toy(t)
	e, err := v.Open(t.Context(), theorem)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 77\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	reports, err := e.Check(t.Context(), []verify.Candidate{{Proof: "qed"}}, verify.Limits{})
	if err != nil || reports[0].Verdict != record.InfrastructureError {
		t.Errorf("%+v, %v", reports, err)
	}
	if err := os.Remove(program); err != nil {
		t.Fatal(err)
	}
	if reports, err := e.Check(t.Context(), []verify.Candidate{{Proof: "qed"}}, verify.Limits{}); err == nil && reports[0].Verdict != record.InfrastructureError {
		t.Errorf("without a checker: %+v", reports)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Check(ctx, []verify.Candidate{{Proof: "qed"}}, verify.Limits{}); err == nil {
		t.Error("judged after the end of its context")
	}
}

// TestControls: what accepts everything, or nothing, is no checker.
func TestControls(t *testing.T) {
	_, program := toy(t)
	for script, want := range map[string]string{
		"echo Toy 1; echo accepted": "control b, which it must reject, is proved",
		"echo Toy 1; exit 1":        "control a, which it must accept, is rejected",
		"echo no version":           "does not tell its version",
	} {
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		m := machine(t, os.Getenv("PATH"))
		m.Plain = true
		if _, err := New(t.Context(), filepath.Join(filepath.Dir(program), "toy.yaml"), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	v, _ := toy(t)
	for want, x := range map[string]*task.Task{
		"is for lean":         {ID: "x", System: "lean", Text: "theorem a"},
		"not of the form":     {ID: "x", System: "toy", Text: "lemma a"},
		"a control character": {ID: "x", System: "toy", Text: "theorem a", Preamble: "\x00"},
	} {
		want = strings.TrimPrefix(want, "a ")
		if _, err := v.Open(t.Context(), x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestBadDescriptions(t *testing.T) {
	text, err := os.ReadFile("testdata/toy.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"system: toy", "sytem: toy", "x.yaml:3:1: unknown field \"sytem\""},
		{"exit: [0]", "exit: zero", "x.yaml:26:1"},
		{"match: '\\btrust\\b'", "match: '('", "x.yaml:24:13: error parsing regexp"},
		{"{{.Proof}}", "qed", "x.yaml:7:13: {{.Proof}} stands exactly once"},
		{"{{.Proof}}", "{{.Proof}} {{.Proof}}", "{{.Proof}} stands"},
		{"{{.Proof}}", "({{.Proof}}", "stands behind a space"},
		{"{{.Nonce}}", "{{.Once}}", "Once"},
		{"{{.Part.name}}", "{{.Part.nam}}", "nam"},
		{"name: proof.toy", "name: ../proof.toy", "file name"},
		{"expected: reject", "expected: accept", "one that it must reject"},
		{"expected: reject", "expected: refuse", "x.yaml:35:58"},
		{"[\"()\", \"[]\"]", "[\"()\", \"[\"]", "brackets are"},
		{"(?P<message>.+)", "(?P<massage>.+)", "massage"},
		{"in: stdout, match: 'rests on (\\w+)'", "in: stdout, match: 'rests on'", "exceptions are about"},
		{"failure: [1]", "failure: [one]", "x.yaml:27:1"},
		{"version: {command: [./toy, --version], match", "version: {match", "version"},
	} {
		changed := strings.Replace(string(text), c.old, c.new, 1)
		if changed == string(text) {
			t.Errorf("%q does not occur", c.old)
		}
		if _, err := Parse("x.yaml", []byte(changed)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}

// examples runs the cases of a system; want says which are to be judged.
func examples(t *testing.T, system, path string, change func(*Config), want func(verify.Case) bool) {
	t.Helper()
	v, err := New(t.Context(), filepath.Join(checkers, system+".yaml"), machine(t, path))
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(v.config)
	}
	f, err := os.Open(filepath.Join(checkers, system+"-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	judged := map[string]int{}
	var last verify.Case
	var e verify.Environment
	if err := verify.ReadCases(f, func(c verify.Case) error {
		if !want(c) {
			return nil
		}
		if e == nil || !last.SameTheorem(&c) {
			last = c
			if e, err = v.Open(t.Context(), CaseTask(&c, v.System())); err != nil {
				return fmt.Errorf("%s: %w", c.ID, err)
			}
		}
		r, err := e.Check(t.Context(), []verify.Candidate{CaseCandidate(&c)}, verify.Limits{Time: time.Minute})
		if err != nil {
			return err
		}
		judged[c.Expected]++
		if (r[0].Verdict == record.Proved) != (c.Expected == "accept") || r[0].Verdict == record.InfrastructureError || r[0].Verdict == record.Timeout {
			b, _ := json.Marshal(r[0])
			t.Errorf("%s: %s", c.ID, b)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if judged["accept"] < 1 || judged["reject"] < 6 {
		t.Errorf("%v cases were judged", judged)
	}
}

func installed(t *testing.T, file, pkg string) string {
	t.Helper()
	path := os.Getenv("PATH")
	for _, dir := range filepath.SplitList(path) {
		if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
			return path
		}
	}
	t.Skipf("no %s: install the Debian package %s", file, pkg)
	return ""
}

func all(verify.Case) bool { return true }

func TestZ3(t *testing.T)    { examples(t, "z3", installed(t, "z3", "z3"), nil, all) }
func TestAgda(t *testing.T)  { examples(t, "agda", installed(t, "agda", "agda-bin"), nil, all) }
func TestDafny(t *testing.T) { slow(t); examples(t, "dafny", installed(t, "dafny", "dafny"), nil, all) }

// TestAgdaAlone: what the rules refuse, Agda and the seal refuse too.
func TestAgdaAlone(t *testing.T) {
	slow(t)
	examples(t, "agda", installed(t, "agda", "agda-bin"), func(c *Config) { c.Assumptions = nil }, func(c verify.Case) bool { return c.Expected == "reject" || c.ID == "by cases" })
}

// TestCategories: the description's own rules, and behind them the taxonomy.
func TestCategories(t *testing.T) {
	typed := verify.Signals{Syntax: true, Type: true}
	for _, x := range []struct {
		checker, message, category string
		signals                    verify.Signals
	}{
		{"z3", "line 2 column 14: unknown constant foo (Int) ", taxonomy.UnknownIdentifier, verify.Signals{Syntax: true}},
		{"z3", "line 1 column 41: Sort mismatch at argument #2 for function", taxonomy.TypeMismatch, verify.Signals{Syntax: true}},
		{"z3", "unsat\nsat", taxonomy.UnsolvedGoals, typed},
		{"z3", "line 17 column 9: invalid expression, '(' or symbol expected", taxonomy.Other, verify.Signals{}},
		{"dafny", "A postcondition might not hold on this return path.", taxonomy.UnsolvedGoals, typed},
		{"dafny", "unresolved identifier: foo", taxonomy.UnknownIdentifier, verify.Signals{Syntax: true}},
		{"verus", "assertion failed", taxonomy.UnsolvedGoals, typed},
		{"agda", "1 != 2 of type Nat", taxonomy.TypeMismatch, verify.Signals{Syntax: true}},
		{"agda", "Termination checking failed for the following functions:", taxonomy.Other, typed},
		{"agda", "Could not parse the application", taxonomy.Other, verify.Signals{}},
	} {
		c, err := Read(filepath.Join(checkers, x.checker+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if category, signals := c.category(verify.Diagnostic{Message: x.message}); category != x.category || signals != x.signals {
			t.Errorf("%s: %q: %s, %+v", x.checker, x.message, category, signals)
		}
	}
}

func slow(t *testing.T) {
	if os.Getenv("PROOFGRID_CHECKERS") == "" {
		t.Skip("about a minute of checking; set PROOFGRID_CHECKERS=1")
	}
}

// TestVerus runs a stand-in: no Verus was at hand.
func TestVerus(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "verus"))
	if err != nil {
		t.Fatal(err)
	}
	v := strings.TrimSpace(string(text))
	if !strings.HasPrefix(v, "#!/bin/sh") {
		t.Fatal("the stand-in is no script")
	}
	m := machine(t, dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	m.Plain = true
	verifier, err := New(t.Context(), filepath.Join(checkers, "verus.yaml"), m)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(filepath.Join(checkers, "verus-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	if err := verify.ReadCases(f, func(c verify.Case) error {
		n++
		e, err := verifier.Open(t.Context(), CaseTask(&c, "verus"))
		if err != nil {
			return err
		}
		r, err := e.Check(t.Context(), []verify.Candidate{CaseCandidate(&c)}, verify.Limits{})
		if err != nil {
			return err
		}
		if (r[0].Verdict == record.Proved) != (c.Expected == "accept") {
			t.Errorf("%s: %+v", c.ID, r[0])
		}
		if c.ID == "wrong" && (r[0].Audit == Lexical || r[0].Category != "unsolved goals" || r[0].Signals != (verify.Signals{Syntax: true, Type: true}) || r[0].Diagnostics[0].Start != 2) {
			t.Errorf("%+v", r[0])
		}
		return nil
	}); err != nil || n < 10 {
		t.Errorf("%d cases: %v", n, err)
	}
}
