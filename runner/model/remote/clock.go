package remote

import (
	"context"
	"time"
)

// Clock is the time that a session lives in. The limits of a single call (timeout,
// first_byte and idle) run in real time.
type Clock struct {
	Now func() time.Time
	// Sleep returns after d, or with the context's error as soon as it ends.
	Sleep func(ctx context.Context, d time.Duration) error
}

// RealTime is the clock of the machine.
var RealTime = Clock{time.Now, sleep}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
