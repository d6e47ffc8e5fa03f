package gemini

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"proofgrid/runner/model/remote"
)

// finishes are the provider's finish reasons that have a name of ours.
var finishes = map[string]string{
	"STOP":               remote.Stop,
	"MAX_TOKENS":         remote.Length,
	"SAFETY":             remote.Refusal,
	"RECITATION":         remote.Refusal,
	"BLOCKLIST":          remote.Refusal,
	"PROHIBITED_CONTENT": remote.Refusal,
	"SPII":               remote.Refusal,
	"MODEL_ARMOR":        remote.Refusal,
}

// response is GenerateContentResponse: the whole answer, or one event of a stream,
// whose texts continue those before and whose counts replace them.
type response struct {
	Candidates []struct {
		Content content     `json:"content"`
		Finish  string      `json:"finishReason"`
		Message remote.Word `json:"finishMessage"`
	} `json:"candidates"`
	Feedback *struct {
		Block string `json:"blockReason"`
	} `json:"promptFeedback"`
	Usage   *usage      `json:"usageMetadata"`
	Version remote.Word `json:"modelVersion"`
	Error   *fault      `json:"error"`
}

// usage counts tokens. The prompt's count includes what the cache had; the
// candidates' leaves the thoughts out. The API does not write zeros.
type usage struct {
	Prompt     *remote.Count `json:"promptTokenCount"`
	Cached     *remote.Count `json:"cachedContentTokenCount"`
	Candidates *remote.Count `json:"candidatesTokenCount"`
	Thoughts   *remote.Count `json:"thoughtsTokenCount"`
}

// answer is what a response or a stream has said so far.
type answer struct {
	text, thoughts strings.Builder
	finish         string
	ended          bool
	usage          *usage
	effective      map[string]any
}

func (a *answer) note(name, value string) {
	if value != "" {
		a.effective[name] = value
	}
}

func (a *answer) add(r *response) {
	a.note("model", string(r.Version))
	if r.Usage != nil {
		a.usage = r.Usage
	}
	if r.Feedback != nil && r.Feedback.Block != "" {
		a.note("block_reason", r.Feedback.Block)
		a.finish, a.ended = remote.Refusal, true
	}
	if len(r.Candidates) == 0 {
		return
	}
	c := r.Candidates[0]
	for _, p := range c.Content.Parts {
		if p.Thought {
			a.thoughts.WriteString(p.Text)
		} else {
			a.text.WriteString(p.Text)
		}
	}
	if c.Finish != "" && !a.ended {
		a.note("finish_reason", c.Finish)
		a.note("finish_message", string(c.Message))
		a.finish, a.ended = c.Finish, true
		if f, ok := finishes[c.Finish]; ok {
			a.finish = f
		}
	}
}

func (a *answer) reply() *remote.Reply {
	out := &remote.Reply{
		Text: a.text.String(), Reasoning: a.thoughts.String(),
		Finish: a.finish, Usage: remote.Unknown, Effective: a.effective,
	}
	u := a.usage
	if u == nil || u.Prompt == nil {
		return out
	}
	out.Usage.In, out.Usage.Cached = u.Prompt.Or(-1), u.Cached.Or(0)
	if a.ended { // before the end, a count that is missing need not be zero
		candidates, thoughts := u.Candidates.Or(0), u.Thoughts.Or(0)
		out.Usage.Reasoning = thoughts
		if candidates >= 0 && thoughts >= 0 {
			out.Usage.Out = candidates + thoughts
		}
	}
	return out
}

// Read reads a response or a stream of them. A prompt that is blocked is an answer
// that refuses. A stream is whole when a finish reason has come: it has no other
// mark of its end.
func (Protocol) Read(r *http.Response, _ bool) (*remote.Reply, error) {
	a := &answer{effective: map[string]any{}}
	if !remote.IsStream(r) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		if err := a.read(body); err != nil {
			return a.reply(), err
		}
		if !a.ended {
			return a.reply(), errors.New("the response has no candidate with a finish reason")
		}
		return a.reply(), nil
	}
	for e, err := range remote.Events(r.Body) {
		if err == nil {
			err = a.read([]byte(e.Data))
		}
		if err != nil && !a.ended {
			return a.reply(), err
		}
	}
	if !a.ended {
		return a.reply(), fmt.Errorf("the stream ends without a finish reason: %w", io.ErrUnexpectedEOF)
	}
	return a.reply(), nil
}

func (a *answer) read(data []byte) error {
	var r response
	if err := json.Unmarshal(data, &r); err != nil {
		return fmt.Errorf("no response of the API: %w: %s", err, start(data))
	}
	if r.Error != nil {
		return r.Error.classify(0)
	}
	a.add(&r)
	return nil
}

// start is as much of a text from outside as an error may carry. The caller takes
// the key out and cuts it to a line; a shorter text here could end amid the key.
func start(text []byte) string { return string(text[:min(len(text), 64<<10)]) }
