package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// A process whose parent ends becomes a child of this program, not of the system's first
// one: so that whatever a program has started, with no trace in its environment and in a
// session of its own, can be found when it is over. A child that this package did not
// start and that is in another session than this program is such a stray: programs get
// sessions of their own, and nothing can join a session.
var adopts = sync.OnceValue(func() bool {
	if _, err := os.Stat(fmt.Sprintf("/proc/self/task/%d/children", os.Getpid())); err != nil {
		return false // the kernel lists no children
	}
	return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == nil
})

// started holds the programs that run, by their marks. It is locked while one starts: a
// process that is not yet in it must not be taken for a stray.
var started = struct {
	sync.Mutex
	marks map[int]string
}{marks: map[int]string{}}

// launch starts a program.
func launch(cmd *exec.Cmd, mark string) error {
	adopts()
	started.Lock()
	defer started.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	started.marks[cmd.Process.Pid] = mark
	return nil
}

// ended forgets a program that was waited for.
func ended(pid int) {
	started.Lock()
	defer started.Unlock()
	delete(started.marks, pid)
}

// killStrays kills the strays that bear no mark of a program that runs, takes leave of
// those that have ended, and says how many it killed. A stray of a program that still
// runs dies with it or with whichever ends first.
func killStrays() (killed int) {
	if !adopts() {
		return 0
	}
	started.Lock()
	defer started.Unlock()
	running := map[string]bool{}
	for _, mark := range started.marks {
		running[mark] = true
	}
	own, err := unix.Getsid(0)
	if err != nil {
		return 0
	}
	for _, p := range children() {
		if _, ours := started.marks[p]; ours {
			continue
		}
		if sid, err := unix.Getsid(p); err != nil || sid == own {
			continue // started by another package, which waits for it
		}
		if ended, err := syscall.Wait4(p, nil, syscall.WNOHANG, nil); err != nil || ended == p {
			continue
		}
		env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p))
		if err == nil && bears(env, running) {
			continue
		}
		syscall.Kill(p, syscall.SIGKILL)
		killed++
	}
	return killed
}

func bears(env []byte, marks map[string]bool) bool {
	for v := range bytes.SplitSeq(env, []byte{0}) {
		if marks[string(v)] {
			return true
		}
	}
	return false
}

// children lists the children of this program.
func children() []int {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return nil
	}
	var out []int
	for _, name := range files {
		list, err := os.ReadFile(name)
		if err != nil {
			continue // the thread has ended
		}
		for _, p := range strings.Fields(string(list)) {
			out = append(out, number(p))
		}
	}
	return out
}
