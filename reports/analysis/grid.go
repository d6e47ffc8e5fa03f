package analysis

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"proofgrid/stats"
)

// grid is a run with what all sections share.
type grid struct {
	*Run
	TaskSet
	names []string // of the groups
}

func newGrid(r *Run, level float64, draws stats.MonteCarlo) (*grid, error) {
	if len(r.Tasks) == 0 {
		return nil, fmt.Errorf("the run has no tasks: %w", stats.ErrNoData)
	}
	if len(r.Cells) == 0 {
		return nil, fmt.Errorf("the run has no cells: %w", stats.ErrNoData)
	}
	g := &grid{Run: r, TaskSet: NewTaskSet(r.repositories(), "repository", level, draws)}
	g.names = make([]string, g.groups.Len())
	for t, c := range g.groups.Of {
		g.names[c] = r.Tasks[t].Repository
	}
	return g, nil
}

// each calls f with every i in [0, n), on all cores. What f writes must depend on i
// alone.
func each(n int, f func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
}
