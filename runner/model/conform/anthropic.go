package conform

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// anthropic follows https://platform.claude.com/docs/en/api/messages, its pages on
// streaming, thinking, errors and stop reasons.
type anthropic struct{}

const anthropicFields = "model messages max_tokens metadata service_tier stop_sequences stream system temperature thinking top_k top_p output_config cache_control"

func (anthropic) key(r *http.Request) string { return r.Header.Get("X-Api-Key") }

func (anthropic) read(r *Request) *mistake {
	if v := r.Header.Get("Anthropic-Version"); v != "2023-06-01" {
		return invalid("anthropic-version: header is required")
	}
	var body map[string]json.RawMessage
	if json.Unmarshal(r.Body, &body) != nil {
		return invalid("The request body is not valid JSON")
	}
	var messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	var system json.RawMessage
	var temperature float64
	var thinking struct {
		Type   string `json:"type"`
		Budget int    `json:"budget_tokens"`
	}
	for _, f := range []struct {
		name string
		into any
	}{
		{"model", &r.Model}, {"messages", &messages}, {"system", &system}, {"max_tokens", &r.MaxTokens},
		{"stream", &r.Stream}, {"temperature", &temperature}, {"thinking", &thinking},
	} {
		if !field(body, f.name, f.into) {
			return invalid(f.name + ": Input has the wrong type")
		}
	}
	if name := unknown(body, anthropicFields); name != "" {
		return invalid(name + ": Extra inputs are not permitted")
	}
	for _, name := range []string{"model", "max_tokens", "messages"} {
		if body[name] == nil {
			return invalid(name + ": Field required")
		}
	}
	_, hasTemperature := body["temperature"]
	switch {
	case r.MaxTokens < 1:
		return invalid("max_tokens: Input should be greater than or equal to 1")
	case temperature < 0 || temperature > 1:
		return invalid("temperature: Input should be between 0 and 1")
	case len(messages) == 0:
		return invalid("messages: at least one message is required")
	case messages[0].Role != "user":
		return invalid("messages: first message must use the \"user\" role")
	case thinking.Type == "enabled" && thinking.Budget < 1024:
		return invalid("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
	case thinking.Type == "enabled" && thinking.Budget >= r.MaxTokens:
		return invalid("`max_tokens` must be greater than `thinking.budget_tokens`.")
	case thinking.Type == "enabled" && hasTemperature && temperature != 1:
		return invalid("`temperature` may only be set to 1 when thinking is enabled.")
	}
	if system != nil {
		text, ok := textOf(system)
		if !ok {
			return invalid("system: Input should be a valid string")
		}
		r.System = text
	}
	for i, m := range messages {
		text, ok := textOf(m.Content)
		switch {
		case !ok:
			return invalid(fmt.Sprintf("messages.%d.content: Input should be a valid string", i))
		case m.Role != "user" && m.Role != "assistant":
			return invalid(fmt.Sprintf("messages: Unexpected role \"%s\". The Messages API accepts a top-level `system` parameter, not \"system\" as an input message role.", m.Role))
		case text == "":
			return invalid(fmt.Sprintf("messages.%d: all messages must have non-empty content except for the optional final assistant message", i))
		}
		r.Messages = append(r.Messages, Message{m.Role, text})
	}
	if last := r.Messages[len(r.Messages)-1]; last.Role == "assistant" && strings.TrimRight(last.Text, " \t\r\n") != last.Text {
		return invalid("messages: final assistant content cannot end with trailing whitespace")
	}
	return nil
}

var anthropicStop = map[Finish]string{Stop: "end_turn", Length: "max_tokens", Refusal: "refusal", Filtered: "refusal", Blocked: "refusal"}

// usage counts the prompt in three parts: input_tokens is what no cache had.
func (anthropic) usage(r *Request, p *Reply) obj {
	in, out, thought := r.counts(p)
	u := obj{
		"input_tokens": in - p.Cached, "cache_creation_input_tokens": 0, "cache_read_input_tokens": p.Cached,
		"output_tokens": out, "service_tier": "standard",
	}
	if thought > 0 {
		u["output_tokens_details"] = obj{"thinking_tokens": thought}
	}
	return u
}

// blocks are the parts of the content, each with its text and its streamed form.
type block struct {
	kind, field, delta, text string
}

func (b block) content(text string) obj {
	c := obj{"type": b.kind, b.field: text}
	if b.kind == "thinking" {
		c["signature"] = ""
		if text != "" {
			c["signature"] = "c2lnbmF0dXJl"
		}
	}
	return c
}

func (anthropic) blocks(p *Reply) []block {
	var list []block
	if p.shape == empty || p.Finish == Blocked {
		return nil
	}
	if p.Thinking != "" {
		list = append(list, block{"thinking", "thinking", "thinking_delta", p.Thinking})
	}
	return append(list, block{"text", "text", "text_delta", p.Text})
}

func (a anthropic) message(r *Request, content []obj) obj {
	return obj{
		"id": "msg_" + r.Call, "type": "message", "role": "assistant", "model": r.Model,
		"content": content, "stop_reason": nil, "stop_sequence": nil,
	}
}

func (a anthropic) whole(r *Request, p *Reply) []byte {
	content := []obj{}
	for _, b := range a.blocks(p) {
		content = append(content, b.content(b.text))
	}
	m := a.message(r, content)
	m["stop_reason"] = anthropicStop[p.Finish]
	if p.shape != noUsage {
		m["usage"] = a.usage(r, p)
	}
	return marshal(m)
}

func (a anthropic) stream(r *Request, p *Reply) []event {
	var events []event
	send := func(name string, data obj) {
		data["type"] = name
		events = append(events, event{name, marshal(data)})
	}
	start := a.message(r, []obj{})
	usage := a.usage(r, p)
	first := obj{}
	for k, v := range usage {
		first[k] = v
	}
	first["output_tokens"] = 1 // the count grows until message_delta
	delete(first, "output_tokens_details")
	last := obj{"output_tokens": usage["output_tokens"]}
	if d := usage["output_tokens_details"]; d != nil {
		last["output_tokens_details"] = d
	}
	if p.shape == noUsage {
		first, last = nil, nil
	}
	if first != nil {
		start["usage"] = first
	}
	send("message_start", obj{"message": start})
	for i, b := range a.blocks(p) {
		send("content_block_start", obj{"index": i, "content_block": b.content("")})
		send("ping", obj{})
		for _, s := range pieces(b.text) {
			send("content_block_delta", obj{"index": i, "delta": obj{"type": b.delta, b.field: s}})
		}
		if b.kind == "thinking" {
			send("content_block_delta", obj{"index": i, "delta": obj{"type": "signature_delta", "signature": "c2lnbmF0dXJl"}})
		}
		send("content_block_stop", obj{"index": i})
	}
	delta := obj{"delta": obj{"stop_reason": anthropicStop[p.Finish], "stop_sequence": nil}}
	if last != nil {
		delta["usage"] = last
	}
	send("message_delta", delta)
	send("message_stop", obj{})
	return events
}

var anthropicErrors = map[kind]struct {
	status     int
	class, say string
}{
	badRequest: {400, "invalid_request_error", "The request is malformed"},
	badKey:     {401, "authentication_error", "invalid x-api-key"},
	noKey:      {401, "authentication_error", "x-api-key header is required"},
	forbidden:  {403, "permission_error", "Your API key does not have permission to use the specified resource"},
	noModel:    {404, "not_found_error", "model: the model was not found"},
	tooLong:    {400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"},
	tooLarge:   {413, "request_too_large", "Request exceeds the maximum size"},
	noMethod:   {405, "invalid_request_error", "Method Not Allowed"},
	rateLimit:  {429, "rate_limit_error", "This request would exceed your organization's rate limit"},
	quota:      {400, "invalid_request_error", "Your credit balance is too low to access the API"},
	internal:   {500, "api_error", "Internal server error"},
	overloaded: {529, "overloaded_error", "Overloaded"},
	busy:       {503, "api_error", "Service unavailable"},
}

func (anthropic) failure(r *Request, k kind, message string) (int, []byte) {
	e := anthropicErrors[k]
	if message == "" {
		message = e.say
	}
	return e.status, marshal(obj{
		"type": "error", "error": obj{"type": e.class, "message": message}, "request_id": fmt.Sprint("req_", r.N),
	})
}
