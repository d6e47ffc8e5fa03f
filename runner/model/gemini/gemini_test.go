package gemini_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofgrid/runner/model"
	"proofgrid/runner/model/gemini"
	"proofgrid/runner/model/remote"
)

func ptr[T any](v T) *T { return &v }

func TestSettings(t *testing.T) {
	for _, c := range []struct {
		name string
		o    remote.Options
		want string // JSON, or the start of the error
	}{
		{"none", remote.Options{}, "null"},
		{"all", remote.Options{MaxTokens: 9, Temperature: ptr(1.5), TopP: ptr(0.9), Stop: []string{"Qed."}, Effort: "low"},
			`{"generationConfig":{"maxOutputTokens":9,"stopSequences":["Qed."],"temperature":1.5,"thinkingConfig":{"thinkingLevel":"low"},"topP":0.9}}`},
		{"seed", remote.Options{Seed: true}, "null"},
		{"budget", remote.Options{Thinking: ptr(int64(0))}, `{"generationConfig":{"thinkingConfig":{"thinkingBudget":0}}}`},
		{"dynamic", remote.Options{Thinking: ptr(int64(-1))}, `{"generationConfig":{"thinkingConfig":{"thinkingBudget":-1}}}`},
		{"negative", remote.Options{Thinking: ptr(int64(-2))}, "thinking_budget: "},
		{"both", remote.Options{Thinking: ptr(int64(0)), Effort: "low"}, "effort: "},
		{"token field", remote.Options{TokenField: "max_tokens"}, "token_field: "},
		{"hot", remote.Options{Temperature: ptr(2.5)}, "temperature: "},
		{"top", remote.Options{TopP: ptr(2.5)}, "top_p: "},
	} {
		s, err := gemini.Protocol{}.Settings(&c.o)
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
	settings := map[string]any{"generationConfig": map[string]any{"temperature": 1}}
	for _, c := range []struct {
		model  string
		stream bool
		want   string
	}{
		{"gemini-9", false, "http://host/v1beta/models/gemini-9:generateContent"},
		{"tunedModels/mine", true, "http://host/v1beta/tunedModels/mine:streamGenerateContent?alt=sse"},
		{"a?key=b", false, "http://host/v1beta/models/a%3Fkey=b:generateContent"},
	} {
		r, err := gemini.Protocol{}.Request(t.Context(), remote.Address{BaseURL: "http://host/v1beta", Key: "secret"}, &remote.Call{
			Model: c.model, Settings: settings, Stream: c.stream, Seed: ptr(int64(4)),
			Messages: []model.Message{{Role: model.System, Text: "s"}, {Role: model.User, Text: "u"}, {Role: model.Assistant, Text: "a"}, {Role: model.User, Text: "v"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		const want = `{"contents":[{"role":"user","parts":[{"text":"u"}]},{"role":"model","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"v"}]}],` +
			`"generationConfig":{"seed":4,"temperature":1},"systemInstruction":{"parts":[{"text":"s"}]}}`
		if strings.TrimSpace(string(b)) != want {
			t.Errorf("body %s", b)
		}
		if r.URL.String() != c.want || r.Header.Get("x-goog-api-key") != "secret" {
			t.Errorf("%s, want %s; %v", r.URL, c.want, r.Header)
		}
	}
	if b, _ := json.Marshal(settings); string(b) != `{"generationConfig":{"temperature":1}}` {
		t.Errorf("the settings were changed: %s", b)
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		want   remote.Kind
		after  time.Duration
	}{
		{400, `{"error":{"code":400,"message":"bad","status":"INVALID_ARGUMENT"}}`, remote.Invalid, 0},
		{400, `{"error":{"code":400,"message":"The input token count (3) exceeds the maximum number of tokens allowed (2).","status":"INVALID_ARGUMENT"}}`, remote.TooLong, 0},
		{400, `{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}`, remote.Denied, 0},
		{400, `{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}`, remote.Denied, 0},
		{400, `{"error":{"code":400,"message":"Please enable billing.","status":"FAILED_PRECONDITION"}}`, remote.NoCredit, 0},
		{403, `{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}`, remote.Denied, 0},
		{404, `{"error":{"code":404,"message":"no","status":"NOT_FOUND"}}`, remote.NoModel, 0},
		{429, `{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel"}]},{"retryDelay":"34s"}]}}`, remote.Limited, 34 * time.Second},
		{429, `{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"retryDelay":"34s"}]}}`, remote.NoCredit, 34 * time.Second},
		{429, `[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}]`, remote.Limited, 0},
		{500, `{"error":{"code":500,"message":"oops","status":"INTERNAL"}}`, remote.Transient, 0},
		{503, `{"error":{"code":503,"message":"busy","status":"UNAVAILABLE"}}`, remote.Transient, 0},
		{503, "\xff<html>", remote.Transient, 0},
		{429, "", remote.Limited, 0},
		{400, "[]", remote.Invalid, 0},
	} {
		e := gemini.Protocol{}.Classify(c.status, []byte(c.body))
		if e.Kind != c.want || e.Status != c.status || e.After != c.after {
			t.Errorf("%d %s: kind %d after %v, want %d after %v", c.status, c.body, e.Kind, e.After, c.want, c.after)
		}
	}
}

func TestRead(t *testing.T) {
	const (
		whole  = "application/json; charset=UTF-8"
		stream = "text/event-stream"
	)
	for _, c := range []struct {
		name, kind, body       string
		text, thoughts, finish string
		usage                  remote.Usage
		fails                  string // part of the error
	}{
		{"thoughts count as output", whole, `{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"a"},{"text":"b"}],"role":"model"},"finishReason":"STOP"}],
			"usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":40,"candidatesTokenCount":3,"thoughtsTokenCount":50}}`,
			"ab", "hm", "stop", remote.Usage{In: 100, Cached: 40, CacheWrite: -1, Out: 53, Reasoning: 50}, ""},
		{"all thought", whole, `{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}],"usageMetadata":{"promptTokenCount":1,"thoughtsTokenCount":50}}`,
			"", "", "length", remote.Usage{In: 1, CacheWrite: -1, Out: 50, Reasoning: 50}, ""},
		{"counts that are none", whole, `{"modelVersion":3,"candidates":[{"content":{"parts":[{"text":"a"}]},"finishReason":"STOP","finishMessage":{}}],
			"usageMetadata":{"promptTokenCount":10.0,"cachedContentTokenCount":-3,"candidatesTokenCount":9223372036854775807,"thoughtsTokenCount":5}}`,
			"a", "", "stop", remote.Usage{In: 10, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: 5}, ""},
		{"recitation", whole, `{"candidates":[{"finishReason":"RECITATION"}]}`, "", "", "refusal", remote.Unknown, ""},
		{"a reason of its own", whole, `{"candidates":[{"finishReason":"LANGUAGE"}]}`, "", "", "LANGUAGE", remote.Unknown, ""},
		{"blocked prompt", whole, `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":7}}`,
			"", "", "refusal", remote.Usage{In: 7, CacheWrite: -1}, ""},
		{"no candidates", whole, `{"usageMetadata":{"promptTokenCount":7}}`, "", "", "", remote.Usage{In: 7, CacheWrite: -1, Out: -1, Reasoning: -1}, "no candidate"},
		{"no JSON", whole, `<html>`, "", "", "", remote.Unknown, "<html>"},
		{"stream", stream, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}],\"usageMetadata\":{\"promptTokenCount\":7}}\r\n\r\n" +
			"data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"b\"}]},\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":7,\"candidatesTokenCount\":2}}\r\n\r\n",
			"ab", "", "stop", remote.Usage{In: 7, CacheWrite: -1, Out: 2}, ""},
		{"cut stream", stream, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}],\"usageMetadata\":{\"promptTokenCount\":7}}\n\n",
			"a", "", "", remote.Usage{In: 7, CacheWrite: -1, Out: -1, Reasoning: -1}, "without a finish reason"},
		{"error in the stream", stream, "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\"}]}}]}\n\ndata: {\"error\":{\"code\":503,\"message\":\"busy\",\"status\":\"UNAVAILABLE\"}}\n\n",
			"a", "", "", remote.Unknown, "busy"},
	} {
		r, err := gemini.Protocol{}.Read(&http.Response{
			StatusCode: 200, Header: http.Header{"Content-Type": {c.kind}}, Body: io.NopCloser(strings.NewReader(c.body)),
		}, c.kind == stream)
		if (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if r.Text != c.text || r.Reasoning != c.thoughts || r.Finish != c.finish || r.Usage != c.usage {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}
