package responses

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The tests below run this test binary as a child process that works on a store and
// is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("RESPONSES_TEST_STORE"); dir != "" {
		child(dir)
		return
	}
	os.Exit(m.Run())
}

const crashCalls = 400

// child asks for what is not in the store yet with four goroutines, pruning first
// what is of no model, and prints a line for each step that has returned.
func child(dir string) {
	fail := func(err error) {
		if err != nil {
			fmt.Println("error:", err)
			os.Exit(1)
		}
	}
	s, err := Open(dir)
	fail(err)
	fmt.Println("opened")
	_, err = s.Prune(Filter{Model: "none"})
	fail(err)
	fmt.Println("pruned")
	calls := make(chan int)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range calls {
				if _, ok, err := s.Get(keyOf(i)); ok || err != nil {
					fail(err)
					continue
				}
				fail(s.Begin(anEntry(i).Intent))
				fmt.Println("begun", i)
				fail(s.Put(anEntry(i)))
				fmt.Println("put", i)
			}
		})
	}
	for i := range crashCalls {
		calls <- i
	}
	close(calls)
	wg.Wait()
	fail(s.Close())
	fmt.Println("done")
}

func TestKilledAtAnyMomentNoAnswerIsLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0)) // other moments each time
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	rounds, kills, inDoubt, cut := 3, 0, 0, 0
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		dir := t.TempDir()
		answered, begun := map[int]bool{}, map[int]int{}
		for done := false; !done; {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "RESPONSES_TEST_STORE="+dir)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			after, n := 1+rng.IntN(crashCalls/5), 0
			for lines := bufio.NewScanner(out); lines.Scan(); n++ {
				what, number, _ := strings.Cut(lines.Text(), " ")
				i, _ := strconv.Atoi(number)
				switch what {
				case "error:":
					_ = cmd.Process.Kill()
					t.Fatal(lines.Text())
				case "begun":
					if answered[i] {
						t.Errorf("%d is asked for again", i)
					}
					begun[i]++
				case "put":
					answered[i] = true
				case "done":
					done = true
				}
				if n == after {
					time.Sleep(time.Duration(rng.IntN(2000)) * time.Microsecond)
					_ = cmd.Process.Kill()
					kills++
				}
			}
			if err := cmd.Wait(); err != nil && cmd.ProcessState.ExitCode() >= 0 { // -1: killed
				t.Fatal(err)
			}
			s := open(t, dir)
			if s.Recovered() != "" {
				cut++
			}
			doubt := map[string]bool{}
			for _, d := range s.InDoubt(Filter{}) {
				doubt[d.Key] = true
				inDoubt++
			}
			for i := range crashCalls {
				got, ok, err := s.Get(keyOf(i))
				switch {
				case err != nil:
					t.Fatal(err)
				case answered[i] && !ok:
					t.Fatalf("the answer %d is lost; %s", i, s.Recovered())
				case ok && (got.Text != anEntry(i).Text || got.Begun < begun[i]):
					t.Fatalf("answer %d: %q, begun %d times, seen %d", i, got.Text, got.Begun, begun[i])
				case begun[i] > 0 && !ok && !doubt[keyOf(i)]:
					t.Fatalf("the call %d was begun and is forgotten", i)
				}
				answered[i] = ok // what was durable before its Put had returned counts too
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(answered) != crashCalls {
			t.Errorf("%d answers", len(answered))
		}
	}
	t.Logf("%d kills, %d calls left in doubt, %d unfinished writes cut off", kills, inDoubt, cut)
	if kills == 0 || inDoubt == 0 {
		t.Error("no child was killed at work")
	}
}

// An answer that waits for its sync is in the file already: a kill does not lose it,
// though nobody finds it before it is durable.
func TestAnAnswerOutlivesTheProcessBeforeItsSync(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	if err := s.Begin(anEntry(1).Intent); err != nil {
		t.Fatal(err)
	}
	s.turn <- struct{}{} // nobody syncs
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			var err error
			switch i {
			case 0:
				err = s.Begin(anEntry(0).Intent)
			case 1:
				err = s.Put(anEntry(1))
			case 2:
				err = s.Put(anEntry(2))
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	written := func() bool {
		s.mu.RLock()
		defer s.mu.RUnlock()
		return s.next.records == 3
	}
	for !written() {
		time.Sleep(time.Millisecond)
	}
	if _, ok, err := s.Get(keyOf(1)); ok || err != nil {
		t.Errorf("found before it is durable: %v, %v", ok, err)
	}
	content, err := os.ReadFile(s.path()) // what a process finds that comes after a kill
	if err != nil {
		t.Fatal(err)
	}
	<-s.turn
	wg.Wait()
	mustHave(t, s, anEntry(1))

	after := t.TempDir()
	if err := os.WriteFile(filepath.Join(after, "answers"), content, 0o644); err != nil {
		t.Fatal(err)
	}
	s = open(t, after)
	mustHave(t, s, anEntry(1))
	mustHave(t, s, anEntry(2))
	if d := s.InDoubt(Filter{}); s.Recovered() != "" || len(d) != 1 || d[0].Key != keyOf(0) {
		t.Errorf("%q, in doubt %v", s.Recovered(), d)
	}
}

func TestAFullDiskAcceptsNothingThatIsNotDurable(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a small file system is mounted on Linux only")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("cannot mount a small file system: %v: %s", err, strings.TrimSpace(string(out)))
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var kept []int
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := w; ; i += 4 {
				err := s.Put(anEntry(i))
				if err != nil {
					if !strings.Contains(err.Error(), "no space left on device; what was recorded before is safe; free some space and resume the run") {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				kept = append(kept, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	check := func() {
		t.Helper()
		if len(kept) == 0 {
			t.Fatal("nothing was kept before the disk was full")
		}
		for _, i := range kept {
			mustHave(t, s, anEntry(i))
		}
	}
	check()
	if s.Len() != len(kept) {
		t.Errorf("%d answers, %d of them accepted", s.Len(), len(kept))
	}
	if err := s.Begin(anEntry(1 << 20).Intent); err == nil {
		t.Error("a call may be sent whose answer cannot be kept")
	}
	_ = s.Close()
	// Full as it is: everything is there, and pruning, for which there is no room, fails
	// without harm.
	s = open(t, dir)
	check()
	if _, err := s.Prune(Filter{Task: "none"}); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Error(err)
	}
	check()
	if _, err := s.Prune(Filter{Model: "m0"}); err == nil {
		t.Log("pruned a third on a full disk")
	}
	_ = s.Close()
	s = open(t, dir)
	if s.Len() == 0 {
		t.Error("all answers are gone")
	}
	_ = s.Close()
}
