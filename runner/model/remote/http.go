package remote

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"strings"

	"github.com/tmaxmax/go-sse"
)

// Bounds on what one response may hold, after decompression.
const (
	MaxResponse = 64 << 20
	maxEvent    = 16 << 20 // of a stream
)

// Post returns a request that sends the settings of a call and the provider's own
// fields, which win, as one JSON object. The body can be sent again.
func Post(ctx context.Context, url string, settings, own map[string]any) (*http.Request, error) {
	body := maps.Clone(settings)
	if body == nil {
		body = map[string]any{}
	}
	maps.Copy(body, own)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(body); err != nil {
		return nil, fmt.Errorf("the request's body: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(b.Bytes()))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	return r, nil
}

// Event is one event of a stream.
type Event struct {
	Type string // empty when the stream names none
	Data string
}

// Events yields the server-sent events of a body up to its end, or an error, after
// which there is nothing more. A body that is cut ends without an error: the
// provider's own mark of the end tells.
func Events(body io.Reader) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for e, err := range sse.Read(body, &sse.ReadConfig{MaxEventSize: maxEvent}) {
			if errors.Is(err, bufio.ErrTooLong) {
				err = errTooLarge
			}
			if !yield(Event{e.Type, e.Data}, err) || err != nil {
				return
			}
		}
	}
}

// IsStream reports whether a response holds server-sent events.
func IsStream(r *http.Response) bool {
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	return strings.EqualFold(strings.TrimSpace(kind), "text/event-stream")
}

// Excerpt returns the start of a text that came from outside as one line, for an
// error: 300 characters at most, with control characters and invalid bytes escaped.
func Excerpt(text string) string {
	const limit = 300
	cut := false
	if len(text) > 4*limit {
		text, cut = text[:4*limit], true
	}
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	if r := []rune(text); len(r) > limit {
		text, cut = string(r[:limit]), true
	}
	q := fmt.Sprintf("%+q", text)
	if printable(text) {
		q = text
	}
	if cut {
		q += " …"
	}
	return q
}

func printable(s string) bool {
	for _, r := range s {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x202e {
			return false
		}
	}
	return true
}
