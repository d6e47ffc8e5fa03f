package portfolio

import (
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/model"
	"proofgrid/runner/verify"
)

const file = "testdata/garden.v"

// garden makes the tasks of the test's file, as a dataset would.
func garden(t testing.TB) map[string]*task.Task {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	o := coq.NewOutline(text, nil)
	pool, tasks := &task.Pool{}, map[string]*task.Task{}
	for _, d := range o.Declarations {
		source := text[d.Start:d.End]
		_, rest, _ := strings.Cut(source, d.Name)
		p := task.Premise{Name: d.Name, Kind: task.Definition, File: file, Text: source, Statement: strings.TrimSpace(rest)}
		if d.Role == coq.States {
			p.Kind, p.Proof = task.Lemma, text[d.Proof.Start:d.Proof.End]
			n := len(pool.Premises)
			tasks[d.Name] = &task.Task{
				ID: "garden/" + d.Name, Name: d.Name, System: "coq", File: file, Text: source, Statement: source,
				Preamble: "Require Import List Lia.\nImport ListNotations.", Pool: pool, Available: n, Index: n,
				Source: &task.Location{Root: "testdata", File: "garden.v", Start: d.Start, Proof: d.Proof.Start, End: d.Proof.End},
				Truth:  task.GroundTruth{Proof: p.Proof},
			}
		}
		pool.Premises = append(pool.Premises, p)
	}
	return tasks
}

// request asks for a proof with all that stands before the theorem but what is left out.
func request(x *task.Task, without ...string) *model.Request {
	c := &regime.Context{}
	for i := range x.Available {
		if !slices.Contains(without, x.Pool.Premises[i].Name) {
			c.Shown = append(c.Shown, int32(i))
		}
	}
	return &model.Request{Task: x, Context: c, Seed: 1}
}

func answer(t testing.TB, r *model.Request) string {
	t.Helper()
	a, err := New(DefaultSettings()).Answer(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if a.Work < 1 {
		t.Errorf("%s: no script was considered", r.Task.Name)
	}
	return a.Candidate.Proof
}

func TestStatements(t *testing.T) {
	for _, c := range []struct {
		text, head string
		variables  string
	}{
		{"(l k : list A) x : x ∈ l → x ∈ l ++ k.", "∈", "l k x"},
		{"{A} `{EqDecision A} (f : A → A) : ∀ x y, f x = f y ↔ x = y.", "↔", "f x y"},
		{": forall n m : nat, n <= m -> S n <= S m.", "<=", "n m"},
		{"P Q : P /\\ Q -> exists x, x = P.", "exists", "P Q"},
		{"n : Even (n + n).", "Even", "n"},
		{"n : (n = n -> False) -> n < 0.", "<", "n"},
		{"", "", ""},
		{":", "", ""},
		{"((((", "", ""},
	} {
		s := statement(c.text)
		var got []string
		for _, v := range s.variables {
			got = append(got, v.name)
		}
		for _, v := range strings.Fields(c.variables) {
			if !slices.Contains(got, v) {
				t.Errorf("%s: variables %v lack %s", c.text, got, v)
			}
		}
		if s.head != c.head {
			t.Errorf("%s: head %q, want %q", c.text, s.head, c.head)
		}
	}
}

func TestGoals(t *testing.T) {
	g := goal("n, m : nat\nl : list nat\nIHl : forall k, total k = 0\nH : n < m\n============================\nn + m = m + n")
	want := []variable{{"n", []string{"nat"}}, {"m", []string{"nat"}}, {"l", []string{"list", "nat"}}, {"IHl", words("forall k, total k = 0")}, {"H", []string{"n", "<", "m"}}}
	if !reflect.DeepEqual(g.variables, want) || g.head != "=" {
		t.Errorf("goal %+v", g)
	}
	if got := equalities(g); !slices.Equal(got, []string{"IHl"}) {
		t.Errorf("equalities %v", got)
	}
	if g := goal("True"); g.head != "True" || g.variables != nil {
		t.Errorf("goal without hypotheses: %+v", g)
	}
}

func TestTablesWithErrors(t *testing.T) {
	for text, want := range map[string]string{
		"script\t-\t-":                      "line 1: 3 fields",
		"# comment\nscrip\t-\t-\tintros":    `line 2: no kind "scrip"`,
		"script\tnone\t-\tintros":           `no group of libraries "none"`,
		"script\t-\t-\tapply {aply}":        `no slot "aply"`,
		"script\t-\t-\tfirst [«al 3: f %»]": `no slot "al"`,
		"script\t-\t\tintros":               "fields",
	} {
		if _, err := parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

var open = regexp.MustCompile(`[«»%]|\{[a-z]+\}`)

// TestScriptsAreWhole: every answer is a proof from Proof to Qed without open slots, and
// cites nothing that the context does not show.
func TestScriptsAreWhole(t *testing.T) {
	seen := 0
	for name, x := range garden(t) {
		for _, hidden := range [][]string{nil, {"total_join", "total_twice", "join_empty"}} {
			distinct := map[string]bool{}
			for sample := range 8 {
				r := request(x, hidden...)
				r.Sample, r.Seed = sample, uint64(sample)
				proof := answer(t, r)
				distinct[proof] = true
				s := coq.Sentences(proof)
				if len(s) < 3 || s[0].Head != "Proof" || s[len(s)-1].Head != "Qed" || s[len(s)-1].Flaw != coq.Whole || open.MatchString(proof) {
					t.Errorf("%s, sample %d: %s", name, sample, proof)
				}
				for _, w := range words(proof) {
					i, ok := x.Pool.Lookup(w)
					if ok && w != "total" && w != "join" && !slices.Contains(r.Context.Shown, int32(i)) {
						t.Errorf("%s, sample %d cites %s, which is not shown: %s", name, sample, w, proof)
					}
					if ok {
						seen++
					}
				}
				if again := answer(t, r); again != proof {
					t.Errorf("%s, sample %d: two answers to one request", name, sample)
				}
			}
			if x.Available > 5 && len(distinct) < 6 {
				t.Errorf("%s: %d different answers in 8 samples", name, len(distinct))
			}
		}
	}
	if seen == 0 {
		t.Error("no premise was cited at all")
	}
}

func TestTheFirstSampleIsTheBestGuess(t *testing.T) {
	x := garden(t)["total_swap"]
	a, b := request(x), request(x)
	b.Seed = 99
	if answer(t, a) != answer(t, b) {
		t.Error("sample 0 depends on the seed")
	}
	differ := 0
	for sample := 1; sample < 8; sample++ {
		a.Sample, b.Sample = sample, sample
		if answer(t, a) != answer(t, b) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("no sample depends on the seed")
	}
}

func TestRanking(t *testing.T) {
	x := garden(t)["total_swap"]
	w := &writer{Prover: New(DefaultSettings()), Request: request(x), banned: map[string]bool{"join_empty": true}}
	text := "(a b : bed) : total (join a b) = total (join b a)."
	c := w.rank(words(text), statement(text))
	if len(c.rewrite) == 0 || c.rewrite[0] != "total_join" {
		t.Errorf("rewrite with %v", c.rewrite)
	}
	if slices.Contains(c.lemmas, "join_empty") {
		t.Error("a name that Coq does not know is used again")
	}
	if len(c.unfold) < 2 || !slices.Contains(c.unfold[:2], "total") || !slices.Contains(c.unfold[:2], "join") {
		t.Errorf("unfold %v", c.unfold)
	}
	w.modules = []string{"Outer", "Inner"}
	if got := w.cited(&task.Premise{Name: "Outer.Inner.f", File: file}); got != "f" {
		t.Errorf("inside of its module f is cited as %s", got)
	}
	if got := w.cited(&task.Premise{Name: "Outer.f", File: "other.v"}); got != "Outer.f" {
		t.Errorf("another file's Outer.f is cited as %s", got)
	}
}

// TestTheLibraryDecidesWhichTacticsThereAre: what no Require brings is not used.
func TestTheLibraryDecidesWhichTacticsThereAre(t *testing.T) {
	x := garden(t)["total_swap"]
	for preamble, want := range map[string][3]bool{
		"":                                     {false, false, false},
		"Require Import Lia.":                  {true, false, false},
		"From stdpp Require Import numbers.":   {true, true, false},
		"From stdpp Require Import gmap base.": {true, true, true},
		"Notation gmap := 1.":                  {false, false, false},
	} {
		x.Preamble = preamble
		proof := answer(t, request(x))
		for i, tactic := range []string{"lia", "naive_solver", "set_solver"} {
			if slices.Contains(words(proof), tactic) != want[i] {
				t.Errorf("%s: %s used: %v", preamble, tactic, !want[i])
			}
		}
	}
}

// rejected makes the exchange of a candidate that fails in a sentence.
func rejected(proof string, sentence int, kind, message string, goals ...string) model.Exchange {
	s := coq.Sentences(proof)[sentence]
	return model.Exchange{Candidate: verify.Candidate{Proof: proof}, Report: verify.Report{
		Verdict:     record.Rejected,
		Diagnostics: []verify.Diagnostic{{Kind: kind, Message: message, Step: sentence + 1, Start: s.Start, End: s.End, Goals: goals}},
	}}
}

func TestRepairs(t *testing.T) {
	x := garden(t)["total_swap"]
	r := request(x)
	r.Round = 1
	left := "a, b : bed\n============================\ntotal a + total b = total (join b a)"

	t.Run("an open goal is gone on with", func(t *testing.T) {
		first := "Proof.\nintros.\nall: try easy.\nQed."
		r.History = []model.Exchange{rejected(first, 3, "incomplete", "Attempt to save an incomplete proof", left)}
		got := answer(t, r)
		if !strings.HasPrefix(got, "Proof.\nintros.\nall: try easy.\n1: timeout 2 (first [progress rewrite ") || !strings.Contains(got, "| progress rewrite total_join") || strings.Count(got, "Qed.") != 1 {
			t.Error(got)
		}
		// A step that was refused is not tried again.
		step := len(coq.Sentences(got)) - 3
		r.History = append(r.History, rejected(got, step, "tactic", "No applicable tactic.", left))
		again := answer(t, r)
		if !strings.HasPrefix(again, "Proof.\nintros.\nall: try easy.\n1: ") || strings.Contains(again, "(first [progress rewrite total_") {
			t.Error(again)
		}
	})
	t.Run("a name that Coq does not know is dropped", func(t *testing.T) {
		r.History = nil
		r.Round = 0
		first := answer(t, r)
		if !strings.Contains(first, "total_join") {
			t.Fatal(first)
		}
		r.Round = 1
		r.History = []model.Exchange{rejected(first, 2, "reference", "The reference total_join was not found in the current\nenvironment.", left)}
		got := answer(t, r)
		if strings.Contains(got, "total_join") || !strings.Contains(got, "total_twice") && !strings.Contains(got, "join_empty") {
			t.Error(got)
		}
	})
	t.Run("after a timeout comes another and lighter script", func(t *testing.T) {
		r.History = nil
		first := answer(t, r)
		e := rejected(first, 2, "time", "the candidate's time is over")
		e.Report.Verdict = record.Timeout
		r.History = []model.Exchange{e}
		got := answer(t, r)
		lines := strings.Split(got, "\n")
		if got == first || strings.Contains(lines[len(lines)-2], "total_join") || len(got) >= len(first) {
			t.Error(got)
		}
	})
	t.Run("a report that says nothing leads to the next script", func(t *testing.T) {
		r.History = nil
		first := answer(t, r)
		r.History = []model.Exchange{{Candidate: verify.Candidate{Proof: first}, Report: verify.Report{Verdict: record.Rejected}}}
		if got := answer(t, r); got == first || !strings.HasSuffix(got, "Qed.") {
			t.Error(got)
		}
	})
	t.Run("places outside of the proof are of no use", func(t *testing.T) {
		e := rejected("Proof. Qed.", 1, "tactic", "", left)
		e.Report.Diagnostics[0].Start, e.Report.Diagnostics[0].End, e.Report.Diagnostics[0].Step = 4000, 4001, 70
		for _, proof := range []string{"", "Proof. Qed.", "Proof. (* ", "\xff\xfe . ."} {
			e.Candidate.Proof = proof
			r.History = []model.Exchange{e}
			if got := answer(t, r); !strings.HasPrefix(got, "Proof.") || !strings.HasSuffix(got, "Qed.") {
				t.Errorf("%q: %s", proof, got)
			}
		}
	})
}

// TestTheProverIsBlindToTheGroundTruth: no answer, in any sample or repair, changes with
// the ground truth, the proofs of premises, or what the context does not show.
func TestTheProverIsBlindToTheGroundTruth(t *testing.T) {
	plain, changed := garden(t), garden(t)
	distinct := map[string]bool{}
	for name, x := range plain {
		y := changed[name]
		y.Truth = task.GroundTruth{Proof: "exact something_else.", Premises: []int32{0, 1}}
		pool := &task.Pool{Premises: slices.Clone(y.Pool.Premises)}
		for i := range pool.Premises {
			p := &pool.Premises[i]
			p.Proof = "Proof. exact (total_join total_empty). Qed."
			if i >= y.Available || p.Name == "total_join" {
				p.Statement, p.Text, p.Name = ": total (join total) = 7.", "Lemma x : True.", "total_other"
			}
		}
		y.Pool = pool
		for sample := range 4 {
			a, b := request(x, "total_join"), request(y, "total_other")
			b.Context = a.Context
			for round := range 3 {
				for _, r := range []*model.Request{a, b} {
					r.Sample, r.Round, r.Seed = sample, round, uint64(10*sample+round)
				}
				p, q := answer(t, a), answer(t, b)
				if p != q {
					t.Fatalf("%s, sample %d, round %d: %s becomes %s", name, sample, round, p, q)
				}
				distinct[name+p] = true
				h := rejected(p, len(coq.Sentences(p))-1, "incomplete", "Attempt to save an incomplete proof", "b : bed\n=====\ntotal b = 0")
				a.History, b.History = append(a.History, h), append(b.History, h)
			}
		}
	}
	if len(distinct) < 8*len(plain) {
		t.Errorf("%d different answers say little", len(distinct))
	}
}

func TestTasksOfOtherSystemsAreRefused(t *testing.T) {
	x := garden(t)["hard"]
	x.System = "lean"
	if _, err := New(DefaultSettings()).Answer(t.Context(), request(x)); err == nil || !strings.Contains(err.Error(), "lean") {
		t.Errorf("error %v", err)
	}
}
