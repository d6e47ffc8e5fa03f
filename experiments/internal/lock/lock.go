package lock

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

// errLocked tells that another process holds a lock.
var errLocked = errors.New("locked")

// Take takes the lock at path, made when it is not there, until the file is closed.
// When another process holds it, the error names that process and what it works
// on, such as "run".
func Take(path, what string) (*os.File, error) {
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
			return nil, fmt.Errorf("%s is working on this %s; wait for it or stop it", who, what)
		}
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	host, _ := os.Hostname()
	if err := f.Truncate(0); err == nil {
		_, _ = fmt.Fprintf(f, "process %d on %s\n", os.Getpid(), host)
	}
	return f, nil
}
