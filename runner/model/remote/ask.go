package remote

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
)

// ask gets an answer from the endpoint and makes it durable.
func (q *question) ask(ctx context.Context) (*responses.Entry, error) {
	// Seeded by the key, the jitter differs between calls and not between runs.
	var seed [16]byte
	hex.Decode(seed[:], []byte(q.key[:32]))
	q.promptHash = promptHash(q.messages) // now, since an answer that came is to be kept at once
	jitter := rand.New(rand.NewPCG(binary.LittleEndian.Uint64(seed[:8]), binary.LittleEndian.Uint64(seed[8:])))
	var tried []string
	for {
		t := q.try(ctx)
		if t.entry != nil || t.stop != nil {
			return t.entry, t.stop
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		err := t.err.(*Error)
		tried = append(tried, short(err))
		switch err.Kind {
		case Denied, NoModel, NoCredit:
			return nil, q.stop(err, q.advice(err.Kind))
		case Invalid:
			return nil, q.giveUp(err, tried)
		}
		if q.Retries >= *q.options.Retries {
			return nil, q.giveUp(err, tried)
		}
		q.Retries++
		d := pause(q.Retries-1, err.After, q.options.MaxWait, jitter)
		q.Wait += d
		if err := q.session.Clock.Sleep(ctx, d); err != nil {
			return nil, err
		}
	}
}

// result is what came of one call: an entry, an end of the run, or an error of the
// context or an *Error.
type result struct {
	entry *responses.Entry
	stop  error
	err   error
}

// try makes one call.
func (q *question) try(ctx context.Context) (res result) {
	now := q.session.Clock.Now
	t0 := now()
	settle, err := q.session.Ledger.Admit(ctx, q.prices.Bound(q.tokens, q.most()))
	if err != nil {
		if ctx.Err() != nil {
			return result{err: err}
		}
		return result{stop: &model.Stop{Err: err, Cap: true}}
	}
	var took money.Totals
	defer func() { settle(took) }()
	done, err := q.endpoint.turn(ctx, q.tokens)
	if err != nil {
		return result{err: err}
	}
	how, out := failed, int64(0)
	defer func() { done(how, out) }()
	q.Wait += now().Sub(t0)
	if err := q.session.Store.Begin(q.intent()); err != nil {
		return result{stop: &model.Stop{Err: fmt.Errorf("nothing was sent, since it cannot be noted first: response store: %w", err)}}
	}
	t1 := now()
	reply, started, err := q.send(ctx, func(reply *Reply) {
		q.Latency = now().Sub(t1)
		res = q.keep(q.entry(reply))
	})
	if err == nil {
		how, out, took = answered, reply.Usage.Out, q.prices.Of(reply.Usage)
		return res
	}
	q.Latency = now().Sub(t1)
	e := q.classify(err)
	if paid(started, err) { // its intent stays in doubt, and it counts as its bound
		took = money.Totals{Cost: math.NaN(), Tokens: -1}
		if c := q.prices.Cost(reply.Usage); c > 0 {
			q.lost += c
		}
	} else if _, ok := refused(e); !ok {
		if err := q.session.Store.Abandon(q.key, e.Error()); err != nil {
			return result{stop: broken(err)}
		}
	}
	if ctx.Err() != nil {
		return result{err: ctx.Err()}
	}
	if e.Kind == Limited || e.Status == http.StatusServiceUnavailable || e.Status == 529 {
		how = overloaded
	}
	if reply, ok := refused(e); ok {
		how = answered
		return q.keep(q.entry(reply))
	}
	return result{err: e}
}

// keep makes an entry durable.
func (q *question) keep(e *responses.Entry) result {
	if err := q.session.Store.Put(e); err != nil {
		return result{stop: &model.Stop{Err: fmt.Errorf("an answer came and cannot be kept: response store: %w", err)}}
	}
	return result{entry: e}
}

// send makes the HTTP call and hands its answer to keep as soon as the last byte of it
// has come, whatever the connection still has to do: until it is kept, a kill loses
// it. The reply is never nil.
func (q *question) send(ctx context.Context, keep func(*Reply)) (reply *Reply, started bool, err error) {
	reply = &Reply{Usage: Unknown}
	call := &Call{
		Model: q.options.Model, Settings: q.settings, Messages: q.messages, Seed: q.seed(q.r),
		Stream: *q.options.Stream, Key: q.key,
	}
	build := func(ctx context.Context) (*http.Request, error) {
		r, err := q.protocol.Request(ctx, Address{q.options.BaseURL, q.apiKey}, call)
		if err != nil {
			return nil, &Error{Kind: Invalid, Message: err.Error()}
		}
		// Spelt so that net/http does not see it: a request with this header is one that
		// it sends again by itself when a connection breaks, uncounted and unadmitted.
		r.Header["idempotency-key"] = []string{q.key}
		r.Header.Set("User-Agent", "proofgrid")
		return r, nil
	}
	read := func(r *http.Response) error {
		if r.StatusCode >= 300 {
			return q.bad(r)
		}
		got, err := q.protocol.Read(r, call.Stream)
		switch {
		case got == nil && err == nil:
			return errors.New("no answer in the response")
		case got != nil:
			reply = got
		}
		if err == nil {
			keep(reply)
		}
		return err
	}
	started, err = q.endpoint.send(ctx, limits{q.options.Timeout, q.options.FirstByte, q.options.Idle}, build, read)
	return reply, started, err
}

// bad reads a response of another status than 2xx.
func (q *question) bad(r *http.Response) *Error {
	if r.StatusCode < 400 {
		to := "elsewhere"
		if u, err := r.Location(); err == nil {
			to = u.Scheme + "://" + u.Host
		}
		return &Error{Kind: NoModel, Status: r.StatusCode, Message: "redirects to " + to + ", where the key is not sent"}
	}
	b, _ := io.ReadAll(io.LimitReader(r.Body, 64<<10)) // what there is of it
	e := q.protocol.Classify(r.StatusCode, b)
	if e == nil {
		e = &Error{Kind: StatusKind(r.StatusCode)}
	}
	e.Status = r.StatusCode
	if e.After == 0 {
		e.After = retryAfter(r.Header, q.session.Clock.Now())
	}
	return e
}

// classify makes any error of a call one that can be acted on and shown.
func (q *question) classify(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		clean := *e
		clean.Message = q.secret.message(e.Message)
		return &clean
	}
	kind := Transient
	if errors.Is(err, errTooLarge) {
		kind = Invalid // it would come again
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the address is named elsewhere
	}
	return &Error{Kind: kind, Message: q.secret.message(err.Error())}
}

// paid reports whether a call that failed may have been answered, and billed, all
// the same: it was sent, and no status says that it failed.
func paid(started bool, err error) bool {
	var e *Error
	if errors.As(err, &e) && !started {
		return false
	}
	var op *net.OpError
	return started || !(errors.As(err, &op) && op.Op == "dial")
}

// giveUp keeps that a question has no answer and returns that as an error.
func (q *question) giveUp(err *Error, tried []string) error {
	text := fmt.Sprintf("%s at %s: %v", q.protocol.Name(), q.options.BaseURL, err)
	if len(tried) > 1 {
		text += fmt.Sprintf(" (after %d calls: %s)", len(tried), runs(tried))
	}
	f := &responses.Failure{
		Intent: q.intent(), Cell: q.r.Cell, Error: text,
		Cost: q.lost, Retries: q.Retries, Wait: q.Wait, Latency: q.Latency,
	}
	if err := q.session.Store.Fail(f); err != nil {
		return broken(err)
	}
	return q.failure(f)
}

// failure is the error of a question that was given up, now or by the run that is
// replayed.
func (q *question) failure(f *responses.Failure) error {
	return &model.Failure{Err: errors.New(f.Error), Call: model.Call{
		Key: q.key, Prompt: q.messages, Settings: q.Settings(), Cost: q.prices.Cost(Usage{}) + f.Cost, // NaN without prices
		Retries: f.Retries, Wait: f.Wait, Latency: f.Latency,
	}}
}

// short names an error in a list of what was tried.
func short(e *Error) string {
	if e.Status != 0 {
		return fmt.Sprint("HTTP ", e.Status)
	}
	return e.Message
}

// runs joins what was tried, in order, with repeats counted.
func runs(tried []string) string {
	var out []string
	for i := 0; i < len(tried); {
		n := 1
		for i+n < len(tried) && tried[i+n] == tried[i] {
			n++
		}
		s := tried[i]
		if n > 1 {
			s = fmt.Sprintf("%d × %s", n, s)
		}
		out = append(out, s)
		i += n
	}
	return strings.Join(out, ", ")
}

// advice says what to do about an error that ends the run.
func (q *question) advice(k Kind) string {
	switch k {
	case NoModel:
		return fmt.Sprintf("check the options model (%s) and base_url, and whether the key may use the model", q.options.Model)
	case NoCredit:
		return "check the account's credit and limits at the provider, then go on with --resume"
	}
	if q.options.KeyEnv == "" {
		return "the endpoint wants a key: name its environment variable in key_env"
	}
	return fmt.Sprintf("check the key in the environment variable %s and what it is allowed to do", q.options.KeyEnv)
}
