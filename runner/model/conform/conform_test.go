package conform_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"proofgrid/runner/model/conform"
)

// listen starts a server for the test.
func listen(t *testing.T, o conform.Options) (*conform.Server, string) {
	t.Helper()
	s := conform.New(o)
	url, stop, err := s.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return s, url
}

// post sends a body with headers given as name, value, …
func post(t *testing.T, url, body string, header ...string) (int, string, http.Header) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b), resp.Header
}

const openAIPath = "/v1/chat/completions"

func TestOpenAIAnswers(t *testing.T) {
	s, url := listen(t, conform.Options{Reply: func(*conform.Request) conform.Reply {
		return conform.Reply{Text: "four by four", Thinking: "hmm!", Cached: 2}
	}})
	body := `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"user","content":"what is it?"}]}`
	status, got, _ := post(t, url+openAIPath, body, "Authorization", "Bearer k")
	if status != 200 {
		t.Fatalf("status %d: %s", status, got)
	}
	var a struct {
		Choices []struct {
			Message struct{ Content string }
			Finish  string `json:"finish_reason"`
		}
		Usage struct {
			In     int `json:"prompt_tokens"`
			Out    int `json:"completion_tokens"`
			Cached struct {
				Cached int `json:"cached_tokens"`
			} `json:"prompt_tokens_details"`
			Details struct {
				Thought int `json:"reasoning_tokens"`
			} `json:"completion_tokens_details"`
		}
	}
	if err := json.Unmarshal([]byte(got), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Choices) != 1 || a.Choices[0].Message.Content != "four by four" || a.Choices[0].Finish != "stop" {
		t.Errorf("choices %+v", a.Choices)
	}
	// 20 bytes of prompt are 5 tokens, 12 of text 3 and 4 of thoughts 1.
	if a.Usage.In != 5 || a.Usage.Out != 4 || a.Usage.Cached.Cached != 2 || a.Usage.Details.Thought != 1 {
		t.Errorf("usage %+v", a.Usage)
	}
	if want := (conform.Count{Received: 1, Answered: 1, Paid: 1}); s.Total() != want {
		t.Errorf("counted %+v, want %+v", s.Total(), want)
	}
	r := s.Exchanges()[0].Request
	if r.System != "be brief" || len(r.Messages) != 1 || r.Messages[0].Text != "what is it?" || r.Key != "k" {
		t.Errorf("request %+v", r)
	}

	_, got, _ = post(t, url+openAIPath, strings.Replace(body, "{", `{"stream":true,"stream_options":{"include_usage":true},`, 1), "Authorization", "Bearer k")
	var text bytes.Buffer
	lines := strings.Split(strings.TrimSpace(got), "\n\n")
	for _, l := range lines {
		var c struct {
			Choices []struct{ Delta struct{ Content string } }
		}
		if json.Unmarshal([]byte(strings.TrimPrefix(l, "data: ")), &c) == nil && len(c.Choices) > 0 {
			text.WriteString(c.Choices[0].Delta.Content)
		}
	}
	if text.String() != "four by four" || lines[len(lines)-1] != "data: [DONE]" || !strings.Contains(lines[len(lines)-2], `"prompt_tokens":5`) {
		t.Errorf("stream %s", got)
	}
}
