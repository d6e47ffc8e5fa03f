package lean

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"proofgrid/runner/sandbox"
)

// request is what the REPL is asked.
type request struct {
	Cmd        string `json:"cmd,omitempty"`
	Env        *int   `json:"env,omitempty"`
	Tactic     string `json:"tactic,omitempty"`
	ProofState *int   `json:"proofState,omitempty"`
}

// maxReply is how much the REPL may print for one request, in bytes.
const maxReply = 4 << 20

// session is a running REPL that has read a header. A session that did not answer as
// it should is of no more use: nothing tells which request its next words belong to.
type session struct {
	process *sandbox.Process
	stdin   *os.File
	out     *frames
	header  *int // environment behind the header, nil where there is none
	last    int  // the newest environment
	used    int
	start   time.Duration
}

// frames collects what the REPL prints. A blank line ends a reply.
type frames struct {
	mu     sync.Mutex
	buffer []byte
	full   bool
	news   chan struct{}
}

func (f *frames) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.buffer)+len(b) > maxReply {
		f.full = true
	} else {
		f.buffer = append(f.buffer, b...)
	}
	select {
	case f.news <- struct{}{}:
	default:
	}
	return len(b), nil
}

// next takes the first whole reply.
func (f *frames) next() (frame []byte, full bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buffer = bytes.TrimLeft(f.buffer, "\n")
	end := bytes.Index(f.buffer, []byte("\n\n"))
	if end < 0 {
		return nil, f.full
	}
	frame = bytes.Clone(f.buffer[:end])
	f.buffer = bytes.TrimLeft(f.buffer[end:], "\n")
	return frame, false
}

// pending reports whether something was printed that nobody asked for.
func (f *frames) pending() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(bytes.TrimSpace(f.buffer)) > 0
}

// startSession starts a REPL in a project and has it read a header. An error is one of
// the infrastructure.
func (l *toolchain) startSession(ctx context.Context, header string) (*session, error) {
	v := l.v
	program := v.options.REPL
	if program == "" {
		program = "repl"
	}
	began := v.machine.Now()
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	s := &session{stdin: w, last: -1, out: &frames{news: make(chan struct{}, 1)}}
	c := sandbox.Command{Args: []string{program}, Env: l.env, Dir: l.root, Stdin: r, Stdout: s.out,
		Limits: sandbox.Limits{Output: 1 << 40}} // frames has the limit for each reply
	v.hold(&c, l.read)
	s.process, err = v.machine.Sandbox.Start(context.WithoutCancel(ctx), c)
	r.Close()
	if err != nil {
		w.Close()
		return nil, fmt.Errorf("the REPL does not start: %w: build it with 'lake build' from https://github.com/leanprover-community/repl at the tag of the project's Lean, and name the program in the option repl", err)
	}
	if header != "" {
		rep, a := s.ask(ctx, request{Cmd: header}, probeTime)
		switch {
		case ctx.Err() != nil:
			s.close()
			return nil, context.Cause(ctx)
		case a.ending != read:
			s.close()
			return nil, fmt.Errorf("the REPL did not take the header: %s", a.detail)
		}
		for i := range rep.Messages {
			if m := &rep.Messages[i]; m.isError() {
				s.close()
				return nil, fmt.Errorf("the REPL did not take the header: %.300s", m.Data)
			}
		}
		s.header = rep.Env
	}
	s.start = v.machine.Now().Sub(began)
	return s, nil
}

// close ends the REPL and all that it started.
func (s *session) close() {
	s.stdin.Close()
	s.process.Kill()
	s.process.Wait()
}

// ask asks one thing. Unless the ending is read, the session is of no more use.
func (s *session) ask(ctx context.Context, q request, limit time.Duration) (*reply, *answer) {
	s.used++
	if s.out.pending() {
		return nil, &answer{ending: broken, detail: "the REPL spoke without being asked"}
	}
	b, err := json.Marshal(q)
	if err != nil {
		return nil, &answer{ending: broken, detail: err.Error()}
	}
	var timer <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		timer = t.C
	}
	written := make(chan error, 1)
	go func() {
		_, err := s.stdin.Write(append(b, "\n\n"...))
		written <- err
	}()
	for done := false; ; {
		frame, full := s.out.next()
		switch {
		case full:
			return nil, &answer{ending: flooded, detail: fmt.Sprintf("the REPL printed more than %d bytes", maxReply)}
		case frame != nil:
			return s.parse(q, frame)
		case done && outgrown(s.process.Wait()):
			return nil, &answer{ending: late, detail: "it took more memory than the limit"}
		case done:
			return nil, &answer{ending: broken, detail: fmt.Sprintf("the REPL ended: %v", s.process.Wait().Err())}
		}
		select {
		case <-s.out.news:
		case err := <-written:
			if written = nil; err != nil {
				s.process.Kill()
			}
		case <-timer:
			return nil, &answer{ending: late, detail: fmt.Sprintf("stopped after %s", limit)}
		case <-ctx.Done():
			return nil, &answer{ending: late, detail: ctx.Err().Error()}
		case <-s.process.Done():
			done = true
		}
	}
}

// parse reads a reply and holds it to the request: the environments of a REPL count up.
func (s *session) parse(q request, frame []byte) (*reply, *answer) {
	var r reply
	no := func(why string) (*reply, *answer) {
		return nil, &answer{ending: broken, detail: why + ": " + cut(string(frame[:min(len(frame), 200)]))}
	}
	if err := json.Unmarshal(frame, &r); err != nil {
		return no("the REPL's reply is no JSON")
	}
	switch {
	case r.Message != "" && r.Env == nil && r.ProofState == nil:
		if q.Tactic == "" {
			return no("the REPL could not serve the request")
		}
	case q.Tactic != "":
		if r.ProofState == nil || r.Env != nil {
			return no("the REPL's reply is not one to a tactic")
		}
	case r.Env == nil || *r.Env != s.last+1:
		return no("the REPL's reply is not one to the request")
	default:
		s.last = *r.Env
	}
	return &r, &answer{messages: r.Messages, holes: r.Sorries}
}
