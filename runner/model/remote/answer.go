package remote

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
	"proofgrid/runner/prompt"
)

// Answer looks a question up in the response store, and else asks it: it waits for
// the caps and for the endpoint's turn, notes durably what it is about to send,
// sends, tries again where that helps, and makes the answer durable. Only then is
// the answer used, from the form in which it is stored, so that a replay gives the
// same rows.
//
// A question that was given up is kept as a failure, which a replay gives again;
// else it is asked again.
//
// Errors are [*model.Stop], [*model.Failure] or of the context.
func (m *Model) Answer(ctx context.Context, r *model.Request) (*model.Answer, error) {
	messages, err := m.prompts.Prompt(r)
	if err != nil {
		return nil, fmt.Errorf("prompt: %w", err)
	}
	key, err := m.key(r, messages)
	if err != nil {
		return nil, fmt.Errorf("key: %w", err)
	}
	q := &question{Model: m, r: r, messages: messages, key: key, tokens: m.count(messages)}
	if w := int64(m.options.Window); w > 0 && q.tokens > w {
		ans, err := q.answer(q.entry(&Reply{Finish: PromptTooLong}))
		if err == nil {
			ans.Note = fmt.Sprintf("not sent: the prompt has %d tokens (%s) and the model's window %d", q.tokens, m.counter.Name(), w)
		}
		return ans, err
	}
	leave, err := m.session.flights.enter(ctx, key)
	if err != nil {
		return nil, err
	}
	defer leave()
	if m.session.Replay {
		return q.replay()
	}
	e, ok, err := m.session.Store.Get(key)
	if err != nil { // asking again could pay twice
		return nil, broken(err)
	}
	if !ok {
		if err := m.Ready(); err != nil {
			return nil, err
		}
		if e, err = q.ask(ctx); err != nil {
			return nil, err
		}
	}
	if err := m.session.Store.Forgive(key, r.Cell); err != nil {
		return nil, broken(err)
	}
	return q.answer(e)
}

// replay gives what the run got that asked.
func (q *question) replay() (*model.Answer, error) {
	e, f, err := q.session.Store.Recall(q.key, q.r.Cell)
	switch {
	case err != nil:
		return nil, broken(err)
	case f != nil:
		return nil, q.failure(f)
	case e != nil:
		return q.answer(e)
	}
	return nil, q.stop(nil, fmt.Sprintf("the response store has no answer for task %s, sample %d, round %d (key %.12s): "+
		"the spec, the prompts or the tasks differ from those of the run that asked, or it did not get there; run without replay to ask",
		q.r.Task.ID, q.r.Sample, q.r.Round, q.key))
}

// broken is the end of a run whose response store fails.
func broken(err error) error {
	return &model.Stop{Err: fmt.Errorf("response store: %w", err)}
}

// count is the tokens of a prompt, with what the roles take in usual chat formats.
func (m *Model) count(prompt []model.Message) int64 {
	const perMessage = 4
	n := int64(0)
	for _, msg := range prompt {
		n += int64(m.counter.Count(msg.Text)) + perMessage
	}
	return n
}

// question is one call of Answer.
type question struct {
	*Model
	r        *model.Request
	messages []model.Message
	key      string
	tokens   int64 // of the prompt, by the counter

	promptHash    string // of a question that is asked
	Retries       int
	Wait, Latency time.Duration
	lost          float64 // USD that failed calls are known to have cost
}

// entry is a reply as it is stored.
func (q *question) entry(reply *Reply) *responses.Entry {
	sent := q.sent(q.r)
	id := q.options.Model
	if s, ok := reply.Effective["model"].(string); ok && s != "" {
		id = s
	}
	settings, err := json.Marshal(map[string]any{ // sorts keys
		"protocol": q.protocol.Name(), "endpoint": q.options.Endpoint, "model": id,
		"requested": q.options.Model, "sent": sent, "reported": reply.Effective,
	})
	if err != nil || len(settings) > maxSettings { // the other side's, since ours were tried before
		settings, _ = json.Marshal(map[string]any{
			"protocol": q.protocol.Name(), "endpoint": q.options.Endpoint, "model": q.options.Model,
			"requested": q.options.Model, "sent": sent, "reported": "unreadable or too large",
		})
		id = q.options.Model
	}
	return &responses.Entry{
		Header: responses.Header{
			Intent: q.intent(), Protocol: q.protocol.Name(), Endpoint: q.options.Endpoint,
			ModelID: q.secret.text(id), Settings: json.RawMessage(q.secret.text(string(settings))),
			PromptHash: q.promptHash, Finish: q.secret.text(reply.Finish), Usage: reply.Usage,
			Retries: q.Retries, Wait: q.Wait, Latency: q.Latency,
		},
		Text: q.secret.text(reply.Text), Reasoning: q.secret.text(reply.Reasoning),
	}
}

func (q *question) intent() responses.Intent {
	return responses.Intent{
		Key: q.key, Run: q.session.Run, Model: q.name, Task: q.r.Task.ID, Sample: q.r.Sample, Round: q.r.Round,
		PromptTokens: q.tokens, MaxTokens: q.most(), At: q.session.Clock.Now(),
	}
}

const maxSettings = 1 << 20

// answer reads an entry.
func (q *question) answer(e *responses.Entry) (*model.Answer, error) {
	var settings map[string]any
	if err := json.Unmarshal(e.Settings, &settings); err != nil {
		return nil, broken(fmt.Errorf("key %s: settings: %w", e.Key, err))
	}
	candidate, note := prompt.Extract(e.Text, q.r.Task)
	return &model.Answer{
		Response: e.Text, Candidate: candidate, Note: note, Finish: e.Finish,
		Usage: model.Usage(e.Usage),
		Call: &model.Call{
			Key: e.Key, Prompt: q.messages, Settings: settings, Cost: q.prices.Cost(e.Usage),
			Retries: e.Retries, Wait: e.Wait, Latency: e.Latency,
		},
	}, nil
}

// most is the longest answer, -1 when nothing bounds it.
func (q *question) most() int64 {
	switch w := int64(q.options.Window); {
	case q.options.MaxTokens > 0:
		return q.options.MaxTokens
	case w > 0:
		return w - q.tokens
	}
	return -1
}

// refused is the answer that an error stands for, if it does.
func refused(err *Error) (*Reply, bool) {
	switch err.Kind {
	case TooLong:
		return &Reply{Finish: PromptTooLong, Effective: map[string]any{"error": Excerpt(err.Error())}}, true
	case Refused:
		return &Reply{Finish: Refusal, Effective: map[string]any{"error": Excerpt(err.Error())}}, true
	}
	return nil, false
}
