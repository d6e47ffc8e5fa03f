package remote

import (
	"fmt"
	"maps"

	"proofgrid/experiments/tokens"
	"proofgrid/runner/model"
	"proofgrid/runner/money"
	"proofgrid/runner/prompt"
)

// Model is a model at an endpoint. It implements model.Model and model.Concurrent.
type Model struct {
	session  *Session
	name     string
	protocol Protocol
	options  Options
	settings map[string]any // as sent, without the seed
	prompts  *prompt.Templates
	prices   *money.Prices
	counter  tokens.Counter
	endpoint *endpoint
	apiKey   string
	secret   secret
}

// Settings are those that decide the answers, as they are sent; the model that the
// other side says it is stands in every call.
func (m *Model) Settings() map[string]any {
	return map[string]any{
		"protocol": m.protocol.Name(), "endpoint": m.options.Endpoint, "model": m.options.Model,
		"seed": m.options.Seed, "sent": maps.Clone(m.settings), "prompt_templates": m.prompts.Hash(),
	}
}

// Concurrency is the number of calls that may be under way.
func (m *Model) Concurrency() int { return m.options.Concurrency }

// Prompt returns what would be sent.
func (m *Model) Prompt(r *model.Request) ([]model.Message, error) { return m.prompts.Prompt(r) }

// Counter counts the tokens of the model's prompts.
func (m *Model) Counter() tokens.Counter { return m.counter }

// MaxTokens bounds an answer, 0 when nothing does.
func (m *Model) MaxTokens() int64 { return m.options.MaxTokens }

// Window is the context length in tokens, 0 when the spec does not say.
func (m *Model) Window() int { return m.options.Window }

// Prices are those of the spec, nil when it has none.
func (m *Model) Prices() *money.Prices { return m.prices }

// Ready returns a [model.Stop] when calls cannot be made: the key is missing. A
// session that replays needs none.
func (m *Model) Ready() error {
	if m.session.Replay || m.apiKey != "" || m.options.KeyEnv == "" {
		return nil
	}
	return m.stop(nil, fmt.Sprintf("set the environment variable %s to the key, or name another one in key_env", m.options.KeyEnv))
}

// stop is an error that ends the run. next says what to do.
func (m *Model) stop(err *Error, next string) error {
	at := fmt.Sprintf("model %s (%s at %s)", m.name, m.protocol.Name(), m.options.BaseURL)
	if err == nil {
		return &model.Stop{Err: fmt.Errorf("%s: %s", at, next)}
	}
	return &model.Stop{Err: fmt.Errorf("%s: %w; %s", at, err, next)}
}
