package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/mm"
	"proofgrid/runner/plan"
	"proofgrid/runner/sandbox"
)

// debianSetMM is where Debian's package metamath-databases puts set.mm.
const debianSetMM = "/usr/share/metamath/databases/set.mm"

// finding is what the doctor says of one part.
type finding struct {
	Part     string `json:"part"`
	OK       bool   `json:"ok"`
	Required bool   `json:"required"`
	Detail   string `json:"detail"`
	Advice   string `json:"advice,omitempty"`
}

func doctorCommand(p Process) *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "check what this machine has and what a run needs",
		Description: `Says of each part whether it is there, what experiments need it, and what installs it.
Nothing is installed or downloaded.

Exit codes: 0 the main job can run; 1 a required part is missing.

Example:

   proofgrid doctor`,
		Flags: []cli.Flag{notebookFlag, jsonFlag},
		Action: func(c *cli.Context) error {
			findings := examine(c.Context, c.String("notebook"), p)
			if c.Bool("json") {
				if err := printJSON(p.Out, findings); err != nil {
					return err
				}
			}
			bad := false
			for _, f := range findings {
				bad = bad || f.Required && !f.OK
				if c.Bool("json") {
					continue
				}
				mark := "ok     "
				if !f.OK {
					mark = "missing"
				}
				fmt.Fprintf(p.Out, "%s  %-18s %s\n", mark, f.Part, f.Detail)
				if f.Advice != "" {
					fmt.Fprintf(p.Out, "%-9s%-19s%s\n", "", "", f.Advice)
				}
			}
			if bad {
				return withCode(exitNo, errSilent)
			}
			return nil
		},
	}
}

func examine(ctx context.Context, notebook string, p Process) []finding {
	b := readBuild()
	box := sandbox.Detect(ctx, p.Getenv("PATH"))
	found := []finding{
		{Part: "proofgrid", OK: true, Detail: fmt.Sprintf("%s, %s %s/%s, %d processors", b.Version, b.Go, b.OS, b.Arch, runtime.NumCPU())},
		examineKernel(ctx),
		examineNotebook(notebook),
		examineSetMM(),
	}
	found = append(found, examineSandbox(box)...)
	return append(found, examineCheckers(ctx, box, p)...)
}

// examineSandbox says how programs of others would be held. Metamath candidates are
// data and are judged inside this program.
func examineSandbox(box *sandbox.Sandbox) []finding {
	isolation := finding{Part: "isolation", OK: box.CanIsolate(), Detail: box.Strength(true)}
	if !isolation.OK {
		isolation.Advice = "checkers of hostile proofs should not run without; built-in provers and checkers need none: apt-get install bubblewrap"
	}
	limits := finding{Part: "limits", OK: box.CanLimit(), Detail: box.Strength(false)}
	if !limits.OK {
		limits.Advice = "memory and processes of checkers are not bounded without prlimit: apt-get install util-linux"
	}
	return []finding{isolation, limits}
}

// examineKernel verifies the built-in database.
func examineKernel(ctx context.Context) finding {
	f := finding{Part: "metamath kernel", Required: true}
	src, err := plan.Metamath(plan.Builtin, 0)
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	sum, errs := src.Metamath.DB.VerifyAll(ctx, 0)
	f.OK = len(errs) == 0 && sum.Verified > 0
	f.Detail = fmt.Sprintf("%s: %d of %d proofs verified", plan.Builtin, sum.Verified, sum.Proofs)
	return f
}

// examineNotebook writes, syncs and removes a file where runs would be kept.
func examineNotebook(dir string) finding {
	f := finding{Part: "notebook", Required: true, Advice: "choose another folder with --notebook"}
	created := false
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		created = true
	}
	err := os.MkdirAll(dir, 0o755)
	var tmp *os.File
	if err == nil {
		tmp, err = os.CreateTemp(dir, ".doctor-*")
	}
	if err == nil {
		_, err = tmp.Write(make([]byte, 1<<20))
		if serr := tmp.Sync(); err == nil {
			err = serr
		}
		tmp.Close()
		os.Remove(tmp.Name())
	}
	if created {
		os.Remove(dir) // leaves the machine as it was
	}
	if err != nil {
		f.Detail = err.Error()
		return f
	}
	return finding{Part: f.Part, Required: true, OK: true, Detail: dir + " can be written"}
}

func examineSetMM() finding {
	f := finding{Part: "set.mm", Detail: debianSetMM}
	db, err := mm.ReadFile(debianSetMM)
	if err != nil {
		f.Detail = err.Error()
		f.Advice = "only experiments/metamath-set.yaml needs it: apt-get install metamath-databases"
		return f
	}
	f.OK = true
	f.Detail += fmt.Sprintf(": %d statements", db.Len())
	return f
}
