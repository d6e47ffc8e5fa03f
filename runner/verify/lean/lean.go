package lean

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"proofgrid/experiments/task"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// Options choose how Lean is reached. The zero value is not usable: Door is needed.
type Options struct {
	Door string `yaml:"door"` // lake, repl or kimina

	// Of lake and repl:
	Project string   `yaml:"project,omitempty"` // folder that holds for tasks whose source names none
	Lean    string   `yaml:"lean,omitempty"`    // program; default: as the project's lake has it, or else the one in PATH
	REPL    string   `yaml:"repl,omitempty"`    // program of the REPL; default "repl"
	Read    []string `yaml:"read,omitempty"`    // more files and folders that an isolated Lean needs
	Plain   bool     `yaml:"plain,omitempty"`   // run Lean without isolation

	// Of kimina:
	URL   string `yaml:"url,omitempty"`   // such as http://127.0.0.1:8000
	API   string `yaml:"api,omitempty"`   // verify (default) or check
	Token string `yaml:"token,omitempty"` // environment variable with the bearer token

	Axioms  []string `yaml:"axioms,omitempty"`  // permitted, beside nothing else; default Permitted
	Recycle int      `yaml:"recycle,omitempty"` // files after which a REPL is replaced; default 200
}

// Machine is what a verifier needs from outside.
type Machine struct {
	Sandbox *sandbox.Sandbox // of lake and repl
	Env     []string         // NAME=value, of which programs get PATH, HOME and ELAN_HOME, and kimina the token
	Temp    string           // folder for the files that are checked; default the system's
	Now     func() time.Time
	// Nonce returns a name part of letters and digits that no candidate can guess, a
	// new one at each call.
	Nonce func() string
}

// door hands files to Lean and brings its answers, in order. limits hold for each
// file. An error means that no answer can be trusted.
type door interface {
	check(ctx context.Context, files []*file, limits verify.Limits) ([]answer, error)
	close() error
}

// Verifier judges Lean proofs through one door. Close ends the programs that it keeps.
type Verifier struct {
	options Options
	machine Machine
	version string
	pool    *pool   // of the REPL door
	server  *kimina // of the kimina door
}

// audit is how strong the verifier's door is.
func (v *Verifier) audit() string {
	if v.server != nil {
		return SealedByServer
	}
	return Sealed
}

// New returns a verifier. It asks the door for its version, and it is an error when
// there is no answer.
func New(ctx context.Context, o Options, m Machine) (*Verifier, error) {
	if len(o.Axioms) == 0 {
		o.Axioms = Permitted
	}
	if o.Recycle <= 0 {
		o.Recycle = 200
	}
	v := &Verifier{options: o, machine: m}
	switch o.Door {
	case "lake", "repl":
		l, err := v.toolchain(ctx, o.Project)
		if err != nil {
			return nil, err
		}
		v.version = l.version
		if o.Door == "repl" {
			v.pool = newPool(o.Recycle)
			v.version += ", REPL"
		}
	case "kimina":
		k, err := newKimina(o, m)
		if err != nil {
			return nil, err
		}
		v.server, v.version = k, "kimina server at "+k.base
	default:
		return nil, fmt.Errorf("door %q of Lean: it is lake, repl or kimina", o.Door)
	}
	return v, nil
}

// Version names Lean's version, and the door.
func (v *Verifier) Version() string { return v.version }

// Group names the project and the header of a task, which a REPL loads once.
func (v *Verifier) Group(t *task.Task) string {
	if t.Source != nil {
		return t.Source.Root + "\x00" + t.Source.File
	}
	return t.Repository + "\x00" + t.File
}

// Close ends what the verifier keeps running.
func (v *Verifier) Close() error {
	if v.pool == nil {
		return nil
	}
	return v.pool.close()
}

// Open checks that the task's file is in order up to its theorem, whose proof it
// leaves out. It is an error when it is not: when the theorem is not where the task
// says, the project is not built, or the file does not compile.
func (v *Verifier) Open(ctx context.Context, t *task.Task) (verify.Environment, error) {
	s, d, err := v.open(ctx, t)
	if err != nil {
		return nil, err
	}
	return &environment{v: v, s: s, door: d}, nil
}

func (v *Verifier) open(ctx context.Context, t *task.Task) (*situation, door, error) {
	var text string
	if l := t.Source; l != nil {
		b, err := os.ReadFile(filepath.Join(l.Root, filepath.FromSlash(l.File)))
		if err != nil {
			return nil, nil, fmt.Errorf("task %s: %w", t.ID, err)
		}
		text = string(b)
	}
	s, err := situate(t, text, v.machine.Nonce())
	if err != nil {
		return nil, nil, err
	}
	if s.root == "" {
		s.root = v.options.Project
	}
	if v.server != nil {
		return s, v.server, probe(ctx, v.server, s, t.ID)
	}
	l, err := v.toolchain(ctx, s.root)
	if err != nil {
		return nil, nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	if err := probe(ctx, l, s, t.ID); err != nil {
		return nil, nil, err
	}
	if v.pool == nil {
		return s, l, nil
	}
	return s, &repl{v: v, lean: l, s: s}, nil
}

// probeTime is what a project's imports and the file before a theorem may take.
const probeTime = 10 * time.Minute

// probe has the file read without a candidate.
func probe(ctx context.Context, d door, s *situation, id string) error {
	answers, err := d.check(ctx, []*file{s.bare()}, verify.Limits{Time: probeTime})
	if err != nil {
		return fmt.Errorf("task %s: %w", id, err)
	}
	a := answers[0]
	if a.ending != read {
		return fmt.Errorf("task %s: its file cannot be read without a candidate: %s", id, a.detail)
	}
	for i := range a.messages {
		if m := &a.messages[i]; m.isError() {
			where := ""
			if m.Pos != nil {
				where = fmt.Sprintf(" at line %d", m.Pos.Line)
			}
			return fmt.Errorf("task %s: its file does not compile without a candidate: error%s: %.300s", id, where, strings.TrimSpace(m.Data))
		}
	}
	if a.failed {
		return fmt.Errorf("task %s: its file does not compile without a candidate: %.300s", id, a.detail)
	}
	if l, ok := d.(*toolchain); ok {
		l.imports = a.check
	}
	return nil
}

type environment struct {
	v    *Verifier
	s    *situation
	door door
}

func (e *environment) Close() error { return e.door.close() }

// Check judges candidates as the package comment says.
func (e *environment) Check(ctx context.Context, candidates []verify.Candidate, limits verify.Limits) ([]verify.Report, error) {
	reports := make([]verify.Report, len(candidates))
	var files []*file
	var index []int
	for i, c := range candidates {
		f, r := e.s.place(c)
		if r != nil {
			reports[i] = refused(r)
			continue
		}
		files, index = append(files, f), append(index, i)
	}
	if len(files) == 0 {
		return reports, ctx.Err()
	}
	answers, err := e.door.check(ctx, files, limits)
	if err != nil {
		return nil, err
	}
	for n, i := range index {
		reports[i] = judge(files[n], &answers[n], e.v.options.Axioms, e.v.audit())
	}
	return reports, nil
}

// environ returns the variables of the machine that have one of the names.
func (m *Machine) environ(names ...string) []string {
	var out []string
	for _, v := range m.Env {
		if name, _, ok := strings.Cut(v, "="); ok && slices.Contains(names, name) {
			out = append(out, v)
		}
	}
	return out
}

func (m *Machine) variable(name string) string {
	for _, v := range m.environ(name) {
		return v[len(name)+1:]
	}
	return ""
}
