package remote

import (
	"context"
	"sync"
)

// flights let one caller at a time work on a key: cells that differ in their
// budget alone ask the same questions, and each is paid once.
type flights struct {
	mu sync.Mutex
	m  map[string]chan struct{} // closed when the caller at work is done
}

// enter waits until nobody else works on the key.
func (f *flights) enter(ctx context.Context, key string) (leave func(), err error) {
	for {
		f.mu.Lock()
		busy, ok := f.m[key]
		if !ok {
			done := make(chan struct{})
			if f.m == nil {
				f.m = map[string]chan struct{}{}
			}
			f.m[key] = done
			f.mu.Unlock()
			return func() {
				f.mu.Lock()
				delete(f.m, key)
				f.mu.Unlock()
				close(done)
			}, nil
		}
		f.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
