package notebook

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The tests below run this test binary as a child process that works on a run
// and is killed, or meets a limit of the operating system.
func TestMain(m *testing.M) {
	if role := os.Getenv("NOTEBOOK_TEST_CHILD"); role != "" {
		child(role, os.Getenv("NOTEBOOK_TEST_RUN"))
		return
	}
	os.Exit(m.Run())
}

const crashCells, crashTasks = 6, 100

// child records the grid with four goroutines and seals it. It prints a line for
// each unit whose Record has returned, and what ends it.
func child(role, dir string) {
	fail := func(err error) {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	r, err := Open(dir)
	if err != nil {
		fail(err)
	}
	if role == "small files" {
		ignoreFileSizeSignal()
	}
	j, err := r.Journal(Provenance{})
	if err != nil {
		fail(err)
	}
	fmt.Println("begun")
	if role == "hold" {
		time.Sleep(time.Hour)
	}
	cells, tasks := aGrid(crashCells, crashTasks)
	units := make(chan [2]string)
	failures := make(chan error, 4)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for u := range units {
				name := UnitName(u[0], u[1])
				if j.Done(name) {
					continue
				}
				var blobErr error
				rows := aUnit(u[0], u[1], func(text string) (h string, _ error) {
					h, blobErr = j.Blob(text)
					return h, nil
				})
				err := blobErr
				if err == nil {
					err = j.Record(name, rows)
				}
				if err != nil {
					failures <- err
					for range units {
					}
					return
				}
				fmt.Println("recorded", name)
			}
		})
	}
	for _, t := range tasks {
		for _, c := range cells {
			units <- [2]string{c.CellID, t.TaskID}
		}
	}
	close(units)
	wg.Wait()
	select {
	case err := <-failures:
		fail(err)
	default:
	}
	fmt.Println("sealing")
	if _, err := j.Seal(cells, tasks); err != nil {
		fail(err)
	}
	fmt.Println("sealed")
}

type process struct {
	*exec.Cmd
	lines *bufio.Scanner
}

func startChild(t *testing.T, role string, r *Run) process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "NOTEBOOK_TEST_CHILD="+role, "NOTEBOOK_TEST_RUN="+r.Dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return process{cmd, bufio.NewScanner(out)}
}

func TestKilledAtAnyMomentNothingRecordedIsLost(t *testing.T) {
	cells, tasks := aGrid(crashCells, crashTasks)
	undisturbed := sealGrid(t, cells, tasks, 1)
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // other moments each time
	rounds, kills, whileSealing := 3, 0, 0
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		r := create(t, t.TempDir(), "e", "r", day)
		recorded := map[string]bool{}
		for finished := false; !finished; {
			p := startChild(t, "work", r)
			// Killed after so many lines, some of them while sealing, and a little later.
			after, last := 1+rng.IntN(crashCells*crashTasks/5), ""
			for n := 0; p.lines.Scan(); n++ {
				last = p.lines.Text()
				if name, ok := strings.CutPrefix(last, "recorded "); ok {
					recorded[name] = true
				}
				if strings.HasPrefix(last, "error") {
					t.Fatal(last)
				}
				if n == after || last == "sealing" && rng.IntN(4) > 0 {
					time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond * time.Duration(1+9*min(1, n/after)))
					_ = p.Process.Kill()
					kills++
				}
			}
			if err := p.Wait(); err != nil && p.ProcessState.ExitCode() >= 0 { // -1: killed
				t.Fatalf("child after %q: %v", last, err)
			}
			if last == "sealing" {
				whileSealing++
			}
			if finished = r.Sealed(); finished {
				break
			}
			if _, err := r.Table("tasks"); err == nil {
				t.Fatal("tables without a seal")
			}
			j := journal(t, r)
			for name := range recorded {
				if !j.Done(name) {
					t.Fatalf("%s is lost; cuts %v", name, j.Cuts())
				}
			}
			for name, ref := range j.done {
				u, err := j.read(name, ref, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range u.Attempts {
					if _, err := r.Blob(a.CandidateHash); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
		}
		sameTables(t, undisturbed, r)
		if err := r.Verify(); err != nil {
			t.Error(err)
		}
	}
	t.Logf("%d kills, %d of them while sealing", kills, whileSealing)
	if kills == 0 {
		t.Error("no child was killed")
	}
}

func TestTheLockOfAKilledProcessIsFree(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	p := startChild(t, "hold", r)
	if !p.lines.Scan() || p.lines.Text() != "begun" {
		t.Fatal(p.lines.Text())
	}
	_, err := r.Journal(Provenance{})
	if want := fmt.Sprintf("e/r: process %d on ", p.Process.Pid); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	journal(t, r)
}

// fillUp records units until one fails, and checks that it fails well.
func fillUp(t *testing.T, r *Run, j *Journal, want string) (recorded []string) {
	t.Helper()
	for i := range 100_000 {
		task := fmt.Sprintf("%d-task", i)
		err := j.Record(UnitName("c", task), aUnit("c", task, func(s string) (string, error) {
			h, _ := j.Blob(strings.Repeat(s, 5))
			return h, nil
		}))
		if err == nil {
			recorded = append(recorded, UnitName("c", task))
			continue
		}
		if !strings.Contains(err.Error(), r.Dir) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v; want the path and %q in one line", err, want)
		}
		return recorded
	}
	t.Fatal("the disk did not fill up")
	return nil
}

func TestAFullDiskLosesNothing(t *testing.T) {
	dir := t.TempDir()
	if runtime.GOOS != "linux" {
		t.Skip("a small file system is mounted on Linux only")
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a small file system: %v: %s", err, strings.TrimSpace(string(out)))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	r := create(t, filepath.Join(dir, "notebook"), "e", "r", day)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 200<<10), 0o644); err != nil {
		t.Fatal(err)
	}
	j, err := r.Journal(Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	recorded := fillUp(t, r, j, "no space left on device; what was recorded before is safe; free some space and resume the run")
	if len(recorded) == 0 {
		t.Fatal("nothing was recorded before the disk was full")
	}
	_ = j.Close()

	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if j, err = r.Journal(Provenance{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range recorded {
		if !j.Done(name) {
			t.Errorf("%s is lost", name)
		}
	}
	before := j.Len()
	if err := j.Record("c/after", aUnit("c", "after", j.Blob)); err != nil {
		t.Fatal(err)
	}
	// Sealing onto a full disk keeps the units too.
	fillUp(t, r, j, "no space left on device")
	_ = j.Close()
	if j, err = r.Journal(Provenance{}); err != nil {
		// Not even room to note the session: said as such, nothing lost.
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		return
	}
	defer j.Close()
	if j.Len() <= before {
		t.Errorf("%d units, had %d", j.Len(), before)
	}
}

func TestSealingOntoAFullDiskKeepsTheUnits(t *testing.T) {
	cells, tasks := aGrid(2, 3)
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	recordGrid(t, j, cells, tasks, 1)
	// A folder in the table's place fails the rename as a full disk fails the write.
	if err := os.MkdirAll(r.Path("tables", "calls.arrow", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := j.Seal(cells, tasks)
	if err == nil || !strings.Contains(err.Error(), r.Path("tables", "calls.arrow")) || !strings.Contains(err.Error(), "what was recorded before is safe") {
		t.Error(err)
	}
	if err := os.RemoveAll(r.Path("tables", "calls.arrow")); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Seal(cells, tasks); err != nil {
		t.Fatal(err)
	}
	sameTables(t, sealGrid(t, cells, tasks, 3), r)
}

func TestALimitOnFileSizesIsToldWithTheWayOut(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no limit on file sizes on Windows")
	}
	r := create(t, t.TempDir(), "e", "r", day)
	p := startChild(t, "small files", r)
	recorded, last := 0, ""
	for p.lines.Scan() {
		last = p.lines.Text()
		if strings.HasPrefix(last, "recorded ") {
			recorded++
		}
	}
	_ = p.Wait()
	if recorded == 0 || !strings.Contains(last, "cannot write: file too large; what was recorded before is safe; raise the limit on file sizes (ulimit -f)") {
		t.Errorf("%d units, then %q", recorded, last)
	}
	if j := journal(t, r); j.Len() < recorded {
		t.Errorf("%d units of %d are left", j.Len(), recorded)
	}
}
