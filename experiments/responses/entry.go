package responses

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Intent is a call that is about to be sent: its key, and labels that say what it
// is for. The labels are those of the run that asked first, and do not bear on what
// is found.
type Intent struct {
	Key    string `json:"key"` // sha256 in lower-case hex of everything that decides the answer
	Run    string `json:"run"` // experiment/run
	Model  string `json:"model"`
	Task   string `json:"task"`
	Sample int    `json:"sample"`
	Round  int    `json:"round"`

	// Bounds on what the call takes, for caps on calls whose usage stays unknown:
	// tokens of the prompt, counted or estimated, and the most that the answer may
	// have. -1 means unknown.
	PromptTokens int64 `json:"prompt_tokens"`
	MaxTokens    int64 `json:"max_tokens"`

	At time.Time `json:"at"` // when the call was begun

	// Begun counts the calls for the key that were begun and did not fail for
	// certain. Of more than one, the others may have been paid too: a crash or a cut
	// connection lost their answers. The store counts; Begin and Put ignore what is
	// given.
	Begun int `json:"begun"`
}

// Header is everything about an answer but its text.
type Header struct {
	Intent
	Protocol   string          `json:"protocol"`           // kind of the endpoint, such as openai
	Endpoint   string          `json:"endpoint"`           // its base URL, or the label that stands for it
	ModelID    string          `json:"model_id"`           // the model as the endpoint names it
	Settings   json.RawMessage `json:"settings,omitempty"` // effective ones, as one JSON value
	PromptHash string          `json:"prompt_hash,omitempty"`
	Finish     string          `json:"finish"` // why the answer ended
	Usage      Usage           `json:"usage"`
	Retries    int             `json:"retries"`    // failed calls before the one that was answered
	Wait       time.Duration   `json:"wait_ns"`    // for limits and between retries
	Latency    time.Duration   `json:"latency_ns"` // from the answered request to the whole answer
}

// Failure is a question that was given up: it brought no answer after all retries.
// Cells of a run may ask the same and fare differently, so it is that of one cell.
type Failure struct {
	Intent
	Cell    string        `json:"cell"`       // who gave up
	Error   string        `json:"error"`      // what people are told
	Cost    float64       `json:"cost"`       // USD that the failed calls are known to have cost
	Retries int           `json:"retries"`    // failed calls but the first
	Wait    time.Duration `json:"wait_ns"`    // for limits and between retries
	Latency time.Duration `json:"latency_ns"` // of the last call
}

// Entry is an answer. Its texts may hold any bytes.
type Entry struct {
	Header
	Text      string // as received
	Reasoning string // thoughts, as far as the provider shows them
}

// Usage counts the tokens of a call; -1 means that the provider does not say. In
// is the whole prompt, with Cached, read from the provider's cache, and CacheWrite,
// written to it. Out is all that was generated, with Reasoning, the thoughts.
type Usage struct {
	In         int64 `json:"in"`
	Cached     int64 `json:"cached"`
	CacheWrite int64 `json:"cache_write"`
	Out        int64 `json:"out"`
	Reasoning  int64 `json:"reasoning"`
}

// Filter chooses intents and answers; what is left zero does not restrict.
type Filter struct {
	Run, Model, Task string
	Before           time.Time // begun before
}

// Match reports whether the filter chooses a call.
func (f Filter) Match(i *Intent) bool {
	return (f.Run == "" || f.Run == i.Run) && (f.Model == "" || f.Model == i.Model) &&
		(f.Task == "" || f.Task == i.Task) && (f.Before.IsZero() || i.At.Before(f.Before))
}

type key [32]byte

func (k key) String() string { return hex.EncodeToString(k[:]) }

func parseKey(s string) (k key, err error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(k) || hex.EncodeToString(b) != s {
		return k, fmt.Errorf("%.80q is not the key of a response: it has 64 lower-case hex digits", s)
	}
	copy(k[:], b)
	return k, nil
}
