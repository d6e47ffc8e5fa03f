package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/record"
	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify/coq/seal"
)

func checkCoqCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "coq",
		Usage:     "judge proofs in Coq that may be cheats",
		ArgsUsage: "[FILE.v]",
		Description: `Judges whether candidates prove their statements, with a list of the sentences that
are let through, a statement that is fixed before the candidate is read, the axioms that
the proof rests on, and, with --recheck, coqchk. Needs coqc (the Debian package coq).

With --cases, each line of FILE.jsonl is a case: {"id": …, "target": name of the theorem,
"target_statement": a term, "preamble": what stands before, "candidate_script": sentences
that state and prove the theorem, "allowed_axioms": […], "expected": accept or reject or
nothing}. Prints one line of JSON for each, in their order:
{"id", "verdict", "reason", "audit", …}.

With FILE.v, --theorem and --proof, the proof in a file takes the place of that of one
theorem: from Proof to Qed.

Exit codes: 0 all verdicts are the expected ones, the proof is accepted; 1 one is not;
2 a case cannot be read; 4 Coq is missing or does not accept what stands before the
candidate.

Examples, which need Coq:

   $ proofgrid check coq --cases cases.jsonl
   $ proofgrid check coq Lists.v --theorem app_nil --proof candidate.txt --axiom classical`,
		Flags: []cli.Flag{
			jsonFlag,
			&cli.StringFlag{Name: "cases", Usage: "`FILE` of cases, - is the standard input"},
			&cli.StringFlag{Name: "theorem", Usage: "`NAME` of the theorem in FILE.v"},
			&cli.StringFlag{Name: "proof", Usage: "`FILE` with the proof"},
			&cli.StringFlag{Name: "lemmas", Usage: "`FILE` with declarations to stand before the theorem"},
			&cli.StringSliceFlag{Name: "axiom", Usage: "full `NAME` of an axiom that may be used, or one of classical, functional-extensionality, proof-irrelevance, prop-extensionality, eq-rect-eq"},
			&cli.StringSliceFlag{Name: "require", Value: cli.NewStringSlice("Coq", "Stdlib"), Usage: "`PREFIX` of libraries that a candidate may load"},
			&cli.StringFlag{Name: "recursion", Value: string(seal.SimpleRecursion), Usage: "what a candidate may define by recursion: none, simple or any"},
			&cli.BoolFlag{Name: "recheck", Value: true, Usage: "have coqchk check the compiled file too"},
			&cli.StringFlag{Name: "coqc", Value: "coqc", Usage: "`PROGRAM` to compile with"},
			&cli.StringFlag{Name: "coqchk", Value: "coqchk", Usage: "`PROGRAM` to check again with"},
			&cli.StringSliceFlag{Name: "Q", Usage: "`DIR,NAME`: a folder of compiled files and its logical name"},
			&cli.DurationFlag{Name: "timeout", Value: seal.DefaultTime, Usage: "of one run of Coq"},
			&cli.Int64Flag{Name: "memory", Value: seal.DefaultMemory >> 20, Usage: "`MiB` of address space"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "candidates judged side by side"},
		},
		Action: func(c *cli.Context) error { return checkCoq(c, p) },
	}
}

// coqVerdict is what check coq prints of a candidate.
type coqVerdict struct {
	ID       string         `json:"id"`
	Verdict  record.Verdict `json:"verdict"`
	Reason   string         `json:"reason"`
	Kind     string         `json:"kind,omitempty"` // of the reason
	Start    int            `json:"start,omitempty"`
	End      int            `json:"end,omitempty"` // byte span in the candidate
	Audit    seal.Strength  `json:"audit"`         // how strong the check was that it passed
	Axioms   []string       `json:"axioms,omitempty"`
	Expected string         `json:"expected,omitempty"`
	AsWanted *bool          `json:"as_expected,omitempty"`
	Seconds  float64        `json:"seconds"`
}

func checkCoq(c *cli.Context, p Process) error {
	checker, err := coqChecker(c, p)
	if err != nil {
		return err
	}
	if c.IsSet("cases") {
		if c.Args().Present() || c.IsSet("theorem") || c.IsSet("proof") {
			return errors.New("--cases goes with no other file and no --theorem or --proof")
		}
		return checkCoqCases(c, p, checker)
	}
	return checkCoqProof(c, p, checker)
}

// coqChecker is the checker that the flags describe.
func coqChecker(c *cli.Context, p Process) (*seal.Checker, error) {
	axioms, err := seal.Expand(c.StringSlice("axiom"))
	if err != nil {
		return nil, err
	}
	path := p.Getenv("PATH")
	s := &seal.Checker{
		Sandbox: sandbox.Detect(c.Context, path), Coqc: c.String("coqc"), Coqchk: c.String("coqchk"),
		Env: []string{"PATH=" + path, "HOME=/nonexistent"}, Time: c.Duration("timeout"), Memory: c.Int64("memory") << 20,
		Policy: seal.Policy{Axioms: axioms, Require: c.StringSlice("require"), Recursion: seal.Recursion(c.String("recursion")), Recheck: c.Bool("recheck")},
	}
	// cli splits values at commas: folder and name come as two.
	q := c.StringSlice("Q")
	if len(q)%2 != 0 {
		return nil, errors.New("--Q wants DIR,NAME")
	}
	for i := 0; i < len(q); i += 2 {
		dir, err := filepath.Abs(q[i])
		if err != nil {
			return nil, err
		}
		s.Args, s.Read = append(s.Args, "-Q", dir, q[i+1]), append(s.Read, dir)
	}
	if err := s.Policy.Validate(); err != nil {
		return nil, err
	}
	if c.Int("workers") < 1 || s.Time <= 0 || s.Memory <= 0 {
		return nil, errors.New("--workers, --timeout and --memory are greater than zero")
	}
	if err := s.Installed(c.Context); err != nil {
		return nil, withCode(exitOutside, err)
	}
	if !s.Sandbox.CanIsolate() {
		fmt.Fprintf(p.Err, "warning: candidates run without isolation: %s\n", s.Sandbox.Strength(true))
	}
	return s, nil
}

// judgeCase judges one case; the error is one of the outside.
func judgeCase(ctx context.Context, checker seal.Checker, k seal.Case) (coqVerdict, error) {
	checker.Policy.Axioms = append(append([]string{}, checker.Policy.Axioms...), k.Axioms...)
	e, err := checker.Open(seal.Problem{Before: k.Preamble, Target: k.Target, Statement: k.Statement, Files: k.Files})
	if err != nil {
		return coqVerdict{}, err
	}
	j, err := e.Check(ctx, seal.Text{Script: k.Script, Proof: -1})
	if err != nil && ctx.Err() == nil {
		j = seal.Judgement{Verdict: record.InfrastructureError, Refusal: &seal.Refusal{Kind: "infrastructure", Reason: err.Error()}}
		err = nil
	}
	v := verdictOf(k.ID, j)
	v.Expected, v.AsWanted = k.Expected, asWanted(j.Verdict, k.Expected)
	return v, err
}

func verdictOf(id string, j seal.Judgement) coqVerdict {
	v := coqVerdict{ID: id, Verdict: j.Verdict, Audit: j.Strength, Axioms: j.Axioms, Seconds: j.Check.Seconds()}
	if r := j.Refusal; r != nil {
		v.Reason, v.Kind, v.Start, v.End = r.Reason, r.Kind, r.Start, r.End
	}
	return v
}

// checkCoqCases prints the verdicts in the order of the cases, each as soon as it and
// those before it are there.
func checkCoqCases(c *cli.Context, p Process, checker *seal.Checker) error {
	in, err := openCases(p, c.String("cases"))
	if err != nil {
		return err
	}
	defer in.Close()
	ctx, cancel := context.WithCancel(c.Context)
	defer cancel()
	type result struct {
		verdict coqVerdict
		err     error
	}
	results := make(chan chan result, c.Int("workers"))
	free := make(chan struct{}, c.Int("workers"))
	var readErr error
	go func() {
		defer close(results)
		readErr = seal.ReadCases(in, func(k seal.Case) error {
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return ctx.Err()
			}
			one := make(chan result, 1)
			results <- one
			go func() {
				defer func() { <-free }()
				v, err := judgeCase(ctx, *checker, k)
				one <- result{v, err}
			}()
			return nil
		})
	}()
	var first error
	var t tally
	for one := range results {
		r := <-one
		if r.err != nil || first != nil {
			if first == nil {
				first = r.err
			}
			cancel()
			continue
		}
		t.add(r.verdict.Verdict, r.verdict.AsWanted)
		if err := printVerdict(p.Out, r.verdict); err != nil {
			first = err
			cancel()
		}
	}
	switch {
	case first != nil:
		return withCode(exitOutside, first)
	case readErr != nil:
		return fmt.Errorf("%s: %w", c.String("cases"), readErr)
	}
	return t.err()
}

func checkCoqProof(c *cli.Context, p Process, checker *seal.Checker) error {
	file, err := oneArg(c, "Coq file")
	if err != nil {
		return err
	}
	if c.String("theorem") == "" || c.String("proof") == "" {
		return errors.New("a file goes with --theorem NAME and --proof FILE")
	}
	var texts [3]string
	for i, name := range []string{file, c.String("proof"), c.String("lemmas")} {
		if name == "" {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts[i] = string(b)
	}
	problem, header, err := seal.Find(texts[0], c.String("theorem"))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	e, err := checker.Open(problem)
	if err != nil {
		return err
	}
	if err := e.Verify(c.Context); err != nil {
		return withCode(exitOutside, fmt.Errorf("%s: %w", file, err))
	}
	j, err := e.Check(c.Context, seal.Join(texts[2], header, texts[1]))
	if err != nil {
		return withCode(exitOutside, err)
	}
	v := verdictOf(c.String("theorem"), j)
	if c.Bool("json") {
		err = printJSON(p.Out, v)
	} else {
		_, err = fmt.Fprintln(p.Out, strings.TrimSuffix(fmt.Sprintf("%s: %s: %s", onOneLine(v.ID), v.Verdict, onOneLine(v.summary())), ": "))
	}
	if err != nil {
		return err
	}
	if j.Verdict != record.Proved {
		return withCode(exitNo, errSilent)
	}
	return nil
}

func (v coqVerdict) summary() string {
	if v.Verdict != record.Proved {
		return v.Reason
	}
	if len(v.Axioms) == 0 {
		return string(v.Audit)
	}
	return string(v.Audit) + "; rests on " + strings.Join(v.Axioms, ", ")
}
