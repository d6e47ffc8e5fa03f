package sandbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Process is a running program. Wait must be called.
type Process struct {
	result  Result
	done    chan struct{}
	kill    context.CancelCauseFunc
	started time.Time
}

// errors that say why a program was killed.
var (
	errWall   = errors.New("wall time")
	errOutput = errors.New("output")
	errKill   = errors.New("killed")
	errMemory = errors.New("memory")
	errCrowd  = errors.New("processes")
)

// drain is how long the end of a program is waited for after it was killed, and its
// pipes after it has ended: a child that escaped may hold them.
const drain = 2 * time.Second

var serial atomic.Int64

// Start starts a command. An error means that it does not run. The end of ctx
// kills it.
func (s *Sandbox) Start(ctx context.Context, c Command) (*Process, error) {
	args, err := s.arguments(&c)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx, kill := context.WithCancelCause(ctx)
	p := &Process{done: make(chan struct{}), kill: kill}
	limit := c.Limits.Output
	if limit <= 0 {
		limit = defaultOutput
	}
	stdout, stderr := p.collect(c.Stdout, limit), p.collect(c.Stderr, limit)

	mark := marker(serial.Add(1))
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Env = append(append([]string{}, c.Env...), mark)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Dir, c.Stdin, stdout, stderr
	cmd.WaitDelay = drain
	cmd.SysProcAttr = attributes()
	cmd.Cancel = func() error {
		killAll(cmd.Process.Pid, mark)
		return nil
	}

	began := make(chan error)
	go func() {
		defer close(p.done)
		defer kill(nil)
		// The kernel sends the signal of Pdeathsig when the thread that started the
		// program ends, so this goroutine keeps it until the program has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		p.started = time.Now()
		err := launch(cmd, mark)
		began <- err
		if err != nil {
			return
		}
		if c.Limits.Wall > 0 {
			defer time.AfterFunc(c.Limits.Wall, func() { kill(errWall) }).Stop()
		}
		stop := p.watch(cmd.Process.Pid, mark, &c)
		err = cmd.Wait()
		stop()
		ended(cmd.Process.Pid)
		killAll(cmd.Process.Pid, mark) // what it left behind
		p.result.Wall = time.Since(p.started)
		p.result.Stdout, p.result.Stderr = stdout.kept(), stderr.kept()
		p.finish(ctx, cmd, err)
	}()
	if err := <-began; err != nil {
		<-p.done
		return nil, fmt.Errorf("start %s: %w", c.Args[0], err)
	}
	return p, nil
}

// finish fills the result.
func (p *Process) finish(ctx context.Context, cmd *exec.Cmd, err error) {
	r := &p.result
	r.Code, r.End = -1, Exited
	if st := cmd.ProcessState; st != nil {
		r.Code, r.Signal = st.ExitCode(), signalOf(st)
		r.CPU = st.UserTime() + st.SystemTime()
	}
	if err == nil { // it was faster than what would have killed it
		return
	}
	switch cause := context.Cause(ctx); {
	case cause == nil:
	case errors.Is(cause, errWall):
		r.End = WallTime
	case errors.Is(cause, errOutput):
		r.End = Output
	case errors.Is(cause, errKill):
		r.End = Killed
	case errors.Is(cause, errMemory):
		r.End = Memory
	case errors.Is(cause, errCrowd):
		r.End = Crowd
	default:
		r.End = Cancelled
	}
}

// Wait returns when the program and all that it started have ended. It may be
// called more than once.
func (p *Process) Wait() *Result {
	<-p.done
	return &p.result
}

// Kill ends the program and all that it started, at once. Wait must still be called.
func (p *Process) Kill() { p.kill(errKill) }

// Done is closed when the program has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

func (p *Process) collect(to io.Writer, limit int64) *output {
	o := &output{left: limit, to: to, full: func() { p.kill(errOutput) }}
	if to == nil {
		o.to, o.keeps = &o.buffer, true
	}
	return o
}

// output passes on what a program prints, up to a limit at which it is killed.
type output struct {
	mu     sync.Mutex
	left   int64
	to     io.Writer
	buffer bytes.Buffer
	keeps  bool
	full   func()
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	take := b[:min(int64(len(b)), o.left)]
	o.left -= int64(len(take))
	n, err := o.to.Write(take)
	if err == nil && n < len(b) {
		o.full()
		err = errOutput
	}
	return n, err
}

func (o *output) kept() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.keeps {
		return nil
	}
	return bytes.Clone(o.buffer.Bytes())
}
