package remote

import (
	"context"
	"net/http"

	"proofgrid/experiments/responses"
	"proofgrid/runner/model"
)

// Protocol translates between a call and the HTTP API of one provider. It keeps
// no state and is safe for concurrent use. It never waits, retries or logs.
type Protocol interface {
	// Name is the kind of the model in specs, keys and tables, such as "openai".
	Name() string
	// Defaults are for the options that a spec leaves out.
	Defaults() Defaults
	// Settings translates the options that bear on an answer into fields of the
	// request's body, under the provider's names; neither the model, the prompt, the
	// seed nor streaming is among them. Options that are zero are left out. An option
	// that the provider does not have is an error that starts with the option's name:
	// nothing is dropped in silence. Values must survive encoding/json.
	Settings(o *Options) (map[string]any, error)
	// Request returns the call as a request with its body (see [Post]) and the
	// headers of the provider, the one with the key included. Settings of the call
	// go into the body as they are.
	Request(ctx context.Context, a Address, c *Call) (*http.Request, error)
	// Read reads a response of status 2xx to its end; stream says how it was asked
	// for, and a server that answers in the other way may be understood too. The
	// body's size is bounded, and Read does not close it. An error is an [*Error], or
	// any other, which counts as Transient: a cut stream (one that ends without the
	// provider's mark of the end), invalid JSON, an empty list of choices. With an
	// error, the reply holds what came before it, or is nil.
	Read(r *http.Response, stream bool) (*Reply, error)
	// Classify says what a response of another status means. Body is cut to 64 KiB
	// and may be anything. [StatusKind] is what to start from. What the standard
	// headers say of waiting is added by the caller.
	Classify(status int, body []byte) *Error
}

// Defaults are what a protocol says of options that a spec leaves out.
type Defaults struct {
	BaseURL string // the provider's own endpoint, such as "https://api.example.com/v1"
	// KeyEnv is the environment variable with the key, for the provider's own
	// endpoint alone: a key never goes to another address unless the spec names it.
	KeyEnv string
	// Reserved are the body's fields that Request fills itself or that must not be
	// changed, such as the model, the messages, streaming and the number of answers.
	// They are refused among the extra fields of a spec.
	Reserved []string
}

// Address is where a request goes.
type Address struct {
	BaseURL string // without a slash at the end
	Key     string // empty for servers that take none
}

// Call is one question to a model.
type Call struct {
	Model    string
	Settings map[string]any  // from Protocol.Settings, with the extra fields of the spec; read-only
	Messages []model.Message // a system message first, if there is one, then user and assistant in turn
	Seed     *int64          // nil: not sent; else 0 to 2³¹−1, which every server takes
	Stream   bool
	Key      string // of the response store; also sent as Idempotency-Key
}

// Reply is what a model said.
type Reply struct {
	Text      string
	Reasoning string // thoughts, as far as the provider shows them; never part of Text
	Finish    string // one of the constants below, or the provider's own word
	Usage     Usage
	// Effective is what the other side says of the model and the settings in force,
	// such as the exact model, a fingerprint, the service tier and the id of the
	// response, under the provider's names.
	Effective map[string]any
}

// Reasons why an answer ended. Others are in the words of the provider.
const (
	Stop          = "stop"
	Length        = "length"          // the limit of tokens cut it; the text up to there counts
	Refusal       = "refusal"         // the model or a filter refused
	PromptTooLong = "prompt-too-long" // beyond the model's window: not sent, or refused
)

// Usage counts the tokens of a call.
type Usage = responses.Usage

// Unknown is the usage of a source that says nothing.
var Unknown = Usage{In: -1, Cached: -1, CacheWrite: -1, Out: -1, Reasoning: -1}
