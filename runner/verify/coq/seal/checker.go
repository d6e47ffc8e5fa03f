package seal

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/coq"
	"proofgrid/experiments/record"
	"proofgrid/runner/sandbox"
)

// Checker judges candidates with a compiler started for each: nothing of one candidate
// can reach another. It is safe for concurrent use.
type Checker struct {
	Sandbox *sandbox.Sandbox
	Coqc    string        // program, looked up in Env's PATH when it has no slash; default coqc
	Coqchk  string        // default coqchk
	Args    []string      // load paths and the like; folders in them must be absolute
	Read    []string      // those folders
	Env     []string      // the whole environment of the compiler
	Time    time.Duration // of one run; 0 means a minute
	Memory  int64         // bytes of address space; 0 means 3 GiB
	Policy  Policy
}

// Problem is what is to be proved, and where.
type Problem struct {
	Before    string            // the file up to the theorem: sentences that are trusted
	Target    string            // name of the theorem
	Statement string            // a term, as it reads behind Before
	Files     map[string]string // further files beside it, by their names; those in .v are compiled in the order of their names
}

// Judgement is what came of one candidate.
type Judgement struct {
	Verdict   record.Verdict
	Refusal   *Refusal // nil when it is proved
	Strength  Strength
	Axioms    []string // full names, sorted
	Recursion Recursion
	Check     time.Duration
}

// Limits where a Checker has none.
const (
	DefaultTime   = time.Minute // of one run
	DefaultMemory = 3 << 30     // bytes of address space
	maxFile       = 256 << 20
)

// Environment judges candidates for one problem. It is used by one goroutine.
type Environment struct {
	c        *Checker
	problem  Problem
	closing  string // closes what Before has left open
	verified bool
	known    map[string]bool // what coqchk says of Before alone
}

// Open prepares to judge candidates. Coq is not asked about the problem before that
// matters: see Verify.
func (c *Checker) Open(p Problem) (*Environment, error) {
	if err := c.Policy.Validate(); err != nil {
		return nil, err
	}
	if n := len(coq.Sentences(New("n", p.Target, p.Statement).Before()[0])); n != 1 || p.Target == "" || strings.ContainsAny(p.Target, " .\t\n") {
		return nil, fmt.Errorf("the theorem %q with its statement makes %d sentences, want one", p.Target, n)
	}
	return &Environment{c: c, problem: p, closing: closing(p.Before)}, nil
}

// Verify compiles what stands before the candidate, with the statement. An error says
// why the environment cannot be used; it is never a candidate's fault. Check calls it
// when a candidate may have failed for that reason; it works once.
func (e *Environment) Verify(ctx context.Context) error {
	if e.verified {
		return nil
	}
	f, err := e.file(nil)
	if err != nil {
		return err
	}
	dir, err := e.folder(ctx, f)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r, err := e.c.run(ctx, dir, e.c.Coqc, "coqc", f.name+".v")
	if err != nil {
		return err
	}
	if r.Err() != nil {
		return fmt.Errorf("Coq does not accept the file up to %s with its statement: %w: %s", e.problem.Target, r.Err(), quoteShort(message(string(r.Stderr))))
	}
	if e.c.Policy.Recheck {
		said, _, err := e.c.recheck(ctx, dir, f.name)
		if err != nil {
			return err
		}
		if said == nil {
			return fmt.Errorf("coqchk does not accept the file up to %s", e.problem.Target)
		}
		e.known = said
	}
	e.verified = true
	return nil
}

// file is what the compiler is given.
type file struct {
	name     string // of the library, as random as the seal
	text     string
	from, to int // where the candidate stands
	seal     *Seal
}

// file puts a candidate's script between the sentences of a seal; nil is no candidate.
func (e *Environment) file(script *string) (*file, error) {
	var random [16]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, err
	}
	nonce := hex.EncodeToString(random[:])
	f := &file{name: "Seal_" + nonce, seal: New(nonce, e.problem.Target, e.problem.Statement)}
	var b strings.Builder
	b.WriteString(e.problem.Before + "\n" + strings.Join(f.seal.Before(), "\n") + "\n")
	if script != nil {
		f.from = b.Len()
		b.WriteString(*script)
		f.to = b.Len()
		b.WriteString("\n" + strings.Join(f.seal.After(), "\n") + "\n")
	}
	f.text = b.String()
	return f, nil
}

// folder writes the file to a new folder, which the caller removes.
func (e *Environment) folder(ctx context.Context, f *file) (dir string, err error) {
	dir, err = os.MkdirTemp("", "proofgrid-seal-")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	var names []string
	for name, text := range e.problem.Files {
		if name != filepath.Base(name) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "-") {
			return "", fmt.Errorf("%q is no plain name of a file", name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
		if strings.HasSuffix(name, ".v") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		// One that is no file of its own is there to be loaded.
		if _, err := e.c.run(ctx, dir, e.c.Coqc, "coqc", name); err != nil {
			return "", err
		}
	}
	return dir, os.WriteFile(filepath.Join(dir, f.name+".v"), []byte(f.text+e.closing), 0o600)
}

// Check judges one candidate. An error is a failure of the infrastructure.
func (e *Environment) Check(ctx context.Context, t Text) (Judgement, error) {
	vetted, refusal := Vet(&e.c.Policy, t)
	if refusal != nil {
		return refused(refusal), nil
	}
	j, err := e.compile(ctx, vetted)
	j.Recursion = vetted.Recursion
	return j, err
}

func refused(r *Refusal) Judgement {
	j := Judgement{Verdict: record.Rejected, Refusal: r}
	switch {
	case r.Cheating:
		j.Verdict = record.Cheated
	case r.Kind == TimeLimit:
		j.Verdict = record.Timeout
	}
	return j
}

func (e *Environment) compile(ctx context.Context, vetted *Vetted) (Judgement, error) {
	script := vetted.Script
	f, err := e.file(&script)
	if err != nil {
		return Judgement{}, err
	}
	dir, err := e.folder(ctx, f)
	if err != nil {
		return Judgement{}, err
	}
	defer os.RemoveAll(dir)
	r, err := e.c.run(ctx, dir, e.c.Coqc, "coqc", f.name+".v")
	if err != nil {
		return Judgement{}, err
	}
	took := r.Wall
	fail := func(refusal *Refusal) (Judgement, error) {
		j := refused(refusal)
		j.Check = took
		return j, nil
	}
	if refusal := f.compiled(r, script); refusal != nil {
		if refusal.End == 0 && refusal.Kind != Statement { // not in the candidate, as far as is known
			if err := e.Verify(ctx); err != nil {
				return Judgement{}, err
			}
		}
		return fail(refusal)
	}
	assumptions, refusal := f.seal.Read(string(r.Stdout))
	if refusal != nil {
		return fail(refusal)
	}
	if len(assumptions) > 0 {
		// Their full names are asked for in a second run: names are not known before.
		f.text += strings.Join(f.seal.Names(assumptions), "\n") + "\n"
		if err := os.WriteFile(filepath.Join(dir, f.name+".v"), []byte(f.text+e.closing), 0o600); err != nil {
			return Judgement{}, err
		}
		r, err := e.c.run(ctx, dir, e.c.Coqc, "coqc", f.name+".v")
		if err != nil {
			return Judgement{}, err
		}
		took += r.Wall
		if refusal := f.compiled(r, script); refusal != nil {
			return fail(refusal)
		}
		if assumptions, refusal = f.seal.ReadNames(string(r.Stdout), assumptions); refusal != nil {
			return fail(refusal)
		}
		for i := range assumptions {
			assumptions[i].Full = own(assumptions[i].Full, f.name)
		}
		if refusal := e.c.Policy.Allowed(assumptions); refusal != nil {
			return fail(refusal)
		}
	}
	j := Judgement{Verdict: record.Proved, Strength: Sealed}
	if e.c.Policy.Recheck {
		said, wall, err := e.c.recheck(ctx, dir, f.name)
		if err != nil {
			return Judgement{}, err
		}
		took += wall
		if said == nil {
			return fail(&Refusal{Kind: Recheck, Reason: "coqchk does not accept the compiled file", Cheating: true})
		}
		if len(said) > 0 {
			if err := e.Verify(ctx); err != nil {
				return Judgement{}, err
			}
		}
		for _, line := range slices.Sorted(maps.Keys(said)) {
			if !e.known[line] && !slices.Contains(e.c.Policy.Axioms, line) {
				return fail(&Refusal{Kind: Recheck, Reason: "coqchk says that the file has an axiom or unchecked part: " + line, Cheating: true})
			}
		}
		j.Strength = Rechecked
	}
	if vetted.Recursion == AnyRecursion {
		j.Strength = Recursive
	}
	for _, a := range assumptions {
		if !a.Variable {
			j.Axioms = append(j.Axioms, a.Full)
		}
	}
	slices.Sort(j.Axioms)
	j.Check = took
	return j, nil
}

// own takes the library's random name off the name of a constant of the file, unless
// what is left would pass for one of the standard library.
func own(name, library string) string {
	rest, ok := strings.CutPrefix(name, library+".")
	if first, _, _ := strings.Cut(rest, "."); !ok || standard[first] {
		return name
	}
	return rest
}

// standard are the first names of the standard library's parts.
var standard = set("Coq", "Stdlib", "Corelib")

// closing are the sentences that close what a trusted text has left open.
func closing(text string) string {
	v := vetter{policy: &Policy{}, proof: -1}
	for _, s := range coq.Sentences(text) {
		if ts, kind, _ := strip(tokens(text[s.Start:s.End])); kind == "" && len(ts) > 0 {
			switch ts[0].text {
			case "Section", "Module":
				v.enter(ts, ts[0].text == "Section")
			case "End":
				leave(&v, ts)
			}
		}
	}
	var out string
	for _, s := range slices.Backward(v.open) {
		out += "End " + s.name + ".\n"
	}
	return out
}
