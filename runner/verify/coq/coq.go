package coq

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
	"proofgrid/runner/verify/coq/toplevel"
	"proofgrid/runner/verify/taxonomy"
)

// Config says how projects are judged.
type Config struct {
	Sandbox   *sandbox.Sandbox
	Command   []string // coqtop and what stands before its arguments; default coqtop
	Env       []string // the whole environment; PATH finds the program
	Isolate   bool     // run Coq in namespaces of its own, which the sandbox must be able to
	Read      []string // folders beside /usr and the projects' own that Coq reads
	Memory    int64    // bytes of address space of each process; 0 is 2 GiB
	Heap      int64    // bytes of heap from which on a process is replaced; 0 is 480 MB
	Processes int      // that may be alive at once, such as one for each worker; 0 is 1
	Want      string   // what the version must begin with, such as "Coq 8.16"; empty is any
	Policy    seal.Policy
	Category  func(verify.Diagnostic) string // of a report, by its first diagnostic; nil is the taxonomy's
	Now       func() time.Time               // the clock that durations are measured with
}

const (
	defaultMemory = 2 << 30
	defaultHeap   = 480e6
)

// Verifier judges proofs of theorems in Coq files. It implements verify.Grouped and
// verify.Stepper.
type Verifier struct {
	Config
	version string
	pool    *pool
	mu      sync.Mutex
	files   map[string]*source
}

// New returns a verifier. It starts Coq once to learn its version; an error means that
// there is no Coq, or another one than wanted, or that the policy is none.
func New(ctx context.Context, c Config) (*Verifier, error) {
	if err := c.Policy.Validate(); err != nil {
		return nil, err
	}
	if c.Memory < 0 {
		return nil, fmt.Errorf("the memory of a process is %d bytes", c.Memory)
	}
	if c.Memory == 0 {
		c.Memory = defaultMemory
	}
	if c.Category == nil {
		c.Category = taxonomy.For("coq")
	}
	if c.Heap == 0 {
		c.Heap = defaultHeap
	}
	v := &Verifier{Config: c, pool: newPool(max(c.Processes, 1)), files: map[string]*source{}}
	s, err := toplevel.Start(ctx, v.process(&source{}))
	if err != nil {
		return nil, fmt.Errorf("%w (Debian's package coq has coqtop)", err)
	}
	defer s.Close()
	if v.version = s.Version(); !strings.HasPrefix(v.version, c.Want) {
		return nil, fmt.Errorf("this is %s, and %s is wanted", v.version, c.Want)
	}
	return v, nil
}

// Version names Coq and its version.
func (v *Verifier) Version() string { return v.version }

// Group is the file of a task.
func (v *Verifier) Group(t *task.Task) string {
	if t.Source == nil {
		return ""
	}
	return t.Source.Root + "\x00" + t.Source.File
}

// Close ends all processes.
func (v *Verifier) Close() error {
	v.pool.close()
	return nil
}

func (v *Verifier) process(s *source) toplevel.Config {
	args, folders := absolute(s.root, s.args)
	return toplevel.Config{Sandbox: v.Sandbox, Command: v.Command, Args: args, Dir: s.root, Env: v.Env, Isolate: v.Isolate, Read: append(folders, v.Read...), Memory: v.Memory}
}

// Open brings a process before the task's theorem. Its processes are shared: one that
// stands in the file already walks on.
func (v *Verifier) Open(ctx context.Context, t *task.Task) (verify.Environment, error) {
	th, err := v.theorem(t)
	if err != nil {
		return nil, err
	}
	w, err := v.at(ctx, th)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	v.pool.release(w)
	return &environment{v: v, theorem: th}, nil
}

func (v *Verifier) theorem(t *task.Task) (*theorem, error) {
	if t.Source == nil {
		return nil, fmt.Errorf("task %s: nothing says where its theorem stands in which file", t.ID)
	}
	key := v.Group(t) + "\x00" + strings.Join(t.Source.Args, "\x00")
	v.mu.Lock()
	defer v.mu.Unlock()
	s, ok := v.files[key]
	if !ok {
		var err error
		if s, err = load(t.Source); err != nil {
			return nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		v.files[key] = s
	}
	th, err := s.find(t)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	return th, nil
}

// at takes a process and brings it before a theorem.
func (v *Verifier) at(ctx context.Context, th *theorem) (*walker, error) {
	w, err := v.pool.take(ctx, th.source, th.index, func() (*walker, error) { return v.walk(ctx, th.source) })
	if err != nil {
		return nil, err
	}
	if err := v.place(ctx, &w, th); err != nil {
		v.pool.release(w)
		return nil, err
	}
	return w, nil
}

// place brings a process before a theorem; one that dies on a way that it might have
// gone back or on is replaced once.
func (v *Verifier) place(ctx context.Context, w **walker, th *theorem) error {
	fresh := len((*w).states) == 1
	err := (*w).to(ctx, th.index, walkLimit)
	if err == nil || fresh || ctx.Err() != nil || errors.Is(err, toplevel.ErrTimeout) {
		return err
	}
	return v.renew(ctx, w, th)
}

// renew replaces a process by a new one before the theorem.
func (v *Verifier) renew(ctx context.Context, w **walker, th *theorem) error {
	(*w).Close()
	fresh, err := v.walk(ctx, th.source)
	if err != nil {
		return err
	}
	*w = fresh
	return fresh.to(ctx, th.index, walkLimit)
}
