package main

import (
	"github.com/urfave/cli/v2"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/dataset/formalml"
	"proofgrid/experiments/dataset/formalmlresults"
	"proofgrid/experiments/dataset/inspect"
	"proofgrid/experiments/dataset/kimina"
	"proofgrid/experiments/dataset/verisoftbench"
	"proofgrid/experiments/dataset/vsbresults"
	"proofgrid/experiments/imported"
)

const importExitCodes = `
Exit codes: 0 imported; 2 a file is wrong, nothing was imported; 4 the disk failed,
the same command goes on.

Example:

   proofgrid import `

// importer is an import of files of one format.
type importer struct {
	name, usage, args, what string
	description, example    string
	flags                   []cli.Flag
	read                    func(c *cli.Context, paths []string) (*imported.Results, error)
}

func (i importer) command(p Process) *cli.Command {
	return &cli.Command{
		Name: i.name, Usage: i.usage, ArgsUsage: i.args,
		Description: i.description + "\n" + importExitCodes + i.name + " " + i.example,
		Flags:       append([]cli.Flag{notebookFlag, asFlag, skipDamagedFlag, jsonFlag}, i.flags...),
		Action: func(c *cli.Context) error {
			if err := needsFiles(c, i.what); err != nil {
				return err
			}
			r, err := i.read(c, c.Args().Slice())
			if err != nil {
				return err
			}
			return writeImport(c, p, r)
		},
	}
}

func modelsFlag(of string) cli.Flag {
	return &cli.StringSliceFlag{Name: "model", Usage: "`NAMES` of the models, in the order of the " + of}
}

func regimeFlag() cli.Flag {
	return &cli.StringFlag{Name: "regime", Usage: "`NAME` of the context regime"}
}

// listed is a list of a flag, nil when it is not set.
func listed(c *cli.Context, flag string) []string {
	if !c.IsSet(flag) {
		return nil
	}
	return c.StringSlice(flag)
}

// tasksOf reads the tasks that --tasks names, nil when it is not set.
func tasksOf(c *cli.Context, read func(string, dataset.Options) (*dataset.Source, error)) (*dataset.Source, error) {
	path := c.String("tasks")
	if path == "" {
		return nil, nil
	}
	return read(path, dataset.Options{Skip: c.Bool("skip-damaged")})
}

var importers = []importer{
	{
		name: vsbresults.Format, args: "DIR…", what: "results directories",
		usage: "results directories of VeriSoftBench's evaluator",
		description: `Each directory (summary.json and details) is of one model and regime, which it does not
name. Samples and repairs are kept as the evaluator ran them, breadth-first; rows from
its cache have success bits only. Samples are numbered as the model gave them, which
is no seed. There are no tokens and no times.`,
		example: "experiments/dataset/vsbresults/testdata/ember_20260102 --model ember --regime curated --as ember",
		flags: []cli.Flag{
			modelsFlag("directories"),
			&cli.StringSliceFlag{Name: "regime", Usage: "`NAMES` of the regimes, one for all or in the order of the directories"},
			&cli.StringFlag{Name: "tasks", Usage: "`FILE` of the benchmark's tasks, for their features"},
		},
		read: func(c *cli.Context, paths []string) (*imported.Results, error) {
			tasks, err := tasksOf(c, verisoftbench.Read)
			if err != nil {
				return nil, err
			}
			return vsbresults.Read(paths, vsbresults.Options{Models: listed(c, "model"), Regimes: listed(c, "regime"), Tasks: tasks, SkipDamaged: c.Bool("skip-damaged")})
		},
	},
	{
		name: formalmlresults.Format, args: "FILE.json…", what: "evaluation files",
		usage: "evaluation files of FormalML, with generations if there are any",
		description: `Each file is of one model and says which samples of each problem passed. Files of
generations add answers and proofs. There are no tokens and no times.`,
		example: "experiments/dataset/formalmlresults/testdata/gale.json --generations experiments/dataset/formalmlresults/testdata/gale-generations.jsonl --as gale",
		flags: []cli.Flag{
			modelsFlag("files"), regimeFlag(),
			&cli.StringSliceFlag{Name: "generations", Usage: "`FILES` of generations, in the order of the evaluations"},
			&cli.StringFlag{Name: "tasks", Usage: "`FILE` of the benchmark's records, for their features"},
		},
		read: func(c *cli.Context, paths []string) (*imported.Results, error) {
			tasks, err := tasksOf(c, formalml.Read)
			if err != nil {
				return nil, err
			}
			return formalmlresults.Read(paths, formalmlresults.Options{
				Models: listed(c, "model"), Regime: c.String("regime"), Generations: listed(c, "generations"), Tasks: tasks, SkipDamaged: c.Bool("skip-damaged"),
			})
		},
	},
	{
		name: inspect.Format, args: "FILE.eval…", what: "logs",
		usage: "logs of inspect_ai, .eval or .json",
		description: `Epochs become samples. Grades become verdicts: C is a proof, N no answer, P, I and
numbers below the threshold a failure; errors and missing scores are no failure.
Tokens count what was read from and written to caches.`,
		example: "experiments/dataset/inspect/testdata/ember-log.json --score verify --system lean --as ember",
		flags: []cli.Flag{
			modelsFlag("files"), regimeFlag(),
			&cli.StringFlag{Name: "system", Usage: "`NAME` of the proof system: lean, coq, …"},
			&cli.StringFlag{Name: "score", Usage: "`NAME` of the score that decides, or NAME.KEY; default: the only one"},
			&cli.Float64Flag{Name: "threshold", Value: 1, Usage: "least `VALUE` of a score that counts as a proof"},
		},
		read: func(c *cli.Context, paths []string) (*imported.Results, error) {
			return inspect.Read(paths, inspect.Options{
				Models: listed(c, "model"), Regime: c.String("regime"), System: c.String("system"),
				Score: c.String("score"), Threshold: c.Float64("threshold"), SkipDamaged: c.Bool("skip-damaged"),
			})
		},
	},
	{
		name: kimina.Format, args: "FILE…", what: "files of replies",
		usage: "replies of a kimina-lean-server to batches of proofs",
		description: `Each file is of one model and has replies of /verify or /api/check, one or one a line.
IDs name task and sample, as in sum#3 or sum_sample_3_round_1; --pattern reads others.
The server checks no axioms.`,
		example: "experiments/dataset/kimina/testdata/ember.jsonl --as ember",
		flags: []cli.Flag{
			modelsFlag("files"), regimeFlag(), policyFlag,
			&cli.StringFlag{Name: "pattern", Usage: "`REGEXP` of IDs with the groups task, sample and round"},
			&cli.StringSliceFlag{Name: "requests", Usage: "`FILES` of the requests, for the proofs"},
		},
		read: func(c *cli.Context, paths []string) (*imported.Results, error) {
			policy, err := policyOf(c)
			if err != nil {
				return nil, err
			}
			return kimina.Read(paths, kimina.Options{
				Models: listed(c, "model"), Regime: c.String("regime"), Pattern: c.String("pattern"), Policy: policy,
				Requests: listed(c, "requests"), SkipDamaged: c.Bool("skip-damaged"),
			})
		},
	},
}
