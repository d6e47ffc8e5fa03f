//go:build unix

package notebook

import (
	"os/signal"
	"syscall"
)

// ignoreFileSizeSignal limits the size of files that this process writes, and
// has it get an error instead of a signal.
func ignoreFileSizeSignal() {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 30_000, Max: 30_000}); err != nil {
		panic(err)
	}
}
