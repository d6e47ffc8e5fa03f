package gemini

import (
	"encoding/json"
	"strings"
	"time"

	"proofgrid/runner/model/remote"
)

// fault is the error object of a response or of a stream: google.rpc.Status, whose
// details are messages of several types.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Status  string `json:"status"`
	Details []struct {
		Reason     string `json:"reason"`     // of ErrorInfo
		RetryDelay string `json:"retryDelay"` // of RetryInfo, as in "34s"
		Violations []struct {
			Quota string `json:"quotaId"`
		} `json:"violations"` // of QuotaFailure
	} `json:"details"`
}

// Classify reads the provider's errors.
func (Protocol) Classify(status int, body []byte) *remote.Error {
	type failure struct {
		Error *fault `json:"error"`
	}
	var one failure
	if json.Unmarshal(body, &one) != nil {
		var list []failure // the form of a stream that is none
		if json.Unmarshal(body, &list) == nil && len(list) > 0 {
			one = list[0]
		}
	}
	if one.Error == nil {
		return &remote.Error{Kind: remote.StatusKind(status), Status: status, Message: string(body)}
	}
	return one.Error.classify(status)
}

// kinds of the provider's words for a status (google.rpc.Code).
var kinds = map[string]remote.Kind{
	"INVALID_ARGUMENT":    remote.Invalid,
	"FAILED_PRECONDITION": remote.Denied, // not in this country, or not without billing
	"UNAUTHENTICATED":     remote.Denied,
	"PERMISSION_DENIED":   remote.Denied,
	"NOT_FOUND":           remote.NoModel,
	"RESOURCE_EXHAUSTED":  remote.Limited,
	"ABORTED":             remote.Transient,
	"CANCELLED":           remote.Transient,
	"INTERNAL":            remote.Transient,
	"UNAVAILABLE":         remote.Transient,
	"DEADLINE_EXCEEDED":   remote.Transient,
	"UNKNOWN":             remote.Transient,
}

func (f *fault) classify(status int) *remote.Error {
	e := &remote.Error{Status: status, Message: f.Message}
	kind, known := kinds[f.Status]
	switch {
	case known:
		e.Kind = kind
	case status != 0:
		e.Kind = remote.StatusKind(status)
	case f.Code != 0:
		e.Kind = remote.StatusKind(f.Code)
	}
	text := strings.ToLower(f.Message)
	switch {
	case e.Kind == remote.Invalid && strings.Contains(text, "token count") && strings.Contains(text, "exceeds"):
		e.Kind = remote.TooLong
	case e.Kind == remote.Denied && strings.Contains(text, "billing"):
		e.Kind = remote.NoCredit
	}
	for _, d := range f.Details {
		if strings.HasPrefix(d.Reason, "API_KEY_") {
			e.Kind = remote.Denied // an invalid key is an invalid argument to this API
		}
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil && wait > 0 {
			e.After = wait
		}
		for _, v := range d.Violations {
			if e.Kind == remote.Limited && strings.Contains(v.Quota, "PerDay") {
				e.Kind = remote.NoCredit // a limit of the minute passes, one of the day does not
			}
		}
	}
	return e
}
