package main

import (
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"proofgrid/runner/model/conform"
)

func conformCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:  "conform",
		Usage: "serve the protocols of model providers on this machine, faults included, to try a set-up",
		Description: `Starts a server on loopback that answers as OpenAI's, Anthropic's and Gemini's APIs
do, with text that proves nothing, and that refuses what they refuse. Name its address
as base_url in a spec, with any key, to see a run through before a provider is paid.
It serves until it is interrupted or for the time of --for, and then prints how many
requests it received, answered and would have charged for.

FAULTS is a list by the order of requests ("429, 500*3, cut"), the same for every call
("each: 429, 500"), or rates ("429@0.1, cut@0.05"); --list prints the faults.

Examples:

   proofgrid conform --list
   proofgrid conform --faults 429@0.1,cut@0.05 --for 10ms`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "addr", Value: "127.0.0.1:0", Usage: "`ADDRESS` on loopback; port 0 takes a free one"},
			&cli.StringFlag{Name: "faults", Usage: "`FAULTS` that are to happen"},
			&cli.Uint64Flag{Name: "seed", Usage: "`SEED` of the faults that have rates"},
			&cli.IntFlag{Name: "window", Usage: "`TOKENS` that a prompt may have; 0 means any number"},
			&cli.BoolFlag{Name: "idempotent", Usage: "answer a call that was answered before in the same way, and charge once"},
			&cli.DurationFlag{Name: "for", Usage: "end after this `TIME`; 0 means when interrupted"},
			&cli.BoolFlag{Name: "list", Usage: "print the faults and end"},
			jsonFlag,
		},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("conform takes no argument, got %q", c.Args().First())
			}
			if c.Bool("list") {
				return listFaults(p, c.Bool("json"))
			}
			faults, err := conform.ParseFaults(c.String("faults"), c.Uint64("seed"))
			if err != nil {
				return err
			}
			s := conform.New(conform.Options{Fault: faults, Window: c.Int("window"), Idempotent: c.Bool("idempotent"), Now: p.Now, Keep: 1})
			url, stop, err := s.Listen(c.String("addr"))
			if err != nil {
				return withCode(codeOf(err), err)
			}
			defer stop()
			if c.Bool("json") {
				err = printJSON(p.Out, map[string]string{"url": url})
			} else {
				_, err = fmt.Fprintf(p.Out, "base_url of openai and anthropic: %s/v1\nbase_url of gemini:               %s/v1beta\n", url, url)
			}
			if err != nil {
				return withCode(exitOutside, err)
			}
			wait(p, c.Duration("for"))
			stop()
			total := s.Total()
			if c.Bool("json") {
				return printJSON(p.Out, total)
			}
			fmt.Fprintf(p.Out, "%d requests received, %d answered, %d to be paid\n", total.Received, total.Answered, total.Paid)
			return nil
		},
	}
}

func listFaults(p Process, asJSON bool) error {
	type fault struct {
		Name  string `json:"name"`
		About string `json:"about"`
	}
	var list []fault
	for _, f := range conform.Faults() {
		list = append(list, fault{f[0], f[1]})
	}
	if asJSON {
		return printJSON(p.Out, list)
	}
	for _, f := range list {
		fmt.Fprintf(p.Out, "%-16s  %s\n", f.Name, f.About)
	}
	return nil
}

// wait returns when the program is interrupted, or after d if that is not 0.
func wait(p Process, d time.Duration) {
	var signals <-chan os.Signal
	if p.Interrupt != nil {
		var release func()
		signals, release = p.Interrupt()
		defer release()
	}
	var end <-chan time.Time
	if d > 0 {
		end = time.After(d)
	}
	select {
	case <-signals:
	case <-end:
	}
}
