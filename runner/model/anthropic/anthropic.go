package anthropic

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"proofgrid/runner/model"
	"proofgrid/runner/model/remote"
)

// version is the API's, a header of every request.
const version = "2023-06-01"

// Protocol is Anthropic's [remote.Protocol].
type Protocol struct{}

var _ remote.Protocol = Protocol{}

// Name is "anthropic".
func (Protocol) Name() string { return "anthropic" }

// Defaults are the provider's endpoint and key.
func (Protocol) Defaults() remote.Defaults {
	return remote.Defaults{
		BaseURL:  "https://api.anthropic.com/v1",
		KeyEnv:   "ANTHROPIC_API_KEY",
		Reserved: []string{"model", "messages", "system", "stream"},
	}
}

// minThinking is the smallest budget that the API takes.
const minThinking = 1024

// Settings translates options. The API requires max_tokens. A thinking budget of 0
// turns thinking off, -1 leaves its extent to the model (adaptive thinking), and
// any other is at least 1024 and below max_tokens.
func (Protocol) Settings(o *remote.Options) (map[string]any, error) {
	switch {
	case o.MaxTokens <= 0:
		return nil, fmt.Errorf("max_tokens: Anthropic's API requires a limit, such as 16000")
	case o.Seed:
		return nil, fmt.Errorf("seed: Anthropic's API takes none")
	case o.TokenField != "":
		return nil, fmt.Errorf("token_field: Anthropic's API has one name for it; leave the option out")
	case o.Temperature != nil && !(*o.Temperature >= 0 && *o.Temperature <= 1):
		return nil, fmt.Errorf("temperature: %g is not between 0 and 1", *o.Temperature)
	case o.TopP != nil && !(*o.TopP >= 0 && *o.TopP <= 1):
		return nil, fmt.Errorf("top_p: %g is not between 0 and 1", *o.TopP)
	}
	s := map[string]any{"max_tokens": o.MaxTokens}
	if o.Temperature != nil {
		s["temperature"] = *o.Temperature
	}
	if o.TopP != nil {
		s["top_p"] = *o.TopP
	}
	if len(o.Stop) > 0 {
		s["stop_sequences"] = o.Stop
	}
	if o.Effort != "" {
		s["output_config"] = map[string]any{"effort": o.Effort}
	}
	if o.Thinking == nil {
		return s, nil
	}
	switch n := *o.Thinking; {
	case n == 0:
		s["thinking"] = map[string]any{"type": "disabled"}
		return s, nil
	case n == -1:
		s["thinking"] = map[string]any{"type": "adaptive"}
	case n < minThinking || n >= o.MaxTokens:
		return nil, fmt.Errorf("thinking_budget: %d is neither 0 (off), -1 (as the model sees fit) nor from %d to below max_tokens, %d", n, minThinking, o.MaxTokens)
	default:
		s["thinking"] = map[string]any{"type": "enabled", "budget_tokens": n}
	}
	if o.Temperature != nil && *o.Temperature != 1 {
		return nil, fmt.Errorf("temperature: with thinking, the API takes 1 alone; leave it out")
	}
	return s, nil
}

type message struct {
	Role    model.Role `json:"role"`
	Content string     `json:"content"`
}

// Request returns the call as a request. The API has the system's message apart.
func (Protocol) Request(ctx context.Context, a remote.Address, c *remote.Call) (*http.Request, error) {
	own := map[string]any{"model": c.Model, "stream": c.Stream}
	var messages []message
	for _, m := range c.Messages {
		if m.Role == model.System {
			own["system"] = m.Text
			continue
		}
		messages = append(messages, message{m.Role, m.Text})
	}
	own["messages"] = messages
	r, err := remote.Post(ctx, a.BaseURL+"/messages", c.Settings, own)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Anthropic-Version", version)
	if a.Key != "" {
		r.Header.Set("X-Api-Key", a.Key)
	}
	return r, nil
}

// Classify reads the provider's errors.
func (Protocol) Classify(status int, body []byte) *remote.Error {
	var failure struct {
		Error *fault `json:"error"`
	}
	if json.Unmarshal(body, &failure) != nil || failure.Error == nil {
		return &remote.Error{Kind: remote.StatusKind(status), Status: status, Message: string(body)}
	}
	return failure.Error.classify(status)
}

// fault is the error object of a response or of a stream.
type fault struct {
	Type    string `json:"type"`
	Message string `json:"message"`
	Details struct {
		Code string `json:"error_code"`
	} `json:"details"`
}

// kinds of the provider's types of errors.
var kinds = map[string]remote.Kind{
	"invalid_request_error": remote.Invalid,
	"authentication_error":  remote.Denied,
	"permission_error":      remote.Denied,
	"billing_error":         remote.NoCredit,
	"not_found_error":       remote.NoModel,
	"request_too_large":     remote.TooLong,
	"rate_limit_error":      remote.Limited,
	"timeout_error":         remote.Transient,
	"api_error":             remote.Transient,
	"overloaded_error":      remote.Transient,
}

// said are requests that are refused for a reason of their own, which only the
// message tells.
var said = []struct {
	part string
	kind remote.Kind
}{
	{"prompt is too long", remote.TooLong},
	{"exceed context limit", remote.TooLong},
	{"credit balance is too low", remote.NoCredit},
	{"api usage limits", remote.NoCredit},
	{"content filtering policy", remote.Refused},
}

func (f *fault) classify(status int) *remote.Error {
	e := &remote.Error{Status: status, Message: f.Message}
	kind, known := kinds[f.Type]
	switch {
	case known:
		e.Kind = kind
	case status != 0:
		e.Kind = remote.StatusKind(status)
	}
	if f.Details.Code == "enforced_spend_limit_reached" {
		e.Kind = remote.NoCredit // a rate limit by its type, but one that lasts for the month
	}
	if e.Kind == remote.Invalid {
		text := strings.ToLower(f.Message)
		for _, s := range said {
			if strings.Contains(text, s.part) {
				e.Kind = s.kind
			}
		}
	}
	return e
}
