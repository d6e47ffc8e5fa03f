package search

import (
	"sync"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/regime"
	"proofgrid/experiments/task"
)

// Pools finds the statements behind the premises of tasks. It is safe for
// concurrent use.
type Pools struct {
	lib   *mmlogic.Library
	known sync.Map // *task.Pool → *Pool
}

// Pool ties a pool's premises to a library's statements.
type Pool struct {
	Statement []mm.StmtID // by pool index; -1 for syntax and what the library does not have
	Premise   []int32     // by statement: the pool index, -1 for none
}

// NewPools returns an empty cache for a library.
func NewPools(l *mmlogic.Library) *Pools { return &Pools{lib: l} }

// Of returns the ties of a pool.
func (c *Pools) Of(pool *task.Pool) *Pool {
	if p, ok := c.known.Load(pool); ok {
		return p.(*Pool)
	}
	p := &Pool{Statement: make([]mm.StmtID, len(pool.Premises)), Premise: make([]int32, c.lib.Len())}
	for i := range p.Premise {
		p.Premise[i] = -1
	}
	for i := range pool.Premises {
		p.Statement[i] = -1
		if id, ok := c.lib.Lookup(pool.Premises[i].Name); ok && c.lib.Statement(id) != nil {
			p.Statement[i] = id
			p.Premise[id] = int32(i)
		}
	}
	c.known.Store(pool, p)
	return p
}

// Shown is the set of statements that a context shows.
func (c *Pools) Shown(t *task.Task, shown *regime.Context) mmlogic.Set {
	set := mmlogic.NewSet(c.lib)
	p := c.Of(t.Pool)
	for _, i := range shown.Shown {
		if id := p.Statement[i]; id >= 0 {
			set.Add(id)
		}
	}
	return set
}
