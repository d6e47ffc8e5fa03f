package regime

import (
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/task"
)

// Render returns the context as plain text for a prompt: the shown premises, one a
// line or as their source has them, an empty line, and the task itself. Nothing is
// escaped. The number of its words is the context's Tokens where the pool's
// tokenizer is task.Words.
func Render(t *task.Task, c *Context) string {
	var b []byte
	for _, i := range c.Shown {
		b = t.Pool.Premises[i].AppendLines(b)
	}
	if len(c.Shown) > 0 {
		b = append(b, '\n')
	}
	return string(t.Append(b))
}

// Leak returns an error when the context shows the theorem itself, anything declared
// after it or anything that the benchmark withholds, or when the ground-truth proof
// stands in the rendered text, whatever the white space in it.
//
// Short proofs, such as "rfl" or "by simp", are ordinary words of statements. They
// are looked for only where they can be nothing else: in source text, behind the
// theorem's own statement. Elsewhere a proof is looked for from three words on, in
// source text from 40 characters on.
func Leak(t *task.Task, c *Context) error {
	p, err := Parse(c.Regime)
	if err != nil {
		return err
	}
	for _, i := range c.Shown {
		switch {
		case int(i) == t.Index:
			return fmt.Errorf("regime %s shows the theorem %s itself", c.Regime, t.Name)
		case !available(t, i):
			return fmt.Errorf("regime %s shows declaration %d of the pool, but only %d stand before %s", c.Regime, i, t.Available, t.Name)
		case p.withholds(t, i):
			return fmt.Errorf("regime %s shows %s, which the benchmark withholds for %s", c.Regime, t.Pool.Premises[i].Name, t.Name)
		}
	}
	quotes := quotesWords
	if t.Text != "" {
		quotes = quotesSource
	}
	if quotes(t, c) {
		return fmt.Errorf("regime %s shows the ground-truth proof of %s", c.Regime, t.Name)
	}
	return nil
}

// leakWords is the number of words from which a proof is looked for in the text.
const leakWords = 3

func quotesWords(t *task.Task, c *Context) bool {
	proof := strings.Fields(t.Truth.Proof)
	if len(proof) < leakWords || foreignWord(t, proof) {
		return false
	}
	text := strings.Join(strings.Fields(Render(t, c)), " ")
	return strings.Contains(" "+text+" ", " "+strings.Join(proof, " ")+" ")
}

// leakBytes is the length, without white space, from which a proof is looked for in
// source text. Two authors write the same 40 characters by copying.
const leakBytes = 40

// What begins a proof in source text, without white space: all that may stand
// between a statement and the body of its proof.
var openings = []string{":=by", ":=", "by", "where", "Proof."}

// quotesSource looks for the proof as it is and, since comments do not make another
// proof, without those in it and in the text.
func quotesSource(t *task.Task, c *Context) bool {
	text := Render(t, c)
	return quotes(solid(text), solid(t.Text), solid(t.Truth.Proof)) ||
		quotes(solid(uncommented(t.System, text)), solid(uncommented(t.System, t.Text)), solid(uncommented(t.System, t.Truth.Proof)))
}

// quotes reports whether a text has the proof of a statement; all are solid.
func quotes(text, statement, proof string) bool {
	for _, o := range openings {
		if body, ok := strings.CutPrefix(proof, o); ok {
			proof = body
			break
		}
	}
	for _, end := range []string{"Qed.", "Defined."} {
		proof = strings.TrimSuffix(proof, end)
	}
	if proof == "" {
		return false
	}
	if len(proof) >= leakBytes && strings.Contains(text, proof) {
		return true
	}
	for _, o := range openings {
		if strings.HasSuffix(statement, o+proof) || strings.Contains(text, strings.TrimSuffix(statement, ":=")+o+proof) {
			return true
		}
	}
	return strings.Contains(text, statement+proof)
}

// comments are what encloses comments, which nest, and what begins one that ends with
// its line.
var comments = map[string]struct{ open, end, line string }{"lean": {"/-", "-/", "--"}, "coq": {"(*", "*)", ""}}

// uncommented returns a text with a blank in place of each comment. One that is not closed is
// none: a text may be cut.
func uncommented(system, text string) string {
	mark, known := comments[system]
	if !known {
		return text
	}
	var b strings.Builder
	depth, start, kept := 0, 0, 0 // of the outermost comment; what is before kept is in b
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case strings.HasPrefix(rest, mark.open):
			if depth == 0 {
				start = i
			}
			depth, i = depth+1, i+len(mark.open)
		case depth > 0 && strings.HasPrefix(rest, mark.end):
			depth, i = depth-1, i+len(mark.end)
			if depth == 0 {
				b.WriteString(text[kept:start])
				b.WriteByte(' ')
				kept = i
			}
		case depth == 0 && mark.line != "" && strings.HasPrefix(rest, mark.line):
			line, _, _ := strings.Cut(rest, "\n")
			b.WriteString(text[kept:i])
			i += len(line)
			kept = i
		default:
			i++
		}
	}
	b.WriteString(text[kept:])
	return b.String()
}

// solid removes white space, and the line breaks that a careless export wrote as a
// backslash with an n.
func solid(s string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(s, `\n`, " ")), "")
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
