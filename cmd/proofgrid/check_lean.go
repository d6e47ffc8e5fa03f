package main

import (
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/lean"
)

func checkLeanCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:  "lean",
		Usage: "judge proofs in Lean 4 that may be cheats",
		Description: `Judges whether candidates prove their statements, by lean itself (the door lake), by a
REPL and then lean (repl), or by a kimina-lean-server (kimina). A candidate that holds a
command which could change what Lean says is refused before Lean sees it.

Each line of FILE.jsonl is a case: {"id": …, "target": name of the theorem,
"target_statement": a term, "preamble": what stands before, imports included,
"candidate_script": a proof, or declarations with the theorem as the last, "lemmas": …,
"allowed_axioms": […], "expected": accept or reject or nothing}. Prints one line of JSON
for each, in their order: {"id", "verdict", "reason", "audit", …}.

Exit codes: 0 all verdicts are the expected ones; 1 one is not; 2 a case cannot be read;
4 Lean is missing, or does not accept what stands before a candidate.

Examples, which need Lean (https://lean-lang.org/install):

   $ proofgrid check lean --cases cases.jsonl
   $ proofgrid check lean --cases cases.jsonl --door repl --repl ../repl/.lake/build/bin/repl
   $ proofgrid check lean --cases cases.jsonl --door kimina --url http://127.0.0.1:8000`,
		Flags: []cli.Flag{
			jsonFlag,
			&cli.StringFlag{Name: "cases", Usage: "`FILE` of cases, - is the standard input"},
			&cli.StringFlag{Name: "door", Value: "lake", Usage: "lake, repl or kimina"},
			&cli.StringFlag{Name: "project", Usage: "`DIR` of the Lake project whose imports the cases use"},
			&cli.StringFlag{Name: "lean", Usage: "`PROGRAM` in place of the project's lean"},
			&cli.StringFlag{Name: "repl", Usage: "`PROGRAM` of the REPL"},
			&cli.StringFlag{Name: "url", Usage: "`URL` of the kimina server"},
			&cli.StringFlag{Name: "api", Value: "verify", Usage: "of the kimina server: verify or check"},
			&cli.StringFlag{Name: "token", Usage: "environment `VARIABLE` with the kimina server's bearer token"},
			&cli.StringSliceFlag{Name: "axiom", Usage: "`NAME` of an axiom that may be used beside propext, Classical.choice and Quot.sound"},
			&cli.StringSliceFlag{Name: "read", Usage: "`PATH` that an isolated Lean needs beside its toolchain and the project"},
			&cli.BoolFlag{Name: "no-isolation", Usage: "run Lean without bubblewrap"},
			&cli.DurationFlag{Name: "timeout", Value: 5 * time.Minute, Usage: "for each candidate, beside the imports"},
		},
		Action: func(c *cli.Context) error { return checkLean(c, p) },
	}
}

func checkLean(c *cli.Context, p Process) error {
	name := c.String("cases")
	if name == "" || c.Args().Present() {
		return errors.New("check lean wants --cases FILE and nothing else")
	}
	cases, err := readCases(p, name)
	if err != nil {
		return err
	}
	return checkCases(p, cases, func(same []verify.Case) ([]verify.Report, error) { return judgeLean(c, p, same) })
}

// judgeLean judges cases of one theorem. It is an error when there is no checker.
func judgeLean(c *cli.Context, p Process, cases []verify.Case) ([]verify.Report, error) {
	path := p.Getenv("PATH")
	m := lean.Machine{Sandbox: sandbox.Detect(c.Context, path), Now: p.Now, Nonce: rand.Text}
	for _, name := range []string{"PATH", "HOME", "ELAN_HOME", c.String("token")} {
		if v := p.Getenv(name); v != "" {
			m.Env = append(m.Env, name+"="+v)
		}
	}
	v, err := lean.New(c.Context, lean.Options{
		Door: c.String("door"), Project: c.String("project"), Lean: c.String("lean"), REPL: c.String("repl"), Read: c.StringSlice("read"), Plain: c.Bool("no-isolation"),
		URL: c.String("url"), API: c.String("api"), Token: c.String("token"),
		Axioms: slices.Concat(lean.Permitted, c.StringSlice("axiom"), cases[0].Axioms),
	}, m)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	return judgeTogether(c, v, lean.CaseTask(&cases[0]), candidatesOf(cases, lean.CaseCandidate))
}
