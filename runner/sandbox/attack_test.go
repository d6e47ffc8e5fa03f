//go:build linux

package sandbox

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func needsIsolation(t *testing.T) {
	t.Helper()
	if !detected.CanIsolate() {
		t.Skipf("no isolation on this machine (%s): install the package bubblewrap", detected.why)
	}
}

// hold is a program that allocates 100 MB and keeps them.
const hold = `head -c 100000000 /dev/zero | (tail -c 100000000; sleep 300.11) | sleep 300.11`

func TestResident(t *testing.T) {
	for name, script := range map[string]string{
		"one process": hold,
		// Each alone is below the limit.
		"many": `for i in 1 2 3 4 5 6; do (head -c 15000000 /dev/zero | (tail -c 15000000; sleep 300.11) | sleep 300.11) & done; wait`,
	} {
		for _, isolated := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " isolated ", isolated), func(t *testing.T) {
				c := shell(script)
				c.Limits = Limits{Resident: 50 << 20, Wall: 20 * time.Second}
				if isolated {
					needsIsolation(t)
					c.Isolation = &Isolation{}
				}
				if r := run(t, c); r.End != Memory || r.Wall > 10*time.Second {
					t.Errorf("end %s after %v, stderr %s", r.End, r.Wall, r.Stderr)
				}
				gone(t, "300.11")
			})
		}
	}
	c := shell("head -c 20000000 /dev/zero | tail -c 20000000 | wc -c; sleep 0.2")
	c.Limits = Limits{Resident: 200 << 20}
	if r := run(t, c); r.Err() != nil || strings.TrimSpace(string(r.Stdout)) != "20000000" {
		t.Errorf("below the limit: %+v", r)
	}
}

// TestForkBomb is one that doubles, up to 2^7 processes should nothing stop it.
func TestForkBomb(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("the kernel's own limit stops forks of all but the superuser")
	}
	for _, isolated := range []bool{false, true} {
		c := shell(`f() { [ $1 -gt 6 ] && exec sleep 300.12; f $(($1+1)) & f $(($1+1)); }; f 0`)
		c.Limits = Limits{Wall: 20 * time.Second, Processes: 30}
		if isolated {
			needsIsolation(t)
			c.Isolation = &Isolation{}
		}
		if r := run(t, c); r.End != Crowd || r.Wall > 10*time.Second {
			t.Errorf("isolated %v: end %s after %v, stderr %.200s", isolated, r.End, r.Wall, r.Stderr)
		}
		gone(t, "300.12")
	}
}

// TestFillsNothing: all that an isolated program can write to is bounded, and it is
// nobody.
func TestFillsNothing(t *testing.T) {
	needsIsolation(t)
	const places = "/ /dev /dev/shm /tmp /usr /proc"
	c := shell("id -u; id -g; for d in " + places + "; do head -c 3000000 /dev/zero > $d/fill; done 2>/dev/null; for d in " + places + "; do [ -e $d/fill ] && wc -c $d/fill; done; true")
	c.Isolation = &Isolation{Scratch: 1 << 20}
	r := run(t, c)
	want := "65534\n65534\n1048576 /dev/shm/fill\n1048576 /tmp/fill\n"
	if !detected.sizes {
		want = strings.ReplaceAll(want, "1048576", "3000000")
	}
	if string(r.Stdout) != want || r.Err() != nil {
		t.Errorf("%v\n%s, want\n%s", r.Err(), r.Stdout, want)
	}
	if _, err := os.Stat("/dev/shm/fill"); err == nil {
		t.Error("it wrote to the machine's own /dev/shm")
	}
}

// TestNothingEscapes: daemons without a mark, in sessions of their own, end with the
// namespace, whether the program ends, is killed or is out of time.
func TestNothingEscapes(t *testing.T) {
	needsIsolation(t)
	const daemons = `for i in 1 2 3; do (env -i /usr/bin/setsid /usr/bin/env -i /usr/bin/sleep 300.13 >/dev/null 2>&1 &); done; `
	for script, end := range map[string]End{
		daemons + "exit 0":                     Exited,
		daemons + "kill -9 $$":                 Exited,
		daemons + "trap '' TERM; sleep 300.13": WallTime,
		daemons + "exec yes":                   Output,
	} {
		c := shell(script)
		c.Isolation, c.Limits = &Isolation{}, Limits{Wall: 500 * time.Millisecond, Output: 1000}
		r := run(t, c)
		if r.End != end {
			t.Errorf("%s: %s", script, r.End)
		}
		gone(t, "300.13")
	}
}

// TestStrays: without isolation, what no mark and no ancestry shows ends too, and nobody
// else's program does.
func TestStrays(t *testing.T) {
	if !adopts() {
		t.Skip("this kernel lists no children in /proc/self/task/*/children")
	}
	foreign := exec.Command("/bin/sh", "-c", "exec sleep 300.16")
	if err := foreign.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if len(running("300.16")) != 1 {
			t.Error("a program that another package started was killed")
		}
		foreign.Process.Kill()
		foreign.Wait()
	}()
	other, err := detected.Start(t.Context(), shell("(setsid sleep 300.15 &); sleep 300.15; :"))
	if err != nil {
		t.Fatal(err)
	}
	// Two forks, a session of its own, no environment, a parent that has ended.
	const daemon = `(env -i /usr/bin/setsid /bin/sh -c '/usr/bin/env -i /usr/bin/sleep 300.14 & /usr/bin/sleep 0.1' >/dev/null 2>&1 &); `
	for script, end := range map[string]End{
		daemon + daemon + "sleep 0.4":    Exited,
		daemon + "sleep 0.4; kill -9 $$": Exited,
		daemon + "exec sleep 300.14":     WallTime,
	} {
		c := shell(script)
		c.Limits.Wall = time.Second
		if r := run(t, c); r.End != end {
			t.Errorf("%s: %s", script, r.End)
		}
		gone(t, "300.14")
	}
	if n := len(running("300.15")); n < 2 {
		t.Errorf("%d of the other program's processes are left", n)
	}
	other.Kill()
	other.Wait()
	gone(t, "300.15")
}

// TestOwnFolder: what an isolated program writes to its folder belongs to who runs it.
func TestOwnFolder(t *testing.T) {
	needsIsolation(t)
	dir := t.TempDir()
	c := shell("echo x > made && mkdir sub && echo y > sub/made")
	c.Dir, c.Isolation = dir, &Isolation{Write: []string{dir}}
	if r := run(t, c); r.Err() != nil {
		t.Fatalf("%v: %s", r.Err(), r.Stderr)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "sub", "made")); err != nil || string(b) != "y\n" {
		t.Errorf("%q %v", b, err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Error(err)
	}
}

// BenchmarkStart is the cost of a program's start and end, and of an exchange with one
// that runs, with and without isolation.
func BenchmarkStart(b *testing.B) {
	for _, isolated := range []bool{false, true} {
		b.Run(fmt.Sprint("isolated ", isolated), func(b *testing.B) {
			c := Command{Args: []string{"true"}, Env: []string{"PATH=" + path}}
			if isolated {
				c.Isolation = isolation(b)
			}
			for b.Loop() {
				if r, err := detected.Run(b.Context(), c); err != nil || r.Err() != nil {
					b.Fatal(err, r)
				}
			}
		})
	}
}

func BenchmarkExchange(b *testing.B) {
	for _, isolated := range []bool{false, true} {
		b.Run(fmt.Sprint("isolated ", isolated), func(b *testing.B) {
			in, toIn, err := os.Pipe()
			if err != nil {
				b.Fatal(err)
			}
			fromOut, out := io.Pipe()
			c := Command{Args: []string{"cat"}, Env: []string{"PATH=" + path}, Stdin: in, Stdout: out, Limits: Limits{Output: 1 << 40}}
			if isolated {
				c.Isolation = isolation(b)
			}
			p, err := detected.Start(b.Context(), c)
			if err != nil {
				b.Fatal(err)
			}
			in.Close()
			line := []byte("one line\n")
			for b.Loop() {
				if _, err := toIn.Write(line); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(fromOut, line); err != nil {
					b.Fatal(err)
				}
			}
			toIn.Close()
			p.Wait()
		})
	}
}

func isolation(b *testing.B) *Isolation {
	b.Helper()
	if !detected.CanIsolate() {
		b.Skipf("no isolation on this machine: %s", detected.why)
	}
	return &Isolation{}
}
