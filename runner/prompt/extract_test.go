package prompt

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"proofgrid/experiments/task"
)

var (
	leanTask = &task.Task{System: "lean", Name: "double", Preamble: "import Base\nopen Nat", Text: "theorem double (n : Nat) :\n    n + n = 2 * n"}
	coqTask  = &task.Task{System: "coq", Name: "double", Text: "Lemma double : forall n,\n  n + n = 2 * n."}
	mmTask   = &task.Task{System: "metamath", Name: "a1i", Statement: "|- ( ps -> ph )", Hypotheses: []string{"|- ph"}, HypothesisNames: []string{"a1i.1"}}
	other    = &task.Task{System: "agda", Name: "double", Statement: "n"}
)

func TestExtract(t *testing.T) {
	for name, c := range map[string]struct {
		task                          *task.Task
		response, proof, lemmas, note string
	}{
		"one proof":                     {leanTask, "Sure.\n<proof>\nby\n  omega\n</proof>\nDone.", ":= by\n  omega", "", ""},
		"with lemmas":                   {leanTask, "<lemmas>\nlemma a : 1 = 1 := rfl\n</lemmas>\n<proof>\nby simp\n</proof>", ":= by simp", "lemma a : 1 = 1 := rfl", ""},
		"two lemma blocks":              {other, "<lemmas>\na\n</lemmas>\n<lemmas>\nb\n</lemmas>\n<proof>\nc\n</proof>", "c", "a\n\nb", ""},
		"lemmas inside the proof":       {other, "<proof>\n<lemmas>\na\n</lemmas>\nc\n</proof>", "c", "a", ""},
		"lemmas of an earlier draft":    {other, "<lemmas>\na\n</lemmas>\n<proof>\nb\n</proof>\n<proof>\nc\n</proof>", "c", "", "2 proofs, the last one counts"},
		"no answer at all":              {leanTask, "I cannot prove this.", "", "", "no <proof> block and 0 code fences"},
		"empty":                         {leanTask, "", "", "", "no <proof> block and 0 code fences"},
		"a blank proof":                 {leanTask, "<proof>\n \n</proof>", "", "", "the <proof> block is blank"},
		"a blank proof after a real":    {other, "<proof>\na\n</proof>\n<proof>\n</proof>", "a", "", ""},
		"two proofs":                    {leanTask, "<proof>\nby a\n</proof>\nNo:\n<proof>\nby b\n</proof>", ":= by b", "", "2 proofs, the last one counts"},
		"cut in the first proof":        {leanTask, "<proof>\nby\n  simp", "", "", "the <proof> block is not closed"},
		"cut in the second proof":       {leanTask, "<proof>\nby a\n</proof>\n<proof>\nby b", ":= by a", "", "a last <proof> block is not closed"},
		"cut with a fence before":       {leanTask, "```\nby a\n```\n<proof>\nby b", "", "", "the <proof> block is not closed"},
		"cut in lemmas inside":          {leanTask, "<proof>\n<lemmas>\nby b", "", "", "the <proof> block is not closed"},
		"reasoning":                     {leanTask, "<think>\n<proof>\nby a\n</proof>\n</think>\n<proof>\nby b\n</proof>", ":= by b", "", ""},
		"reasoning never opened":        {leanTask, "<proof>\nby a\n</proof>\n</think>\n<proof>\nby b\n</proof>", ":= by b", "", ""},
		"reasoning never closed":        {leanTask, "<think>\n<proof>\nby a\n</proof>", "", "", "no <proof> block and 0 code fences"},
		"reasoning inside reasoning":    {leanTask, "<think>a<think>b</think>\n<proof>\nby a\n</proof>\n</think>\n<proof>\nby b\n</proof>", ":= by b", "", ""},
		"on one line":                   {leanTask, "The answer: \n <proof>by simp</proof> as you see", ":= by simp", "", ""},
		"closed at a line's end":        {leanTask, "<Proof>\nby simp</PROOF>", ":= by simp", "", ""},
		"tags in other letters":         {leanTask, "<PROOF>by simp</Proof> as you see", ":= by simp", "", ""},
		"lemmas behind the proof":       {other, "<proof>\na\n</proof>\n<lemmas>\nb\n</lemmas>", "a", "", "lemmas behind the last proof are left out"},
		"comments in Coq":               {coqTask, "<proof>\n(* Proof (* nested *): then Qed. *)\nlia. (* open\n</proof>", "Proof.\n(* Proof (* nested *): then Qed. *)\nlia. (* open\nQed.", "", ""},
		"tags in comments":              {leanTask, "<proof>\nby simp -- not </proof>\n  -- <proof> neither\n</proof>", ":= by\n   simp -- not </proof>\n  -- <proof> neither", "", ""},
		"tags inside tags":              {other, "<proof>\n<proof>\na\n</proof>\n</proof>", "a", "", ""},
		"a stray closing tag":           {other, "</proof>\n<proof>\na\n</proof>", "a", "", ""},
		"a fence in the proof":          {leanTask, "<proof>\n```lean\nby simp\n```\n</proof>", ":= by simp", "", ""},
		"two fences in the proof":       {other, "<proof>\n```\na\n```\nor\n```\nb\n```\n</proof>", "b", "", "several code fences in the proof, the last one counts"},
		"fences in the lemmas":          {other, "<lemmas>\n```\na\n```\n```\nb\n```\n</lemmas>\n<proof>\nc\n</proof>", "c", "a\n\nb", ""},
		"a longer fence":                {other, "<proof>\n````\na\n```\nb\n````\n</proof>", "a\n```\nb", "", ""},
		"only a fence":                  {leanTask, "Here:\n```lean4\nby simp\n```\n", ":= by simp", "", "no <proof> block, the only code fence counts"},
		"two fences":                    {leanTask, "```\na\n```\n```\nb\n```", "", "", "no <proof> block and 2 code fences"},
		"CRLF":                          {leanTask, "<proof>\r\nby\r\n  simp\r\n  omega\r\n</proof>\r\n", ":= by\n  simp\n  omega", "", ""},
		"NUL and invalid UTF-8":         {other, "<proof>\na\x00b\xff\n</proof>", "a\uFFFDb\uFFFD", "", "NUL bytes or invalid UTF-8 replaced"},
		"the statement repeated":        {leanTask, "<proof>\ntheorem double (n : Nat) : n + n = 2 * n := by\n  omega\n</proof>", ":= by\n  omega", "", "the statement is repeated"},
		"a whole file in a fence":       {leanTask, "```lean\nimport Base\nopen Nat\n\nlemma a : 1 = 1 := rfl\n\ntheorem double (n : Nat) : n + n = 2 * n := by\n  omega\n```", ":= by\n  omega", "lemma a : 1 = 1 := rfl", "no <proof> block, the only code fence counts; the statement is repeated; what stands before it counts as lemmas"},
		"the statement alone":           {coqTask, "<proof>\nLemma double : forall n, n + n = 2 * n.\n</proof>", "", "", "the statement is repeated; no proof follows the statement"},
		"another statement":             {leanTask, "<proof>\ntheorem double (n : Nat) : n + n = 2 * nm := by\n  omega\n</proof>", ":= by\n  theorem double (n : Nat) : n + n = 2 * nm := by\n    omega", "", ""},
		"the statement repeated in Coq": {coqTask, "<proof>\nLemma double :\n forall n, n + n = 2 * n.\nProof. lia. Qed.\n</proof>", "Proof. lia. Qed.", "", "the statement is repeated"},
		"Coq without its frame":         {coqTask, "<proof>\nintros. lia.\n</proof>", "Proof.\nintros. lia.\nQed.", "", ""},
		"Coq given up":                  {coqTask, "<proof>\nProof.\nAdmitted.\n</proof>", "Proof.\nAdmitted.", "", ""},
		"Metamath":                      {mmTask, "<proof>\nwph wps\n wi\n</proof>", "wph wps\n wi", "", ""},
		"Metamath with its frame":       {mmTask, "<proof>\n$= wph wps wi $.\n</proof>", "wph wps wi", "", ""},
		"Metamath with its statement":   {mmTask, "```\na1i $p |- ( ps -> ph ) $= wph wps $.\n```", "wph wps", "", "no <proof> block, the only code fence counts; the statement is repeated"},
		"Metamath with lemmas":          {mmTask, "<lemmas>\nx $p |- ph $= ? $.\n</lemmas>\n<proof>\nx\n</proof>", "x", "x $p |- ph $= ? $.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, note := Extract(c.response, c.task)
			if got.Proof != c.proof || got.Lemmas != c.lemmas || note != c.note {
				t.Errorf("proof  %q\nlemmas %q\nnote   %q\nwant\nproof  %q\nlemmas %q\nnote   %q", got.Proof, got.Lemmas, note, c.proof, c.lemmas, c.note)
			}
		})
	}
}

func TestNormalLean(t *testing.T) {
	behind := func(end string) *task.Task { return &task.Task{System: "lean", Text: "theorem a : p" + end} }
	for name, c := range map[string]struct{ end, proof, want string }{
		"by":                          {"", "by simp", ":= by simp"},
		":= by":                       {"", ":= by simp", ":= by simp"},
		"a term":                      {"", ":= rfl", ":= rfl"},
		"a bare function":             {"", "fun x => x", ":= fun x => x"},
		"bare tactics":                {"", "intro x\nexact x", ":= by\n  intro x\n  exact x"},
		"indented tactics":            {"", "  intro x\n  exact x", ":= by\n  intro x\n  exact x"},
		"a name that begins with by":  {"", "byExample", ":= by byExample"},
		"tactics on the line of by":   {"", "by intro x\n   exact x", ":= by\n   intro x\n   exact x"},
		"the same with :=":            {"", ":= by intro x\n      exact x", ":= by\n      intro x\n      exact x"},
		"equations":                   {" :=", "| 0 => rfl\n| n + 1 => rfl", "| 0 => rfl\n| n + 1 => rfl"},
		"where":                       {"", "where\n  a := 1", "where\n  a := 1"},
		"behind :=, by":               {" :=", "by simp", "by simp"},
		"behind :=, := by":            {" :=\n", ":= by simp", "by simp"},
		"behind := by, by":            {" := by", "by\n  simp\n  omega", "  simp\n  omega"},
		"behind := by, tactics":       {" :=\n  by\n", "simp\nomega", "  simp\n  omega"},
		"behind := by, one tactic":    {" := by", ":= by simp", " simp"},
		"behind := by, a term":        {" := by", ":= rfl", "exact rfl"},
		"a comment before by":         {"", "-- easy\nby simp", ":= by simp"},
		"comments before the tactics": {"", "/- a /- b -/ -/\n  -- c\n  intro x\n  exact x", ":= by\n  intro x\n  exact x"},
		"a comment behind :=":         {"", ":= -- easy\n  by simp", ":= by simp"},
		"behind := by, a comment":     {" := by", "-- easy\nby\n  simp", "  simp"},
		"nothing but a comment":       {"", "-- no idea", ""},
		"a comment that stays open":   {"", "/- no idea", ""},
		"a comment among tactics":     {"", "by\n  -- easy\n  simp", ":= by\n  -- easy\n  simp"},
		"nothing after by":            {"", "by\n", ""},
		"nothing after :=":            {"", ":=", ""},
		"no statement text, just by":  {"", "by decide", ":= by decide"},
		"blank lines between tactics": {"", "by\n\n  simp\n\n  omega\n\n", ":= by\n  simp\n\n  omega"},
	} {
		if got := Normal(c.proof, behind(c.end)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestExtractIsLinear reads answers that make careless scanners quadratic, which
// takes those minutes or more.
func TestExtractIsLinear(t *testing.T) {
	const size = 1 << 20
	for _, unit := range []string{
		"<think>", "</think>", "<think></think>", "<think></thinking>", "<proof>\n", "</proof>\n", "<proof>\n</proof>\n", "<lemmas>\n", "```\n", "<", "\r", "\x00", "\xff", "a\n",
		"<proof>\na\n</proof>\n", "theorem double (n : Nat) : n + n = 2 *\n",
	} {
		for _, wrap := range []string{"%", "<proof>\n%\n</proof>"} {
			response := strings.Replace(wrap, "%", strings.Repeat(unit, size/len(unit)), 1)
			start := time.Now()
			Extract(response, leanTask)
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("%d MB of %q take %v", size>>20, unit, d)
			}
		}
	}
	long := strings.Repeat("  exact this_is_a_line _ _\n", 5<<20/26)
	if c, note := Extract("<think>"+long+"</think>\n<proof>\nby\n"+long+"</proof>", leanTask); len(c.Proof) < 5<<20 || note != "" {
		t.Errorf("%d bytes of a long proof (%s)", len(c.Proof), note)
	}
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{
		"<proof>\nby simp\n</proof>", "<think>a</think>\n<lemmas>\nl\n</lemmas>\n<proof>\n```\nx\n```\n</proof>", "```\nby\n  a\n```",
		"<proof>\ntheorem double (n : Nat) : n + n = 2 * n := by\n omega\n</proof>", "<proof>\xff\x00\r\n</proof>", "a1i $p |- ( ps -> ph ) $= x $.",
	} {
		f.Add(s)
	}
	tasks := []*task.Task{leanTask, coqTask, mmTask, other, {System: "lean", Text: "theorem \xff : a := by"}, {System: "coq"}}
	f.Fuzz(func(t *testing.T, response string) {
		for _, k := range tasks {
			c, note := Extract(response, k)
			if again, n := Extract(response, k); again != c || n != note {
				t.Fatal("not a function of its arguments")
			}
			if strings.TrimSpace(c.Proof) == "" && (c.Proof != "" || c.Lemmas != "" || note == "") {
				t.Fatalf("no proof, but %+v with note %q", c, note)
			}
			if !utf8.ValidString(c.Proof) || strings.ContainsAny(c.Proof+c.Lemmas, "\x00\r") {
				t.Fatalf("unclean: %q", c)
			}
			// A candidate given as an answer is found as it is, unless it has what
			// marks parts of an answer.
			if c.Proof == "" || strings.ContainsAny(c.Proof+c.Lemmas, "<`") || strings.Contains(k.Text, ":= by") || k.System == "metamath" {
				continue
			}
			if _, _, repeated := afterStatement(c.Proof, k); repeated {
				continue
			}
			answer := "<lemmas>\n" + c.Lemmas + "\n</lemmas>\n<proof>\n" + c.Proof + "\n</proof>"
			if again, note := Extract(answer, k); again != c || note != "" {
				t.Fatalf("%+v comes back as %+v (%s)", c, again, note)
			}
		}
	})
}
