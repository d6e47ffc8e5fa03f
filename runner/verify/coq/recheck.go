package coq

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"proofgrid/experiments/record"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/coq/seal"
)

// recheck judges an accepted candidate a second time: compiled as a file of its own and
// read by coqchk, with nothing of a warm process. It is what Policy.Recheck asks for and
// costs two compiler runs on the file up to the theorem, and one more for each theorem.
func (e *environment) recheck(ctx context.Context, c verify.Candidate) (*seal.Judgement, error) {
	th := e.theorem
	if e.compiled == nil {
		args, folders := absolute(th.root, th.args)
		checker := &seal.Checker{
			Sandbox: e.v.Sandbox, Args: args, Read: append(append([]string{th.root}, folders...), e.v.Read...),
			Env: e.v.Env, Time: walkLimit, Policy: e.v.Policy,
		}
		env, err := checker.Open(seal.Problem{Before: th.text[:th.sentences[th.index].Start], Target: th.name, Statement: th.term})
		if err != nil {
			return nil, fmt.Errorf("re-check %s: %w", th.name, err)
		}
		e.compiled = env
	}
	script := ""
	if strings.TrimSpace(c.Lemmas) != "" {
		script = c.Lemmas + "\n"
	}
	script += strings.Join(th.locked, "\n") + "\n"
	j, err := e.compiled.Check(ctx, seal.Text{Script: script + complete(c.Proof, th.ender), Proof: len(script)})
	if err != nil {
		return nil, fmt.Errorf("re-check %s: %w", th.name, err)
	}
	return &j, nil
}

// rechecked gives a proved candidate the verdict of the second judgement.
func (t *trial) rechecked(ctx context.Context, c verify.Candidate) error {
	j, err := t.recheck(ctx, c)
	if err != nil {
		return err
	}
	if j.Verdict == record.Proved {
		t.report.Audit = string(j.Strength)
		return nil
	}
	t.refuse(j.Verdict, j.Refusal.Kind, j.Refusal.Reason, 0, 0)
	return nil
}

// loadPaths are the arguments of Coq that a folder follows.
var loadPaths = map[string]bool{"-Q": true, "-R": true, "-I": true, "-include": true}

// absolute returns arguments of Coq for another working directory, and the folders that
// they name.
func absolute(root string, args []string) (out, folders []string) {
	for i, a := range args {
		if i > 0 && loadPaths[args[i-1]] {
			if !filepath.IsAbs(a) {
				a = filepath.Join(root, a)
			}
			folders = append(folders, a)
		}
		out = append(out, a)
	}
	return out, folders
}
