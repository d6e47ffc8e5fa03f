package dataset

import (
	"proofgrid/experiments/task"
	"proofgrid/experiments/tokens"
)

// Count counts the tokens of every premise and task of the source, as contexts show
// them. Their sums are those of whole contexts, but for a token where two texts meet.
// Equal texts of different pools are counted once. A nil counter is the estimate.
func (s *Source) Count(c tokens.Counter) error {
	if c == nil {
		var err error
		if c, err = tokens.ByName(tokens.Estimate); err != nil {
			return err
		}
	}
	counted := map[string]int{}
	done := map[*task.Pool]bool{}
	var b []byte
	for _, t := range s.Tasks {
		b = t.Append(append(b[:0], '\n'))
		t.Tokens = c.Count(string(b))
		if done[t.Pool] {
			continue
		}
		done[t.Pool] = true
		t.Pool.Tokenizer = c.Name()
		for i := range t.Pool.Premises {
			p := &t.Pool.Premises[i]
			b = p.AppendLines(b[:0])
			n, ok := counted[string(b)]
			if !ok {
				text := string(b)
				n = c.Count(text)
				counted[text] = n
			}
			p.Tokens = n
		}
	}
	return nil
}
