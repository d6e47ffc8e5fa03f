package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"proofgrid/experiments/notebook"
)

const crashSpec = `name: crash
seed: 5
tasks: {metamath: builtin:quickstart, select: {count: 24}}
models:
  - {kind: search, nodes: 24}
regimes: [curated, full, retrieved-10]
budgets: [{k: 4, r: 2}]
`

// program starts the test binary as proofgrid.
func program(dir string, args ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PROOFGRID_AS_PROGRAM=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	return cmd, &out
}

func runProgram(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd, out := program(dir, args...)
	if err := cmd.Run(); err != nil {
		t.Fatalf("proofgrid %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// values returns a digest of each sealed table without its timing columns.
func values(t *testing.T, dir string) string {
	t.Helper()
	run, err := notebook.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Verify(); err != nil {
		t.Fatal(err)
	}
	m, err := run.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, table := range m.Tables {
		fmt.Fprintf(&b, "%s %d rows %s\n", table.Name, table.Rows, table.Values)
	}
	if len(m.Tables) < 7 {
		t.Errorf("%d tables are sealed, want 7", len(m.Tables))
	}
	return b.String()
}

// TestKillAndResume kills a run with SIGKILL at 20 random moments, resumes it each
// time, and requires the tables of an undisturbed run; so do 1, 2 and 4 workers.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some 25 processes; not with -short")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "crash.yaml"), []byte(crashSpec), 0o644); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	runProgram(t, dir, "run", "crash.yaml", "--as", "calm", "--workers", "2", "--no-report")
	calm := time.Since(began)
	want := values(t, filepath.Join(dir, "notebook/crash/calm"))
	for _, workers := range []string{"1", "4"} {
		runProgram(t, dir, "run", "crash.yaml", "--as", "w"+workers, "--workers", workers, "--no-report")
		if got := values(t, filepath.Join(dir, "notebook/crash/w"+workers)); got != want {
			t.Errorf("%s workers give other tables:\n%s\nwant\n%s", workers, got, want)
		}
	}

	rng := rand.New(rand.NewPCG(1, 2))
	kills, early, last := 0, 0, -1
	for kills < 20 {
		args := []string{"run", "crash.yaml", "--as", fmt.Sprintf("hurt%d", early), "--no-report"}
		run, err := notebook.Open(filepath.Join(dir, "notebook/crash", args[3]))
		if err == nil {
			args = append(args, "--resume")
			if run.Sealed() { // this one survived its kills: begin another
				if got := values(t, run.Dir); got != want {
					t.Fatalf("after %d kills the tables differ:\n%s\nwant\n%s", kills, got, want)
				}
				early++
				continue
			}
			units, err := run.Progress()
			if err != nil {
				t.Fatal(err)
			}
			if units < last {
				t.Fatalf("%d units after a kill, %d before it", units, last)
			}
			last = units
		} else {
			last = -1
		}
		cmd, _ := program(dir, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Start-up included, so that every phase from the first to the sealing is hit.
		time.Sleep(time.Duration(rng.Int64N(int64(calm/2) + 1)))
		if err := cmd.Process.Signal(syscall.SIGKILL); err == nil {
			kills++
		}
		cmd.Wait()
	}
	final := fmt.Sprintf("hurt%d", early)
	if _, err := os.Stat(filepath.Join(dir, "notebook/crash", final)); err == nil {
		runProgram(t, dir, "run", "crash.yaml", "--as", final, "--no-report", "--resume")
		if got := values(t, filepath.Join(dir, "notebook/crash", final)); got != want {
			t.Errorf("after %d kills the tables differ:\n%s\nwant\n%s", kills, got, want)
		}
	}
	t.Logf("%d kills over %d runs; an undisturbed run takes %s", kills, early+1, calm.Round(time.Millisecond))
}

// slowSpec runs long enough to be met at work.
const slowSpec = `name: slow
tasks: {metamath: builtin:quickstart, select: {count: 200}}
models: [{kind: search, nodes: 400}]
regimes: [full]
budgets: [{k: 8, r: 3}]
`

// startSlow starts a long run and waits for its first units.
func startSlow(t *testing.T, dir, name string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "slow.yaml"), []byte(slowSpec), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd, out := program(dir, "run", "slow.yaml", "--as", name, "--workers", "2")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if run, err := notebook.Open(filepath.Join(dir, "notebook/slow", name)); err == nil {
			if units, err := run.Progress(); err == nil && units > 0 {
				return cmd, out
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("no unit was recorded within a minute:\n%s", out)
		}
	}
}

func TestInterruptFinishesCleanlyAndSaysHowToResume(t *testing.T) {
	dir := t.TempDir()
	cmd, out := startSlow(t, dir, "one")
	cmd.Process.Signal(os.Interrupt)
	time.Sleep(100 * time.Millisecond)
	cmd.Process.Signal(os.Interrupt) // a slow unit may be at work: do not wait for it
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	for _, want := range []string{"units done, all kept", "proofgrid run slow.yaml --notebook notebook --resume --as one"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, out)
		}
	}
}

func TestSecondProcessOnTheSameRunIsRefused(t *testing.T) {
	dir := t.TempDir()
	first, _ := startSlow(t, dir, "one")
	cmd, out := program(dir, "run", "slow.yaml", "--as", "one", "--resume")
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitUsage {
		t.Errorf("exit code %d, want %d\n%s", code, exitUsage, out)
	}
	if want := fmt.Sprint(first.Process.Pid); !strings.Contains(out.String(), want) {
		t.Errorf("the error does not name process %s:\n%s", want, out)
	}
}

// TestFullDisk runs on a file system that is too small, frees space and resumes.
func TestFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("mounting a small file system needs root")
	}
	dir := t.TempDir()
	disk := filepath.Join(dir, "disk")
	if err := os.Mkdir(disk, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("no small file system to be had: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, 0) })
	if err := os.WriteFile(filepath.Join(dir, "crash.yaml"), []byte(crashSpec), 0o644); err != nil {
		t.Fatal(err)
	}
	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 180<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd, out := program(dir, "run", "crash.yaml", "--notebook", "disk", "--as", "one", "--no-report")
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitOutside || !strings.Contains(out.String(), "no space left on device") {
		t.Fatalf("exit code %d, want %d and the reason:\n%s", code, exitOutside, out)
	}
	run, err := notebook.Open(filepath.Join(disk, "crash/one"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := run.Progress()
	if err != nil {
		t.Fatal(err)
	}
	os.Remove(ballast)
	if err := syscall.Mount("", disk, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	cmd, out = program(dir, "run", "crash.yaml", "--notebook", "disk", "--as", "one", "--no-report", "--resume")
	if err := cmd.Run(); err != nil {
		t.Fatalf("resume after space was made: %v\n%s", err, out)
	}
	if want := fmt.Sprintf("units, %d already done", kept); !strings.Contains(out.String(), want) {
		t.Errorf("the resume does not say %q:\n%s", want, out)
	}
	runProgram(t, dir, "run", "crash.yaml", "--as", "calm", "--no-report")
	if got, want := values(t, run.Dir), values(t, filepath.Join(dir, "notebook/crash/calm")); got != want {
		t.Errorf("after a full disk the tables differ:\n%s\nwant\n%s", got, want)
	}
	t.Logf("%d units were kept when the disk was full", kept)
}
