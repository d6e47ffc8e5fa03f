package openai

import (
	"encoding/json"
	"strings"

	"proofgrid/runner/model/remote"
)

func (Protocol) Classify(status int, body []byte) *remote.Error {
	var b struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"` // earlier versions of vLLM
		Detail  any             `json:"detail"`  // servers made with FastAPI
	}
	if json.Unmarshal(body, &b) != nil {
		return &remote.Error{Kind: remote.StatusKind(status), Message: string(body)}
	}
	switch {
	case len(b.Error) > 0:
		return classify(status, b.Error)
	case b.Message != "":
		return classify(status, body)
	case b.Detail != nil:
		detail, _ := json.Marshal(b.Detail)
		body = detail
	}
	return judge(status, "", "", string(body))
}

// classify reads an error object, or a message alone. A status of 0 is that of an
// error in a stream.
func classify(status int, raw json.RawMessage) *remote.Error {
	var e struct {
		Message string `json:"message"`
		Type    string `json:"type"`
		Code    any    `json:"code"` // a word, or a status
	}
	if json.Unmarshal(raw, &e) != nil || e.Message == "" {
		var s string
		if json.Unmarshal(raw, &s) != nil {
			s = string(raw)
		}
		e.Message = s
	}
	code, _ := e.Code.(string)
	if n, ok := e.Code.(float64); ok && status == 0 && n >= 400 && n < 600 {
		status = int(n)
	}
	return judge(status, code, e.Type, e.Message)
}

// words are what servers give as the code or the type of an error.
var words = map[string]remote.Kind{
	"context_length_exceeded":    remote.TooLong,
	"exceed_context_size_error":  remote.TooLong, // llama.cpp
	"insufficient_quota":         remote.NoCredit,
	"billing_hard_limit_reached": remote.NoCredit,
	"billing_not_active":         remote.NoCredit,
	"model_not_found":            remote.NoModel,
	"invalid_api_key":            remote.Denied,
	"content_filter":             remote.Refused,
	"content_policy_violation":   remote.Refused,
	"invalid_prompt":             remote.Refused,
	"rate_limit_exceeded":        remote.Limited,
	"server_error":               remote.Transient,
	"overloaded_error":           remote.Transient,
}

// phrases are looked for in the messages of requests that are refused, where a
// server gives no code.
var phrases = []struct {
	text string
	kind remote.Kind
}{
	{"max_tokens' or 'max_completion_tokens' is too large", remote.Invalid}, // vLLM: the option, not the prompt
	{"maximum context length", remote.TooLong},
	{"context window", remote.TooLong},
	{"context size", remote.TooLong},
	{"api key", remote.Denied},
	{"flagged", remote.Refused},
	{"content management policy", remote.Refused},
}

func judge(status int, code, kind, message string) *remote.Error {
	e := &remote.Error{Kind: remote.StatusKind(status), Message: message}
	if status == 0 {
		e.Kind = remote.Transient
	}
	for _, word := range []string{code, kind} {
		if k, ok := words[word]; ok {
			e.Kind = k
			return e
		}
	}
	if status == 400 || status == 403 || status == 413 || status == 422 || status == 0 {
		lower := strings.ToLower(message)
		for _, p := range phrases {
			if strings.Contains(lower, p.text) {
				e.Kind = p.kind
				return e
			}
		}
	}
	return e
}
