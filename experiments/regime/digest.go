package regime

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"proofgrid/experiments/task"
)

// digests is what hashing and counting need of a pool, computed once: a context
// may show tens of thousands of premises.
type digests struct {
	sums   [][sha256.Size]byte // of each premise's kind and rendering
	all    []int32             // 0, 1, 2, …
	tokens []int               // tokens[n] of the first n premises
}

type digestsKey struct{}

func digestsOf(pool *task.Pool) *digests {
	return pool.Derive(digestsKey{}, func() any {
		n := len(pool.Premises)
		g := &digests{sums: make([][sha256.Size]byte, n), all: make([]int32, n), tokens: make([]int, n+1)}
		var line []byte
		for i := range pool.Premises {
			p := &pool.Premises[i]
			line = append(append(line[:0], p.Kind...), ' ')
			line = p.Append(line)
			g.sums[i] = sha256.Sum256(line)
			g.all[i] = int32(i)
			g.tokens[i+1] = g.tokens[i] + p.Tokens
		}
		return g
	}).(*digests)
}

// hash covers everything that Render prints, and the regime's name, but through
// a digest for each premise.
func hash(t *task.Task, c *Context) string {
	g := digestsOf(t.Pool)
	h := sha256.New()
	// A length before each text, so that no two sequences of texts run together.
	for _, s := range []string{c.Regime, t.ID, string(t.Append(nil))} {
		h.Write(binary.AppendUvarint(nil, uint64(len(s))))
		h.Write([]byte(s))
	}
	for _, i := range c.Shown {
		h.Write(g.sums[i][:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
