package lean

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
)

// toolchain is the door of Lean's command line, as a project has it.
type toolchain struct {
	v       *Verifier
	root    string
	program string
	env     []string
	read    []string // what an isolated Lean sees
	version string
	imports time.Duration // what the file takes without a candidate
}

// toolchain finds the Lean of a project. Where its folder has a lakefile, lake says
// where Lean and the compiled files are, which takes longer than reading many a file
// and is therefore asked once, for a run of lean itself: what 'lake env lean' is.
func (v *Verifier) toolchain(ctx context.Context, root string) (*toolchain, error) {
	m := &v.machine
	l := &toolchain{v: v, root: root, env: m.environ("PATH", "HOME", "ELAN_HOME"), program: v.options.Lean}
	if hasLakefile(root) {
		r, err := m.Sandbox.Run(ctx, sandbox.Command{Args: []string{"lake", "env"}, Dir: root, Env: l.env, Limits: sandbox.Limits{Wall: probeTime}})
		if err != nil {
			return nil, fmt.Errorf("%w: install elan, which brings lake (https://lean-lang.org/install)", err)
		}
		if err := r.Err(); err != nil {
			return nil, fmt.Errorf("lake env in %s: %w: %.300s", root, err, r.Stderr)
		}
		for line := range strings.Lines(string(r.Stdout)) {
			if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && strings.HasPrefix(name, "L") || name == "PATH" {
				l.env = append(l.env, name+"="+value)
				if name == "LEAN_SYSROOT" && l.program == "" {
					l.program = filepath.Join(value, "bin", "lean")
				}
				if name == "LEAN_PATH" || name == "LEAN_SYSROOT" {
					l.read = append(l.read, filepath.SplitList(value)...)
				}
			}
		}
	}
	if l.program == "" {
		l.program = "lean"
	}
	if strings.ContainsRune(l.program, '/') {
		if _, err := os.Stat(l.program); err != nil {
			return nil, fmt.Errorf("no Lean: %w: install elan, which brings it (https://lean-lang.org/install)", err)
		}
	}
	r, err := m.Sandbox.Run(ctx, sandbox.Command{Args: []string{l.program, "--version"}, Env: l.env, Dir: root, Limits: sandbox.Limits{Wall: time.Minute}})
	if err != nil {
		return nil, fmt.Errorf("%w: install elan, which brings Lean (https://lean-lang.org/install)", err)
	}
	if err := r.Err(); err != nil {
		return nil, fmt.Errorf("%s --version: %w: %.300s", l.program, err, r.Stderr)
	}
	if l.version = parseVersion(string(r.Stdout)); l.version == "" {
		return nil, fmt.Errorf("%s --version says %.100q, which is not Lean 4", l.program, r.Stdout)
	}
	if filepath.IsAbs(l.program) {
		l.read = append(l.read, filepath.Dir(filepath.Dir(l.program)))
	}
	l.read = append(append(l.read, root), v.options.Read...)
	l.read = slices.DeleteFunc(l.read, func(p string) bool {
		_, err := os.Stat(p)
		return p == "" || err != nil || strings.HasPrefix(p, "/usr/")
	})
	return l, nil
}

var versionPattern = regexp.MustCompile(`^Lean \(version (4\.[^,)]+)`)

// parseVersion returns the words for a version, empty when it is not one of Lean 4.
func parseVersion(s string) string {
	if m := versionPattern.FindStringSubmatch(s); m != nil {
		return "Lean " + m[1]
	}
	return ""
}

func hasLakefile(root string) bool {
	for _, name := range []string{"lakefile.lean", "lakefile.toml"} {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil && root != "" {
			return true
		}
	}
	return false
}

func (l *toolchain) close() error { return nil }

// check runs Lean once for each file.
func (l *toolchain) check(ctx context.Context, files []*file, limits verify.Limits) ([]answer, error) {
	answers := make([]answer, len(files))
	for i, f := range files {
		a, err := l.run(ctx, f, limits)
		if err != nil {
			return nil, err
		}
		answers[i] = a
	}
	return answers, nil
}

func (l *toolchain) run(ctx context.Context, f *file, limits verify.Limits) (a answer, err error) {
	dir, err := os.MkdirTemp(l.v.machine.Temp, "lean")
	if err != nil {
		return a, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "Candidate.lean")
	if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
		return a, err
	}
	c := sandbox.Command{Args: []string{l.program, "--json", path}, Env: l.env, Dir: l.root}
	if limits.Time > 0 {
		c.Limits.Wall = limits.Time + l.imports
	}
	l.v.hold(&c, append([]string{dir}, l.read...))
	if limits.Bytes > 0 {
		c.Limits.Resident = limits.Bytes
	}
	r, err := l.v.machine.Sandbox.Run(ctx, c)
	if err != nil {
		return a, err
	}
	// What the file takes without a candidate is the environment's time.
	a.start = min(l.imports, r.Wall)
	a.check = r.Wall - a.start
	a.messages = parseLines(r.Stdout)
	switch {
	case r.End == sandbox.Cancelled:
		return a, context.Cause(ctx)
	case r.End == sandbox.WallTime:
		a.ending, a.detail = late, fmt.Sprintf("stopped after %s", limits.Time)
	case r.End == sandbox.Output:
		a.ending, a.detail = flooded, "it printed more than the limit"
	case outgrown(r):
		a.ending, a.detail = late, "it took more memory than the limit"
	case r.Signal == "killed":
		a.ending, a.detail = late, "Lean was killed, as it is when memory ends"
	case r.Err() != nil:
		a.failed = true
		if !slices.ContainsFunc(a.messages, func(m message) bool { return m.isError() }) {
			a.ending, a.detail = broken, fmt.Sprintf("Lean broke: %v: %s", r.Err(), cut(string(r.Stderr)))
		}
	}
	return a, nil
}

// What Lean may hold in memory beside its compiled files, which it maps: limits on
// address space cannot hold it. One process with Mathlib takes one to three gigabytes.
const defaultMemory = 8 << 30

// hold bounds a command and puts it into namespaces of its own where the machine can.
func (v *Verifier) hold(c *sandbox.Command, read []string) {
	c.Limits.Resident = defaultMemory
	if v.options.Plain || !v.machine.Sandbox.CanIsolate() {
		return
	}
	c.Isolation = &sandbox.Isolation{Read: read}
}

// outgrown reports whether a program was killed by the bound on memory.
func outgrown(r *sandbox.Result) bool { return r.End == sandbox.Memory }

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return cut(line[:min(len(line), 200)])
}
