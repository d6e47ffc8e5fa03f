package remote

import (
	"fmt"
	"net/http"
	"time"
)

// Kind says what can be done about an error.
type Kind int

const (
	Transient Kind = iota // may pass: overload, a network error, a cut or broken answer; tried again
	Limited               // too many calls or tokens for now; tried again when the provider says
	Invalid               // the request is refused for what it is: trying again does not help
	Denied                // the key is missing, refused or not allowed to do this: the run stops
	NoModel               // the endpoint does not have the model: the run stops
	NoCredit              // the account cannot pay: the run stops
	TooLong               // the prompt is beyond the model's window: an answer without a proof
	Refused               // a filter refused the prompt: an answer without a proof
)

// Error is a response that is no answer.
type Error struct {
	Kind    Kind
	Status  int           // of HTTP, 0 when there was none or it was a good one
	Message string        // in the words of the provider, of any length and content: the caller cleans it
	After   time.Duration // how long the provider asks to wait, 0 when it does not say
}

func (e *Error) Error() string {
	if e.Status == 0 {
		return e.Message
	}
	s := fmt.Sprintf("HTTP %d %s", e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// StatusKind is what a status means when the body says nothing better.
func StatusKind(status int) Kind {
	switch status {
	case http.StatusTooManyRequests:
		return Limited
	case http.StatusUnauthorized, http.StatusForbidden:
		return Denied
	case http.StatusPaymentRequired:
		return NoCredit
	case http.StatusNotFound: // the model, or the whole path: no call can work
		return NoModel
	case http.StatusRequestEntityTooLarge:
		return TooLong
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly:
		return Transient
	}
	if status >= 500 {
		return Transient
	}
	return Invalid
}
