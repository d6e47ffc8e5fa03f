package conform_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"proofgrid/runner/model/conform"
)

// provider is how to ask a server in one protocol.
type provider struct {
	name   string
	path   func(stream bool) string
	body   func(stream bool) string
	header []string
}

var providers = []provider{
	{
		conform.OpenAI,
		func(bool) string { return openAIPath },
		func(stream bool) string {
			return fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"prove it"}],"stream":%t}`, stream)
		},
		[]string{"Authorization", "Bearer sk-secret"},
	},
	{
		conform.Anthropic,
		func(bool) string { return "/v1/messages" },
		func(stream bool) string {
			return fmt.Sprintf(`{"model":"m","max_tokens":1000,"messages":[{"role":"user","content":"prove it"}],"stream":%t}`, stream)
		},
		[]string{"x-api-key", "sk-secret", "anthropic-version", "2023-06-01"},
	},
	{
		conform.Gemini,
		func(stream bool) string {
			if stream {
				return "/v1beta/models/m:streamGenerateContent?alt=sse"
			}
			return "/v1beta/models/m:generateContent"
		},
		func(bool) string { return `{"contents":[{"role":"user","parts":[{"text":"prove it"}]}]}` },
		[]string{"x-goog-api-key", "sk-secret"},
	},
}

func (p provider) request(t *testing.T, url, body string, stream bool) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+p.path(stream), strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(p.header); i += 2 {
		r.Header.Set(p.header[i], p.header[i+1])
	}
	return r
}

func TestFaultsHaveTheProvidersForm(t *testing.T) {
	// By fault: the status for each provider, and a part of the body for each.
	for _, c := range []struct {
		fault  conform.Fault
		status [3]int
		part   [3]string
	}{
		{conform.OK, [3]int{200, 200, 200}, [3]string{`"finish_reason":"stop"`, `"stop_reason":"end_turn"`, `"finishReason":"STOP"`}},
		{conform.RateLimit, [3]int{429, 429, 429}, [3]string{"rate_limit_exceeded", "rate_limit_error", "RESOURCE_EXHAUSTED"}},
		{conform.Quota, [3]int{429, 400, 400}, [3]string{"insufficient_quota", "credit balance", "Billing"}},
		{conform.Internal, [3]int{500, 500, 500}, [3]string{"server_error", "api_error", "INTERNAL"}},
		{conform.Overloaded, [3]int{529, 529, 503}, [3]string{"overloaded", "overloaded_error", "UNAVAILABLE"}},
		{conform.BadKey, [3]int{401, 401, 400}, [3]string{"invalid_api_key", "authentication_error", "API_KEY_INVALID"}},
		{conform.EchoKey, [3]int{401, 401, 400}, [3]string{"sk-secret", "sk-secret", "sk-secret"}},
		{conform.NoModel, [3]int{404, 404, 404}, [3]string{"model_not_found", "not_found_error", "NOT_FOUND"}},
		{conform.TooLong, [3]int{400, 400, 400}, [3]string{"context_length_exceeded", "prompt is too long", "input token count"}},
		{conform.Empty, [3]int{200, 200, 200}, [3]string{`"choices":[]`, `"content":[]`, `"usageMetadata"`}},
		{conform.Refuses, [3]int{200, 200, 200}, [3]string{`"refusal":"I cannot`, `"stop_reason":"refusal"`, `"PROHIBITED_CONTENT"`}},
		{conform.Filter, [3]int{200, 200, 200}, [3]string{`"content_filter"`, `"stop_reason":"refusal"`, `"SAFETY"`}},
		{conform.BlockPrompt, [3]int{200, 200, 200}, [3]string{`"content_filter"`, `"stop_reason":"refusal"`, `"blockReason"`}},
		{conform.CutByLength, [3]int{200, 200, 200}, [3]string{`"finish_reason":"length"`, `"stop_reason":"max_tokens"`, `"MAX_TOKENS"`}},
		{conform.HTML, [3]int{200, 200, 200}, [3]string{"<html>", "<html>", "<html>"}},
		{conform.Gateway, [3]int{502, 502, 502}, [3]string{"<html>", "<html>", "<html>"}},
		{conform.NUL, [3]int{200, 200, 200}, [3]string{`\u0000`, `\u0000`, `\u0000`}},
		{conform.InvalidUTF8, [3]int{200, 200, 200}, [3]string{"\xff\xfe", "\xff\xfe", "\xff\xfe"}},
		{conform.CRLF, [3]int{200, 200, 200}, [3]string{`\r\n`, `\r\n`, `\r\n`}},
		{conform.ErrorInStream, [3]int{529, 529, 503}, [3]string{"overloaded", "overloaded_error", "UNAVAILABLE"}},
		{conform.Gzip, [3]int{200, 200, 200}, [3]string{`"finish_reason":"stop"`, `"stop_reason":"end_turn"`, `"finishReason":"STOP"`}},
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			s, url := listen(t, conform.Options{Fault: func(*conform.Request) conform.Fault { return c.fault }})
			for i, p := range providers {
				for _, stream := range []bool{false, true} {
					resp, err := http.DefaultClient.Do(p.request(t, url, p.body(stream), stream))
					if err != nil {
						t.Fatal(p.name, err)
					}
					b, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					if err != nil {
						t.Fatal(p.name, err)
					}
					status := c.status[i]
					if c.fault == conform.ErrorInStream && stream {
						status = 200
					}
					part := c.part[i]
					if stream && c.fault == conform.Empty && p.name == conform.Anthropic {
						part = "message_stop"
					}
					if resp.StatusCode != status || !strings.Contains(string(b), part) {
						t.Errorf("%s, stream %t: status %d, want %d; body lacks %q:\n%.600s", p.name, stream, resp.StatusCode, status, part, b)
					}
				}
			}
			if n := s.Total().Received; n != 6 {
				t.Errorf("received %d, want 6", n)
			}
		})
	}
}

func TestLostAnswersArePaidAndNotAnswered(t *testing.T) {
	for _, c := range []struct {
		fault          conform.Fault
		answered, paid int
	}{
		{conform.OK, 1, 1}, {conform.Gzip, 1, 1}, {conform.Big, 1, 1}, {conform.Empty, 1, 1},
		{conform.Cut, 0, 1}, {conform.CutQuietly, 0, 1}, {conform.InvalidJSON, 0, 1},
		{conform.Reset, 0, 0}, {conform.Internal, 0, 0}, {conform.RateLimit, 0, 0}, {conform.HTML, 0, 0},
	} {
		for _, p := range providers {
			for _, stream := range []bool{false, true} {
				s, url := listen(t, conform.Options{Fault: conform.Sequence(c.fault)})
				resp, err := http.DefaultClient.Do(p.request(t, url, p.body(stream), stream))
				if err == nil {
					_, err = io.Copy(io.Discard, resp.Body)
					resp.Body.Close()
				}
				if broken := c.fault == conform.Cut || c.fault == conform.Reset; broken != (err != nil) {
					t.Errorf("%s %s, stream %t: error %v", p.name, c.fault, stream, err)
				}
				if got, want := s.Total(), (conform.Count{Received: 1, Answered: c.answered, Paid: c.paid}); got != want {
					t.Errorf("%s %s, stream %t: counted %+v, want %+v", p.name, c.fault, stream, got, want)
				}
			}
		}
	}
}

func TestMistakesAreRefused(t *testing.T) {
	long := strings.Repeat("word ", 100)
	for _, c := range []struct {
		name, provider, body string
		drop                 string // header that is left out
		status               int
		part                 string
	}{
		{"no key", conform.OpenAI, "", "Authorization", 401, "API key"},
		{"unknown key", conform.OpenAI, "", "wrong", 401, "invalid_api_key"},
		{"no JSON", conform.OpenAI, "{", "", 400, "parse"},
		{"no model", conform.OpenAI, `{"messages":[{"role":"user","content":"x"}]}`, "", 400, "model"},
		{"unknown model", conform.OpenAI, `{"model":"other","messages":[{"role":"user","content":"x"}]}`, "", 404, "model_not_found"},
		{"no messages", conform.OpenAI, `{"model":"m","messages":[]}`, "", 400, "messages"},
		{"unknown field", conform.OpenAI, `{"model":"m","messages":[{"role":"user","content":"x"}],"max_token":3}`, "", 400, "max_token"},
		{"bad role", conform.OpenAI, `{"model":"m","messages":[{"role":"human","content":"x"}]}`, "", 400, "human"},
		{"temperature", conform.OpenAI, `{"model":"m","messages":[{"role":"user","content":"x"}],"temperature":2.5}`, "", 400, "temperature"},
		{"window", conform.OpenAI, `{"model":"m","messages":[{"role":"user","content":"` + long + `"}]}`, "", 400, "context_length_exceeded"},
		{"options without stream", conform.OpenAI, `{"model":"m","messages":[{"role":"user","content":"x"}],"stream_options":{}}`, "", 400, "stream_options"},

		{"no key", conform.Anthropic, "", "x-api-key", 401, "authentication_error"},
		{"no version", conform.Anthropic, "", "anthropic-version", 400, "anthropic-version"},
		{"no limit", conform.Anthropic, `{"model":"m","messages":[{"role":"user","content":"x"}]}`, "", 400, "max_tokens: Field required"},
		{"system among the messages", conform.Anthropic, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"x"},{"role":"system","content":"x"}]}`, "", 400, "role"},
		{"assistant first", conform.Anthropic, `{"model":"m","max_tokens":9,"messages":[{"role":"assistant","content":"x"}]}`, "", 400, "first message"},
		{"empty content", conform.Anthropic, `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":""}]}`, "", 400, "non-empty"},
		{"a seed", conform.Anthropic, `{"model":"m","max_tokens":9,"seed":1,"messages":[{"role":"user","content":"x"}]}`, "", 400, "seed: Extra inputs"},
		{"small budget", conform.Anthropic, `{"model":"m","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":100},"messages":[{"role":"user","content":"x"}]}`, "", 400, "1024"},
		{"budget beyond the limit", conform.Anthropic, `{"model":"m","max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"x"}]}`, "", 400, "max_tokens"},

		{"no key", conform.Gemini, "", "x-goog-api-key", 403, "PERMISSION_DENIED"},
		{"no contents", conform.Gemini, `{"contents":[]}`, "", 400, "contents"},
		{"unknown field", conform.Gemini, `{"contents":[{"parts":[{"text":"x"}]}],"temperature":1}`, "", 400, "temperature"},
		{"unknown setting", conform.Gemini, `{"contents":[{"parts":[{"text":"x"}]}],"generationConfig":{"max_tokens":1}}`, "", 400, "max_tokens"},
		{"assistant", conform.Gemini, `{"contents":[{"role":"assistant","parts":[{"text":"x"}]}]}`, "", 400, "role"},
		{"no parts", conform.Gemini, `{"contents":[{"role":"user","parts":[]}]}`, "", 400, "parts"},
		{"budget and level", conform.Gemini, `{"contents":[{"parts":[{"text":"x"}]}],"generationConfig":{"thinkingConfig":{"thinkingBudget":1,"thinkingLevel":"low"}}}`, "", 400, "only one"},
	} {
		t.Run(c.provider+" "+c.name, func(t *testing.T) {
			s, url := listen(t, conform.Options{Keys: []string{"sk-secret"}, Models: []string{"m"}, Window: 100})
			for _, p := range providers {
				if p.name != c.provider {
					continue
				}
				body := c.body
				if body == "" {
					body = p.body(false)
				}
				r := p.request(t, url, body, false)
				if c.drop == "wrong" {
					r.Header.Set(p.header[0], "Bearer another")
				} else {
					r.Header.Del(c.drop)
				}
				resp, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				b, _ := io.ReadAll(resp.Body)
				if resp.StatusCode != c.status || !strings.Contains(string(b), c.part) {
					t.Errorf("status %d, want %d; body lacks %q: %s", resp.StatusCode, c.status, c.part, b)
				}
			}
			if got, want := s.Total(), (conform.Count{Received: 1}); got != want {
				t.Errorf("counted %+v, want %+v", got, want)
			}
		})
	}
}

func TestIdempotentServerChargesOnce(t *testing.T) {
	for _, idempotent := range []bool{false, true} {
		n := 0
		s, url := listen(t, conform.Options{
			Idempotent: idempotent,
			Fault:      conform.Each(conform.Cut),
			Reply: func(*conform.Request) conform.Reply {
				n++
				return conform.Reply{Text: fmt.Sprint("answer ", n)}
			},
		})
		var bodies []string
		for range 3 {
			r := providers[0].request(t, url, providers[0].body(false), false)
			r.Header.Set("Idempotency-Key", "call-1")
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				continue
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err == nil {
				bodies = append(bodies, string(b))
			}
		}
		want := conform.Count{Received: 3, Answered: 2, Paid: 3}
		if idempotent {
			want.Paid = 2 // the answer that was cut is not kept
		}
		if got := s.Counts()["call-1"]; got != want {
			t.Errorf("idempotent %t: counted %+v, want %+v", idempotent, got, want)
		}
		if len(bodies) != 2 || (bodies[0] == bodies[1]) != idempotent {
			t.Errorf("idempotent %t: answers %q", idempotent, bodies)
		}
	}
}

func TestParseFaults(t *testing.T) {
	fault := func(f func(*conform.Request) conform.Fault, n, try int) conform.Fault {
		return f(&conform.Request{N: n, Try: try, Call: "c"})
	}
	f, err := conform.ParseFaults(" 429, 500*2 ,cut", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range 5 {
		got = append(got, string(fault(f, n, 0)))
	}
	if strings.Join(got, " ") != "429 500 500 cut ok" {
		t.Errorf("sequence %v", got)
	}
	if f, err = conform.ParseFaults("each: 503", 0); err != nil || fault(f, 7, 0) != conform.Unavailable || fault(f, 8, 1) != conform.OK {
		t.Errorf("each: %v", err)
	}
	if f, err = conform.ParseFaults("", 0); err != nil || fault(f, 0, 0) != conform.OK {
		t.Errorf("none: %v", err)
	}
	if f, err = conform.ParseFaults("429@0.2, cut@0.1", 3); err != nil {
		t.Fatal(err)
	}
	count := map[conform.Fault]int{}
	const draws = 10000
	for i := range draws {
		r := &conform.Request{Call: fmt.Sprint(i)}
		if count[f(r)]++; f(r) != f(r) {
			t.Fatal("a fault is not a function of the call")
		}
	}
	// Binomial standard deviations are 40 and 30; five of them.
	if n := count[conform.RateLimit]; n < 1800 || n > 2200 {
		t.Errorf("429 came %d times of %d, want about 2000", n, draws)
	}
	if n := count[conform.Cut]; n < 850 || n > 1150 {
		t.Errorf("cut came %d times of %d, want about 1000", n, draws)
	}
	for _, bad := range []string{"498", "429*0", "429*x", "429@2", "429@NaN", "429@0.6,cut@0.6", "429@0.1,cut", "each:429@0.1", "429*2@0.1"} {
		if _, err := conform.ParseFaults(bad, 0); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 500e6, time.UTC)
	_, url := listen(t, conform.Options{
		Fault: conform.Sequence(conform.RateLimit, conform.RateLimitAfter, conform.RateLimitDate),
		Wait:  1500 * time.Millisecond, Now: func() time.Time { return now },
	})
	for _, want := range []string{"", "2", "Fri, 02 Jan 2026 03:04:07 GMT"} {
		_, _, h := post(t, url+openAIPath, providers[0].body(false), "Authorization", "Bearer k")
		if got := h.Get("Retry-After"); got != want {
			t.Errorf("Retry-After %q, want %q", got, want)
		}
	}
}

func TestProofsAnswerTheTheoremOfThePrompt(t *testing.T) {
	reply := conform.Proofs(map[string]string{"add_comm": "by omega", "add": "by rfl", "Nat.add_comm'": "by simp"})
	for _, c := range []struct{ prompt, want string }{
		{"Use add. Prove theorem add_comm : a + b = b + a", "```\nby omega\n```\n"},
		{"theorem Nat.add_comm' : x", "```\nby simp\n```\n"},
		{"Prove add.", "```\nby rfl\n```\n"},
		{"Answer in\n```lean\nproof\n```\nor so. Prove add.", "```lean\nby rfl\n```\n"},
		{"Put it between <proof> and </proof>. Prove add.", "<proof>\nby rfl\n</proof>\n"},
	} {
		r := reply(&conform.Request{Messages: []conform.Message{{Role: "user", Text: c.prompt}}})
		if r.Text != c.want {
			t.Errorf("%q: %q, want %q", c.prompt, r.Text, c.want)
		}
	}
	a := conform.Text(&conform.Request{System: "a"})
	if b := conform.Text(&conform.Request{System: "b"}); a.Text == b.Text || a.Text != conform.Text(&conform.Request{System: "a"}).Text {
		t.Error("the default text is not a function of the prompt, or not one to one")
	}
}

func TestListenOnLoopbackAlone(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "example.org:80", "127.0.0.1"} {
		if _, stop, err := conform.New(conform.Options{}).Listen(addr); err == nil {
			stop()
			t.Errorf("%s was taken", addr)
		}
	}
}

func TestCloseEndsHangingCalls(t *testing.T) {
	s := conform.New(conform.Options{Fault: conform.Sequence(conform.Hang)})
	url, stop, err := s.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := http.DefaultClient.Do(providers[0].request(t, url, providers[0].body(false), false))
		done <- err
	}()
	for s.Total().Received == 0 {
		time.Sleep(time.Millisecond)
	}
	stop()
	if err := <-done; err == nil {
		t.Error("a call that hung was answered")
	}
}
