package conform

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// openAI follows https://platform.openai.com/docs/api-reference/chat and its guide
// to error codes.
type openAI struct{}

// openAIFields are those of OpenAI and the usual ones of servers of open models; a
// misspelt one is refused.
const openAIFields = "model messages temperature top_p n stream stream_options stop max_tokens max_completion_tokens " +
	"presence_penalty frequency_penalty logit_bias logprobs top_logprobs user seed response_format reasoning_effort " +
	"service_tier store metadata verbosity safety_identifier prompt_cache_key " +
	"top_k min_p repetition_penalty chat_template_kwargs cache_prompt provider reasoning"

func (openAI) key(r *http.Request) string {
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return key
}

func (openAI) read(r *Request) *mistake {
	var body map[string]json.RawMessage
	if json.Unmarshal(r.Body, &body) != nil {
		return invalid("We could not parse the JSON body of your request.")
	}
	if name := unknown(body, openAIFields); name != "" {
		return invalid("Unrecognized request argument supplied: " + name)
	}
	var messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	var temperature, top float64
	var limit, completion, n int
	var options struct {
		Usage bool `json:"include_usage"`
	}
	for _, f := range []struct {
		name string
		into any
	}{
		{"model", &r.Model}, {"messages", &messages}, {"stream", &r.Stream}, {"stream_options", &options}, {"n", &n},
		{"temperature", &temperature}, {"top_p", &top}, {"max_tokens", &limit}, {"max_completion_tokens", &completion},
	} {
		if !field(body, f.name, f.into) {
			return invalid(fmt.Sprintf("Invalid type for '%s'.", f.name))
		}
	}
	_, hasOptions := body["stream_options"]
	_, hasLimit := body["max_tokens"]
	_, hasCompletion := body["max_completion_tokens"]
	switch {
	case r.Model == "":
		return invalid("you must provide a model parameter")
	case len(messages) == 0:
		return invalid("Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.")
	case temperature < 0 || temperature > 2:
		return invalid("Invalid 'temperature': expected a number between 0 and 2.")
	case top < 0 || top > 1:
		return invalid("Invalid 'top_p': expected a number between 0 and 1.")
	case hasLimit && hasCompletion:
		return invalid("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
	case hasLimit && limit < 1 || hasCompletion && completion < 1:
		return invalid("Invalid 'max_completion_tokens': integer below minimum value.")
	case hasOptions && !r.Stream:
		return invalid("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
	case n < 0 || n > 1:
		return invalid("This server gives one choice: leave 'n' at 1.")
	}
	r.MaxTokens, r.usage = max(limit, completion), options.Usage
	for i, m := range messages {
		text, ok := textOf(m.Content)
		if !ok {
			return invalid(fmt.Sprintf("Invalid type for 'messages[%d].content'.", i))
		}
		switch m.Role {
		case "system", "developer":
			r.System += text
		case "user", "assistant":
			r.Messages = append(r.Messages, Message{m.Role, text})
		default:
			return invalid(fmt.Sprintf("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', and 'developer'.", m.Role))
		}
	}
	return nil
}

var openAIFinish = map[Finish]string{Stop: "stop", Length: "length", Refusal: "stop", Filtered: "content_filter", Blocked: "content_filter"}

// said splits a reply's text into the fields content and refusal.
func (openAI) said(p *Reply) (content, refusal any) {
	if p.Finish == Refusal {
		return nil, p.Text
	}
	return p.Text, nil
}

func (openAI) usage(r *Request, p *Reply) obj {
	in, out, thought := r.counts(p)
	return obj{
		"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"prompt_tokens_details":     obj{"cached_tokens": p.Cached, "audio_tokens": 0},
		"completion_tokens_details": obj{"reasoning_tokens": thought, "audio_tokens": 0, "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0},
	}
}

func (o openAI) frame(r *Request, object string, choices []obj) obj {
	return obj{
		"id": "chatcmpl-" + r.Call, "object": object, "created": 1750000000, "model": r.Model,
		"choices": choices, "service_tier": "default", "system_fingerprint": "fp_conform",
	}
}

func (o openAI) whole(r *Request, p *Reply) []byte {
	content, refusal := o.said(p)
	message := obj{"role": "assistant", "content": content, "refusal": refusal, "annotations": []any{}}
	if p.Thinking != "" {
		message["reasoning_content"] = p.Thinking // of compatible servers: OpenAI's own keeps it to itself
	}
	choices := []obj{{"index": 0, "message": message, "logprobs": nil, "finish_reason": openAIFinish[p.Finish]}}
	if p.shape == empty {
		choices = []obj{}
	}
	whole := o.frame(r, "chat.completion", choices)
	if p.shape != noUsage {
		whole["usage"] = o.usage(r, p)
	}
	return marshal(whole)
}

func (o openAI) stream(r *Request, p *Reply) []event {
	var events []event
	chunk := func(choices []obj) {
		c := o.frame(r, "chat.completion.chunk", choices)
		if r.usage {
			c["usage"] = nil
		}
		events = append(events, event{data: marshal(c)})
	}
	delta := func(d obj, finish any) {
		chunk([]obj{{"index": 0, "delta": d, "logprobs": nil, "finish_reason": finish}})
	}
	if p.shape == empty {
		chunk([]obj{})
	} else {
		delta(obj{"role": "assistant", "content": "", "refusal": nil}, nil)
		for _, s := range pieces(p.Thinking) {
			delta(obj{"reasoning_content": s}, nil)
		}
		name := "content"
		if p.Finish == Refusal {
			name = "refusal"
		}
		for _, s := range pieces(p.Text) {
			delta(obj{name: s}, nil)
		}
		delta(obj{}, openAIFinish[p.Finish])
	}
	if r.usage && p.shape != noUsage {
		last := o.frame(r, "chat.completion.chunk", []obj{})
		last["usage"] = o.usage(r, p)
		events = append(events, event{data: marshal(last)})
	}
	return append(events, event{data: []byte("[DONE]")})
}

var openAIErrors = map[kind]struct {
	status           int
	class, code, say string
}{
	badRequest: {400, "invalid_request_error", "", "Your request was malformed."},
	badKey:     {401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."},
	noKey:      {401, "invalid_request_error", "", "You didn't provide an API key."},
	forbidden:  {403, "invalid_request_error", "model_not_found", "Your project does not have access to this model."},
	noModel:    {404, "invalid_request_error", "model_not_found", "The model does not exist or you do not have access to it."},
	tooLong:    {400, "invalid_request_error", "context_length_exceeded", "This model's maximum context length is 8192 tokens. Please reduce the length of the messages."},
	tooLarge:   {413, "invalid_request_error", "", "The request is too large."},
	noMethod:   {405, "invalid_request_error", "method_not_supported", "Only POST requests are accepted."},
	rateLimit:  {429, "requests", "rate_limit_exceeded", "Rate limit reached for requests."},
	quota:      {429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota, please check your plan and billing details."},
	internal:   {500, "server_error", "", "The server had an error while processing your request."},
	overloaded: {529, "server_error", "", "The engine is currently overloaded, please try again later."},
	busy:       {503, "server_error", "", "That model is currently overloaded with other requests."},
}

func (openAI) failure(_ *Request, k kind, message string) (int, []byte) {
	e := openAIErrors[k]
	if message == "" {
		message = e.say
	}
	var code any
	if e.code != "" {
		code = e.code
	}
	return e.status, marshal(obj{"error": obj{"message": message, "type": e.class, "param": nil, "code": code}})
}
