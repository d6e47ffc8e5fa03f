package sandbox

import "time"

// watchEvery is how often the watch looks: in that time a program can fill some hundred
// megabytes.
const watchEvery = 50 * time.Millisecond

// wrappers are the processes of bubblewrap itself.
const wrappers = 2

// watch kills the program when its processes together go beyond a limit. The returned
// function ends the watch and waits for it.
func (p *Process) watch(pid int, mark string, c *Command) (stop func()) {
	l := c.Limits
	if !watches || l.Resident <= 0 && l.Processes <= 0 {
		return func() {}
	}
	spare := 0
	if c.Isolation != nil {
		// Nothing leaves the namespace, so that ancestry finds all.
		mark, spare = "", wrappers
	}
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(watchEvery)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
			}
			n, bytes := measure(pid, mark)
			switch {
			case l.Resident > 0 && bytes > l.Resident:
				p.kill(errMemory)
				return
			case l.Processes > 0 && n-spare > l.Processes:
				p.kill(errCrowd)
				return
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}
