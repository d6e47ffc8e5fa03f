package anthropic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"proofgrid/runner/model/remote"
)

// finishes are the provider's stop reasons that have a name of ours.
var finishes = map[string]string{
	"end_turn":                      remote.Stop,
	"stop_sequence":                 remote.Stop,
	"max_tokens":                    remote.Length,
	"model_context_window_exceeded": remote.Length,
	"refusal":                       remote.Refusal,
}

// reply is a message of the API, whole or as far as a stream has brought it.
type reply struct {
	Model   remote.Word `json:"model"`
	Content []block     `json:"content"`
	Usage   usage       `json:"usage"`
	ending
}

type block struct {
	Type     string `json:"type"`
	Text     string `json:"text"`
	Thinking string `json:"thinking"`
}

// ending is what the end of a message says, in a stream by itself.
type ending struct {
	StopReason   *string         `json:"stop_reason"`
	StopSequence *string         `json:"stop_sequence"`
	StopDetails  json.RawMessage `json:"stop_details"`
}

// usage counts tokens; its parts of the prompt do not overlap. In a stream the
// counts are cumulative, and later ones replace earlier ones.
type usage struct {
	Input   *remote.Count `json:"input_tokens"`
	Written *remote.Count `json:"cache_creation_input_tokens"`
	Read    *remote.Count `json:"cache_read_input_tokens"`
	Output  *remote.Count `json:"output_tokens"`
	Details *struct {
		Thinking *remote.Count `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
	Tier remote.Word `json:"service_tier"`
}

// remote is the usage with the whole prompt as its input. Where the API counts the
// prompt, what it does not say of caches is nothing.
func (u *usage) remote() remote.Usage {
	out := remote.Unknown
	if in := u.Input.Or(-1); in >= 0 {
		out.CacheWrite, out.Cached = u.Written.Or(0), u.Read.Or(0)
		if out.CacheWrite >= 0 && out.Cached >= 0 {
			out.In = in + out.CacheWrite + out.Cached
		}
	}
	out.Out = u.Output.Or(-1)
	if u.Details != nil {
		out.Reasoning = u.Details.Thinking.Or(-1)
	}
	return out
}

// update takes the counts that a later event has.
func (u *usage) update(later *usage) {
	for _, c := range []struct{ old, late **remote.Count }{
		{&u.Input, &later.Input}, {&u.Written, &later.Written}, {&u.Read, &later.Read}, {&u.Output, &later.Output},
	} {
		if *c.late != nil {
			*c.old = *c.late
		}
	}
	if later.Details != nil {
		u.Details = later.Details
	}
}

// Read reads a message or a stream of its events. An answer of no blocks with a stop
// reason is an answer: the API documents it for refusals and for models that have
// nothing to add.
func (Protocol) Read(r *http.Response, _ bool) (*remote.Reply, error) {
	if remote.IsStream(r) {
		return readStream(r)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var m reply
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, fmt.Errorf("no message of the API: %w: %s", err, start(body))
	}
	out := m.remote(r)
	switch {
	case m.Content == nil:
		return out, errors.New("the message has no content")
	case m.StopReason == nil:
		return out, errors.New("the message has no stop reason")
	}
	return out, nil
}

func (m *reply) remote(r *http.Response) *remote.Reply {
	out := &remote.Reply{Usage: m.Usage.remote(), Effective: map[string]any{}}
	var text, thinking strings.Builder
	for _, b := range m.Content {
		text.WriteString(b.Text)
		thinking.WriteString(b.Thinking)
	}
	out.Text, out.Reasoning = text.String(), thinking.String()
	m.describe(r, out)
	return out
}

// describe adds why the answer ended and what the other side says of the call.
func (m *reply) describe(r *http.Response, out *remote.Reply) {
	note := func(name, value string) {
		if value != "" {
			out.Effective[name] = value
		}
	}
	note("model", string(m.Model))
	note("service_tier", string(m.Usage.Tier))
	note("request_id", r.Header.Get("Request-Id"))
	if m.StopReason != nil {
		note("stop_reason", *m.StopReason)
		out.Finish = *m.StopReason
		if f, ok := finishes[out.Finish]; ok {
			out.Finish = f
		}
	}
	if m.StopSequence != nil {
		note("stop_sequence", *m.StopSequence)
	}
	var details any
	if json.Unmarshal(m.StopDetails, &details) == nil && details != nil {
		out.Effective["stop_details"] = details
	}
}

// event is one event of a stream. Which fields are there depends on its type, which
// the data repeats.
type event struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"`
	Block   block           `json:"content_block"`
	Delta   struct {
		block
		ending
	} `json:"delta"`
	Usage usage  `json:"usage"`
	Error *fault `json:"error"`
}

func readStream(r *http.Response) (*remote.Reply, error) {
	var m reply
	var text, thinking strings.Builder
	end := func(err error) (*remote.Reply, error) {
		out := m.remote(r)
		out.Text, out.Reasoning = text.String(), thinking.String()
		return out, err
	}
	for e, err := range remote.Events(r.Body) {
		if err != nil {
			return end(err)
		}
		var v event
		if err := json.Unmarshal([]byte(e.Data), &v); err != nil {
			return end(fmt.Errorf("an event of the stream is no JSON: %w: %s", err, start(e.Data)))
		}
		switch v.Type { // others, such as ping, say nothing; new ones may come
		case "message_start":
			if err := json.Unmarshal(v.Message, &m); err != nil {
				return end(fmt.Errorf("the stream's first message: %w", err))
			}
			m.Content = nil
		case "content_block_start":
			text.WriteString(v.Block.Text)
			thinking.WriteString(v.Block.Thinking)
		case "content_block_delta":
			text.WriteString(v.Delta.Text)
			thinking.WriteString(v.Delta.Thinking)
		case "message_delta":
			if v.Delta.StopReason != nil {
				m.ending = v.Delta.ending
			}
			m.Usage.update(&v.Usage)
		case "message_stop":
			if m.StopReason == nil {
				return end(errors.New("the stream ends without a stop reason"))
			}
			return end(nil)
		case "error":
			if v.Error == nil {
				v.Error = &fault{Message: e.Data}
			}
			return end(v.Error.classify(0))
		}
	}
	return end(fmt.Errorf("the stream ends before its last event: %w", io.ErrUnexpectedEOF))
}

// start is as much of a text from outside as an error may carry. The caller takes
// the key out and cuts it to a line; a shorter text here could end amid the key.
func start[T string | []byte](text T) string { return string(text[:min(len(text), 64<<10)]) }
