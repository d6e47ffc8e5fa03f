package openai

import (
	"context"
	"fmt"
	"net/http"

	"proofgrid/runner/model/remote"
)

// Protocol is the remote.Protocol.
type Protocol struct{}

// baseURL is OpenAI's own endpoint.
const baseURL = "https://api.openai.com/v1"

func (Protocol) Name() string { return "openai" }

func (Protocol) Defaults() remote.Defaults {
	return remote.Defaults{
		BaseURL: baseURL, KeyEnv: "OPENAI_API_KEY",
		Reserved: []string{"model", "messages", "n", "stream", "stream_options", "seed"},
	}
}

// Settings translates the options. OpenAI's own endpoint takes the limit of tokens
// as max_completion_tokens, most other servers as max_tokens.
func (Protocol) Settings(o *remote.Options) (map[string]any, error) {
	if o.Thinking != nil {
		return nil, fmt.Errorf("thinking_budget: the protocol has none; use effort, or extra for a field of the server's own")
	}
	field := o.TokenField
	switch {
	case field == "" && o.BaseURL == baseURL:
		field = "max_completion_tokens"
	case field == "":
		field = "max_tokens"
	case field != "max_tokens" && field != "max_completion_tokens":
		return nil, fmt.Errorf("token_field: it takes max_tokens or max_completion_tokens")
	}
	s := map[string]any{}
	if o.Temperature != nil {
		s["temperature"] = *o.Temperature
	}
	if o.TopP != nil {
		s["top_p"] = *o.TopP
	}
	if o.MaxTokens > 0 {
		s[field] = o.MaxTokens
	}
	if len(o.Stop) > 0 {
		s["stop"] = o.Stop
	}
	if o.Effort != "" {
		s["reasoning_effort"] = o.Effort
	}
	return s, nil
}

func (Protocol) Request(ctx context.Context, a remote.Address, c *remote.Call) (*http.Request, error) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	messages := make([]message, len(c.Messages))
	for i, m := range c.Messages {
		messages[i] = message{string(m.Role), m.Text}
	}
	own := map[string]any{"model": c.Model, "messages": messages, "stream": c.Stream}
	if c.Stream {
		own["stream_options"] = map[string]any{"include_usage": true}
	}
	if c.Seed != nil {
		own["seed"] = *c.Seed
	}
	r, err := remote.Post(ctx, a.BaseURL+"/chat/completions", c.Settings, own)
	if err == nil && a.Key != "" {
		r.Header.Set("Authorization", "Bearer "+a.Key)
	}
	return r, err
}
