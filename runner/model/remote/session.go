package remote

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"proofgrid/experiments/responses"
	"proofgrid/experiments/tokens"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

// Store keeps answers by their keys; *responses.Store is the one.
type Store interface {
	Get(key string) (*responses.Entry, bool, error)
	Begin(responses.Intent) error  // durable when it returns, as is Put
	Put(*responses.Entry) error    // outlives this process as soon as it is called
	Abandon(key, why string) error // the intended call failed for certain

	// What became of the question when a cell asked it, for replays: an answer, or that
	// the cell gave up, or nothing.
	Recall(key, cell string) (*responses.Entry, *responses.Failure, error)
	Fail(*responses.Failure) error
	Forgive(key, cell string) error // the cell got an answer after all
}

// Ledger knows what was spent; *money.Ledger is the one. Admit waits or refuses
// so that the caps hold; settle is called once with what came of it.
type Ledger interface {
	Admit(ctx context.Context, bound money.Totals) (settle func(actual money.Totals), err error)
}

// Config is what the models of a run share.
type Config struct {
	Run    string // labels the answers that this run asks for first
	Store  Store
	Ledger Ledger
	Replay bool                     // answers and failures come from the store alone; nothing is sent, and no key is needed
	Getenv func(name string) string // where keys are
	Clock  Clock                    // RealTime, but in tests
}

// Session holds the endpoints of a run and keeps a question from being asked twice
// at the same time. It is safe for concurrent use.
type Session struct {
	Config
	flights   flights
	mu        sync.Mutex
	endpoints map[string]*endpoint // by protocol and base URL
}

// NewSession returns a session without models. The caller closes it.
func NewSession(c Config) *Session {
	return &Session{Config: c, endpoints: map[string]*endpoint{}}
}

// Close gives the connections back. No model of the session may be in use.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.endpoints {
		e.client.CloseIdleConnections()
	}
}

// Model makes a model of the session, before the first call of any; name is how the
// spec calls it. Prices may be nil. Errors begin with the name of the option that is
// wrong.
func (s *Session) Model(name string, p Protocol, o Options, prompts *prompt.Templates, prices *money.Prices) (*Model, error) {
	o, err := o.complete(p.Defaults())
	if err != nil {
		return nil, err
	}
	settings, err := p.Settings(&o)
	if err != nil {
		return nil, err
	}
	if err := prices.Validate(); err != nil {
		return nil, fmt.Errorf("prices: %w", err)
	}
	if settings, err = merge(settings, o.Extra, ""); err != nil {
		return nil, err
	}
	counter := tokens.ForModel(o.Model)
	if o.Tokenizer != "" {
		if counter, err = tokens.ByName(o.Tokenizer); err != nil {
			return nil, fmt.Errorf("tokenizer: %w", err)
		}
	}
	m := &Model{
		session: s, name: name, protocol: p, options: o, settings: settings,
		prompts: prompts, prices: prices, counter: counter,
	}
	if _, err := m.key(new(model.Request), nil); err != nil {
		return nil, fmt.Errorf("extra: %w", err) // what JSON cannot say, such as .nan
	}
	if o.KeyEnv != "" {
		m.apiKey = strings.TrimSpace(s.Getenv(o.KeyEnv))
	}
	m.secret = newSecret(m.apiKey)
	m.endpoint = s.endpoint(p, &m.options)
	return m, nil
}

// endpoint returns the one for a base URL. The strictest limits of its models hold.
func (s *Session) endpoint(p Protocol, o *Options) *endpoint {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := p.Name() + " " + o.BaseURL
	e := s.endpoints[id]
	if e == nil {
		e = newEndpoint(o, s.Clock)
		s.endpoints[id] = e
		return e
	}
	e.tighten(o)
	return e
}
