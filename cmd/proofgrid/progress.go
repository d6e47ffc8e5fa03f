package main

import (
	"fmt"
	"io"
	"time"

	"proofgrid/runner"
)

// progress prints how far a run is: one line rewritten in place on a terminal,
// else a plain line now and then. Its methods are called by one goroutine at a
// time, as runner.Config.Observe is.
type progress struct {
	w        io.Writer
	terminal bool
	now      func() time.Time
	total    int // units still to run
	every    time.Duration

	start, last                      time.Time
	done, solved, attempts, failures int
	lastErr                          string
}

func newProgress(p Process, total int) *progress {
	pr := &progress{w: p.Err, terminal: p.Terminal, now: p.Now, total: total, every: 10 * time.Second, start: p.Now()}
	if p.Terminal {
		pr.every = 200 * time.Millisecond
	}
	pr.last = pr.start
	return pr
}

func (p *progress) observe(e runner.Event) {
	p.done++
	p.attempts += e.Attempts
	p.failures += e.Failures
	if e.Err != "" {
		p.lastErr = e.Err
	}
	if e.Solved {
		p.solved++
	}
	if now := p.now(); now.Sub(p.last) >= p.every {
		p.last = now
		p.print(now)
	}
}

func (p *progress) print(now time.Time) {
	elapsed := now.Sub(p.start)
	line := fmt.Sprintf("%d/%d units  %d solved  %d attempts", p.done, p.total, p.solved, p.attempts)
	if p.failures > 0 {
		line += fmt.Sprintf("  %d infrastructure errors", p.failures)
	}
	if s := elapsed.Seconds(); s > 0 && p.done > 0 {
		line += fmt.Sprintf("  %.1f units/s", float64(p.done)/s)
		if left := p.total - p.done; left > 0 {
			eta := time.Duration(s / float64(p.done) * float64(left) * float64(time.Second))
			line += fmt.Sprintf("  ETA %s", eta.Round(time.Second))
		}
	}
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
	} else {
		fmt.Fprintln(p.w, line)
	}
}

// finish prints the last state and leaves the line.
func (p *progress) finish() {
	p.print(p.now())
	if p.terminal {
		fmt.Fprintln(p.w)
	}
}
