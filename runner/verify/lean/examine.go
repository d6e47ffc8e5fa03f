package lean

import (
	"context"
	"fmt"
	"time"

	"proofgrid/runner/sandbox"
)

// Finding is what a machine has of one part, and what installs it where it is missing.
type Finding struct {
	Part   string
	OK     bool
	Detail string
	Advice string
}

// Examine looks for what the doors lake and repl need: elan, which chooses a project's
// toolchain, lake, lean and the REPL. Nothing is downloaded: elan fetches a toolchain
// when lean is first called, so lean is asked for its version only where elan has one.
func Examine(ctx context.Context, m Machine) []Finding {
	const elan = "curl https://elan.lean-lang.org/elan-init.sh -sSf | sh -s -- -y --default-toolchain none"
	ask := func(args ...string) (string, error) {
		r, err := m.Sandbox.Run(ctx, sandbox.Command{Args: args, Env: m.environ("PATH", "HOME", "ELAN_HOME"), Limits: sandbox.Limits{Wall: 20 * time.Second}})
		if err != nil {
			return "", err
		}
		if err := r.Err(); err != nil {
			return "", fmt.Errorf("%s: %w", args[0], err)
		}
		return firstLine(string(r.Stdout)), nil
	}
	find := func(part, advice string, args ...string) Finding {
		detail, err := ask(args...)
		if err != nil {
			return Finding{Part: part, Detail: err.Error(), Advice: advice}
		}
		return Finding{Part: part, OK: true, Detail: detail}
	}
	found := []Finding{find("elan", elan, "elan", "--version")}
	toolchain := true
	if found[0].OK {
		list, err := ask("elan", "toolchain", "list")
		toolchain = err == nil && list != "" && list != "no installed toolchains"
	}
	const install = "elan toolchain install leanprover/lean4:stable; a project's own comes with 'lake build' in its folder"
	if toolchain {
		found = append(found, find("lean", install, "lean", "--version"), find("lake", install, "lake", "--version"))
	} else {
		found = append(found, Finding{Part: "lean", Detail: "elan has no toolchain", Advice: install}, Finding{Part: "lake", Detail: "elan has no toolchain", Advice: install})
	}
	// The REPL answers no question about its version; an empty input ends it.
	repl := find("lean REPL", "git clone https://github.com/leanprover-community/repl && cd repl && lake build, at the tag of the project's Lean; then set the option repl to .lake/build/bin/repl", "repl")
	if repl.OK {
		repl.Detail = "it starts"
	}
	return append(found, repl)
}
