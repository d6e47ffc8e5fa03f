package regime

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/task"
)

// Render returns the context as plain text for a prompt: a line for each shown
// premise, an empty line, and the task itself. Nothing is escaped. The number of
// its words is the context's Tokens where the pool's tokenizer is task.Words.
func Render(t *task.Task, c *Context) string {
	var b []byte
	for _, i := range c.Shown {
		b = append(t.Pool.Premises[i].Append(b), '\n')
	}
	if len(c.Shown) > 0 {
		b = append(b, '\n')
	}
	return string(t.Append(b))
}

// leakWords is the length from which a proof is looked for in the text. Shorter
// ones, such as "rfl", are ordinary words of statements.
const leakWords = 3

// Leak returns an error when the context shows the theorem itself or anything
// declared after it, or when the ground-truth proof stands in the rendered text,
// whatever the white space between its words. Proofs of fewer than three words
// are not looked for: they cannot be told from ordinary statements.
func Leak(t *task.Task, c *Context) error {
	for _, i := range c.Shown {
		switch {
		case int(i) == t.Index:
			return fmt.Errorf("regime %s shows the theorem %s itself", c.Regime, t.Name)
		case !available(t, i):
			return fmt.Errorf("regime %s shows declaration %d of the pool, but only %d stand before %s", c.Regime, i, t.Available, t.Name)
		}
	}
	proof := strings.Fields(t.Truth.Proof)
	if len(proof) < leakWords || foreignWord(t, proof) {
		return nil
	}
	text := strings.Join(strings.Fields(Render(t, c)), " ")
	if strings.Contains(" "+text+" ", " "+strings.Join(proof, " ")+" ") {
		return fmt.Errorf("regime %s shows the ground-truth proof of %s", c.Regime, t.Name)
	}
	return nil
}

type vocabularyKey struct{}

// foreignWord reports whether some word of the proof stands in no rendering of
// the pool or the task, so that the proof cannot stand there either. It spares
// Leak the rendering of huge contexts: a Metamath proof always has such a word.
func foreignWord(t *task.Task, proof []string) bool {
	vocabulary := t.Pool.Derive(vocabularyKey{}, func() any {
		known := map[string]bool{}
		var line []byte
		for i := range t.Pool.Premises {
			line = t.Pool.Premises[i].Append(line[:0])
			for w := range strings.FieldsSeq(string(line)) {
				known[w] = true
			}
		}
		return known
	}).(map[string]bool)
	own := strings.Fields(string(t.Append(nil)))
	return slices.ContainsFunc(proof, func(w string) bool {
		return !vocabulary[w] && !slices.Contains(own, w)
	})
}
