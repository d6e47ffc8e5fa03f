package durable

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Explain says what a failed write to a file means for the user, who runs an
// experiment. Other errors it returns as they are.
func Explain(path string, err error) error {
	var p *os.PathError
	var l *os.LinkError
	cause := err
	switch {
	case errors.As(err, &p) && p.Op != "read":
		cause = p.Err
	case errors.As(err, &l):
		cause = l.Err
	default:
		return err
	}
	way := "mend the cause"
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		way = "free some space"
	case errors.Is(err, syscall.EFBIG):
		way = "raise the limit on file sizes (ulimit -f)"
	}
	return fmt.Errorf("%s: cannot write: %w; what was recorded before is safe; %s and resume the run", path, cause, way)
}
