package toplevel

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// portion is how much of a file is written at once: the answers of Coq to it must stay
// below what is kept of them.
const (
	portionSentences = 64
	portionBytes     = 32 << 10
)

// RunError is a sentence of a trusted text that Coq refused.
type RunError struct {
	Index int // of the sentence
	Error
}

func (e *RunError) String() string { return e.Text }

// Run runs the sentences of a text that is trusted, such as the project's own file,
// faster than one by one. It returns the state behind each. When Coq refuses one, it
// returns the states up to there and a *RunError and the session is closed, for what
// follows a refused sentence has been run too. patience is the time for all, 0 is no
// limit.
func (s *Session) Run(ctx context.Context, sentences []string, patience time.Duration) (states []int, refused *RunError, err error) {
	begun := time.Now()
	for len(sentences) > 0 {
		n, size := 0, 0
		for n < len(sentences) && n < portionSentences && (n == 0 || size+len(sentences[n]) < portionBytes) {
			size += len(sentences[n]) + 1
			n++
		}
		left := patience
		if patience > 0 {
			left = max(patience-time.Since(begun), time.Millisecond)
		}
		before := s.now.State
		a, err := s.ask(ctx, strings.Join(sentences[:n], "\n"), left)
		if err != nil {
			return states, nil, err
		}
		texts := strings.Split(a.text, "\n"+promptOpen)
		for i, text := range texts {
			prompt := a.prompt
			if i+1 < len(texts) {
				inside, _, _ := strings.Cut(texts[i+1], promptClose)
				if prompt, err = parsePrompt(inside); err != nil {
					return states, nil, s.end(err)
				}
			}
			if i > 0 {
				_, text, _ = strings.Cut(text, promptClose)
			}
			if prompt.State == before {
				s.Close()
				return states, &RunError{len(states), *parseError(text, 0, 0)}, nil
			}
			states = append(states, prompt.State)
			before = prompt.State
		}
		if len(texts) != n {
			return states, nil, s.end(fmt.Errorf("Coq read %d sentences where this program sees %d", len(texts), n))
		}
		sentences = sentences[n:]
	}
	return states, nil, nil
}
