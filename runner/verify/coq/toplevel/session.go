package toplevel

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"proofgrid/runner/sandbox"
)

// Config says how coqtop is started.
type Config struct {
	Sandbox *sandbox.Sandbox
	Command []string // the program and what stands before all arguments; default coqtop
	Args    []string // load paths and the like, as the project's build has them
	Dir     string   // working directory: the project's folder
	Env     []string // the whole environment; PATH finds the program
	Isolate bool     // run it in namespaces of its own, with Dir and Read to read only
	Read    []string // further folders that it needs
	Memory  int64    // bytes of address space; 0 is DefaultMemory, -1 none
	Output  int      // bytes that one sentence may print; 0 is DefaultOutput
}

const (
	// DefaultMemory lets Coq answer "Out of memory" and go on.
	DefaultMemory = 4 << 30
	// DefaultOutput is what one sentence may print.
	DefaultOutput = 1 << 20
	// stackKiB fixes where "Stack overflow" happens, which would else depend on the
	// machine.
	stackKiB = 8192
	// heap is the first part of OCaml's young heap, in words: with the default of Coq, four
	// times the size, a warm process needs 200 MB more.
	heap = "OCAMLRUNPARAM=s=8M"
	// startLimit is how long coqtop may need until its first prompt.
	startLimit = time.Minute
	// grace is how much longer than Coq's own Timeout a sentence may take until the
	// process is killed.
	grace = 700 * time.Millisecond
)

// What ends a session. Each leaves it dead: every later call returns the same error.
var (
	ErrTimeout = errors.New("Coq did not answer in time and was ended")
	ErrFlood   = errors.New("Coq printed without end and was ended")
	ErrDied    = errors.New("Coq ended")
	ErrClosed  = errors.New("the session is closed")
)

// Session is a coqtop at a state. It is used by one goroutine.
type Session struct {
	process *sandbox.Process
	stdin   *os.File
	out     *stream
	now     Prompt
	version string
	dead    error
}

// Reply is what Coq made of a sentence.
type Reply struct {
	Messages string // all that was printed, which may be anything
	Error    *Error // Coq refused the sentence, and the state is as it was
	TimedOut bool   // Error is that of the limit
	Prompt
}

// Start starts coqtop and waits for its first prompt. The context bounds the start
// alone; Close ends the process.
func Start(ctx context.Context, c Config) (*Session, error) {
	command := c.Command
	if len(command) == 0 {
		command = []string{"coqtop"}
	}
	memory := c.Memory
	if memory == 0 {
		memory = DefaultMemory
	}
	output := c.Output
	if output <= 0 {
		output = DefaultOutput
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s := &Session{stdin: w, out: newStream(output)}
	// Errors and prompts go to one stream and messages to the other: only together
	// are they in order.
	args := append([]string{"/bin/sh", "-c", `ulimit -s ` + strconv.Itoa(stackKiB) + ` 2>/dev/null; exec "$0" "$@" 2>&1`}, command...)
	args = append(append(args, "-q", "-emacs"), c.Args...)
	cmd := sandbox.Command{
		Args: args, Dir: c.Dir, Env: append(append([]string{}, c.Env...), heap),
		Stdin: r, Stdout: s.out, Stderr: s.out,
		Limits: sandbox.Limits{Memory: max(memory, 0), Output: 1 << 60},
	}
	if c.Isolate {
		cmd.Isolation = &sandbox.Isolation{Read: c.Read}
		if c.Dir != "" {
			cmd.Isolation.Read = append([]string{c.Dir}, c.Read...)
		}
		if _, err := os.Stat(findlib); err == nil {
			cmd.Isolation.Read = append(cmd.Isolation.Read, findlib)
		}
	}
	s.process, err = c.Sandbox.Start(context.WithoutCancel(ctx), cmd)
	r.Close()
	if err != nil {
		w.Close()
		return nil, err
	}
	a, err := s.ask(ctx, "", startLimit)
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("start %s: %w%s", command[0], err, s.out.last())
	}
	_, welcome, _ := strings.Cut(a.text, "Welcome to ")
	s.version, _, _ = strings.Cut(welcome, "\n")
	s.now = a.prompt
	// Goals are asked for where they are wanted.
	reply, err := s.Exec(ctx, "Set Silent.", startLimit)
	if err == nil && reply.Error != nil {
		err = errors.New(reply.Error.Text)
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	return s, nil
}

// findlib is the configuration of OCaml's findlib, which Debian's Coq reads.
const findlib = "/etc/ocamlfind.conf"

// Version names Coq and its version, such as "Coq 8.16.1".
func (s *Session) Version() string { return s.version }

// State is the present state.
func (s *Session) State() int { return s.now.State }

// Prompt is the last prompt.
func (s *Session) Prompt() Prompt { return s.now }

// Err is nil while the session lives, and else says why it does not.
func (s *Session) Err() error { return s.dead }

// Exec runs one sentence, which must be one by the lexer of experiments/coq: a text
// with an open comment or string would never be answered. A sentence that takes
// longer than limit is refused with TimedOut; 0 is no limit. An error means that the
// session is dead: see [ErrTimeout], [ErrFlood], [ErrDied].
func (s *Session) Exec(ctx context.Context, sentence string, limit time.Duration) (Reply, error) {
	prefix, patience := "", limit
	if limit > 0 {
		seconds := int64((limit + time.Second - 1) / time.Second)
		patience = time.Duration(seconds)*time.Second + grace
		if timeable(sentence) {
			prefix = "Timeout " + strconv.FormatInt(seconds, 10) + " "
		}
	}
	before, start := s.now.State, time.Now()
	a, err := s.ask(ctx, prefix+sentence, patience)
	if err != nil {
		return Reply{}, err
	}
	r := Reply{Messages: stripMarks(a.text), Prompt: a.prompt}
	switch {
	case a.prompt.State != before && strings.Contains(a.text, promptOpen):
		// Coq has read several sentences, of which only some may have been accepted.
		// Or somebody wants it to look like that.
		if err := s.Back(ctx, before); err != nil {
			return Reply{}, err
		}
		r.Prompt = s.now
		r.Error = &Error{Text: "Coq reads more than one sentence here, or prints what looks like a prompt", End: len(sentence)}
	case a.prompt.State == before:
		r.Error = parseError(a.text, len(prefix), len(sentence))
		r.TimedOut = prefix != "" && r.Error.Text == "Timeout!" && time.Since(start) >= limit*9/10
	}
	return r, nil
}

// timeable reports whether Timeout may stand before a sentence: not before bullets
// and braces, which take no time.
func timeable(sentence string) bool {
	return strings.HasSuffix(sentence, ".") && !strings.ContainsAny(sentence[:1], "-+*{}")
}

// Back goes back to a state that the way to the present one has passed. An error
// means that the session is dead, also when there is no such state.
func (s *Session) Back(ctx context.Context, state int) error {
	if s.dead == nil && s.now.State == state {
		return nil
	}
	a, err := s.ask(ctx, "BackTo "+strconv.Itoa(state)+".", backLimit)
	if err != nil {
		return err
	}
	if a.prompt.State != state {
		return s.end(fmt.Errorf("Coq cannot go back to state %d", state))
	}
	return nil
}

const backLimit = 20 * time.Second

// ask writes a text and the marker behind it and waits for both answers.
func (s *Session) ask(ctx context.Context, text string, patience time.Duration) (answer, error) {
	if s.dead != nil {
		return answer{}, s.dead
	}
	var random [12]byte
	rand.Read(random[:])
	name := "proofgrid_" + hex.EncodeToString(random[:])
	if text != "" {
		text += "\n"
	}
	var clock <-chan time.Time
	if patience > 0 {
		timer := time.NewTimer(patience)
		defer timer.Stop()
		clock = timer.C
	}
	// A pipe takes 64 KiB; the rest waits until Coq reads, which it may never do.
	written := make(chan error, 1)
	if message := text + "Check " + name + ".\n"; len(message) < 4096 {
		_, err := s.stdin.WriteString(message)
		written <- err
	} else {
		go func() {
			_, err := s.stdin.WriteString(message)
			written <- err
		}()
	}
	var a answer
	var bad error
	for {
		ok, full := s.out.take(func(b []byte) (ok bool) {
			a, ok, bad = parseAnswer(b, name)
			return ok
		})
		switch {
		case full:
			return a, s.end(ErrFlood)
		case ok && bad != nil:
			return a, s.end(bad)
		case ok && a.after.State != a.prompt.State:
			return a, s.end(errors.New("Coq accepted a name that does not exist"))
		case ok:
			s.now = a.prompt
			return a, nil
		}
		select {
		case <-s.out.more:
		case <-clock:
			return a, s.end(ErrTimeout)
		case <-ctx.Done():
			return a, s.end(context.Cause(ctx))
		case <-s.process.Done():
			r := s.process.Wait()
			why := "by itself"
			if err := r.Err(); err != nil {
				why = err.Error()
			}
			return a, s.end(fmt.Errorf("%w: %s", ErrDied, why))
		}
	}
}

// end kills the process for a reason.
func (s *Session) end(why error) error {
	if s.dead == nil {
		s.dead = why
		s.process.Kill()
		s.stdin.Close()
		s.process.Wait()
	}
	return s.dead
}

// Close ends the process and all that it started.
func (s *Session) Close() error {
	s.end(ErrClosed)
	return nil
}
