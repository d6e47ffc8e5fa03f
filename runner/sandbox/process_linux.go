package sandbox

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// reach says how children are held on this system without isolation.
const reach = "a process group of its own, killed with all children that ancestry, environment or adoption show; a hostile program can escape"

func attributes() *syscall.SysProcAttr {
	// Files that Go opens are not inherited, but those that this program was started
	// with would be. An old kernel knows no such call.
	_ = unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// marker is a variable that children inherit, wherever they go.
func marker(n int64) string {
	return fmt.Sprintf("PROOFGRID_SANDBOX=%d.%d", os.Getpid(), n)
}

// killAll kills the group that pid leads and all of its descendants, also those in
// groups of their own. A process may fork while the list is made, so it is made
// again until it is empty. It is made before the first kill: the children of a
// process that has ended have another parent.
func killAll(pid int, mark string) {
	for range 100 {
		found := descendants(pid, mark)
		syscall.Kill(-pid, syscall.SIGKILL)
		for _, p := range found {
			syscall.Kill(p, syscall.SIGKILL)
		}
		if killStrays()+len(found) == 0 {
			return
		}
	}
}

// watches says that measure works.
const watches = true

// measure counts a program's processes and the bytes that they hold in memory, those of
// mapped files left out.
func measure(pid int, mark string) (processes int, resident int64) {
	for _, p := range append(descendants(pid, mark), pid) {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p))
		if err != nil {
			continue // ended meanwhile
		}
		processes++
		for line := range strings.Lines(string(status)) {
			// RssAnon:	    1234 kB
			if name, value, _ := strings.Cut(line, ":"); name == "RssAnon" || name == "RssShmem" {
				resident += int64(number(strings.TrimSuffix(strings.TrimSpace(value), " kB"))) << 10
			}
		}
	}
	return processes, resident
}

// descendants lists the living processes below pid and those with the mark, if it is
// not empty.
func descendants(pid int, mark string) []int {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	type process struct{ pid, parent int }
	var all []process
	below := map[int]bool{}
	for _, path := range stats {
		p := process{pid: number(strings.Split(path, "/")[2])}
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // ended meanwhile
		}
		// pid (name) state parent …, where the name may have spaces and parentheses
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 2 || fields[0] == "Z" || fields[0] == "X" {
			continue
		}
		p.parent = number(fields[1])
		all = append(all, p)
		if mark != "" && p.pid != os.Getpid() && marked(p.pid, mark) {
			below[p.pid] = true
		}
	}
	for more := true; more; {
		more = false
		for _, p := range all {
			if (below[p.parent] || p.parent == pid) && !below[p.pid] && p.pid != pid {
				below[p.pid], more = true, true
			}
		}
	}
	var out []int
	for p := range below {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func marked(pid int, mark string) bool {
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && slices.Contains(strings.Split(string(env), "\x00"), mark)
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
