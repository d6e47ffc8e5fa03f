package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"proofgrid/runner/model/remote"
)

// completion is a whole response, and also one chunk of a stream.
type completion struct {
	Model       remote.Word     `json:"model"`
	Fingerprint remote.Word     `json:"system_fingerprint"`
	Tier        remote.Word     `json:"service_tier"`
	Provider    remote.Word     `json:"provider"` // of routers
	Choices     []choice        `json:"choices"`
	Usage       json.RawMessage `json:"usage"`
	Error       json.RawMessage `json:"error"`
}

type choice struct {
	Index   int     `json:"index"`
	Message message `json:"message"`
	Delta   message `json:"delta"`
	Finish  string  `json:"finish_reason"`
}

type message struct {
	Content   text `json:"content"`
	Refusal   text `json:"refusal"`
	Thoughts  text `json:"reasoning_content"` // vLLM, SGLang, llama.cpp, DeepSeek
	Reasoning text `json:"reasoning"`         // routers, later versions of vLLM
}

// text is a string, null, or a list of parts whose texts count.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil { // null too
		*t = text(s)
		return nil
	}
	var parts []struct {
		Text string `json:"text"`
	}
	json.Unmarshal(b, &parts) // anything else is no text
	for _, p := range parts {
		*t += text(p.Text)
	}
	return nil
}

func (Protocol) Read(r *http.Response, _ bool) (*remote.Reply, error) {
	if remote.IsStream(r) {
		return readStream(r.Body)
	}
	b, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var c completion
	if err := json.Unmarshal(b, &c); err != nil {
		return nil, fmt.Errorf("the response is no chat completion (%s): %w: %s", r.Header.Get("Content-Type"), err, string(b))
	}
	a := new(answer)
	if err := a.add(&c); err != nil {
		return a.reply(), err
	}
	if !a.any {
		return a.reply(), errors.New("the response has no choices")
	}
	return a.reply(), nil
}

func readStream(body io.Reader) (*remote.Reply, error) {
	a := new(answer)
	for e, err := range remote.Events(body) {
		if err == nil && strings.TrimSpace(e.Data) == "[DONE]" {
			break
		}
		var c completion
		if err == nil && e.Data != "" {
			if err = json.Unmarshal([]byte(e.Data), &c); err != nil {
				err = fmt.Errorf("an event of the stream is no JSON: %w: %s", err, e.Data)
			}
		}
		if err == nil {
			err = a.add(&c)
		}
		if err != nil && a.finish == "" {
			return a.reply(), err
		} else if err != nil {
			break // the answer is whole; what is lost is its usage
		}
	}
	// Some servers leave [DONE] out, none the reason why the answer ended.
	if a.finish == "" {
		return a.reply(), errors.New("the stream was cut before the answer ended")
	}
	return a.reply(), nil
}

// answer gathers the chunks of the first choice.
type answer struct {
	text, refusal, thoughts strings.Builder
	finish                  string
	any                     bool
	usage                   json.RawMessage
	effective               map[string]any
}

func (a *answer) add(c *completion) error {
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return classify(0, c.Error)
	}
	if a.effective == nil {
		a.effective = map[string]any{}
	}
	for name, v := range map[string]remote.Word{
		"model": c.Model, "system_fingerprint": c.Fingerprint, "service_tier": c.Tier, "provider": c.Provider,
	} {
		if v != "" {
			a.effective[name] = string(v)
		}
	}
	if len(c.Usage) > 0 && string(c.Usage) != "null" {
		a.usage = c.Usage
	}
	for _, ch := range c.Choices {
		if ch.Index != 0 {
			continue
		}
		a.any = true
		for _, m := range []*message{&ch.Message, &ch.Delta} {
			a.text.WriteString(string(m.Content))
			a.refusal.WriteString(string(m.Refusal))
			if m.Thoughts == "" { // some servers send both
				m.Thoughts = m.Reasoning
			}
			a.thoughts.WriteString(string(m.Thoughts))
		}
		if ch.Finish != "" {
			a.finish = ch.Finish
		}
	}
	return nil
}

// finishes translates the reasons why an answer ended.
var finishes = map[string]string{
	"stop": remote.Stop, "length": remote.Length, "content_filter": remote.Refusal,
	"": "unknown",
}

func (a *answer) reply() *remote.Reply {
	r := &remote.Reply{
		Text: a.text.String(), Reasoning: a.thoughts.String(), Finish: a.finish,
		Usage: usage(a.usage), Effective: a.effective,
	}
	if f, ok := finishes[a.finish]; ok {
		r.Finish = f
	}
	if a.refusal.Len() > 0 {
		r.Finish = remote.Refusal
		if r.Text == "" {
			r.Text = a.refusal.String()
		}
	}
	return r
}

// usage translates the token counts. Servers that count thoughts beside the answer
// rather than in it show that by their total.
func usage(raw json.RawMessage) remote.Usage {
	var u struct {
		Prompt     *remote.Count `json:"prompt_tokens"`
		Completion *remote.Count `json:"completion_tokens"`
		Total      *remote.Count `json:"total_tokens"`
		Hit        *remote.Count `json:"prompt_cache_hit_tokens"` // DeepSeek
		In         struct {
			Cached *remote.Count `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Out struct {
			Reasoning *remote.Count `json:"reasoning_tokens"`
		} `json:"completion_tokens_details"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &u) != nil {
		return remote.Unknown
	}
	cached := u.In.Cached
	if cached == nil {
		cached = u.Hit
	}
	out := remote.Usage{In: u.Prompt.Or(-1), Cached: cached.Or(-1), Out: u.Completion.Or(-1), Reasoning: u.Out.Reasoning.Or(-1)}
	if out.In < 0 && out.Out < 0 {
		return remote.Unknown
	}
	if out.In >= 0 && out.Out >= 0 && out.Reasoning > 0 && u.Total.Or(-1) == out.In+out.Out+out.Reasoning {
		out.Out += out.Reasoning
	}
	return out // the protocol does not bill writing to the cache
}
