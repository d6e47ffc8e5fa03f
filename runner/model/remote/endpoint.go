package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

// endpoint is one address of one protocol, with the limits that all models of a
// session share there.
type endpoint struct {
	gate     *gate
	requests *rate.Limiter // nil without a limit
	tokens   *rate.Limiter // likewise
	client   *http.Client
	clock    Clock
}

func newEndpoint(o *Options, clock Clock) *endpoint {
	e := &endpoint{gate: newGate(o.Concurrency), clock: clock, client: newClient(o.Concurrency)}
	e.tighten(o)
	return e
}

// tighten makes the limits at least as strict as those of the options. It is called
// before the first call.
func (e *endpoint) tighten(o *Options) {
	e.gate.tighten(o.Concurrency)
	if n := o.RequestsPerMinute; n > 0 {
		// Evenly spaced: no minute, wherever it starts, holds more than n and one.
		e.requests = slower(e.requests, rate.NewLimiter(rate.Limit(n/60), 1))
	}
	if n := o.TokensPerMinute; n > 0 { // ten seconds' worth may come at once
		e.tokens = slower(e.tokens, rate.NewLimiter(rate.Limit(n/60), int(max(1, n/6))))
	}
}

func slower(a, b *rate.Limiter) *rate.Limiter {
	if a == nil || b.Limit() < a.Limit() {
		return b
	}
	return a
}

// newClient returns a client that keeps one connection for each call under way. It
// takes proxies from the environment, as other programs do.
func newClient(concurrency int) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 20 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			TLSHandshakeTimeout:    20 * time.Second,
			ForceAttemptHTTP2:      true,
			MaxIdleConns:           concurrency,
			MaxIdleConnsPerHost:    concurrency,
			IdleConnTimeout:        90 * time.Second,
			MaxResponseHeaderBytes: 256 << 10,
		},
		// A redirect to another host would take the key and the prompt there.
		CheckRedirect: func(to *http.Request, via []*http.Request) error {
			from := via[0].URL
			if to.URL.Host != from.Host || to.URL.Scheme != from.Scheme || len(via) > 3 {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
}

// turn waits until a call with a prompt of that many tokens may be sent. done
// gives the place back, with how the call went and the tokens of its answer.
func (e *endpoint) turn(ctx context.Context, tokens int64) (done func(how outcome, out int64), err error) {
	epoch, err := e.gate.enter(ctx)
	if err != nil {
		return nil, err
	}
	if err = e.wait(ctx, e.requests, 1); err == nil {
		err = e.wait(ctx, e.tokens, tokens)
	}
	if err != nil {
		e.gate.leave(epoch, failed)
		return nil, err
	}
	return func(how outcome, out int64) {
		if e.tokens != nil && out > 0 { // a debt, which later calls wait for
			reserve(e.tokens, e.clock.Now(), out)
		}
		e.gate.leave(epoch, how)
	}, nil
}

func (e *endpoint) wait(ctx context.Context, l *rate.Limiter, n int64) error {
	if l == nil || n <= 0 {
		return ctx.Err()
	}
	return e.clock.Sleep(ctx, reserve(l, e.clock.Now(), n))
}

// reserve takes n from a limiter, more than its burst too, and returns the delay.
func reserve(l *rate.Limiter, now time.Time, n int64) time.Duration {
	var delay time.Duration
	for n > 0 {
		part := min(n, int64(l.Burst()))
		delay = l.ReserveN(now, int(part)).DelayFrom(now)
		n -= part
	}
	return delay
}

var (
	errTimeout   = errors.New("no whole answer within the timeout")
	errFirstByte = errors.New("no first byte within the limit")
	errIdle      = errors.New("no further byte of the answer within the limit")
	errTooLarge  = fmt.Errorf("the response is larger than %d MiB, or an event of it than %d MiB", MaxResponse>>20, maxEvent>>20)
)

// limits bound one call in real time: all of it, the time until its first byte, and
// the time between two reads of which the second brings bytes.
type limits struct{ whole, first, idle time.Duration }

// send makes one call and hands the response, with its body under the limits, to
// read. What read returns is returned; cause explains an error of the network or a
// limit. started says that the other side began to answer, so that the call may
// have been paid.
func (e *endpoint) send(ctx context.Context, l limits, build func(context.Context) (*http.Request, error), read func(*http.Response) error) (started bool, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	whole := time.AfterFunc(l.whole, func() { cancel(fmt.Errorf("%w of %v", errTimeout, l.whole)) })
	defer whole.Stop()
	first := time.AfterFunc(l.first, func() { cancel(fmt.Errorf("%w of %v", errFirstByte, l.first)) })
	defer first.Stop()
	idle := time.AfterFunc(l.idle, func() { cancel(fmt.Errorf("%w of %v", errIdle, l.idle)) })
	idle.Stop() // until the first byte is here

	req, err := build(ctx)
	if err != nil {
		return false, err
	}
	resp, err := e.client.Do(req)
	if err != nil {
		return false, explain(ctx, err)
	}
	defer resp.Body.Close()
	b := &body{ReadCloser: resp.Body, left: MaxResponse, first: first, idle: idle, pause: l.idle}
	resp.Body = b
	err = read(resp)
	if b.err != nil && err != nil && resp.StatusCode < 300 {
		err = b.err // what ended the reading says more than what was made of the part
	}
	if err == nil {
		// Read to its end, the connection can be used again; a server that leaves it
		// open after the answer is not waited for.
		grace := time.AfterFunc(100*time.Millisecond, func() { cancel(nil) })
		defer grace.Stop()
		io.CopyN(io.Discard, b, 1<<16)
		return true, nil
	}
	return resp.StatusCode < 300, explain(ctx, err)
}

// explain replaces the error of a cancelled context by its cause.
func explain(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// body bounds a response and keeps the clocks of its bytes.
type body struct {
	io.ReadCloser
	left  int64
	begun bool        // the first byte is here
	first *time.Timer // until then
	idle  *time.Timer // then, while somebody waits for bytes
	pause time.Duration
	err   error // sticky, not io.EOF
}

func (b *body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	if b.left <= 0 {
		b.err = errTooLarge
		return 0, b.err
	}
	if int64(len(p)) > b.left {
		p = p[:b.left]
	}
	if b.begun {
		b.idle.Reset(b.pause)
	}
	n, err := b.ReadCloser.Read(p)
	b.idle.Stop()
	if n > 0 {
		b.begun = true
		b.first.Stop()
		b.left -= int64(n)
	}
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}
