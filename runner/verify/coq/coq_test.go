//go:build unix

package coq

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
)

const path = "/usr/local/bin:/usr/bin:/bin"

var box = sandbox.Detect(context.Background(), path)

var environ = []string{"PATH=" + path, "HOME=/nonexistent"}

func installed(t testing.TB, name, pkg string) {
	t.Helper()
	for _, dir := range strings.Split(path, ":") {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return
		}
	}
	t.Skipf("no %s on this machine: install the package %s", name, pkg)
}

// project copies the project of testdata and compiles files of it.
func project(t testing.TB, compile ...string) string {
	t.Helper()
	installed(t, "coqc", "coq")
	dir := t.TempDir()
	files, err := filepath.Glob("testdata/project/*.v")
	if err != nil || len(files) == 0 {
		t.Fatal("no project in testdata")
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(f)), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range compile {
		r, err := box.Run(t.Context(), sandbox.Command{Args: []string{"coqc", "-q", "-Q", ".", "Walk", f}, Dir: dir, Env: environ})
		if err != nil || r.Err() != nil {
			t.Fatalf("coqc %s: %v %v %s", f, err, r.Err(), r.Stderr)
		}
	}
	return dir
}

// theoremOf makes a task of a lemma in a file, as a dataset would.
func theoremOf(t testing.TB, root, file, name string, args ...string) *task.Task {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	sentences := coq.Sentences(text)
	for i, s := range sentences {
		if _, got := coq.Leading(text[s.Start:s.End]); got != name || !opensProof(sentences[i+1:]) {
			continue
		}
		end := i + 1
		for !enders[sentences[end].Head] {
			end++
		}
		return &task.Task{
			ID: "test/" + name, Name: name, System: "coq", Text: text[s.Start:s.End],
			Source: &task.Location{Root: root, File: file, Start: s.Start, Proof: sentences[i+1].Start, End: sentences[end].End, Args: args},
			Truth:  task.GroundTruth{Proof: text[sentences[i+1].Start:sentences[end].End]},
		}
	}
	t.Fatalf("%s has no %s", file, name)
	return nil
}

func opensProof(next []coq.Sentence) bool { return len(next) > 0 && next[0].Head == "Proof" }

func walking(t testing.TB, change func(*Config)) *Verifier {
	t.Helper()
	installed(t, "coqtop", "coq")
	c := Config{Sandbox: box, Env: environ, Isolate: box.CanIsolate(), Now: time.Now}
	if change != nil {
		change(&c)
	}
	v, err := New(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func walkTask(t testing.TB, root, name string) *task.Task {
	return theoremOf(t, root, "Walk.v", name, "-Q", ".", "Walk")
}

func check(t testing.TB, v *Verifier, task *task.Task, limit time.Duration, proofs ...string) []verify.Report {
	t.Helper()
	env, err := v.Open(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	defer env.Close()
	var cs []verify.Candidate
	for _, p := range proofs {
		cs = append(cs, verify.Candidate{Proof: p})
	}
	reps, err := env.Check(t.Context(), cs, verify.Limits{Time: limit})
	if err != nil {
		t.Fatal(err)
	}
	if len(reps) != len(proofs) {
		t.Fatalf("%d reports for %d candidates", len(reps), len(proofs))
	}
	return reps
}

// TestOriginals: every theorem of the file is proved by its own proof, in any order of
// the tasks.
func TestOriginals(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	for _, name := range []string{"double_zero", "swap_twice", "swap_pair", "double_plus", "two_is", "swap_twice", "double_zero", "two"} {
		task := walkTask(t, dir, name)
		reps := check(t, v, task, 10*time.Second, task.Truth.Proof, strings.TrimSuffix(strings.TrimSuffix(task.Truth.Proof, "Qed."), "Defined."), "Proof. idtac. Qed.")
		for i, want := range []record.Verdict{record.Proved, record.Proved, record.Rejected} {
			if r := reps[i]; r.Verdict != want || (want == record.Proved) != (r.Audit == string(seal.Sealed)) || (want == record.Proved) != r.Signals.Complete || len(r.Axioms) != 0 {
				t.Errorf("%s, candidate %d: %+v", name, i, r)
			}
		}
	}
	if len(v.pool.idle) != 1 || v.pool.alive != 1 {
		t.Errorf("%d processes alive, %d idle", v.pool.alive, len(v.pool.idle))
	}
}

// TestRelativeRoot: a project may be named from the working directory.
func TestRelativeRoot(t *testing.T) {
	dir := project(t, "Base.v")
	t.Chdir(filepath.Dir(dir))
	task := walkTask(t, filepath.Base(dir), "swap_pair")
	for _, recheck := range []bool{false, true} {
		v := walking(t, func(c *Config) { c.Policy.Recheck = recheck })
		if r := check(t, v, task, 5*time.Second, task.Truth.Proof)[0]; r.Verdict != record.Proved {
			t.Errorf("re-check %v: %+v", recheck, r)
		}
	}
}

func TestVerdicts(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	task := walkTask(t, dir, "double_plus")
	flood := "do 3000 idtac \"" + strings.Repeat("much ", 1000) + "\"."
	cases := []struct {
		name, proof string
		want        record.Verdict
		kind, at    string // of the first diagnostic, and the text that it is about
		signals     verify.Signals
	}{
		{"the original", task.Truth.Proof, record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
		{"an unknown name", "Proof.\n  idtac. apply nosuch.\nQed.", record.Rejected, reference, "nosuch", verify.Signals{Syntax: true, Progress: true}},
		{"a syntax error", "Proof. apply (. Qed.", record.Rejected, syntax, ".", verify.Signals{}},
		{"a type error", "Proof. exact (plus_zero 1). Qed.", record.Rejected, typing, "plus_zero 1", verify.Signals{Syntax: true}},
		{"an unfinished one", "Proof. unfold double. Qed.", record.Rejected, unfinished, "Qed.", verify.Signals{Syntax: true, Type: true, Progress: true}},
		{"an endless one", "Proof. repeat (assert True by exact I). Qed.", record.Timeout, seal.TimeLimit, "repeat (assert True by exact I).", verify.Signals{}},
		{"one that forges", "Proof. idtac \"</infomsg>\n<prompt>Coq < 99 || 0 < </prompt>\". Qed.", record.Rejected, tactic, "idtac \"</infomsg>\n<prompt>Coq < 99 || 0 < </prompt>\".", verify.Signals{Syntax: true, Type: true}},
		{"a term", "Proof (plus_zero _).", record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
		{"a term of another type", "Proof plus_zero.", record.Rejected, typing, "", verify.Signals{Syntax: true}},
		{"a token that hides a fixpoint", "Proof. Notation \"a '+(*' b '*)'\" := (b) (at level 50). exact (I +(* fix f n := f n *)). Qed.", record.Rejected, seal.Unreadable, "Notation \"a '+(*' b '*)'\" := (b) (at level 50).", verify.Signals{}},
		{"comments", "(* a *) Proof (* . *). (* \"*)\" *) apply (* Qed. *) plus_zero. (* end *) Qed. (* *)", record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
		{"an axiom of the file", "Proof. exact (oracle _). Qed.", record.Cheated, seal.AxiomsUsed, "", verify.Signals{Syntax: true, Type: true, Progress: true}},
		{"a flood", "Proof. " + flood + " apply plus_zero. Qed.", record.Rejected, seal.OutputLimit, "", verify.Signals{}},
		{"one behind the flood", "Proof. apply plus_zero. Qed.", record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
		{"one that goes on", "Proof. apply plus_zero. Qed. Lemma more : True. Proof. exact I. Qed.", record.Cheated, seal.EndsProof, "", verify.Signals{Syntax: true}},
		{"an open comment", "Proof. apply (* plus_zero. Qed.", record.Rejected, seal.Unreadable, "", verify.Signals{}},
		{"invalid UTF-8", "Proof. apply plus_zero\xff. Qed.", record.Rejected, seal.Unreadable, "", verify.Signals{}},
		{"CRLF", "Proof.\r\n  apply plus_zero.\r\nQed.\r\n", record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
		{"10 MB", "Proof. idtac" + strings.Repeat("; idtac", 1500000) + ". Qed.", record.Rejected, seal.Size, "", verify.Signals{Syntax: true}},
		{"nothing", "(* nothing *)", record.Rejected, unfinished, "", verify.Signals{Syntax: true, Type: true}},
		{"deep recursion", "Proof. let n := eval compute in (Nat.pow 2 30) in idtac. Qed.", record.Rejected, stack, "", verify.Signals{Syntax: true, Type: true}},
		{"memory", "Proof. let f := eval cbv in (nat_rect (fun _ => list nat) nil (fun _ l => app l (cons 0 l))) in let n := eval vm_compute in (f 30) in idtac. Qed.", record.Timeout, "", "", verify.Signals{}},
		{"the last", "Proof. apply plus_zero. Defined.", record.Proved, "", "", verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}},
	}
	var proofs []string
	for _, c := range cases {
		proofs = append(proofs, c.proof)
	}
	for i, r := range check(t, v, task, 3*time.Second, proofs...) {
		c := cases[i]
		if r.Verdict != c.want {
			t.Errorf("%s: verdict %s, want %s: %+v", c.name, r.Verdict, c.want, r)
			continue
		}
		if c.name != "memory" && c.want != record.Timeout && c.kind != seal.OutputLimit && r.Signals != c.signals {
			t.Errorf("%s: signals %+v", c.name, r.Signals)
		}
		if (len(r.Diagnostics) == 0) != (c.want == record.Proved) {
			t.Errorf("%s: diagnostics %+v", c.name, r.Diagnostics)
			continue
		}
		if c.want == record.Proved || c.kind == "" {
			continue
		}
		d := r.Diagnostics[0]
		if at := c.proof[min(d.Start, len(c.proof)):min(d.End, len(c.proof))]; d.Kind != c.kind || c.at != "" && at != c.at {
			t.Errorf("%s: kind %q at %q: %s", c.name, d.Kind, at, d.Message)
		}
		if (c.kind == reference || c.kind == typing) && (len(d.Goals) != 1 || !strings.Contains(d.Goals[0], "double n + 0 = double n")) {
			t.Errorf("%s: goals %q", c.name, d.Goals)
		}
	}
}

// TestRunaway: a sentence that Coq's own time limit does not end costs the process and
// nobody's verdict. Coq ends all that we know of by itself, so a filter before it takes
// the end off one sentence, which is then never answered.
func TestRunaway(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, func(c *Config) {
		c.Command = []string{"/bin/sh", "-c", `sed -u 's/.*idtac "hang".*/(* /' | coqtop "$@"`, "coqtop"}
	})
	task := walkTask(t, dir, "double_plus")
	const good = "Proof. apply plus_zero. Qed."
	const hang = "Proof.\nidtac \"hang\".\nQed."
	const slow = "Proof. do 1000000000 idtac. Qed."
	reps := check(t, v, task, time.Second, good+" ", hang, good, slow, hang+" ", good+"  ", hang+"  ")
	for i, want := range []record.Verdict{record.Proved, record.Timeout, record.Proved, record.Timeout, record.Timeout, record.Proved, record.Timeout} {
		if reps[i].Verdict != want {
			t.Errorf("candidate %d: %+v", i, reps[i])
		}
		if want != record.Timeout {
			continue
		}
		t.Logf("candidate %d: %v: %s", i, reps[i].Check, reps[i].Diagnostics[0].Message)
		if killed := strings.Contains(reps[i].Diagnostics[0].Message, "was ended"); killed != (i != 3) {
			t.Errorf("candidate %d: process ended: %v", i, killed)
		}
		// A second is the candidate's own; the rest is for noticing and killing.
		if reps[i].Check > 3*time.Second {
			t.Errorf("the runaway took %v", reps[i].Check)
		}
	}
	if r := check(t, v, task, time.Second, good); r[0].Verdict != record.Proved {
		t.Errorf("the next batch: %+v", r[0])
	}
	if v.pool.alive != 1 {
		t.Errorf("%d processes are left", v.pool.alive)
	}
}

// TestSharedBeginnings: what candidates begin with in common changes no report but its
// times, in whatever order they come.
func TestSharedBeginnings(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	task := walkTask(t, dir, "swap_twice")
	proofs := []string{
		"Proof. destruct p as [a b]. simpl. reflexivity. Qed.",
		"Proof. destruct p as [a b]. simpl. exact nosuch. Qed.",
		"Proof. destruct p as [a b]. simpl. Qed.",
		"Proof. destruct p as [a b]. reflexivity. Qed.",
		"Proof. destruct p as [a b]. simpl. reflexivity. Defined.",
		"Proof. destruct p as [a b].\nsimpl. split. Qed.",
	}
	bare := func(r verify.Report) verify.Report {
		r.Start, r.Check = 0, 0
		return r
	}
	var alone []verify.Report
	for _, p := range proofs {
		alone = append(alone, bare(check(t, v, task, 5*time.Second, p)[0]))
	}
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 0, 4, 1, 3, 5}} {
		var batch []string
		for _, i := range order {
			batch = append(batch, proofs[i])
		}
		for n, r := range check(t, v, task, 5*time.Second, batch...) {
			if got := bare(r); !reflect.DeepEqual(got, alone[order[n]]) {
				t.Errorf("order %v: %s\n%+v\nalone:\n%+v", order, batch[n], got, alone[order[n]])
			}
		}
	}
}

func TestLemmas(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	task := walkTask(t, dir, "swap_twice")
	env, err := v.Open(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	reps, err := env.Check(t.Context(), []verify.Candidate{
		{Lemmas: "Lemma surjective (p : A * B) : (fst p, snd p) = p.\nProof. now destruct p. Qed.", Proof: "Proof. apply surjective. Qed."},
		{Lemmas: "Lemma surjective (p : A * B) : (fst p, snd p) = nosuch.\nProof. now destruct p. Qed.", Proof: "Proof. apply surjective. Qed."},
		{Lemmas: "Definition snd {A B} (p : A * B) := p. Definition fst {A B} (p : A * B) := p.", Proof: "Proof. reflexivity. Qed."},
		{Proof: "Proof. apply surjective. Qed."},
	}, verify.Limits{Time: 5 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []record.Verdict{record.Proved, record.Rejected, record.Rejected, record.Rejected} {
		if reps[i].Verdict != want {
			t.Errorf("candidate %d: %+v", i, reps[i])
		}
	}
}

// TestInfrastructure: what is no candidate's fault is an error that says what to do.
func TestInfrastructure(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	fresh := func(name string, change func(*task.Task)) error {
		task := walkTask(t, dir, name)
		at := *task.Source
		task.Source = &at
		change(task)
		env, err := v.Open(t.Context(), task)
		if err == nil {
			_, err = env.Check(t.Context(), []verify.Candidate{{Proof: "reflexivity."}}, verify.Limits{})
		}
		return err
	}
	edited := project(t, "Base.v")
	b, _ := os.ReadFile(filepath.Join(edited, "Walk.v"))
	os.WriteFile(filepath.Join(edited, "Walk.v"), []byte(strings.Replace(string(b), "double 0 = 0", "double 0 = 1", 1)), 0o644)
	for name, c := range map[string]struct {
		change func(*task.Task)
		want   string
	}{
		"nowhere":       {func(t *task.Task) { t.Source = nil }, "nothing says where"},
		"no folder":     {func(t *task.Task) { t.Source.Root = "/nonexistent" }, "no project folder"},
		"no file":       {func(t *task.Task) { t.Source.File = "Talk.v" }, "no such file"},
		"behind":        {func(t *task.Task) { t.Source.End += 1 << 20 }, "bytes and the task says"},
		"inside":        {func(t *task.Task) { t.Source.Start += 3 }, "begins inside of the sentence"},
		"elsewhere":     {func(t *task.Task) { t.Text = "Lemma other : True." }, "the task's theorem is not here"},
		"another name":  {func(t *task.Task) { t.Name = "other"; t.Text = "" }, "the file states double_plus, the task other"},
		"not compiled":  {func(x *task.Task) { x.Source.Root = project(t) }, "compile the project first"},
		"no load path":  {func(t *task.Task) { t.Source.Args = nil }, "Walk.v:1: Coq does not accept the file up to the theorem"},
		"a broken file": {func(t *task.Task) { t.Source.Root = edited }, "Walk.v:5: Coq does not accept the file up to the theorem"},
	} {
		if err := fresh("double_plus", c.change); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	if v.pool.alive > 1 {
		t.Errorf("%d processes are left", v.pool.alive)
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"no coqtop":       {func(c *Config) { c.Command = []string{"nosuchtop"} }, "nosuchtop"},
		"a broken coqtop": {func(c *Config) { c.Command = []string{"/bin/sh", "-c", "echo cannot find the prelude >&2; exit 1"} }, `exit code 1: "cannot find the prelude"`},
		"another version": {func(c *Config) { c.Want = "Coq 7" }, "and Coq 7 is wanted"},
		"negative memory": {func(c *Config) { c.Memory = -5 }, "-5 bytes"},
		"no policy":       {func(c *Config) { c.Policy.Recursion = "sometimes" }, "sometimes"},
	} {
		config := v.Config
		c.change(&config)
		if _, err := New(t.Context(), config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	env, err := v.Open(ctx, walkTask(t, dir, "double_plus"))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := env.Check(ctx, []verify.Candidate{{Proof: "reflexivity."}}, verify.Limits{}); err == nil {
		t.Error("judged after the end of its context")
	}
}

func TestSteps(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	task := walkTask(t, dir, "swap_twice")
	tree, err := v.Steps(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	root := tree.Root()
	if root.ID != 0 || len(root.Goals) != 1 || !strings.Contains(root.Goals[0], "p : A * B") {
		t.Errorf("root %+v", root)
	}
	apply := func(from verify.StateID, step string) verify.Step {
		t.Helper()
		s, err := tree.Apply(t.Context(), from, step, verify.Limits{Time: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a := apply(0, "destruct p as [a b].")
	b := apply(a.State.ID, "simpl.")
	other := apply(0, "destruct p as [x y].") // a branch
	if len(other.State.Goals) != 1 || !strings.Contains(other.State.Goals[0], "x : A") {
		t.Errorf("branch %+v", other)
	}
	for step, kind := range map[string]string{"exact nosuch.": reference, "Qed.": seal.EndsProof, "simpl. simpl.": seal.Unreadable, "Quit.": "", "(* open": seal.Unreadable} {
		if s := apply(b.State.ID, step); s.Diagnostic == nil || kind != "" && s.Diagnostic.Kind != kind {
			t.Errorf("%s: %+v %+v", step, s, s.Diagnostic)
		}
	}
	done := apply(b.State.ID, "reflexivity.") // back on the first branch
	if done.Diagnostic != nil || len(done.State.Goals) != 0 {
		t.Fatalf("%+v %+v", done, done.Diagnostic)
	}
	if s := apply(0, "timeout 1 idtac; do 20 (try (assert (Nat.pow 2 40 = 0) by (vm_compute; reflexivity)))."); s.Diagnostic == nil || s.Diagnostic.Kind != seal.TimeLimit {
		t.Errorf("a runaway: %+v", s.Diagnostic)
	}
	if s := apply(other.State.ID, "reflexivity."); s.Diagnostic != nil || len(s.State.Goals) != 0 {
		t.Errorf("behind the runaway: %+v", s.Diagnostic)
	}
	proof, err := tree.Proof(done.State.ID)
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Close(); err != nil {
		t.Fatal(err)
	}
	if r := check(t, v, task, time.Second, proof.Proof)[0]; r.Verdict != record.Proved {
		t.Errorf("%s\n%+v", proof.Proof, r)
	}
}

func TestRecheck(t *testing.T) {
	installed(t, "coqchk", "coq")
	dir := project(t, "Base.v")
	v := walking(t, func(c *Config) {
		c.Policy.Recheck = true
		c.Category = func(d verify.Diagnostic) string { return "about " + d.Kind }
	})
	reps := check(t, v, walkTask(t, dir, "swap_pair"), 5*time.Second, "Proof. reflexivity. Qed.", "exact nosuch.", "now simpl.")
	for i, want := range []string{string(seal.Rechecked), "", string(seal.Rechecked)} {
		if r := reps[i]; r.Audit != want || (want != "") != (r.Verdict == record.Proved) || (want == "") != (r.Category == "about reference") {
			t.Errorf("candidate %d: %+v", i, r)
		}
	}
}

// TestStdppFile: each theorem and instance of a real file is found, sealed and proved
// by its own proof.
func TestStdppFile(t *testing.T) {
	if testing.Short() {
		t.Skip("a file of stdpp takes some seconds")
	}
	root := stdpp(t)
	v := walking(t, nil)
	b, err := os.ReadFile(filepath.Join(root, "option.v"))
	if err != nil {
		t.Fatal(err)
	}
	text, n := string(b), 0
	sentences := coq.Sentences(text)
	for i, s := range sentences[:len(sentences)-1] {
		if _, name := coq.Leading(text[s.Start:s.End]); opensProof(sentences[i+1:]) && s.Head != "Next" && name != "" {
			if n++; n%4 != 0 {
				continue
			}
			task := theoremOf(t, root, "option.v", name)
			if r := check(t, v, task, 20*time.Second, task.Truth.Proof)[0]; r.Verdict != record.Proved {
				t.Errorf("%s: %+v", name, r)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d theorems in the file", n)
	}
}
