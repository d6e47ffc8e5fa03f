package openai

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"proofgrid/runner/model"
	"proofgrid/runner/model/remote"
)

// response makes an HTTP response of a text.
func response(contentType, body string) *http.Response {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(strings.NewReader(body))}
}

const stream = "text/event-stream; charset=utf-8"

func read(t *testing.T, contentType, body string) (*remote.Reply, error) {
	t.Helper()
	return Protocol{}.Read(response(contentType, body), true)
}

func TestReadAnswers(t *testing.T) {
	known := remote.Usage{In: 20, Cached: 5, Out: 9, Reasoning: 4}
	unknown := remote.Unknown
	for _, c := range []struct {
		name, contentType, body string
		want                    remote.Reply
	}{
		{"whole", "application/json", `{"id":"c-1","object":"chat.completion","model":"m-2026","system_fingerprint":"fp","service_tier":"default","choices":[{"index":0,"message":{"role":"assistant","content":"yes","refusal":null},"finish_reason":"stop"}],
			"usage":{"prompt_tokens":20,"completion_tokens":9,"total_tokens":29,"prompt_tokens_details":{"cached_tokens":5},"completion_tokens_details":{"reasoning_tokens":4}}}`,
			remote.Reply{Text: "yes", Finish: "stop", Usage: known}},
		{"streamed", stream, "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n: keep alive\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ye\"}}]}\r\n\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"s\"},\"finish_reason\":null}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":5},\"completion_tokens_details\":{\"reasoning_tokens\":4}}}\n\ndata: [DONE]\n\n",
			remote.Reply{Text: "yes", Finish: "length", Usage: known}},
		{"without [DONE] and usage", stream, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n",
			remote.Reply{Text: "yes", Finish: "stop", Usage: unknown}},
		{"broken after the end", stream, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\ndata: {\"choi\n\n",
			remote.Reply{Text: "yes", Finish: "stop", Usage: unknown}},
		{"thoughts of vLLM", stream, "data: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"hm\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"m\",\"reasoning\":\"m\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
			remote.Reply{Text: "yes", Reasoning: "hmm", Finish: "stop", Usage: unknown}},
		{"content in parts", "application/json", `{"choices":[{"message":{"content":[{"type":"text","text":"ye"},{"type":"text","text":"s"}]},"finish_reason":"stop"}]}`,
			remote.Reply{Text: "yes", Finish: "stop", Usage: unknown}},
		{"a refusal", "application/json", `{"choices":[{"message":{"content":null,"refusal":"no"},"finish_reason":"stop"}]}`,
			remote.Reply{Text: "no", Finish: remote.Refusal, Usage: unknown}},
		{"a filter", "application/json", `{"choices":[{"message":{"content":"ye"},"finish_reason":"content_filter"}]}`,
			remote.Reply{Text: "ye", Finish: remote.Refusal, Usage: unknown}},
		{"numbers that are none", "application/json", `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":-4,"completion_tokens":"many","prompt_tokens_details":null}}`,
			remote.Reply{Text: "yes", Finish: "stop", Usage: unknown}},
		{"names that are none", "application/json", `{"model":5,"system_fingerprint":{},"service_tier":[1],"provider":false,"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1e400,"completion_tokens":1e18}}`,
			remote.Reply{Text: "yes", Finish: "stop", Usage: unknown}},
		{"thoughts beside the answer", "application/json", `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":20,"completion_tokens":5,"total_tokens":29,"prompt_cache_hit_tokens":5,"completion_tokens_details":{"reasoning_tokens":4}}}`,
			remote.Reply{Text: "yes", Finish: "stop", Usage: known}},
		{"no reason to end", "application/json", `{"choices":[{"message":{"content":"yes"},"finish_reason":null}]}`,
			remote.Reply{Text: "yes", Finish: "unknown", Usage: unknown}},
	} {
		got, err := read(t, c.contentType, c.body)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got.Text != c.want.Text || got.Reasoning != c.want.Reasoning || got.Finish != c.want.Finish || got.Usage != c.want.Usage {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
		if c.name == "whole" && (got.Effective["model"] != "m-2026" || got.Effective["system_fingerprint"] != "fp" || got.Effective["service_tier"] != "default") {
			t.Errorf("effective settings %v", got.Effective)
		}
	}
}

func TestWhatIsNoAnswer(t *testing.T) {
	for name, c := range map[string][2]string{
		"HTML":             {"text/html", "<html>busy</html>"},
		"no choices":       {"application/json", `{"choices":[]}`},
		"empty":            {"application/json", ""},
		"another shape":    {"application/json", `{"choices":7}`},
		"a list":           {"application/json", `[]`},
		"an error in 200":  {"application/json", `{"error":{"message":"overloaded"}}`},
		"cut":              {stream, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ye\"}}]}\n\n"},
		"done, no choices": {stream, "data: [DONE]\n\n"},
		"an error event":   {stream, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ye\"}}]}\n\ndata: {\"error\":{\"message\":\"overloaded\",\"code\":503}}\n\n"},
	} {
		if r, err := read(t, c[0], c[1]); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		body   string
		want   remote.Kind
	}{
		{"OpenAI, context", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, remote.TooLong},
		{"llama.cpp, context", 400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}`, remote.TooLong},
		{"vLLM, context", 400, `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","param":null,"code":400}`, remote.TooLong},
		{"vLLM, max_tokens", 400, `{"error":{"message":"'max_tokens' or 'max_completion_tokens' is too large: 9000. This model's maximum context length is 4096 tokens","type":"BadRequestError","code":400}}`, remote.Invalid},
		{"quota", 429, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, remote.NoCredit},
		{"rate", 429, `{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}`, remote.Limited},
		{"key", 401, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`, remote.Denied},
		{"key, as 400", 400, `[{"error":{"message":"API key not valid","status":"INVALID_ARGUMENT"}}]`, remote.Invalid},
		{"key, as 400 object", 400, `{"error":{"message":"API key not valid","status":"INVALID_ARGUMENT"}}`, remote.Denied},
		{"vLLM, model", 404, `{"object":"error","message":"The model does not exist.","type":"NotFoundError","code":404}`, remote.NoModel},
		{"a wrong path", 404, `404 page not found`, remote.NoModel},
		{"a filter", 400, `{"error":{"message":"filtered","code":"content_filter"}}`, remote.Refused},
		{"a parameter", 400, `{"error":{"message":"Unsupported parameter: temperature","code":"unsupported_parameter"}}`, remote.Invalid},
		{"FastAPI", 422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`, remote.Invalid},
		{"loading", 503, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`, remote.Transient},
		{"an error that is a text", 500, `{"error":"boom"}`, remote.Transient},
		{"HTML", 502, `<html>`, remote.Transient},
		{"nothing", 500, ``, remote.Transient},
		{"null", 400, `{"error":null}`, remote.Invalid},
	} {
		if got := (Protocol{}).Classify(c.status, []byte(c.body)); got.Kind != c.want {
			t.Errorf("%s: kind %d (%s), want %d", c.name, got.Kind, got.Message, c.want)
		}
	}
}

func TestRequest(t *testing.T) {
	seed, half := int64(7), 0.5
	o := &remote.Options{Temperature: &half, TopP: &half, MaxTokens: 100, Stop: []string{"x"}, Effort: "low"}
	s, err := Protocol{}.Settings(o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Protocol{}.Request(t.Context(), remote.Address{BaseURL: "http://127.0.0.1:1/v1", Key: "k"}, &remote.Call{
		Model: "m", Settings: s, Seed: &seed, Stream: true,
		Messages: []model.Message{{Role: model.System, Text: "s"}, {Role: model.User, Text: "a < b & \u2028"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(r.Body)
	var got map[string]any
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("testdata/request.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]any
	if err := json.Unmarshal(file, &want); err != nil {
		t.Fatal(err)
	}
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if string(g) != string(w) {
		t.Errorf("body %s\nwant %s", g, w)
	}
	if r.URL.String() != "http://127.0.0.1:1/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer k" || r.Header.Get("Content-Type") != "application/json" || r.GetBody == nil {
		t.Errorf("%s %v", r.URL, r.Header)
	}
	o.BaseURL = baseURL
	if s, _ := (Protocol{}).Settings(o); s["max_completion_tokens"] == nil || s["max_tokens"] != nil {
		t.Errorf("%v at OpenAI", s)
	}
}

// FuzzRead: whatever a server sends, reading it neither panics nor makes up an
// answer out of a stream without an end.
func FuzzRead(f *testing.F) {
	f.Add("application/json", `{"choices":[{"message":{"content":"yes"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1e400}}`)
	f.Add(stream, "data: {\"choices\":[{\"delta\":{\"content\":[{}]},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	f.Add(stream, "data: {\"error\":[]}\n\n")
	f.Fuzz(func(t *testing.T, contentType, body string) {
		r, err := Protocol{}.Read(response(contentType, body), true)
		if err == nil && (r == nil || r.Finish == "") {
			t.Errorf("%+v without an error", r)
		}
		Protocol{}.Classify(400, []byte(body))
	})
}
