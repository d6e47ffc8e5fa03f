package conform

import "net/http"

// protocol is how one provider talks.
type protocol interface {
	// key returns the secret of a request, empty when it has none in the right place.
	key(*http.Request) string
	// read fills in what the body says; a mistake is answered with the provider's 400
	// (or what the mistake says).
	read(*Request) *mistake
	// whole is the body of an answer that is not streamed.
	whole(*Request, *Reply) []byte
	// stream is the events of an answer that is.
	stream(*Request, *Reply) []event
	// failure is the status and the body of an error. In a stream that has begun it is
	// sent as an event.
	failure(r *Request, kind kind, message string) (status int, body []byte)
}

// event is one server-sent event.
type event struct {
	name string // empty: no event line
	data []byte
}

func (e event) bytes() []byte {
	var b []byte
	if e.name != "" {
		b = append(append(append(b, "event: "...), e.name...), '\n')
	}
	return append(append(append(b, "data: "...), e.data...), "\n\n"...)
}

// kind is a class of errors that every provider has a form for.
type kind string

const (
	badRequest kind = "bad request"
	badKey     kind = "bad key"
	noKey      kind = "no key"
	forbidden  kind = "forbidden"
	noModel    kind = "no model"
	tooLong    kind = "too long"
	tooLarge   kind = "too large"
	noMethod   kind = "no method"
	rateLimit  kind = "rate limit"
	quota      kind = "quota"
	internal   kind = "internal"
	overloaded kind = "overloaded"
	busy       kind = "busy"
)

// mistake is why a request is refused.
type mistake struct {
	kind    kind
	message string // empty: the provider's usual words
}

func invalid(message string) *mistake { return &mistake{badRequest, message} }
