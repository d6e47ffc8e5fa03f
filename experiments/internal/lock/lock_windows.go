package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFile locks a byte far behind the text, since a locked byte cannot be read.
func lockFile(f *os.File) error {
	at := &windows.Overlapped{Offset: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errLocked
	}
	return err
}
