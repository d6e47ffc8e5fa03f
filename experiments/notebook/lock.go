package notebook

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// errLocked tells that another process holds a lock.
var errLocked = errors.New("locked")

// lockRun takes the run's lock, which the operating system drops with the
// process however it ends, so no lock is ever stale. The file's text only names
// the holder.
func lockRun(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		holder, _ := os.ReadFile(path)
		f.Close()
		if errors.Is(err, errLocked) {
			who := strings.TrimSpace(string(holder))
			if who == "" {
				who = "another process"
			}
			return nil, fmt.Errorf("%s is working on this run; wait for it or stop it", who)
		}
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	host, _ := os.Hostname()
	if err := f.Truncate(0); err == nil {
		_, _ = fmt.Fprintf(f, "process %d on %s\n", os.Getpid(), host)
	}
	return f, nil
}
