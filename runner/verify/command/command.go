package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/taxonomy"
)

// Lexical is the audit of a candidate that was refused by its text alone.
const Lexical = "lexical"

// Machine is what a verifier needs from outside.
type Machine struct {
	Sandbox *sandbox.Sandbox
	Getenv  func(string) string
	Now     func() time.Time
	Nonce   func() string // letters and digits that no candidate can guess, others at each call
	Temp    string        // folder for the files that are checked; default the system's
	Workers int           // checkers that run side by side; default 1
	Plain   bool          // run the checker without isolation even where there could be some
}

// Verifier judges candidates as a description says.
type Verifier struct {
	config  *Config
	machine Machine
	env     []string
	isolate bool
	version string
	slots   chan struct{}
}

// New reads a description, asks the checker for its version, and tries the controls. It
// is an error when there is no such checker, its version is another one than wanted, or a
// control has the wrong verdict.
func New(ctx context.Context, path string, m Machine) (*Verifier, error) {
	c, err := Read(path)
	if err != nil {
		return nil, err
	}
	v := &Verifier{config: c, machine: m, isolate: m.Sandbox.CanIsolate() && !m.Plain, slots: make(chan struct{}, max(m.Workers, 1))}
	for _, e := range c.Env {
		if !strings.Contains(e, "=") {
			value := m.Getenv(e)
			if value == "" {
				continue
			}
			e += "=" + value
		}
		v.env = append(v.env, e)
	}
	if c.Isolate.Required && !v.isolate {
		return nil, fmt.Errorf("%s: %s runs isolated only: %s", path, c.Name, m.Sandbox.Strength(true))
	}
	if err := v.askVersion(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := v.tryControls(ctx, false); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// Version names the checker and its version.
func (v *Verifier) Version() string { return v.config.Name + " " + v.version }

// System is that of the tasks which the description is for.
func (v *Verifier) System() string { return v.config.System }

func (v *Verifier) askVersion(ctx context.Context) error {
	c := v.config
	r, err := v.run(ctx, c.Version.Command, nil, verify.Limits{Time: c.Limits.Time})
	if err != nil {
		return fmt.Errorf("%s does not run: %w", c.Version.Command[0], err)
	}
	p := newPrinted(r)
	m := c.versionRE.FindStringSubmatch(p.in("output"))
	if m == nil || r.End != sandbox.Exited {
		return fmt.Errorf("%s does not tell its version: %.300q", strings.Join(c.Version.Command, " "), strings.TrimSpace(p.in("output")))
	}
	v.version = strings.TrimSpace(m[len(m)-1])
	if !strings.HasPrefix(v.version, c.Version.Want) {
		return fmt.Errorf("%s has the version %s; wanted is %s", c.Name, v.version, c.Version.Want)
	}
	return nil
}

// tryControls has the checker judge the controls; quick tries the first that it must
// accept alone.
func (v *Verifier) tryControls(ctx context.Context, quick bool) error {
	for i, x := range v.config.Controls {
		if quick && x.Expected != "accept" {
			continue
		}
		p, err := v.config.page(x.task(), v.machine.Nonce())
		if err != nil {
			return err
		}
		rep, broken, err := v.judge(ctx, p, verify.Candidate{Proof: x.Proof, Lemmas: x.Lemmas}, verify.Limits{Time: v.config.Limits.Time})
		if err != nil {
			return err
		}
		// One that is refused by its text says nothing about the checker.
		ok := !broken && (rep.Verdict == record.Proved) == (x.Expected == "accept") && rep.Verdict != record.Timeout && rep.Audit != Lexical
		if !ok {
			why := string(rep.Verdict)
			if len(rep.Diagnostics) > 0 {
				why += ": " + rep.Diagnostics[0].Message
			}
			return fmt.Errorf("%s does not work here: control %s, which it must %s, is %.500s", v.config.Name, cmp.Or(x.Name, fmt.Sprint(i)), x.Expected, why)
		}
		if quick {
			return nil
		}
	}
	return nil
}

func (x *Control) task() *task.Task {
	return &task.Task{ID: "control " + x.Name, Name: cmp.Or(x.Name, "control"), Text: x.Text, Statement: x.Text, Preamble: x.Preamble, Suffix: x.Suffix}
}

// Open prepares a task. It is an error when the task is for another system, when its
// text is not of the form that the description knows, or when the checker refuses the
// text without a candidate.
func (v *Verifier) Open(ctx context.Context, t *task.Task) (verify.Environment, error) {
	c := v.config
	if t.System != c.System {
		return nil, fmt.Errorf("task %s is for %s; %s checks %s", t.ID, t.System, c.Name, c.System)
	}
	p, err := c.page(t, v.machine.Nonce())
	if err != nil {
		return nil, err
	}
	if c.Probe != nil {
		var proof strings.Builder
		if err := c.Probe.template.Execute(&proof, p); err != nil {
			return nil, fmt.Errorf("%s: probe: %w", c.file, err)
		}
		q := p
		q.Proof = proof.String()
		files, err := c.render(q)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.file, err)
		}
		r, err := v.run(ctx, c.Command, files, verify.Limits{Time: c.Limits.Time})
		if err != nil {
			return nil, err
		}
		out := newPrinted(r)
		ok, why := c.Probe.Success.accepts(r.Code, out)
		if r.End != sandbox.Exited {
			ok, why = false, string(r.End)
		}
		if !ok {
			return nil, fmt.Errorf("task %s: %s does not read it without a candidate: %s: %.500s", t.ID, c.Name, why, strings.TrimSpace(out.in("output")))
		}
	}
	return &environment{v: v, page: p}, nil
}

type environment struct {
	v    *Verifier
	page page
}

func (e *environment) Close() error { return nil }

// Check judges candidates side by side, as many as the machine has workers for.
func (e *environment) Check(ctx context.Context, candidates []verify.Candidate, limits verify.Limits) ([]verify.Report, error) {
	reports := make([]verify.Report, len(candidates))
	errs := make([]error, len(candidates))
	limits.Time = cmp.Or(limits.Time, e.v.config.Limits.Time)
	var wg sync.WaitGroup
	for i, c := range candidates {
		wg.Go(func() { reports[i], errs[i] = e.check(ctx, c, limits) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return reports, nil
}

func (e *environment) check(ctx context.Context, c verify.Candidate, limits verify.Limits) (verify.Report, error) {
	p := e.page
	p.Nonce = e.v.machine.Nonce()
	rep, broken, err := e.v.judge(ctx, p, c, limits)
	if err != nil || !broken {
		return rep, err
	}
	if err := e.v.tryControls(ctx, true); err != nil {
		if ctx.Err() != nil {
			return rep, ctx.Err()
		}
		rep.Verdict = record.InfrastructureError
		rep.Diagnostics = []verify.Diagnostic{{Kind: "infrastructure", Message: cut(rep.Diagnostics[0].Message + "; " + err.Error())}}
	}
	return rep, nil
}

// judge judges one candidate. broken: the checker ended as it never should, and the
// report holds only if that is the candidate's fault.
func (v *Verifier) judge(ctx context.Context, p page, k verify.Candidate, limits verify.Limits) (rep verify.Report, broken bool, err error) {
	c := v.config
	start := v.machine.Now()
	if r := c.examine(k.Lemmas, c.Shape.Lemmas); r != nil {
		r.why, r.start, r.end = "before the theorem: "+r.why, 0, 0
		return refused(r), false, ctx.Err()
	}
	if r := c.examine(k.Proof, c.Shape.Proof); r != nil {
		return refused(r), false, ctx.Err()
	}
	p.Proof, p.Lemmas = k.Proof, k.Lemmas
	files, err := c.render(p)
	if err != nil {
		return rep, false, err
	}
	lexed := v.machine.Now().Sub(start)
	r, err := v.run(ctx, c.Command, files, limits)
	if err != nil {
		return rep, false, err
	}
	rep, broken = c.report(r, &files[0])
	rep.Check = lexed + r.Wall
	return rep, broken, nil
}

func refused(r *refusal) verify.Report {
	rep := verify.Report{Verdict: record.Rejected, Audit: Lexical, Category: taxonomy.Other, Diagnostics: []verify.Diagnostic{{Kind: "refused", Message: r.why, Start: r.start, End: r.end}}}
	if r.cheat {
		rep.Verdict = record.Cheated
	}
	return rep
}

// report says what a run means.
func (c *Config) report(r *sandbox.Result, f *rendered) (rep verify.Report, broken bool) {
	rep = verify.Report{Verdict: record.Rejected, Audit: c.audit(), Category: taxonomy.Other, Signals: verify.Signals{Syntax: true}}
	say := func(verdict record.Verdict, kind, why string) {
		rep.Verdict, rep.Diagnostics = verdict, append([]verify.Diagnostic{{Kind: kind, Message: cut(why)}}, rep.Diagnostics...)
	}
	p := newPrinted(r)
	switch {
	case r.End == sandbox.WallTime:
		say(record.Timeout, "limit", "the time limit")
		return rep, false
	case r.End == sandbox.Output:
		say(record.Rejected, "output", fmt.Sprintf("more than %d bytes of output", c.Limits.Output))
		return rep, false
	case r.Signal != "":
		say(record.Rejected, "broken", "the checker was ended by a signal: "+r.Signal)
		return rep, true
	}
	accepted, why := c.Success.accepts(r.Code, p)
	if accepted {
		rep.Signals = verify.Signals{Syntax: true, Type: true, Progress: true, Complete: true}
		for i := range c.Assumptions {
			a := &c.Assumptions[i]
			if a.In == "code" || a.In == "text" {
				continue
			}
			if found := a.find(p.in(a.In)); found != nil {
				say(record.Rejected, "assumption", found.why)
				if found.cheat {
					rep.Verdict = record.Cheated
				}
				return rep, false
			}
		}
		rep.Verdict, rep.Category = record.Proved, ""
		return rep, false
	}
	rep.Diagnostics = c.diagnostics(p, f)
	for i := range c.Exhausted {
		if p.fits(&c.Exhausted[i]) {
			say(record.Timeout, "limit", "a limit of the checker's own: "+c.Exhausted[i].Match)
			return rep, false
		}
	}
	if !c.known(r.Code) {
		say(record.Rejected, "broken", fmt.Sprintf("the checker ended with exit code %d: %s", r.Code, strings.TrimSpace(p.in("output"))))
		return rep, true
	}
	if len(rep.Diagnostics) == 0 {
		say(record.Rejected, "error", why)
	}
	rep.Category, rep.Signals = c.category(rep.Diagnostics[0])
	return rep, false
}

// known reports whether an exit code is an answer.
func (c *Config) known(code int) bool {
	return slices.Contains(c.Success.Exit, code) || slices.Contains(c.Failure, code)
}

// run runs a command on files, in a folder of their own that is gone afterwards. An
// error is one of the machine, or the end of ctx.
func (v *Verifier) run(ctx context.Context, args []string, files []rendered, limits verify.Limits) (*sandbox.Result, error) {
	select {
	case v.slots <- struct{}{}:
		defer func() { <-v.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	dir, err := os.MkdirTemp(v.machine.Temp, "proofgrid-check-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte(f.text), 0o600); err != nil {
			return nil, err
		}
	}
	l := v.config.Limits
	c := sandbox.Command{
		Args: args, Env: v.env, Dir: dir,
		Limits: sandbox.Limits{Wall: limits.Time, Memory: cmp.Or(limits.Bytes, l.Memory), FileSize: l.FileSize, Processes: l.Processes, Output: l.Output},
	}
	if v.isolate {
		c.Isolation = &sandbox.Isolation{Read: append([]string{}, v.config.Isolate.Read...)}
		if v.config.Isolate.Write {
			c.Isolation.Write = []string{dir}
		} else {
			c.Isolation.Read = append(c.Isolation.Read, dir)
		}
	}
	r, err := v.machine.Sandbox.Run(ctx, c)
	if err == nil && r.End == sandbox.Cancelled {
		err = ctx.Err()
	}
	if err == nil { // what is recorded does not depend on the folder's name
		r.Stdout, r.Stderr = bytes.ReplaceAll(r.Stdout, []byte(dir+"/"), nil), bytes.ReplaceAll(r.Stderr, []byte(dir+"/"), nil)
	}
	return r, err
}
