package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/spec"
	"proofgrid/stats/named"
)

func statCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:      "stat",
		Usage:     "any statistic of this program on data given as JSON",
		ArgsUsage: "NAME",
		Description: `Reads a JSON object from standard input and prints the result as JSON, with what it
rests on (level, n, method) in "details" and every doubt in "warnings".

   echo '{"b": 11, "c": 5}' | proofgrid stat mcnemar

In the input null or "NaN" is an unknown value, "Infinity" and "-Infinity" are what
they say; the output writes them in the same way.

Exit codes: 0 a result, which may be "NaN" with a warning; 2 no such statistic, input
that says something else (with its line and column), or data that cannot support the
statistic.

Examples:

   proofgrid stat --list
   proofgrid stat --describe mcnemar`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "name every statistic, with a line each"},
			&cli.BoolFlag{Name: "describe", Usage: "say what the input of NAME holds, with an example"},
			&cli.StringFlag{Name: "input", Usage: "read `FILE` instead of standard input"},
			&cli.BoolFlag{Name: "json", Usage: "print --list and --describe as JSON, and results on one line"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("list") {
				return listStatistics(c, p)
			}
			name, err := oneArg(c, "name of a statistic (--list shows them)")
			if err != nil {
				return err
			}
			s, ok := named.Find(name)
			if !ok {
				return fmt.Errorf("no statistic %q%s ('proofgrid stat --list' names them all)", name, nearest(name))
			}
			if c.Bool("describe") {
				return describe(c, p, s)
			}
			return compute(c, p, s)
		},
	}
}

// nearest suggests the statistic that a name may have meant: one spelt like it, else
// those that speak of it, as the intervals of a rate do of Wilson.
func nearest(name string) string {
	var names, mention []string
	for _, s := range named.All() {
		names = append(names, s.Name)
		if strings.Contains(strings.ToLower(s.Name+" "+s.Line), strings.ToLower(name)) && len(name) > 2 {
			mention = append(mention, s.Name)
		}
	}
	if len(mention) > 0 && len(mention) <= 5 {
		return ", but it is part of " + strings.Join(mention, ", ")
	}
	return spec.Hint(name, names)
}

// maxInput keeps an endless stream from filling the memory.
const maxInput = 256 << 20

func compute(c *cli.Context, p Process, s named.Statistic) error {
	in, source := p.In, "standard input"
	if path := c.String("input"); path != "" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		in, source = f, path
	}
	text, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	if err != nil {
		return withCode(exitOutside, fmt.Errorf("%s: %w", source, err))
	}
	if len(text) > maxInput {
		return fmt.Errorf("%s: more than %d MiB", source, maxInput>>20)
	}
	out, err := s.Compute(text)
	if err != nil {
		return fmt.Errorf("%s: %s: %w; 'proofgrid stat --describe %s' shows the input", s.Name, source, err, s.Name)
	}
	if c.Bool("json") {
		text, err = out.MarshalJSON()
		text = append(text, '\n')
	} else {
		var lines string
		lines, err = out.Text()
		text = []byte(lines)
	}
	if err != nil {
		return err
	}
	_, err = p.Out.Write(text)
	return err
}

// statisticInfo is a statistic for machines.
type statisticInfo struct {
	Name    string        `json:"name"`
	Line    string        `json:"line"`
	Input   []named.Field `json:"input"`
	Example string        `json:"example"`
}

func info(s named.Statistic) statisticInfo { return statisticInfo{s.Name, s.Line, s.Fields, s.Example} }

func listStatistics(c *cli.Context, p Process) error {
	if c.NArg() > 0 {
		return fmt.Errorf("stat --list takes no argument; 'stat --describe %s' says more of one", c.Args().First())
	}
	if c.Bool("json") {
		all := []statisticInfo{}
		for _, s := range named.All() {
			all = append(all, info(s))
		}
		return printJSON(p.Out, all)
	}
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, s := range named.All() {
		fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Line)
	}
	return w.Flush()
}

func describe(c *cli.Context, p Process, s named.Statistic) error {
	if c.Bool("json") {
		return printJSON(p.Out, info(s))
	}
	fmt.Fprintf(p.Out, "%s: %s\n\nInput, a JSON object:\n", s.Name, s.Line)
	w := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
	for _, f := range s.Fields {
		doc := f.Doc
		if f.Optional {
			doc = "optional: " + doc
		}
		fmt.Fprintf(w, "  %s\t%s\t%s\n", f.Name, f.Notation, doc)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.Out, "\nExample:\n\n  echo '%s' | proofgrid stat %s\n", strings.ReplaceAll(s.Example, "'", `'\''`), s.Name)
	return err
}
