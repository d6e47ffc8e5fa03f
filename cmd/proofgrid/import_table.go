package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/dataset/attempts"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// Flags that several importers share.
var (
	skipDamagedFlag = &cli.BoolFlag{Name: "skip-damaged", Usage: "leave out lines and files that cannot be read, as findings"}
	policyFlag      = &cli.StringFlag{Name: "policy", Value: string(spec.Exhaustive), Usage: "`HOW` the evaluation stopped: exhaustive, depth-first or breadth-first"}
	verdictsFlag    = &cli.StringSliceFlag{Name: "verdicts", Usage: "`WORD=VERDICT,…`: what a word of the files means"}
)

func importTableCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      attempts.Format,
		Usage:     "attempts that anyone wrote down as JSON lines, CSV, Arrow or Parquet",
		ArgsUsage: "FILE…",
		Description: `A row is an attempt: its task, what became of it (a verdict in words, or whether it was
solved) and, where the file knows it, model, regime, sample, round, tokens_in,
tokens_cached, tokens_cache_write, tokens_out, tokens_reasoning, cost, seconds, finish, proof, lemmas,
response, error, repository, file, statement, feature.X and category.X. Columns are
found by usual names (task_id, passed, usage.input_tokens, …); --columns names others.

Exit codes: 0 imported; 2 a file is wrong, nothing was imported; 4 the disk failed,
the same command goes on.

Example:

   proofgrid import table experiments/dataset/attempts/testdata/two-models.jsonl --columns cost=cost_usd --as two-models`,
		Flags: []cli.Flag{
			notebookFlag, asFlag,
			&cli.StringSliceFlag{Name: "columns", Usage: "`FIELD=COLUMN,…`: columns with names of their own"},
			verdictsFlag, policyFlag,
			&cli.DurationFlag{Name: "limit", Usage: "longest time of a proof that counts; 0 for none"},
			&cli.StringFlag{Name: "model", Usage: "`NAME` of the model where no column has it; default: the file's"},
			&cli.StringFlag{Name: "regime", Usage: "`NAME` of the regime where no column has it"},
			&cli.StringFlag{Name: "benchmark", Usage: "`NAME` of the task set"},
			&cli.StringFlag{Name: "system", Usage: "`NAME` of the proof system: lean, coq, …"},
			skipDamagedFlag, jsonFlag,
		},
		Action: func(c *cli.Context) error {
			if err := needsFiles(c, "files of attempts"); err != nil {
				return err
			}
			columns, err := pairs(c, "columns")
			if err != nil {
				return err
			}
			verdicts, err := verdictsOf(c)
			if err != nil {
				return err
			}
			policy, err := policyOf(c)
			if err != nil {
				return err
			}
			if c.Duration("limit") < 0 {
				return fmt.Errorf("a negative time limit: %v", c.Duration("limit"))
			}
			r, err := attempts.Read(c.Args().Slice(), attempts.Options{
				Columns: columns, Verdicts: verdicts, Policy: policy, Limit: c.Duration("limit"),
				Model: c.String("model"), Regime: c.String("regime"), Benchmark: c.String("benchmark"), System: c.String("system"),
				SkipDamaged: c.Bool("skip-damaged"),
			})
			if err != nil {
				return err
			}
			return writeImport(c, p, r)
		},
	}
}

func needsFiles(c *cli.Context, what string) error {
	if c.Args().Present() {
		return nil
	}
	return fmt.Errorf("import %s takes %s; '%s --help' shows the usage", c.Command.Name, what, c.Command.HelpName)
}

// pairs reads a flag of a list of NAME=VALUE; nil when it is not set.
func pairs(c *cli.Context, flag string) (map[string]string, error) {
	var out map[string]string
	for _, pair := range c.StringSlice(flag) {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--%s: %q is not of the form NAME=VALUE", flag, pair)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("--%s: %s stands twice", flag, name)
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = value
	}
	return out, nil
}

var allVerdicts = []record.Verdict{record.Proved, record.Rejected, record.Timeout, record.NoAnswer, record.Cheated, record.InfrastructureError, record.NotRun}

func verdictsOf(c *cli.Context) (map[string]record.Verdict, error) {
	words, err := pairs(c, "verdicts")
	if err != nil {
		return nil, err
	}
	out := map[string]record.Verdict{}
	for word, v := range words {
		for _, known := range allVerdicts {
			if v == string(known) {
				out[word] = known
			}
		}
		if out[word] == "" {
			return nil, fmt.Errorf("--verdicts %s=%s: no such verdict; they are %v", word, v, allVerdicts)
		}
	}
	return out, nil
}

func policyOf(c *cli.Context) (spec.Policy, error) {
	switch p := spec.Policy(c.String("policy")); p {
	case spec.Exhaustive, spec.DepthFirst, spec.BreadthFirst:
		return p, nil
	default:
		return "", fmt.Errorf("--policy %q: known are %s, %s and %s", p, spec.Exhaustive, spec.DepthFirst, spec.BreadthFirst)
	}
}
