package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify/lean"
)

// checker is a program that an experiment may need, and how it is asked for its version.
type checker struct {
	part   string
	args   []string
	shows  *regexp.Regexp // what it prints; the version is its first group
	advice string
}

// checkers are looked for in this order. Debian's names of packages are those that hold
// from bookworm on.
var checkers = []checker{
	{"coqtop", []string{"coqtop", "--version"}, regexp.MustCompile(`version (\S+)`), "experiments in Coq and check coq need it: apt-get install coq"},
	{"coqc", []string{"coqc", "--version"}, regexp.MustCompile(`version (\S+)`), "the preparation of Coq projects needs it: apt-get install coq"},
	{"coqchk", []string{"coqchk", "--version"}, regexp.MustCompile(`version (\S+)`), "the audit “sealed and re-checked” needs it: apt-get install coq"},
	{"dpd2dot", []string{"dpd2dot", "-help"}, regexp.MustCompile(`(?i)usage`), "dependencies of Coq theorems come from .glob files without it: apt-get install libcoq-dpdgraph coq-dpdgraph-tools"},
	{"agda", []string{"agda", "--version"}, regexp.MustCompile(`version (\S+)`), "experiments in Agda need it: apt-get install agda"},
	{"dafny", []string{"dafny", "/version"}, regexp.MustCompile(`(\d+\.\d+[.\d]*)`), "experiments in Dafny need it: apt-get install dafny"},
	{"z3", []string{"z3", "--version"}, regexp.MustCompile(`version (\S+)`), "experiments in SMT-LIB, Dafny and Verus need it: apt-get install z3"},
	{"verus", []string{"verus", "--version"}, regexp.MustCompile(`Version: (\S+)`), "experiments in Verus need it: unpack a release of https://github.com/verus-lang/verus/releases and put its folder into PATH"},
	{"metamath", []string{"metamath", "exit"}, regexp.MustCompile(`Version (\S+)`), "no experiment needs it; it can be compared with the built-in kernel: apt-get install metamath"},
}

// coqLibraries are folders of Coq's user-contrib.
var coqLibraries = []struct{ part, folder, advice string }{
	{"stdpp", "stdpp", "only experiments/coq-stdpp.yaml needs it: apt-get install libcoq-stdpp"},
	{"dpdgraph", "dpdgraph", "dependencies of Coq theorems come from .glob files without it: apt-get install libcoq-dpdgraph"},
}

const absent = "not in PATH"

// probeTime bounds each question; it is also what a first start from a cold disk takes.
const probeTime = 20 * time.Second

// examineCheckers asks the checkers that this machine has for their versions. None is
// required: the built-in experiments need none.
func examineCheckers(ctx context.Context, box *sandbox.Sandbox, p Process) []finding {
	var env []string
	for _, name := range []string{"PATH", "HOME", "ELAN_HOME"} {
		if value := p.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	ask := func(args ...string) (string, error) {
		r, err := box.Run(ctx, sandbox.Command{Args: args, Env: env, Limits: sandbox.Limits{Wall: probeTime}})
		if err != nil {
			return "", err
		}
		// Some print their version and say that it was no success.
		return string(r.Stdout) + string(r.Stderr), nil
	}
	var found []finding
	for _, c := range checkers {
		found = append(found, c.examine(ask))
	}
	found = append(found, examineCoqLibraries(ask)...)
	for _, f := range lean.Examine(ctx, lean.Machine{Sandbox: box, Env: env, Now: p.Now}) {
		if strings.HasPrefix(f.Detail, "no program ") {
			f.Detail = absent
		}
		found = append(found, finding{Part: f.Part, OK: f.OK, Detail: f.Detail, Advice: f.Advice})
	}
	return found
}

func (c *checker) examine(ask func(...string) (string, error)) finding {
	said, err := ask(c.args...)
	if err != nil {
		return finding{Part: c.part, Detail: absent, Advice: c.advice}
	}
	m := c.shows.FindStringSubmatch(said)
	if m == nil {
		line, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
		return finding{Part: c.part, Detail: "it does not tell its version: " + clip(line), Advice: c.advice}
	}
	if len(m) == 1 {
		return finding{Part: c.part, OK: true, Detail: "it starts"}
	}
	return finding{Part: c.part, OK: true, Detail: strings.TrimRight(m[1], ",;")}
}

func clip(s string) string { return strings.ToValidUTF8(s[:min(len(s), 200)], "\uFFFD") }

// examineCoqLibraries looks for compiled libraries where Coq does.
func examineCoqLibraries(ask func(...string) (string, error)) []finding {
	where, err := ask("coqc", "-where")
	root := strings.TrimSpace(where)
	var found []finding
	for _, l := range coqLibraries {
		f := finding{Part: l.part, Detail: "no Coq to use it", Advice: l.advice}
		if err == nil {
			dir := filepath.Join(root, "user-contrib", l.folder)
			f.Detail = "not in " + dir
			if compiled(dir) {
				f = finding{Part: l.part, OK: true, Detail: dir}
			}
		}
		found = append(found, f)
	}
	return found
}

// compiled reports whether a folder holds a compiled file of Coq.
func compiled(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".vo" {
			return true
		}
	}
	return false
}
