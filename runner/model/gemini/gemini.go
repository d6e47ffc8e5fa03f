package gemini

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"

	"proofgrid/runner/model"
	"proofgrid/runner/model/remote"
)

// Protocol is Gemini's [remote.Protocol].
type Protocol struct{}

var _ remote.Protocol = Protocol{}

// Name is "gemini".
func (Protocol) Name() string { return "gemini" }

// Defaults are the provider's endpoint and key.
func (Protocol) Defaults() remote.Defaults {
	return remote.Defaults{
		BaseURL:  "https://generativelanguage.googleapis.com/v1beta",
		KeyEnv:   "GEMINI_API_KEY",
		Reserved: []string{"contents", "systemInstruction", "system_instruction", "generation_config", "model"},
	}
}

// Settings translates options, all of which the API has in its generationConfig. A
// thinking budget of 0 turns thinking off, where the model allows it, and -1 leaves
// its extent to the model. The effort is the API's thinkingLevel.
func (Protocol) Settings(o *remote.Options) (map[string]any, error) {
	switch {
	case o.TokenField != "":
		return nil, fmt.Errorf("token_field: the Gemini API has one name for it; leave the option out")
	case o.Temperature != nil && !(*o.Temperature >= 0 && *o.Temperature <= 2):
		return nil, fmt.Errorf("temperature: %g is not between 0 and 2", *o.Temperature)
	case o.TopP != nil && !(*o.TopP >= 0 && *o.TopP <= 1):
		return nil, fmt.Errorf("top_p: %g is not between 0 and 1", *o.TopP)
	case o.Effort != "" && o.Thinking != nil:
		return nil, fmt.Errorf("effort: the Gemini API takes either it or thinking_budget")
	case o.Thinking != nil && *o.Thinking < -1:
		return nil, fmt.Errorf("thinking_budget: %d is neither 0 (off), -1 (as the model sees fit) nor a number of tokens", *o.Thinking)
	}
	c := map[string]any{}
	if o.Temperature != nil {
		c["temperature"] = *o.Temperature
	}
	if o.TopP != nil {
		c["topP"] = *o.TopP
	}
	if o.MaxTokens > 0 {
		c["maxOutputTokens"] = o.MaxTokens
	}
	if len(o.Stop) > 0 {
		c["stopSequences"] = o.Stop
	}
	switch {
	case o.Effort != "":
		c["thinkingConfig"] = map[string]any{"thinkingLevel": o.Effort}
	case o.Thinking != nil:
		c["thinkingConfig"] = map[string]any{"thinkingBudget": *o.Thinking}
	}
	if len(c) == 0 {
		return nil, nil
	}
	return map[string]any{config: c}, nil
}

const config = "generationConfig"

type content struct {
	Role  string `json:"role,omitempty"`
	Parts []part `json:"parts"`
}

type part struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitempty"`
}

// Request returns the call as a request. The API calls the assistant "model", and
// has the system's message apart.
func (Protocol) Request(ctx context.Context, a remote.Address, c *remote.Call) (*http.Request, error) {
	own := map[string]any{}
	var contents []content
	for _, m := range c.Messages {
		parts := []part{{Text: m.Text}}
		switch m.Role {
		case model.System:
			own["systemInstruction"] = content{Parts: parts}
		case model.Assistant:
			contents = append(contents, content{"model", parts})
		default:
			contents = append(contents, content{"user", parts})
		}
	}
	own["contents"] = contents
	if c.Seed != nil {
		set, _ := c.Settings[config].(map[string]any)
		with := maps.Clone(set) // the call's settings are read-only
		if with == nil {
			with = map[string]any{}
		}
		with["seed"] = *c.Seed
		own[config] = with
	}
	method := ":generateContent"
	if c.Stream {
		method = ":streamGenerateContent?alt=sse"
	}
	r, err := remote.Post(ctx, a.BaseURL+"/"+resource(c.Model)+method, c.Settings, own)
	if err != nil {
		return nil, err
	}
	if a.Key != "" {
		r.Header.Set("X-Goog-Api-Key", a.Key)
	}
	return r, nil
}

// resource is the path of a model: models/NAME, unless the name says where it is,
// as tunedModels/NAME does.
func resource(name string) string {
	if !strings.Contains(name, "/") {
		name = "models/" + name
	}
	segments := strings.Split(name, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return strings.Join(segments, "/")
}
