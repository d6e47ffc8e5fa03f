package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"
)

// Process is what a command takes from the outside world.
type Process struct {
	In       io.Reader
	Out, Err io.Writer
	Terminal bool // Err is a terminal
	Now      func() time.Time
	Getenv   func(string) string

	// Interrupt catches interrupts until release is called, for the one part that
	// ends cleanly by itself. Nil: there are none.
	Interrupt func() (signals <-chan os.Signal, release func())
}

// Exit codes of every command.
const (
	exitOK          = 0
	exitNo          = 1 // the answer is no: rejected, findings
	exitUsage       = 2 // wrong usage or input
	exitInterrupted = 3 // stopped by a signal or a cap, and resumable
	exitOutside     = 4 // an outside part failed: disk, checker, network
)

// codeError carries the exit code of an error; one without is a usage error.
type codeError struct {
	code int
	err  error
}

func (e *codeError) Error() string { return e.err.Error() }
func (e *codeError) Unwrap() error { return e.err }

func withCode(code int, err error) error {
	if err == nil {
		return nil
	}
	return &codeError{code, err}
}

// errSilent is an error whose message has been printed already.
var errSilent = errors.New("")

// Main runs the command line args and returns the exit code.
func Main(args []string, p Process) int {
	log.SetOutput(io.Discard) // net/http logs what a server sends unasked, which may repeat the key
	app := newApp(p)
	err := app.Run(flagsFirst(app, args))
	if err == nil {
		return exitOK
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintf(p.Err, "proofgrid: %s\n", msg)
	}
	var ce *codeError
	if errors.As(err, &ce) {
		return ce.code
	}
	return exitUsage
}

func newApp(p Process) *cli.App {
	app := &cli.App{
		Name:  "proofgrid",
		Usage: "run and report experiments that evaluate theorem provers",
		Description: `A spec (YAML) names models × context regimes × budgets; "run" executes the grid with
a real proof checker, keeps every attempt in Arrow tables and writes a report.

Exit codes: 0 fine; 1 the answer is no (a proof rejected, findings); 2 wrong usage or
input; 3 stopped by a signal or a cap, resumable; 4 an outside part failed.`,
		Version:              versionString(),
		HideVersion:          true, // the command "version" says more
		Reader:               p.In,
		Writer:               p.Out,
		ErrWriter:            p.Err,
		EnableBashCompletion: true,
		Suggest:              true,
		ExitErrHandler:       func(*cli.Context, error) {}, // Main picks the code, once
		OnUsageError:         usageError,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("no command %q; 'proofgrid help' lists them", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
	for _, command := range []func(Process) *cli.Command{
		runCommand, planCommand, importCommand, responsesCommand, reportCommand, exportCommand, compareCommand, showCommand, tasksCommand, checkCommand, statCommand, auditCommand, powerCommand, coverageCommand, doctorCommand, promptCommand, conformCommand, versionCommand,
	} {
		cmd := command(p)
		setUsageError(cmd)
		app.Commands = append(app.Commands, cmd)
	}
	return app
}

func setUsageError(cmd *cli.Command) {
	cmd.OnUsageError = usageError
	for _, sub := range cmd.Subcommands {
		setUsageError(sub)
	}
}

func usageError(c *cli.Context, err error, _ bool) error {
	name := "proofgrid"
	if c.Command != nil && c.Command.Name != "" && c.Command.Name != name {
		name = c.Command.HelpName
	}
	return fmt.Errorf("%w; '%s --help' shows the usage", err, name)
}

// needsSubcommand is the action of a command that does nothing by itself.
func needsSubcommand(c *cli.Context) error {
	var names []string
	for _, sub := range c.Command.Subcommands {
		if sub.Name != "help" {
			names = append(names, sub.Name)
		}
	}
	if c.Args().Present() {
		return fmt.Errorf("%s knows no %q; it takes %s", c.Command.HelpName, c.Args().First(), strings.Join(names, ", "))
	}
	return fmt.Errorf("%s takes one of %s; '%s --help' shows the usage", c.Command.HelpName, strings.Join(names, ", "), c.Command.HelpName)
}

// oneArg returns the command's only argument.
func oneArg(c *cli.Context, what string) (string, error) {
	if c.NArg() != 1 {
		return "", fmt.Errorf("%s takes one %s, got %d arguments; '%s --help' shows the usage", c.Command.Name, what, c.NArg(), c.Command.HelpName)
	}
	return c.Args().First(), nil
}

// printJSON writes v for machines.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

var jsonFlag = &cli.BoolFlag{Name: "json", Usage: "print the result as JSON"}

var notebookFlag = &cli.StringFlag{Name: "notebook", Value: "notebook", Usage: "`DIR` that holds the runs", EnvVars: []string{"PROOFGRID_NOTEBOOK"}}

// codeOf tells a failing disk from wrong usage.
func codeOf(err error) int {
	var no syscall.Errno
	if errors.As(err, &no) && no != syscall.ENOENT && no != syscall.EEXIST && no != syscall.ENOTDIR {
		return exitOutside
	}
	return exitUsage
}
