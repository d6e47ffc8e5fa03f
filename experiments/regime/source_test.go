package regime

import (
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/task"
)

const proof = ":= by\n  intro n hn\n  induction n with\n  | zero => exact absurd hn (lt_irrefl _)\n  | succ n ih => simpa using ih n"

// code returns a task over source text: a library item, definitions in two files, a
// withheld lemma, a lemma beside it and one of another file, and a quoted definition.
func code() *task.Task {
	pool := &task.Pool{Tokenizer: task.Words, Premises: []task.Premise{
		0: {Name: "Nat.succ_le", Kind: task.Lemma, Origin: task.Library, Text: "Nat.succ_le -- Init"},
		1: {Name: "Stack", Kind: task.Definition, File: "A", Text: "structure Stack where\n  items : List Nat\n  size : Nat"},
		2: {Name: "Stack.push", Kind: task.Definition, File: "A", Text: "def Stack.push (s : Stack) (x : Nat) : Stack := ⟨x :: s.items, s.size + 1⟩"},
		3: {Name: "size_push", Kind: task.Lemma, File: "A", Text: "theorem size_push (s x) : (s.push x).size = s.size + 1"},
		4: {Name: "queue_len", Kind: task.Lemma, File: "A", Text: "theorem queue_len (q) : q.len ≤ 3"},
		5: {Name: "limit", Kind: task.Definition, File: "B", Text: "def limit : Nat := 7"},
		6: {Name: "push_pos", Kind: task.Lemma, File: "B", Text: "lemma push_pos : 0 < (s.push x).size"},
		7: {Name: "other", Kind: task.Lemma, File: "B", Text: "lemma other : limit = 7"},
	}}
	for i := range pool.Premises {
		p := &pool.Premises[i]
		p.Statement = p.Text
		p.Tokens = len(strings.Fields(p.Text))
	}
	t := &task.Task{ID: "c/t", Name: "push_size_lt", File: "B", Pool: pool, Available: 8, Index: -1, Quoted: []int32{5}, Withheld: []int32{6},
		Preamble: "open Stack\ndef limit : Nat := 7", Text: "theorem push_size_lt (s : Stack) : s.size < (s.push x).size", Statement: "theorem push_size_lt (s : Stack) : s.size < (s.push x).size",
		Truth: task.GroundTruth{Proof: proof, Premises: []int32{0, 1, 3, 5, 6}}}
	t.Tokens = len(strings.Fields(string(t.Append(nil))))
	return t
}

func TestRegimesOverSourceText(t *testing.T) {
	x := code()
	for name, want := range map[string][]int32{
		"none":                          {},
		"curated":                       {0, 1, 3},
		"curated+same-file":             {0, 1, 3, 6, 7},
		"full":                          {0, 1, 2, 3, 4, 7},
		"full+same-file":                {0, 1, 2, 3, 4, 6, 7},
		"same-file":                     {6, 7},
		"retrieved-0+inject":            {},
		"retrieved-3+inject":            {0, 1, 3},
		"retrieved-2":                   {2, 3},
		"retrieved-20":                  {0, 1, 2, 3, 4, 7},
		"retrieved-3+inject+same-file":  {1, 3, 6, 7}, // of four cited ones the three that rank highest, then the file's
		"retrieved-20+inject+same-file": {0, 1, 2, 3, 4, 6, 7},
	} {
		c := mustBuild(t, x, name)
		if !slices.Equal(c.Shown, want) {
			t.Errorf("%s shows %v, want %v", name, c.Shown, want)
		}
		text := Render(x, c)
		if n := len(strings.Fields(text)); n != c.Tokens {
			t.Errorf("%s: %d tokens, %d words", name, c.Tokens, n)
		}
		if n := strings.Count(text, "def limit"); n != 1 {
			t.Errorf("%s shows a quoted definition %d times", name, n)
		}
		if err := Leak(x, c); err != nil {
			t.Error(err)
		}
	}
}

func TestWindowOverSourceText(t *testing.T) {
	x := code()
	// The cited first, nearest first; then the file's lemmas; then the rest.
	order := []int32{6, 3, 1, 0, 7, 4, 2}
	tokens := x.Tokens
	for n, i := range order {
		p := Params{Kind: Full, File: true, Window: tokens}
		c, err := Build(x, p)
		if err != nil {
			t.Fatal(err)
		}
		shown := slices.Clone(order[:n])
		slices.Sort(shown)
		if !slices.Equal(c.Shown, shown) || !slices.Equal(c.Dropped, order[n:]) || c.Tokens != tokens {
			t.Fatalf("%s: shown %v of %d tokens, dropped %v; want %v, %d, %v", p, c.Shown, c.Tokens, c.Dropped, shown, tokens, order[n:])
		}
		tokens += x.Pool.Premises[i].Tokens
	}
}

func TestLeakInSourceText(t *testing.T) {
	show := func(spoil func(x *task.Task)) error {
		x := code()
		spoil(x)
		return Leak(x, mustBuild(t, x, "full+same-file"))
	}
	body := strings.TrimPrefix(proof, ":= by")
	for name, spoil := range map[string]func(x *task.Task){
		"premise":                    func(x *task.Task) { x.Pool.Premises[4].Text += " " + proof },
		"premise, other white space": func(x *task.Task) { x.Pool.Premises[4].Text += strings.Join(strings.Fields(body), "\n\t") },
		"premise, escaped":           func(x *task.Task) { x.Pool.Premises[4].Text += strings.ReplaceAll(body, "\n", `\n`) },
		"preamble, without its comments": func(x *task.Task) {
			x.System, x.Truth.Proof = "lean", ":= by\n  -- the idea\n"+body+" /- a /- b -/ c -/"
			x.Preamble += "\nexample : True := by" + body
		},
		"preamble, with comments": func(x *task.Task) {
			x.System, x.Truth.Proof = "lean", proof
			x.Preamble += "\nexample : True " + strings.ReplaceAll(proof, "\n", " -- so\n /- or so -/")
		},
		"statement":                  func(x *task.Task) { x.Text += " " + proof },
		"preamble":                   func(x *task.Task) { x.Preamble += "\nexample : True " + proof },
		"short, in the statement":    func(x *task.Task) { x.Truth.Proof = ":= by\n  simp"; x.Text += " := by simp" },
		"one term, in the statement": func(x *task.Task) { x.Truth.Proof = ":= rfl"; x.Text += " :=\n  rfl" },
		"short, behind the statement in the preamble": func(x *task.Task) { x.Truth.Proof = "by simp"; x.Preamble = x.Text + " := by simp" },
		"Coq": func(x *task.Task) {
			x.Truth.Proof = "Proof. intros n H; induction n as [|n IHn]; simpl; auto with arith. Qed."
			x.Pool.Premises[4].Text += "\nProof.\n intros n H; induction n as [|n IHn]; simpl; auto with arith.\nDefined."
		},
	} {
		if err := show(spoil); err == nil || !strings.Contains(err.Error(), "proof") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, spoil := range map[string]func(x *task.Task){
		"nothing but comments":    func(x *task.Task) { x.System, x.Truth.Proof = "lean", "-- "+proof[5:20]+"\n/- none -/" },
		"no proof":                func(x *task.Task) { x.Truth.Proof = "" },
		"a bare opening":          func(x *task.Task) { x.Truth.Proof = ":= by"; x.Text += " := by" },
		"rfl":                     func(x *task.Task) { x.Truth.Proof = ":= rfl"; x.Pool.Premises[2].Text += " -- := rfl" },
		"a default in a binder":   func(x *task.Task) { x.Truth.Proof = ":= by omega"; x.Text = "theorem t (h : 0 < 1 := by omega) : p" },
		"an ordinary short proof": func(x *task.Task) { x.Truth.Proof = ":= by simp [foo]"; x.Pool.Premises[4].Text += " := by simp [foo]" },
	} {
		if err := show(spoil); err != nil {
			t.Errorf("%s: a false alarm: %v", name, err)
		}
	}
	x := code()
	c := mustBuild(t, x, "full")
	c.Shown = append(c.Shown, 6)
	if err := Leak(x, c); err == nil || !strings.Contains(err.Error(), "withholds") {
		t.Errorf("a withheld premise is shown: %v", err)
	}
}

func TestCodeWords(t *testing.T) {
	got := slices.Collect(codeWords("theorem Nat.add_comm' (a₁ b : ℕ) : a₁ + b ≤ \"x\" ∧ p.1"))
	if want := []string{"theorem", "Nat", "add", "comm'", "a₁", "b", "ℕ", "a₁", "+", "b", "≤", "x", "∧", "p", "1"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
}
