package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Command is a program to run.
type Command struct {
	Args []string // the program and its arguments; never read by a shell
	Env  []string // the whole environment, NAME=value; a program without a slash is looked up in its PATH
	Dir  string   // working directory; "" is the one of this process
	// Stdin is read to its end or to that of the program; nil is empty. A reader that
	// blocks, such as a pipe, must be closed by the caller when the program has ended.
	Stdin io.Reader
	// Stdout and Stderr take the output as it comes; nil keeps it for the Result.
	Stdout, Stderr io.Writer
	Limits         Limits
	Isolation      *Isolation // nil: none
}

// Limits bound a program. Zero means no limit, but for Output.
type Limits struct {
	Wall   time.Duration // from the start to the end
	CPU    time.Duration // of each process, rounded up to seconds
	Memory int64         // bytes of address space of each process
	// Resident bounds the bytes that all of its processes hold in memory together, those
	// of mapped files left out. It is for programs that map large files, of which the
	// address space says nothing. It is looked at every 50 ms, and on Linux alone.
	Resident int64
	FileSize int64 // bytes of each file written
	// Processes bounds those of the user, this program's included, from which the
	// superuser is exempt; and on Linux its own, as Resident.
	Processes int
	Output    int64 // bytes of stdout and of stderr, each; default 1 MiB
}

const defaultOutput = 1 << 20

// Isolation puts a program into namespaces of its own.
type Isolation struct {
	Read    []string // files and folders that it sees beside the system's /usr, read-only
	Write   []string // and those that it may change; all other changes are lost
	Network bool     // leave it the network
	Scratch int64    // bytes of /tmp and of /dev/shm, each; they are memory; 0 is 128 MiB
}

const defaultScratch = 128 << 20

// End says why a program ended.
type End string

const (
	Exited    End = "exited"    // by itself, with a Code or by a Signal
	WallTime  End = "wall time" // killed by Limits.Wall
	Output    End = "output"    // killed by Limits.Output
	Memory    End = "memory"    // killed by Limits.Resident
	Crowd     End = "processes" // killed by Limits.Processes; the kernel's own limit lets forks fail
	Cancelled End = "cancelled" // killed since the context ended
	Killed    End = "killed"    // by Process.Kill
)

// Result is how a program ended.
type Result struct {
	End            End
	Code           int    // exit code, -1 after a signal
	Signal         string // that ended it, such as "killed"; empty for none
	Stdout, Stderr []byte // up to Limits.Output; nil where the Command has a writer
	Wall, CPU      time.Duration
}

// Err is nil when the program ended by itself with code 0, and else says how it ended.
func (r *Result) Err() error {
	switch {
	case r.End != Exited:
		return fmt.Errorf("ended by its limit: %s", r.End)
	case r.Signal != "":
		return fmt.Errorf("ended by signal: %s", r.Signal)
	case r.Code != 0:
		return fmt.Errorf("exit code %d", r.Code)
	}
	return nil
}

// Sandbox is what a machine offers. It is safe for concurrent use.
type Sandbox struct {
	bwrap   string // path, empty when it is missing or does not work
	prlimit string
	why     string // there is no bwrap
	sizes   bool   // bwrap bounds scratch space, which it does from 0.8 on
}

// Detect looks for bubblewrap and prlimit in path, a list as in $PATH, and tries
// them.
func Detect(ctx context.Context, path string) *Sandbox {
	s := &Sandbox{}
	s.prlimit, _ = find("prlimit", path)
	if s.prlimit != "" {
		if r, err := s.Run(ctx, Command{Args: []string{s.prlimit, "--core=0", "true"}, Env: []string{"PATH=" + path}, Limits: Limits{Wall: 10 * time.Second}}); err != nil || r.Err() != nil {
			s.prlimit = ""
		}
	}
	bwrap, err := find("bwrap", path)
	if err != nil {
		s.why = "bubblewrap is not installed"
		return s
	}
	s.bwrap = bwrap
	var r *Result
	for _, s.sizes = range []bool{true, false} {
		r, err = s.Run(ctx, Command{Args: []string{"true"}, Env: []string{"PATH=" + path}, Isolation: &Isolation{}, Limits: Limits{Wall: 10 * time.Second}})
		if err == nil {
			err = r.Err()
		}
		if err == nil {
			break
		}
	}
	if err != nil {
		s.bwrap, s.why = "", "bubblewrap does not work here"
		if r != nil && len(r.Stderr) > 0 {
			s.why += ": " + firstLine(r.Stderr)
		}
	}
	return s
}

// CanIsolate reports whether commands with an Isolation can be run.
func (s *Sandbox) CanIsolate() bool { return s.bwrap != "" }

// CanLimit reports whether the limits of memory, CPU time, file size and processes hold.
func (s *Sandbox) CanLimit() bool { return s.prlimit != "" }

// Strength says what holds a program, isolated or not, in words for a run's
// provenance and for people.
func (s *Sandbox) Strength(isolated bool) string {
	limits := "limits of time and output"
	if s.prlimit != "" {
		limits = "limits of time, output, memory, CPU time, file size and processes"
	}
	if watches {
		limits += "; a watch over resident memory and processes"
	}
	switch {
	case !isolated:
		return reach + "; " + limits
	case s.bwrap == "":
		return "none: " + s.why
	}
	scratch := "bounded"
	if !s.sizes {
		scratch = "unbounded (bubblewrap is older than 0.8)"
	}
	return "namespaces of its own (bubblewrap): read-only system, no other processes, scratch space " + scratch + "; " + limits
}

// Run runs a command to its end. An error means that it could not be started; how
// it ended is the Result's to say.
func (s *Sandbox) Run(ctx context.Context, c Command) (*Result, error) {
	p, err := s.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	return p.Wait(), nil
}

// arguments returns the command line with the wrappers that the command asks for.
func (s *Sandbox) arguments(c *Command) ([]string, error) {
	if len(c.Args) == 0 || c.Args[0] == "" {
		return nil, errors.New("no program to run")
	}
	args := append([]string(nil), c.Args...)
	for _, a := range append(args, c.Env...) {
		if strings.ContainsRune(a, 0) {
			return nil, errors.New("an argument or environment variable has a NUL byte")
		}
	}
	if !strings.ContainsRune(args[0], '/') {
		program, err := find(args[0], lookup(c.Env, "PATH"))
		if err != nil {
			return nil, err
		}
		args[0] = program
	}
	if s.prlimit != "" {
		l := c.Limits
		limits := []string{s.prlimit, "--core=0"}
		for _, v := range []struct {
			name string
			n    int64
		}{{"as", l.Memory}, {"cpu", int64((l.CPU + time.Second - 1) / time.Second)}, {"fsize", l.FileSize}, {"nproc", int64(l.Processes)}} {
			if v.n > 0 {
				limits = append(limits, "--"+v.name+"="+strconv.FormatInt(v.n, 10))
			}
		}
		args = append(append(limits, "--"), args...)
	}
	if c.Isolation == nil {
		return args, nil
	}
	if s.bwrap == "" {
		return nil, fmt.Errorf("the program cannot be isolated: %s", s.why)
	}
	return append(s.isolation(c), args...), nil
}

// isolation is the command line of bubblewrap up to the program. Whatever can be written
// in the namespace and is no folder of the caller lies in memory, so that each such place
// is bounded or read-only: bubblewrap's / and /dev are file systems in memory as well.
func (s *Sandbox) isolation(c *Command) []string {
	args := []string{s.bwrap, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--uid", nobody, "--gid", nobody, "--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"}
	scratch := func(dir string) {
		if s.sizes {
			size := c.Isolation.Scratch
			if size <= 0 {
				size = defaultScratch
			}
			args = append(args, "--size", strconv.FormatInt(size, 10))
		}
		args = append(args, "--tmpfs", dir)
	}
	scratch("/dev/shm")
	args = append(args, "--remount-ro", "/dev")
	scratch("/tmp")
	for _, dir := range []string{"/bin", "/sbin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/alternatives"} {
		args = append(args, "--ro-bind-try", dir, dir)
	}
	if c.Isolation.Network {
		args = append(args, "--share-net")
	}
	for _, p := range c.Isolation.Read {
		args = append(args, "--ro-bind", p, p)
	}
	for _, p := range c.Isolation.Write {
		args = append(args, "--bind", p, p)
	}
	args = append(args, "--remount-ro", "/")
	if c.Dir != "" {
		args = append(args, "--chdir", c.Dir)
	}
	return append(args, "--")
}

// nobody is the user and the group that an isolated program is, whoever runs it.
const nobody = "65534"

// find returns the path of a program in a list of folders.
func find(name, path string) (string, error) {
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue // never from wherever this program happens to run
		}
		p := filepath.Join(dir, name)
		if info, err := os.Stat(p); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return p, nil
		}
	}
	return "", fmt.Errorf("no program %s in PATH (%s)", name, path)
}

// lookup returns the value of a variable in an environment; the last one counts.
func lookup(env []string, name string) (value string) {
	for _, v := range env {
		if k, val, ok := strings.Cut(v, "="); ok && k == name {
			value = val
		}
	}
	return value
}

func firstLine(b []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(string(b), "\uFFFD")), "\n")
	return line[:min(len(line), 200)]
}
