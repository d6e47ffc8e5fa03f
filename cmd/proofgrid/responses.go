package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/responses"
)

var chooseFlags = []cli.Flag{
	&cli.StringFlag{Name: "run", Usage: "only what `EXPERIMENT/RUN` was the first to ask for"},
	&cli.StringFlag{Name: "model", Usage: "only of the `MODEL` with this name in its spec"},
	&cli.StringFlag{Name: "task", Usage: "only for the task with this `ID`"},
	&cli.StringFlag{Name: "older-than", Usage: "only what was asked more than this `AGE` ago, such as 30d or 12h"},
}

func responsesCommand(p Process) *cli.Command {
	command := func(name, args, usage, description string, action func(*cli.Context, Process) error, flags ...cli.Flag) *cli.Command {
		return &cli.Command{
			Name: name, ArgsUsage: args, Usage: usage, Description: description,
			Flags:  append([]cli.Flag{notebookFlag, responsesFlag, jsonFlag}, flags...),
			Action: func(c *cli.Context) error { return action(c, p) },
		}
	}
	return &cli.Command{
		Name:  "responses",
		Usage: "the store of what remote models answered",
		Description: `A run makes every answer durable in the response store before it uses it, and asks
for none that is there. The store is the directory responses in the notebook.`,
		Subcommands: []*cli.Command{
			command("import", "FILE", "add the answers of an export", `Reads what export wrote, - for standard input. An answer that is there already is
left as it is; one that differs from the stored one of its key is an error.

Example:

   proofgrid responses import experiments/responses/testdata/answers.jsonl`, importResponses),
			command("list", "", "list answers, oldest first", `A key may be shortened in "show". --in-doubt lists the calls that were begun and whose
answer is not known: those in flight, and those that a crash or a cut connection
ended, which may have been paid. --failed lists the questions that a run gave up after
all retries: a replay gives them up too, and a run without --replay asks them again.

Examples:

   proofgrid responses list --model small
   proofgrid responses list --in-doubt --json`, listResponses,
				append(chooseFlags,
					&cli.BoolFlag{Name: "in-doubt", Usage: "list calls without a known answer instead"},
					&cli.BoolFlag{Name: "failed", Usage: "list questions that were given up instead"})...),
			command("show", "KEY", "one answer with its text", `KEY may be cut to its first digits. Control characters of the texts are shown escaped,
since a model may write anything; --json has them as they are, as export does.

Example:

   proofgrid responses show 424d8e`, showResponse),
			command("stats", "", "count answers, tokens and space", `Counts by the run that was the first to ask, and by model.

Example:

   proofgrid responses stats`, responsesStats),
			command("export", "FILE", "write answers as JSON lines", `Writes what import reads, - for standard output.

Example:

   proofgrid responses export answers.jsonl --run example/first`, exportResponses, chooseFlags...),
			command("prune", "", "forget answers", `Forgets the answers, the calls in doubt and the failures that all given flags choose,
and gives back their space. Answers would have to be paid again.

Example:

   proofgrid responses prune --older-than 365d --model small --dry-run`, pruneResponses,
				append(chooseFlags,
					&cli.BoolFlag{Name: "all", Usage: "forget everything"},
					&cli.BoolFlag{Name: "dry-run", Usage: "only say what would be forgotten"})...),
		},
		Action: needsSubcommand,
	}
}

// withStore hands the store to use, and closes it.
func withStore(open func(dir string) (*responses.Store, error), c *cli.Context, p Process, use func(*responses.Store) error) error {
	s, err := open(responsesDir(c))
	if err != nil {
		return withCode(codeOf(err), err)
	}
	if r := s.Recovered(); r != "" {
		fmt.Fprintf(p.Err, "warning: %s\n", r)
	}
	err = use(s)
	if cerr := s.Close(); err == nil {
		err = cerr
	}
	return withCode(codeOf(err), err)
}

func noArgs(c *cli.Context) error {
	if c.Args().Present() {
		return fmt.Errorf("%s takes no argument, got %q; '%s --help' shows the usage", c.Command.Name, c.Args().First(), c.Command.HelpName)
	}
	return nil
}

// chosen is the filter that the flags describe.
func chosen(c *cli.Context, p Process) (responses.Filter, error) {
	f := responses.Filter{Run: c.String("run"), Model: c.String("model"), Task: c.String("task")}
	if age := c.String("older-than"); age != "" {
		d, err := parseAge(age)
		if err != nil {
			return f, err
		}
		f.Before = p.Now().Add(-d)
	}
	return f, nil
}

// parseAge reads a duration that may also be in days.
func parseAge(s string) (time.Duration, error) {
	const day, most = 24 * time.Hour, 100_000 // days
	if n, ok := strings.CutSuffix(s, "d"); ok {
		if days, err := strconv.ParseFloat(n, 64); err == nil && days >= 0 && days <= most {
			return time.Duration(days * float64(day)), nil
		}
	} else if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return d, nil
	}
	return 0, fmt.Errorf("--older-than %q is no age: write 30d or 12h", s)
}

func importResponses(c *cli.Context, p Process) error {
	name, err := oneArg(c, "file")
	if err != nil {
		return err
	}
	in := p.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return withCode(codeOf(err), err)
		}
		defer f.Close()
		in = f
	}
	return withStore(responses.Open, c, p, func(s *responses.Store) error {
		fresh, known, err := s.Import(in, name)
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return printJSON(p.Out, map[string]int{"imported": fresh, "known": known})
		}
		fmt.Fprintf(p.Out, "%d answers imported, %d were there already\n", fresh, known)
		return nil
	})
}

func listResponses(c *cli.Context, p Process) error {
	if err := noArgs(c); err != nil {
		return err
	}
	f, err := chosen(c, p)
	if err != nil {
		return err
	}
	return withStore(responses.OpenReadOnly, c, p, func(s *responses.Store) error {
		doubt := s.InDoubt(f)
		failures, err := s.Failures(f)
		if err != nil {
			return err
		}
		if c.Bool("failed") {
			if c.Bool("json") {
				return printJSON(p.Out, append([]responses.Failure{}, failures...))
			}
			tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(tw, "KEY\tGIVEN UP\tRUN\tMODEL\tTASK\tSAMPLE\tROUND\tRETRIES\tERROR")
			for _, x := range failures {
				fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%d\t%d\t%s\n", x.Key[:12], when(x.At), labels(&x.Intent), x.Sample, x.Round, x.Retries, shorten(onOneLine(x.Error), 100))
			}
			return tw.Flush()
		}
		if c.Bool("in-doubt") {
			if c.Bool("json") {
				return printJSON(p.Out, append([]responses.Intent{}, doubt...))
			}
			tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(tw, "KEY\tBEGUN\tTIMES\tRUN\tMODEL\tTASK\tSAMPLE\tROUND")
			for _, i := range doubt {
				fmt.Fprintf(tw, "%s\t%s\t%d\t%s\t%d\t%d\n", i.Key[:12], when(i.At), i.Begun, labels(&i), i.Sample, i.Round)
			}
			return tw.Flush()
		}
		if c.Bool("json") {
			all := []*responses.Header{}
			for h, err := range s.List(f) {
				if err != nil {
					return err
				}
				all = append(all, h)
			}
			return printJSON(p.Out, all)
		}
		tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "KEY\tASKED\tRUN\tMODEL\tTASK\tSAMPLE\tROUND\tFINISH\tIN\tOUT")
		for h, err := range s.List(f) {
			if err != nil {
				return err
			}
			fmt.Fprintf(tw, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", h.Key[:12], when(h.At), labels(&h.Intent), h.Sample, h.Round,
				shorten(onOneLine(h.Finish), 20), tokenCount(h.Usage.In), tokenCount(h.Usage.Out))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		if len(doubt) > 0 {
			fmt.Fprintf(p.Out, "%d calls are in doubt; --in-doubt lists them\n", len(doubt))
		}
		if len(failures) > 0 {
			fmt.Fprintf(p.Out, "%d questions were given up; --failed lists them\n", len(failures))
		}
		return nil
	})
}

func when(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }

func labels(i *responses.Intent) string {
	return shorten(onOneLine(i.Run), 40) + "\t" + shorten(onOneLine(i.Model), 30) + "\t" + shorten(onOneLine(i.Task), 50)
}

func tokenCount(n int64) string {
	if n < 0 {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}

func showResponse(c *cli.Context, p Process) error {
	prefix, err := oneArg(c, "key")
	if err != nil {
		return err
	}
	return withStore(responses.OpenReadOnly, c, p, func(s *responses.Store) error {
		keys := s.Keys(prefix, 6)
		switch {
		case len(keys) == 0:
			for _, i := range s.InDoubt(responses.Filter{}) {
				if strings.HasPrefix(i.Key, prefix) {
					return fmt.Errorf("the call %s is in doubt: it was begun at %s and has no answer", i.Key, when(i.At))
				}
			}
			return fmt.Errorf("no answer has a key that begins with %q; 'proofgrid responses list' shows the keys", prefix)
		case len(keys) > 1:
			return fmt.Errorf("several keys begin with %q: %s …; give more digits", prefix, strings.Join(keys[:min(5, len(keys))], ", "))
		}
		e, ok, err := s.Get(keys[0])
		if err != nil || !ok {
			return err
		}
		if c.Bool("json") {
			return printJSON(p.Out, e)
		}
		printResponse(p.Out, e)
		return nil
	})
}

func printResponse(w io.Writer, e *responses.Entry) {
	u := e.Usage
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range [][2]string{
		{"key", e.Key},
		{"asked", when(e.At) + " UTC by " + onOneLine(e.Run)},
		{"for", fmt.Sprintf("%s, sample %d, round %d", onOneLine(e.Task), e.Sample, e.Round)},
		{"model", fmt.Sprintf("%s: %s at %s (%s)", onOneLine(e.Model), onOneLine(e.ModelID), onOneLine(e.Endpoint), onOneLine(e.Protocol))},
		{"settings", onOneLine(string(e.Settings))},
		{"finish", onOneLine(e.Finish)},
		{"tokens", fmt.Sprintf("in %s (cached %s, written to the cache %s), out %s (reasoning %s)", tokenCount(u.In), tokenCount(u.Cached), tokenCount(u.CacheWrite), tokenCount(u.Out), tokenCount(u.Reasoning))},
		{"took", fmt.Sprintf("%v, after %d retries and %v of waiting", e.Latency, e.Retries, e.Wait)},
		{"begun", fmt.Sprintf("%d times", e.Begun)},
	} {
		fmt.Fprintf(tw, "%s\t%s\n", f[0], f[1])
	}
	tw.Flush()
	for _, part := range [][2]string{{"reasoning", e.Reasoning}, {"text", e.Text}} {
		if part[1] != "" {
			fmt.Fprintf(w, "\n--- %s, %d bytes\n%s\n", part[0], len(part[1]), strings.TrimSuffix(escaped(part[1], "\n\t"), "\n"))
		}
	}
}

// onOneLine is a text of the outside as one line without control characters.
func onOneLine(s string) string { return escaped(s, "") }

// escaped shows what a terminal would obey, or cannot show, as Go escapes, but for
// the characters to keep.
func escaped(s, keep string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unicode.IsPrint(r), strings.ContainsRune(keep, r):
			b.WriteString(s[:n])
		default:
			q := strconv.QuoteRune(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[n:]
	}
	return b.String()
}

func responsesStats(c *cli.Context, p Process) error {
	if err := noArgs(c); err != nil {
		return err
	}
	return withStore(responses.OpenReadOnly, c, p, func(s *responses.Store) error {
		st, err := s.Stats()
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return printJSON(p.Out, st)
		}
		fmt.Fprintf(p.Out, "%d answers, %d calls in doubt, %d failures, %d bytes in %s\n", st.Answers, st.InDoubt, st.Failures, st.Bytes, responsesDir(c))
		if len(st.Totals) == 0 {
			return nil
		}
		fmt.Fprintln(p.Out)
		tw := tabwriter.NewWriter(p.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(tw, "answers\tin doubt\ttokens in\tcached\tout\treasoning\tunknown usage\tmodel\trun\t")
		for _, t := range st.Totals {
			fmt.Fprintf(tw, "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\t\n", t.Calls, t.InDoubt, t.Usage.In, t.Usage.Cached, t.Usage.Out, t.Usage.Reasoning, t.Unknown, onOneLine(t.Model), onOneLine(t.Run))
		}
		return tw.Flush()
	})
}

func exportResponses(c *cli.Context, p Process) error {
	name, err := oneArg(c, "file")
	if err != nil {
		return err
	}
	f, err := chosen(c, p)
	if err != nil {
		return err
	}
	return withStore(responses.OpenReadOnly, c, p, func(s *responses.Store) error {
		if name == "-" {
			_, err := s.Export(p.Out, f)
			return err
		}
		var n int
		if err := writeFile(name, func(w io.Writer) (err error) {
			n, err = s.Export(w, f)
			return err
		}); err != nil {
			return err
		}
		if c.Bool("json") {
			return printJSON(p.Out, map[string]int{"exported": n})
		}
		fmt.Fprintf(p.Out, "%d answers written to %s\n", n, name)
		return nil
	})
}

func pruneResponses(c *cli.Context, p Process) error {
	if err := noArgs(c); err != nil {
		return err
	}
	f, err := chosen(c, p)
	if err != nil {
		return err
	}
	if (f == responses.Filter{}) != c.Bool("all") {
		return fmt.Errorf("prune takes either flags that choose answers (--run, --model, --task, --older-than) or --all; '%s --help' shows the usage", c.Command.HelpName)
	}
	open, verb := responses.Open, "forgotten"
	if c.Bool("dry-run") {
		open, verb = responses.OpenReadOnly, "would be forgotten"
	} else if _, err := os.Stat(responsesDir(c)); err != nil { // Open would make it
		return withCode(codeOf(err), err)
	}
	return withStore(open, c, p, func(s *responses.Store) error {
		count := (*responses.Store).Prune
		if c.Bool("dry-run") {
			count = (*responses.Store).Count
		}
		n, err := count(s, f)
		if err != nil {
			return err
		}
		if c.Bool("json") {
			return printJSON(p.Out, map[string]any{"answers": n.Answers, "in_doubt": n.InDoubt, "failures": n.Failures, "dry_run": c.Bool("dry-run")})
		}
		fmt.Fprintf(p.Out, "%d answers, %d calls in doubt and %d failures %s\n", n.Answers, n.InDoubt, n.Failures, verb)
		return nil
	})
}
