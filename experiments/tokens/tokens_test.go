package tokens

import (
	"os"
	"strings"
	"testing"
	"time"
)

func counter(t testing.TB, name string) Counter {
	t.Helper()
	c, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	if c.Name() != name {
		t.Fatalf("counter %q calls itself %q", name, c.Name())
	}
	return c
}

// The counts of the byte-pair tokenizers are those of OpenAI's tiktoken 0.9 as far
// as its documentation and tests print them.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		counter, text string
		want          int
	}{
		{CL100K, "hello world", 2},
		{O200K, "hello world", 2},
		{CL100K, "tiktoken is great!", 6}, // OpenAI's cookbook: [83, 1609, 5963, 374, 2294, 0]
		{CL100K, "2 + 2 = 4", 7},          // same place
		{O200K, "2 + 2 = 4", 7},
		{CL100K, "antidisestablishmentarianism", 6}, // same place
		{O200K, "antidisestablishmentarianism", 6},
		{CL100K, "お誕生日おめでとう", 9}, // same place
		{O200K, "お誕生日おめでとう", 8},
		{CL100K, "<|endoftext|>", 7}, // text, not a special token
		{Words, "theorem t :\n  a = a", 6},
		{Estimate, "1234567", 3},
	} {
		if got := counter(t, c.counter).Count(c.text); got != c.want {
			t.Errorf("%s: %q has %d tokens, want %d", c.counter, c.text, got, c.want)
		}
	}
	for _, name := range []string{Words, Estimate, CL100K, O200K} {
		c := counter(t, name)
		if got := c.Count(""); got != 0 {
			t.Errorf("%s: the empty text has %d tokens", name, got)
		}
		if c.Exact() != (name != Estimate) {
			t.Errorf("%s: exact is %v", name, c.Exact())
		}
		if got := c.Count("a\xff\x00b"); got < 1 {
			t.Errorf("%s: damaged text has %d tokens", name, got)
		}
	}
	if _, err := ByName("o300k"); err == nil || !strings.Contains(err.Error(), O200K) {
		t.Errorf("an unknown name: %v", err)
	}
}

func TestForModel(t *testing.T) {
	for model, want := range map[string]string{
		"gpt-4o": O200K, "gpt-4o-mini-2024-07-18": O200K, "gpt-5.2-pro-2025-12-11": O200K, "openai/gpt-oss-20b": O200K, "o3": O200K,
		"o4-mini": O200K, "gpt-4.1-nano": O200K, "ft:gpt-4o-mini:org::id": O200K, "openrouter/openai/o1-preview": O200K,
		"gpt-4": CL100K, "gpt-4-turbo": CL100K, "gpt-3.5-turbo": CL100K, "gpt-35-turbo": CL100K, "ft:gpt-3.5-turbo:org": CL100K,
		"claude-opus-4-5": Estimate, "gemini-3-pro": Estimate, "deepseek-prover-v2": Estimate, "o100": Estimate, "gpt-40": Estimate, "gpt-2": Estimate, "": Estimate,
	} {
		if got := ForModel(model).Name(); got != want {
			t.Errorf("ForModel(%q) is %s, want %s", model, got, want)
		}
	}
}

// A premise that is followed by a line break may be counted by itself: the sums of
// regimes rest on it.
func TestCountsAddUpOverLines(t *testing.T) {
	lines := []string{"theorem foo (h : a ≤ b) :\n    f a ≤ f b\n", "def x : ℕ := 1)\n", "ZMod in Mathlib.Data.ZMod.Defs\n", "@[simp] lemma l : x = [1, 2]\n", "-- note\n"}
	for _, name := range []string{O200K, CL100K, Words} {
		c, sum := counter(t, name), 0
		for _, l := range lines {
			sum += c.Count(l)
		}
		if whole := c.Count(strings.Join(lines, "")); whole != sum {
			t.Errorf("%s: the lines have %d tokens, the whole %d", name, sum, whole)
		}
	}
}

func TestBlocksCountAsTheWholeDoes(t *testing.T) {
	text := strings.Repeat("theorem foo (h : a ≤ b) :\n\n    f a ≤ f b := by\n  simp\n", 3000)
	c := counter(t, O200K).(pairs)
	want, err := c.codec.Count(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Count(text); got != want {
		t.Errorf("%d tokens in blocks, %d at once", got, want)
	}
}

func TestHostileTextIsCountedInTime(t *testing.T) {
	for name, text := range map[string]string{
		"one letter": strings.Repeat("a", 1<<18), "spaces": strings.Repeat(" ", 1<<18), "symbols": strings.Repeat("(", 1<<18),
		"line breaks": strings.Repeat("\n", 1<<18), "NUL": strings.Repeat("\x00", 1<<18), "invalid UTF-8": strings.Repeat("\xff", 1<<18), "digits": strings.Repeat("7", 1<<18),
	} {
		start := time.Now()
		got := counter(t, CL100K).Count(text)
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("%s: %v", name, d)
		}
		if got < len(text)/200 || got > 3*len(text) {
			t.Errorf("%s: %d bytes have %d tokens", name, len(text), got)
		}
	}
}

// The estimate's constant is measured here; its comment quotes the numbers.
func TestEstimateIsNearRealTokenizers(t *testing.T) {
	const file = "../../../shared/data/verisoftbench/tasks_sample.jsonl"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip("no VeriSoftBench sample beside the project")
	}
	real, estimate := counter(t, O200K).Count(string(text)), counter(t, Estimate).Count(string(text))
	if r := float64(estimate) / float64(real); r < 0.8 || r > 1.25 {
		t.Errorf("estimated %d, real %d", estimate, real)
	}
}

func BenchmarkO200K(b *testing.B) {
	text := strings.Repeat("theorem foo (h : a ≤ b) :\n    f a ≤ f b := by\n  simp [h]\n", 1000)
	c := counter(b, O200K)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		c.Count(text)
	}
}
