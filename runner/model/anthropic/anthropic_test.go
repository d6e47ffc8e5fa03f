package anthropic_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"proofgrid/runner/model"
	"proofgrid/runner/model/anthropic"
	"proofgrid/runner/model/remote"
)

func ptr[T any](v T) *T { return &v }

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name string
		o    remote.Options
		want string // JSON, or the start of the error
	}{
		{"least", remote.Options{MaxTokens: 9}, `{"max_tokens":9}`},
		{"all", remote.Options{MaxTokens: 9000, Temperature: ptr(0.5), TopP: ptr(0.9), Stop: []string{"Qed."}, Effort: "high"},
			`{"max_tokens":9000,"output_config":{"effort":"high"},"stop_sequences":["Qed."],"temperature":0.5,"top_p":0.9}`},
		{"budget", remote.Options{MaxTokens: 9000, Thinking: ptr(int64(1024))}, `{"max_tokens":9000,"thinking":{"budget_tokens":1024,"type":"enabled"}}`},
		{"adaptive", remote.Options{MaxTokens: 9, Thinking: ptr(int64(-1))}, `{"max_tokens":9,"thinking":{"type":"adaptive"}}`},
		{"off", remote.Options{MaxTokens: 9, Temperature: ptr(0.0), Thinking: ptr(int64(0))}, `{"max_tokens":9,"temperature":0,"thinking":{"type":"disabled"}}`},
		{"no limit", remote.Options{}, "max_tokens: "},
		{"seed", remote.Options{MaxTokens: 9, Seed: true}, "seed: "},
		{"token field", remote.Options{MaxTokens: 9, TokenField: "max_tokens"}, "token_field: "},
		{"hot", remote.Options{MaxTokens: 9, Temperature: ptr(1.5)}, "temperature: "},
		{"small budget", remote.Options{MaxTokens: 9000, Thinking: ptr(int64(1000))}, "thinking_budget: "},
		{"budget of the whole", remote.Options{MaxTokens: 9000, Thinking: ptr(int64(9000))}, "thinking_budget: "},
		{"cool thoughts", remote.Options{MaxTokens: 9000, Thinking: ptr(int64(2000)), Temperature: ptr(0.2)}, "temperature: "},
	} {
		s, err := anthropic.Protocol{}.Settings(&c.o)
		got, _ := json.Marshal(s)
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != c.want && !(err != nil && strings.HasPrefix(string(got), c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestRequest(t *testing.T) {
	settings := map[string]any{"max_tokens": 9}
	r, err := anthropic.Protocol{}.Request(t.Context(), remote.Address{BaseURL: "http://host/v1", Key: "secret"}, &remote.Call{
		Model: "m", Settings: settings, Stream: true,
		Messages: []model.Message{{Role: model.System, Text: "s"}, {Role: model.User, Text: "u"}, {Role: model.Assistant, Text: "a"}, {Role: model.User, Text: "v"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r.Body)
	const want = `{"max_tokens":9,"messages":[{"role":"user","content":"u"},{"role":"assistant","content":"a"},{"role":"user","content":"v"}],"model":"m","stream":true,"system":"s"}`
	if strings.TrimSpace(string(b)) != want {
		t.Errorf("body %s", b)
	}
	if r.URL.String() != "http://host/v1/messages" || r.Header.Get("x-api-key") != "secret" || r.Header.Get("anthropic-version") != "2023-06-01" {
		t.Errorf("%s %v", r.URL, r.Header)
	}
	if len(settings) != 1 {
		t.Errorf("the settings were changed: %v", settings)
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   remote.Kind
	}{
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: Field required"}}`, remote.Invalid},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 3 tokens > 2 maximum"}}`, remote.TooLong},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"input length and max_tokens exceed context limit: 1 + 2 > 2"}}`, remote.TooLong},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access"}}`, remote.NoCredit},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}`, remote.Refused},
		{401, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`, remote.Denied},
		{402, `{"type":"error","error":{"type":"billing_error","message":"pay"}}`, remote.NoCredit},
		{403, `{"type":"error","error":{"type":"permission_error","message":"no"}}`, remote.Denied},
		{404, `{"type":"error","error":{"type":"not_found_error","message":"model: x"}}`, remote.NoModel},
		{404, `<html>`, remote.NoModel},
		{413, `{"type":"error","error":{"type":"request_too_large","message":"big"}}`, remote.TooLong},
		{429, `{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}`, remote.Limited},
		{429, `{"type":"error","error":{"type":"rate_limit_error","message":"spent","details":{"error_code":"enforced_spend_limit_reached"}}}`, remote.NoCredit},
		{500, `{"type":"error","error":{"type":"api_error","message":"oops"}}`, remote.Transient},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, remote.Transient},
		{529, "", remote.Transient},
		{502, "\xff<html>", remote.Transient},
		{400, `{"error":null}`, remote.Invalid},
		{400, `{"error":"a string"}`, remote.Invalid},
		{418, `{"error":{"type":"teapot_error","message":"m"}}`, remote.Invalid},
	} {
		if e := (anthropic.Protocol{}).Classify(c.status, []byte(c.body)); e.Kind != c.want || e.Status != c.status {
			t.Errorf("%d %s: kind %d, want %d", c.status, c.body, e.Kind, c.want)
		}
	}
}

func response(contentType, body string) *http.Response {
	return &http.Response{
		StatusCode: 200, Header: http.Header{"Content-Type": {contentType}, "Request-Id": {"req_7"}},
		Body: io.NopCloser(strings.NewReader(body)),
	}
}

func TestReadWhole(t *testing.T) {
	for _, c := range []struct {
		name, body   string
		text, finish string
		usage        remote.Usage
		fails        bool
	}{
		{"caches add up", `{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"stop_reason":"end_turn",
			"usage":{"input_tokens":5,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":7}}`,
			"ab", "stop", remote.Usage{In: 325, Cached: 300, CacheWrite: 20, Out: 7, Reasoning: -1}, false},
		{"null caches", `{"content":[{"type":"text","text":"a"}],"stop_reason":"stop_sequence","stop_sequence":"Qed",
			"usage":{"input_tokens":5,"cache_creation_input_tokens":null,"output_tokens":7,"output_tokens_details":{"thinking_tokens":6}}}`,
			"a", "stop", remote.Usage{In: 5, Out: 7, Reasoning: 6}, false},
		{"counts that are none", `{"model":7,"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn",
			"usage":{"input_tokens":9223372036854775807,"cache_read_input_tokens":9223372036854775807,"output_tokens":7.0,"service_tier":3}}`,
			"a", "stop", remote.Usage{In: -1, Cached: -1, CacheWrite: -1, Out: 7, Reasoning: -1}, false},
		{"a cache that is none", `{"content":[{"type":"text","text":"a"}],"stop_reason":"end_turn","usage":{"input_tokens":5,"cache_read_input_tokens":"x","output_tokens":-7}}`,
			"a", "stop", remote.Usage{In: -1, Cached: -1, CacheWrite: 0, Out: -1, Reasoning: -1}, false},
		{"window", `{"content":[{"type":"text","text":"a"}],"stop_reason":"model_context_window_exceeded"}`, "a", "length", remote.Unknown, false},
		{"nothing to add", `{"content":[],"stop_reason":"end_turn"}`, "", "stop", remote.Unknown, false},
		{"a reason of later", `{"content":[],"stop_reason":"pause_turn"}`, "", "pause_turn", remote.Unknown, false},
		{"unknown block", `{"content":[{"type":"redacted_thinking","data":"x"},{"type":"text","text":"a"}],"stop_reason":"end_turn"}`, "a", "stop", remote.Unknown, false},
		{"no content", `{"stop_reason":"end_turn"}`, "", "stop", remote.Unknown, true},
		{"no reason", `{"content":[{"type":"text","text":"a"}]}`, "a", "", remote.Unknown, true},
	} {
		r, err := anthropic.Protocol{}.Read(response("application/json", c.body), false)
		if (err != nil) != c.fails || r == nil {
			t.Errorf("%s: error %v", c.name, err)
			continue
		}
		if r.Text != c.text || r.Finish != c.finish || r.Usage != c.usage {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

func TestReadStream(t *testing.T) {
	const start = `event: message_start
data: {"type":"message_start","message":{"id":"msg_1","model":"m-1","content":[],"stop_reason":null,"usage":{"input_tokens":5,"cache_read_input_tokens":10,"output_tokens":1}}}

`
	const text = `event: ping
data: {"type": "ping"}

data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}

data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"x"}}

data: {"type":"an_event_of_later","text":"no text"}

data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"proof"}}

`
	const end = `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":null,"output_tokens":9}}

data: {"type":"message_stop"}

`
	for _, c := range []struct {
		name, body string
		fails      string // part of the error
		out        int64
	}{
		{"whole", start + text + end, "", 9},
		{"what follows the end is not read", start + text + end + "data: {nonsense\n\n", "", 9},
		{"cut", start + text, "before its last event", 1},
		{"overloaded in the middle", start + text + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n", "Overloaded", 1},
		{"no JSON", start + text + "data: {nonsense\n\n", "no JSON", 1},
		{"no reason", start + text + "data: {\"type\":\"message_stop\"}\n\n", "stop reason", 1},
	} {
		r, err := anthropic.Protocol{}.Read(response("text/event-stream; charset=utf-8", c.body), true)
		if (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if r.Text != "proof" || r.Reasoning != "hm" || r.Usage.In != 15 || r.Usage.Cached != 10 || r.Usage.Out != c.out {
			t.Errorf("%s: %+v", c.name, r)
		}
		if r.Effective["model"] != "m-1" || r.Effective["request_id"] != "req_7" {
			t.Errorf("%s: effective %v", c.name, r.Effective)
		}
	}
}
