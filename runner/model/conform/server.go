package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say how a server behaves. The zero value takes any key and model, answers
// with Text and makes no fault.
type Options struct {
	Reply  func(*Request) Reply // safe for concurrent use; nil: Text
	Fault  func(*Request) Fault // likewise; nil: none
	Keys   []string             // accepted; empty: any that is not empty
	Models []string             // known; empty: any
	Window int                  // tokens that a prompt may have; 0: any number

	// Idempotent servers answer a call that they answered before with the same
	// bytes, and charge for it once. Providers differ in this; OpenAI, Anthropic and
	// Gemini promise nothing.
	Idempotent bool

	Wait  time.Duration    // what Retry-After asks for; 0: 2 s
	Delay time.Duration    // of slow replies: before the first byte, or between pieces; 0: 100 ms
	Now   func() time.Time // for Retry-After as a date; nil: time.Now
	Keep  int              // requests that are kept for inspection, the last ones; 0: 1000
}

// Count says what became of requests.
type Count struct {
	Received int `json:"received"`
	Answered int `json:"answered"` // a whole reply of a model was handed to the network
	Paid     int `json:"paid"`     // a provider would charge: a model was at work, even if its reply was lost
}

// Exchange is a request with what the server did.
type Exchange struct {
	Request  *Request
	Fault    Fault
	Status   int // of HTTP; 0: the connection ended before one
	Answered bool
}

// Server is the handler. It is safe for concurrent use.
type Server struct {
	options Options

	mu       sync.Mutex
	total    Count
	counts   map[string]Count
	tries    map[string]int
	saved    map[string]*Reply // of idempotent servers
	kept     []Exchange
	handlers sync.WaitGroup
}

// New returns a server with the options.
func New(o Options) *Server {
	if o.Reply == nil {
		o.Reply = Text
	}
	if o.Fault == nil {
		o.Fault = Sequence()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Wait, o.Delay, o.Keep = cmp.Or(o.Wait, defaultWait), cmp.Or(o.Delay, defaultDelay), cmp.Or(o.Keep, 1000)
	return &Server{options: o, counts: map[string]Count{}, tries: map[string]int{}, saved: map[string]*Reply{}}
}

// Total counts all requests.
func (s *Server) Total() Count {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.total
}

// Counts counts the requests of each call (see Request.Call).
func (s *Server) Counts() map[string]Count {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.counts)
}

// Exchanges returns the last requests, in the order in which they were dealt with.
func (s *Server) Exchanges() []Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.kept)
}

// Listen serves on a loopback address such as 127.0.0.1:0 until stop is called,
// which ends all connections and waits for their handlers. It returns the base URL
// without a path.
func (s *Server) Listen(addr string) (url string, stop func(), err error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return "", nil, fmt.Errorf("address %q: %w", addr, err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", nil, fmt.Errorf("address %q is not on loopback: take 127.0.0.1:0", addr)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return "", nil, err
	}
	srv := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = srv.Serve(l) // ends with ErrServerClosed
	}()
	return "http://" + l.Addr().String(), func() {
		_ = srv.Close()
		<-done
		s.handlers.Wait()
	}, nil
}

// maxBody bounds the requests that the server reads.
const maxBody = 32 << 20

// ServeHTTP deals with one request of any of the protocols.
func (s *Server) ServeHTTP(w http.ResponseWriter, h *http.Request) {
	s.handlers.Add(1)
	defer s.handlers.Done()
	r := &Request{Path: h.URL.Path, Header: h.Header.Clone()}
	var p protocol
	switch path := h.URL.Path; {
	case strings.HasSuffix(path, "/chat/completions"):
		r.Protocol, p = OpenAI, openAI{}
	case strings.HasSuffix(path, "/v1/messages"):
		r.Protocol, p = Anthropic, anthropic{}
	case strings.HasSuffix(path, geminiWhole), strings.HasSuffix(path, geminiStream) && h.URL.Query().Get("alt") == "sse":
		r.Protocol, p = Gemini, gemini{}
	default:
		http.NotFound(w, h)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, h.Body, maxBody))
	r.Body, r.Key, r.Call = body, p.key(h), callOf(h, body)
	wrong := s.check(p, h, r, err)

	e := Exchange{Request: r, Fault: OK}
	s.mu.Lock()
	r.N, r.Try = s.total.Received, s.tries[r.Call]
	s.tries[r.Call]++
	s.add(r, Count{Received: 1})
	saved := s.saved[r.Call]
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if over := len(s.kept) + 1 - s.options.Keep; over > 0 {
			s.kept = slices.Delete(s.kept, 0, over)
		}
		s.kept = append(s.kept, e)
	}()

	if wrong == nil {
		e.Fault = s.options.Fault(r)
	}
	b, ok := behaviours[e.Fault]
	if !ok {
		panic(fmt.Sprintf("conform: no fault %q", e.Fault))
	}
	out := &writer{w: w, r: r, ctx: h.Context(), delay: s.options.Delay, wire: b.wire}
	defer func() { e.Status = out.status }()
	switch {
	case wrong != nil:
		out.error(p, wrong.kind, wrong.message)
		return
	case b.error != "" && (b.wire == clean || !r.Stream):
		if b.after != nil {
			w.Header().Set("Retry-After", b.after(s.options.Wait, s.options.Now()))
		}
		message := ""
		if b.echo {
			message = "Incorrect API key provided: " + r.Key + "."
		}
		out.error(p, b.error, message)
		return
	case b.wire == page:
		out.page(b.page)
		return
	case b.wire == reset:
		out.reset()
		return
	case b.wire == hang:
		<-h.Context().Done()
		return
	}

	reply := s.options.Reply(r)
	if saved != nil {
		reply = *saved
	}
	if b.reply != nil {
		b.reply(&reply)
	}
	if r.MaxTokens > 0 && e.Fault != Big {
		reply.limit(r.MaxTokens)
	}
	e.Answered = out.answer(p, &reply, func(last func() bool) bool {
		// Under the lock, so that whoever has the last byte also finds it counted.
		s.mu.Lock()
		defer s.mu.Unlock()
		whole := last()
		if whole {
			s.add(r, Count{Answered: 1})
			if s.options.Idempotent {
				s.saved[r.Call] = &reply
			}
		}
		if saved == nil {
			s.add(r, Count{Paid: 1})
		}
		return whole
	})
	if b.wire == cut {
		panic(http.ErrAbortHandler) // ends the connection without the mark of the body's end
	}
}

// add counts; the lock is held.
func (s *Server) add(r *Request, c Count) {
	one := s.counts[r.Call]
	for _, n := range []*Count{&s.total, &one} {
		n.Received += c.Received
		n.Answered += c.Answered
		n.Paid += c.Paid
	}
	s.counts[r.Call] = one
}

// check finds what a provider would refuse, in the order in which it would.
func (s *Server) check(p protocol, h *http.Request, r *Request, err error) *mistake {
	var large *http.MaxBytesError
	switch {
	case h.Method != http.MethodPost:
		return &mistake{kind: noMethod}
	case errors.As(err, &large):
		return &mistake{kind: tooLarge}
	case err != nil:
		return invalid("The body could not be read.")
	case r.Key == "":
		return &mistake{kind: noKey}
	case len(s.options.Keys) > 0 && !slices.Contains(s.options.Keys, r.Key):
		return &mistake{kind: badKey}
	case !strings.HasPrefix(h.Header.Get("Content-Type"), "application/json"):
		return invalid("The content type must be application/json.")
	}
	if wrong := p.read(r); wrong != nil {
		return wrong
	}
	switch {
	case len(s.options.Models) > 0 && !slices.Contains(s.options.Models, r.Model):
		return &mistake{kind: noModel}
	case s.options.Window > 0 && tokens(r.Prompt()) > s.options.Window:
		return &mistake{kind: tooLong}
	}
	return nil
}

// pause waits, or ends early when the client is gone.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
