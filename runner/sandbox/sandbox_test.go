//go:build linux

package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const path = "/usr/local/bin:/usr/bin:/bin"

// TestMain lets the test binary be a program that runs another one and is killed.
func TestMain(m *testing.M) {
	if script := os.Getenv("SANDBOX_PARENT"); script != "" {
		new(Sandbox).Run(context.Background(), shell(script))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func shell(script string) Command {
	return Command{Args: []string{"sh", "-c", script}, Env: []string{"PATH=" + path}}
}

var detected = Detect(context.Background(), path)

func run(t *testing.T, c Command) *Result {
	t.Helper()
	r, err := detected.Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// running lists the processes whose command line has the word.
func running(word string) (out []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range files {
		b, _ := os.ReadFile(f)
		args := strings.Split(strings.TrimRight(string(b), "\x00"), "\x00")
		if slices.Contains(args, word) {
			out = append(out, strings.Join(args, " "))
		}
	}
	return out
}

// gone waits for processes to leave the table.
func gone(t *testing.T, word string) {
	t.Helper()
	for range 100 {
		if len(running(word)) == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("still running: %v", running(word))
}

func TestRun(t *testing.T) {
	c := shell("read line; echo got $line; echo oops >&2; exit 3")
	c.Stdin = strings.NewReader("hello\n")
	r := run(t, c)
	if string(r.Stdout) != "got hello\n" || string(r.Stderr) != "oops\n" || r.Code != 3 || r.End != Exited || r.Signal != "" {
		t.Errorf("%+v", r)
	}
	if r.Err() == nil || r.Err().Error() != "exit code 3" {
		t.Errorf("error %v", r.Err())
	}
	if r.Wall <= 0 || r.Wall > time.Minute {
		t.Errorf("took %v", r.Wall)
	}
	if r := run(t, shell("true")); r.Err() != nil {
		t.Errorf("true: %v", r.Err())
	}
	if r := run(t, shell("kill -SEGV $$")); r.Signal != "segmentation fault" || r.Code != -1 || r.End != Exited {
		t.Errorf("%+v", r)
	}
}

func TestInheritsNothing(t *testing.T) {
	t.Setenv("SECRET", "x")
	leak, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer leak.Close()
	c := shell("echo $(ls /proc/self/fd); env")
	c.Env = append(c.Env, "GIVEN=1")
	c.Dir = t.TempDir()
	out := string(run(t, c).Stdout)
	fds, env, _ := strings.Cut(out, "\n")
	if fds != "0 1 2 3" { // 3 is ls's own, on the folder
		t.Errorf("descriptors %s", fds)
	}
	if strings.Contains(env, "SECRET") || !strings.Contains(env, "GIVEN=1") {
		t.Errorf("environment:\n%s", env)
	}
}

func TestWallTime(t *testing.T) {
	for name, script := range map[string]string{
		"one that sleeps":         "exec sleep 300.01",
		"children":                "sleep 300.01 & sleep 300.01; true",
		"one that ignores TERM":   "trap '' TERM INT HUP; sleep 300.01; sleep 300.01",
		"a child in a session":    "setsid sleep 300.01 & wait",
		"a daemon":                "(setsid sleep 300.01 >/dev/null 2>&1 &) ; sleep 300.01",
		"an unmarked child":       "env -i /usr/bin/setsid /usr/bin/env -i sleep 300.01 & wait",
		"one that keeps its pipe": "setsid sh -c 'trap \"\" TERM; sleep 300.01; :' & sleep 300.01",
	} {
		t.Run(name, func(t *testing.T) {
			c := shell(script)
			c.Limits.Wall = 150 * time.Millisecond
			start := time.Now()
			if r := run(t, c); r.End != WallTime || r.Err() == nil {
				t.Errorf("%+v", r)
			}
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			gone(t, "300.01")
		})
	}
}

// TestLeavesNobody: what a program has left in the background ends with it.
func TestLeavesNobody(t *testing.T) {
	for _, script := range []string{"sleep 300.02 &", "setsid sleep 300.02 >/dev/null 2>&1 &", "(setsid sleep 300.02 &) &", "for i in 1 2 3 4 5; do (setsid sh -c 'sleep 300.02' &) ; done"} {
		if r := run(t, shell(script)); r.End != Exited || r.Code != 0 {
			t.Errorf("%s: %+v", script, r)
		}
		gone(t, "300.02")
	}
}

func TestForkStormEnds(t *testing.T) {
	c := shell("f() { sleep 300.03 & setsid sleep 300.03 & }; for i in $(seq 50); do f; done; while :; do f; sleep 0.02; done")
	c.Limits = Limits{Wall: 300 * time.Millisecond}
	if r := run(t, c); r.End != WallTime {
		t.Errorf("%+v", r)
	}
	gone(t, "300.03")
}

func TestOutputFlood(t *testing.T) {
	for name, script := range map[string]string{"stdout": "exec yes", "stderr": "exec yes >&2", "a child's": "yes & wait"} {
		c := shell(script)
		c.Limits = Limits{Output: 1000, Wall: time.Minute}
		start := time.Now()
		r := run(t, c)
		if r.End != Output || len(r.Stdout)+len(r.Stderr) != 1000 || time.Since(start) > 10*time.Second {
			t.Errorf("%s: end %s with %d and %d bytes after %v", name, r.End, len(r.Stdout), len(r.Stderr), time.Since(start))
		}
	}
	c := shell("printf 12345")
	c.Limits.Output = 5
	if r := run(t, c); r.Err() != nil || string(r.Stdout) != "12345" {
		t.Errorf("exactly the limit: %+v", r)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, err := detected.Start(ctx, shell("sleep 300.04 & wait"))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if r := p.Wait(); r.End != Cancelled {
		t.Errorf("%+v", r)
	}
	gone(t, "300.04")
	if _, err := detected.Start(ctx, shell("true")); err == nil {
		t.Error("started after the end of its context")
	}
}

func TestTalk(t *testing.T) {
	in, toIn := io.Pipe()
	fromOut, out := io.Pipe()
	c := Command{Args: []string{"cat"}, Env: []string{"PATH=" + path}, Stdin: in, Stdout: out, Limits: Limits{Output: 1 << 40}}
	p, err := detected.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 6)
	for i := range 3 {
		fmt.Fprintf(toIn, "line %d", i)
		if _, err := io.ReadFull(fromOut, b); err != nil || string(b) != fmt.Sprintf("line %d", i) {
			t.Fatalf("%q %v", b, err)
		}
	}
	select {
	case <-p.Done():
		t.Error("it has ended")
	default:
	}
	toIn.Close()
	if r := p.Wait(); r.Err() != nil || r.Stdout != nil {
		t.Errorf("%+v", r)
	}

	in, toIn = io.Pipe()
	c.Stdin = in
	if p, err = detected.Start(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	p.Kill()
	toIn.Close()
	if r := p.Wait(); r.End != Killed {
		t.Errorf("%+v", r)
	}
}

func TestLimits(t *testing.T) {
	if detected.prlimit == "" {
		t.Skip("no prlimit on this machine")
	}
	for name, c := range map[string]struct {
		limits Limits
		script string
		ok     func(*Result) bool
	}{
		"CPU":       {Limits{CPU: time.Second}, "while :; do :; done", func(r *Result) bool { return r.Signal != "" && r.CPU < 5*time.Second }},
		"memory":    {Limits{Memory: 100 << 20}, "head -c 300000000 /dev/zero | tail -c 300000000 | wc -c", func(r *Result) bool { return !strings.Contains(string(r.Stdout), "300000000") }},
		"file size": {Limits{FileSize: 1000}, "head -c 100000 /dev/zero > f; wc -c < f", func(r *Result) bool { return strings.TrimSpace(string(r.Stdout)) == "1000" }},
		"core":      {Limits{}, "ulimit -c", func(r *Result) bool { return strings.TrimSpace(string(r.Stdout)) == "0" }},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := shell(c.script)
			cmd.Dir, cmd.Limits = t.TempDir(), c.limits
			cmd.Limits.Wall = 20 * time.Second
			if r := run(t, cmd); !c.ok(r) {
				t.Errorf("end %s, code %d, signal %q, CPU %v, stdout %q, stderr %q", r.End, r.Code, r.Signal, r.CPU, r.Stdout, r.Stderr)
			}
		})
	}
}

// TestNothingLeaks runs programs of all fates side by side.
func TestNothingLeaks(t *testing.T) {
	count := func() (fds, zombies int) {
		d, _ := os.ReadDir("/proc/self/fd")
		stats, _ := filepath.Glob("/proc/[0-9]*/stat")
		for _, f := range stats {
			b, _ := os.ReadFile(f)
			if bytes.Contains(b, []byte(fmt.Sprintf(") Z %d ", os.Getpid()))) {
				zombies++
			}
		}
		return len(d), zombies
	}
	run(t, shell("true"))
	goroutines := runtime.NumGoroutine()
	fds, _ := count()
	done := make(chan bool)
	for i := range 30 {
		go func() {
			c := shell([]string{"true", "exec yes", "sleep 300.05", "sleep 0.1 & exit 1"}[i%4])
			c.Limits = Limits{Wall: 200 * time.Millisecond, Output: 1000}
			detected.Run(context.Background(), c)
			done <- true
		}()
	}
	for range 30 {
		<-done
	}
	gone(t, "300.05")
	for range 100 {
		f, z := count()
		if runtime.NumGoroutine() <= goroutines && f <= fds && z == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	f, z := count()
	t.Errorf("%d goroutines (%d before), %d descriptors (%d before), %d zombies", runtime.NumGoroutine(), goroutines, f, fds, z)
}

// TestDiesWithItsParent kills the program that runs another one.
func TestDiesWithItsParent(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(exe)
	parent.Env = append(os.Environ(), "SANDBOX_PARENT=exec sleep 300.06")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	for range 200 {
		if len(running("300.06")) > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(running("300.06")) == 0 {
		t.Error("the program did not start")
	}
	parent.Process.Kill()
	parent.Wait()
	gone(t, "300.06")
}

func TestIsolation(t *testing.T) {
	if !detected.CanIsolate() {
		if _, err := detected.Run(t.Context(), Command{Args: []string{"/bin/true"}, Isolation: &Isolation{}}); err == nil || !strings.Contains(err.Error(), detected.why) {
			t.Errorf("error %v", err)
		}
		t.Skipf("no isolation on this machine: %s", detected.why)
	}
	dir, hidden := t.TempDir(), t.TempDir()
	c := shell("echo a > " + dir + "/seen; echo b > /tmp/lost; ls " + hidden + "; touch /usr/no; env -i setsid sleep 300.07 & (env -i setsid sleep 300.07 &); ls /sys/class/net; echo $$; exit 4")
	c.Isolation = &Isolation{Write: []string{dir}}
	c.Dir = dir
	r := run(t, c)
	if r.Code != 4 {
		t.Errorf("%+v\n%s", r, r.Stderr)
	}
	gone(t, "300.07")
	if b, err := os.ReadFile(filepath.Join(dir, "seen")); err != nil || string(b) != "a\n" {
		t.Errorf("its folder: %q %v", b, err)
	}
	if _, err := os.Stat("/tmp/lost"); err == nil {
		t.Error("it wrote to /tmp")
	}
	if s := string(r.Stderr); !strings.Contains(s, hidden) || !strings.Contains(s, "/usr/no") {
		t.Errorf("it sees another folder or could write to /usr: %s", s)
	}
	c = shell("sleep 300.08 & setsid sleep 300.08 & wait")
	c.Isolation, c.Limits.Wall = &Isolation{}, 200*time.Millisecond
	if r := run(t, c); r.End != WallTime {
		t.Errorf("%+v", r)
	}
	gone(t, "300.08")
}

func TestStartErrors(t *testing.T) {
	for name, c := range map[string]struct {
		command Command
		want    string
	}{
		"nothing":         {Command{}, "no program to run"},
		"not in the path": {Command{Args: []string{"no-such-program"}, Env: []string{"PATH=" + path}}, "no program no-such-program in PATH"},
		"no path":         {Command{Args: []string{"sh"}}, "no program sh in PATH"},
		"a NUL":           {Command{Args: []string{"/bin/sh", "a\x00"}}, "NUL"},
		"no such folder":  {Command{Args: []string{"/bin/sh"}, Dir: "/no/such"}, "start /bin/sh"},
	} {
		if _, err := detected.Run(t.Context(), c.command); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
	if r := run(t, Command{Args: []string{"/no/such/program"}}); r.Err() == nil && detected.prlimit != "" {
		t.Error("a missing program ended well")
	}
}

func TestStrength(t *testing.T) {
	bare := &Sandbox{why: "bubblewrap is not installed"}
	if s := bare.Strength(false); !strings.Contains(s, "hostile program can escape") || strings.Contains(s, "file size") {
		t.Errorf("%s", s)
	}
	if s := bare.Strength(true); s != "none: bubblewrap is not installed" {
		t.Errorf("%s", s)
	}
	full := &Sandbox{bwrap: "/usr/bin/bwrap", prlimit: "/usr/bin/prlimit"}
	if s := full.Strength(true); !strings.Contains(s, "scratch space unbounded") {
		t.Errorf("%s", s)
	}
	full.sizes = true
	if s := full.Strength(true); !strings.Contains(s, "namespaces") || !strings.Contains(s, "memory") || strings.Contains(s, "unbounded") {
		t.Errorf("%s", s)
	}
}
