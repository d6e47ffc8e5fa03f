package remote

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The first retry waits up to firstPause, each further one up to twice as long as
// the one before, at most until the option max_wait.
const firstPause = time.Second

// pause is how long to wait before retry n, counted from 0: exponential backoff
// with full jitter, so that calls that failed together do not come back together
// (M. Brooker, Exponential Backoff And Jitter, 2015). What the provider asked for
// is waited in any case, with as much jitter on top, up to max.
func pause(n int, after, max time.Duration, r *rand.Rand) time.Duration {
	top := firstPause << min(n, 20)
	// Bounded before the sum: what reaches beyond 292 years would overflow it.
	return min(min(after, max)+time.Duration(r.Float64()*float64(min(top, max))), max)
}

// resets are headers of providers that say when a limit is lifted, as a duration
// such as 6m0s, as seconds, or as a time.
var resets = []struct{ remaining, reset string }{
	{"x-ratelimit-remaining-requests", "x-ratelimit-reset-requests"},
	{"x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"},
	{"anthropic-ratelimit-requests-remaining", "anthropic-ratelimit-requests-reset"},
	{"anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"},
	{"anthropic-ratelimit-input-tokens-remaining", "anthropic-ratelimit-input-tokens-reset"},
	{"anthropic-ratelimit-output-tokens-remaining", "anthropic-ratelimit-output-tokens-reset"},
}

// retryAfter is how long the headers of a response ask to wait, 0 when they do not
// say. Retry-After (RFC 9110, section 10.2.3) and its form in milliseconds go
// before the times at which limits that are used up are reset.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("retry-after-ms"), 64); err == nil && ms > 0 {
		return seconds(ms / 1000)
	}
	if v := h.Get("Retry-After"); v != "" {
		return until(v, now)
	}
	var longest time.Duration
	for _, r := range resets {
		if h.Get(r.remaining) == "0" {
			longest = max(longest, until(h.Get(r.reset), now))
		}
	}
	return longest
}

// until reads a wait in any of its forms; 0 for what is no wait or is over.
func until(v string, now time.Time) time.Duration {
	v = strings.TrimSpace(v)
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if d, err := time.ParseDuration(v); err == nil {
		return max(d, 0)
	}
	if t, err := http.ParseTime(v); err == nil {
		return max(t.Sub(now), 0)
	}
	if t, err := time.Parse(time.RFC3339, v); err == nil {
		return max(t.Sub(now), 0)
	}
	return 0
}

// seconds is a duration of that many seconds, at most a day.
func seconds(s float64) time.Duration {
	if !(s > 0) { // NaN too
		return 0
	}
	return time.Duration(min(s, 86400) * float64(time.Second))
}
