package analogy

import (
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
	"proofgrid/runner/model/search"
)

// citations knows what the proofs of a pool's premises cite. They are read once
// per pool; which of them may be learnt from is decided by a context, each time.
type citations struct {
	lib   *mmlogic.Library
	mu    sync.Mutex
	known map[*task.Pool][][]mm.StmtID
}

// of returns, by pool index, the statements that each premise's proof cites.
func (c *citations) of(pool *task.Pool, ties *search.Pool) [][]mm.StmtID {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.known[pool]
	if all == nil {
		all = make([][]mm.StmtID, len(pool.Premises))
		for i := range pool.Premises {
			if id := ties.Statement[i]; id >= 0 {
				all[i] = c.lib.Cited(pool.Premises[i].Proof)
			}
		}
		c.known[pool] = all
	}
	return all
}

// counts returns, by statement, how many proofs in a context cite it.
func (c *citations) counts(t *task.Task, shown *regime.Context, ties *search.Pool) []int32 {
	n := make([]int32, c.lib.Len())
	all := c.of(t.Pool, ties)
	for _, i := range shown.Shown {
		for _, id := range all[i] {
			n[id]++
		}
	}
	return n
}
