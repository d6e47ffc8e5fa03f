package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/urfave/cli/v2"

	"proofgrid/runner/model/conform"
)

func TestMain(m *testing.M) {
	if os.Getenv("PROOFGRID_AS_PROGRAM") != "" { // see program
		os.Exit(programMain())
	}
	testscript.Main(m, map[string]func(){"proofgrid": func() { os.Exit(programMain()) }})
}

// programMain is what main does, for the test binary in its role as the program.
func programMain() int {
	return Main(os.Args, Process{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now, Getenv: os.Getenv, Interrupt: interrupts})
}

// TestScripts runs each command and its failures as a user would.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("ROOT", root)
			// Models answer at $CONFORM to the key sk-right.
			url, stop, err := conform.New(conform.Options{Keys: []string{"sk-right"}, Models: []string{"conform-1"}, Window: 2000}).Listen("127.0.0.1:0")
			if err != nil {
				return err
			}
			e.Defer(stop)
			e.Setenv("CONFORM", url)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exitcode": exitCode},
		Condition: func(c string) (bool, error) {
			if c == "root" {
				return os.Geteuid() == 0, nil
			}
			if path, ok := strings.CutPrefix(c, "file:"); ok {
				_, err := os.Stat(path)
				return err == nil, nil
			}
			return false, nil
		},
		RequireExplicitExec: true,
	})
}

// exitCode runs a program and requires its exit code: exitcode N program args….
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N program args…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = regexp.MustCompile(`\d+$`).FindString(err.Error()) // "exit status N"
	}
	if got != args[0] {
		ts.Fatalf("exit code %s (%v), want %s", got, err, args[0])
	}
}

// TestHelpExamples executes every example of every command's help, in order, in a
// folder that has the project's experiments: what the help shows works.
func TestHelpExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the whole quickstart; not with -short")
	}
	t.Chdir(t.TempDir())
	root := projectRoot(t)
	if err := os.CopyFS("experiments", os.DirFS(filepath.Join(root, "experiments"))); err != nil {
		t.Fatal(err)
	}
	var out, errs strings.Builder
	p := Process{In: strings.NewReader(""), Out: &out, Err: &errs, Now: time.Now, Getenv: os.Getenv}
	commands, examples := 0, 0
	var walk func([]*cli.Command)
	walk = func(cs []*cli.Command) {
		for _, c := range cs {
			if c.Name == "help" {
				continue
			}
			walk(c.Subcommands)
			if len(c.Subcommands) > 0 {
				continue
			}
			commands++
			_, text, ok := strings.Cut(c.Description, "Example")
			if !ok {
				t.Errorf("%s: its help has no example", c.Name)
			}
			for _, line := range strings.Split(text, "\n") {
				line = strings.TrimSpace(line)
				if !strings.HasPrefix(line, "proofgrid ") {
					continue
				}
				examples++
				out.Reset()
				errs.Reset()
				if code := Main(strings.Fields(line), p); code != 0 {
					t.Errorf("%s: exit code %d\n%s", line, code, errs.String())
				}
				if out.Len() == 0 {
					t.Errorf("%s: prints nothing", line)
				}
			}
		}
	}
	walk(newApp(p).Commands)
	if commands < 7 || examples < commands {
		t.Errorf("%d commands and %d examples were found", commands, examples)
	}
}

// projectRoot is found by its go.mod, wherever the test has gone.
func projectRoot(t *testing.T) string {
	t.Helper()
	exe, err := filepath.Abs(startDir)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(exe, "..", "..")
}

var startDir, _ = os.Getwd()
