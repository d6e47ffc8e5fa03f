package seal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"proofgrid/runner/sandbox"
)

// run runs a program of Coq in a folder that it may write to.
func (c *Checker) run(ctx context.Context, dir, program, fallback string, args ...string) (*sandbox.Result, error) {
	if program == "" {
		program = fallback
	}
	limit, memory := c.Time, c.Memory
	if limit == 0 {
		limit = DefaultTime
	}
	if memory == 0 {
		memory = DefaultMemory
	}
	argv := append([]string{program, "-q"}, c.Args...)
	if fallback == "coqchk" {
		argv = append([]string{program}, chkArgs(c.Args)...)
	}
	cmd := sandbox.Command{
		Args: append(argv, args...), Dir: dir, Env: c.Env,
		Limits: sandbox.Limits{Wall: limit, CPU: limit + time.Second, Memory: memory, FileSize: maxFile},
	}
	if c.Sandbox.CanIsolate() {
		cmd.Isolation = &sandbox.Isolation{Write: []string{dir}, Read: c.Read}
		if _, err := os.Stat(findlib); err == nil {
			cmd.Isolation.Read = append([]string{findlib}, c.Read...)
		}
	}
	r, err := c.Sandbox.Run(ctx, cmd)
	if err != nil {
		return nil, err
	}
	if r.End == sandbox.Cancelled {
		return nil, context.Cause(ctx)
	}
	return r, nil
}

// Installed returns an error that says what is missing when the compiler, or the
// checker that the policy wants, does not run.
func (c *Checker) Installed(ctx context.Context) error {
	programs := []string{cmp.Or(c.Coqc, "coqc")}
	if c.Policy.Recheck {
		programs = append(programs, cmp.Or(c.Coqchk, "coqchk"))
	}
	for _, p := range programs {
		r, err := c.Sandbox.Run(ctx, sandbox.Command{Args: []string{p, "--version"}, Env: c.Env, Limits: sandbox.Limits{Wall: time.Minute}})
		if err == nil {
			err = r.Err()
		}
		if err != nil {
			return fmt.Errorf("%s does not run: %w; Debian has it in the package coq", p, err)
		}
	}
	return nil
}

// chkArgs are those of a compiler's arguments that coqchk knows too.
func chkArgs(args []string) (out []string) {
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "-Q", "-R":
			out = append(out, args[i:min(i+3, len(args))]...)
			i += 2
		case "-coqlib":
			out = append(out, args[i:min(i+2, len(args))]...)
			i++
		case "-impredicative-set", "-indices-matter":
			out = append(out, args[i])
		}
	}
	return out
}

// findlib is the configuration of OCaml's findlib, which Debian's Coq reads.
const findlib = "/etc/ocamlfind.conf"

// place is how coqc says where an error is: line and bytes in it.
var place = regexp.MustCompile(`(?m)^File "[^"\n]*", line (\d+), characters (\d+)-(\d+):$`)

// compiled returns why the compiler does not accept the file, nil when it does. What
// the compiler prints is for people: the candidate may have printed it.
func (f *file) compiled(r *sandbox.Result, script string) *Refusal {
	switch {
	case r.End == sandbox.WallTime || r.Signal == "CPU time limit exceeded":
		return &Refusal{Kind: TimeLimit, Reason: "it ran for " + r.Wall.Round(time.Millisecond).String() + " without an end"}
	case r.End == sandbox.Output:
		return &Refusal{Kind: OutputLimit, Reason: "it printed more than the limit"}
	case r.End != sandbox.Exited || r.Signal != "":
		return &Refusal{Kind: ResourceLimit, Reason: "the compiler was ended: " + r.Err().Error()}
	case r.Code == 0:
		return nil
	}
	text := string(r.Stderr)
	said := quoteShort(message(text))
	if strings.Contains(text, "Out of memory") || strings.Contains(text, "Stack overflow") {
		return &Refusal{Kind: ResourceLimit, Reason: said}
	}
	start, end := f.span(text)
	switch {
	case start >= f.to && f.to > 0:
		return &Refusal{Kind: Statement, Reason: "what it proves is not the statement: " + said, Cheating: true}
	case start < f.from:
		return &Refusal{Kind: CoqRejects, Reason: said}
	}
	end = min(end, f.to)
	return &Refusal{Kind: CoqRejects, Reason: quoteShort(script[start-f.from:end-f.from]) + ": " + said, Start: start - f.from, End: end - f.from}
}

// span is the byte span in the file of the error that ended the compiler.
func (f *file) span(stderr string) (start, end int) {
	all := place.FindAllStringSubmatch(stderr, -1)
	if len(all) == 0 {
		return 0, 0
	}
	last := all[len(all)-1]
	line, _ := strconv.Atoi(last[1])
	a, _ := strconv.Atoi(last[2])
	b, _ := strconv.Atoi(last[3])
	at := 0
	for ; line > 1; line-- {
		n := strings.IndexByte(f.text[at:], '\n')
		if n < 0 {
			return 0, 0
		}
		at += n + 1
	}
	start = min(at+max(a, 0), len(f.text))
	return start, max(start, min(at+max(b, 0), len(f.text)))
}

// message is the last error in what the compiler printed, else the last line.
func message(stderr string) string {
	if i := strings.LastIndex(stderr, "\nError:"); i >= 0 {
		return strings.TrimSpace(stderr[i+len("\nError:"):])
	}
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	return lines[len(lines)-1]
}

// recheck lets coqchk check the compiled file and returns the axioms and unchecked parts
// that it lists as the file's own, without the library's name; nil when it does not
// accept the file. Libraries that the file loads are taken for granted.
func (c *Checker) recheck(ctx context.Context, dir, name string) (said map[string]bool, wall time.Duration, err error) {
	r, err := c.run(ctx, dir, c.Coqchk, "coqchk", "-silent", "-o", "-Q", ".", "", "-norec", name)
	if err != nil {
		return nil, 0, err
	}
	if r.End != sandbox.Exited || r.Signal != "" {
		return nil, r.Wall, nil
	}
	if r.Code != 0 {
		return nil, r.Wall, nil
	}
	text := string(r.Stdout) + string(r.Stderr)
	if !strings.Contains(text, "CONTEXT SUMMARY") {
		return nil, r.Wall, fmt.Errorf("coqchk lists no context for %s", filepath.Base(name))
	}
	said = map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, name+".") {
			said[own(line, name)] = true
		}
	}
	return said, r.Wall, nil
}
