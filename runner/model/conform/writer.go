package conform

import (
	"bytes"
	"compress/gzip"
	"context"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// writer puts a reply on the wire, spoiled as a fault wants it.
type writer struct {
	w      http.ResponseWriter
	r      *Request
	ctx    context.Context
	delay  time.Duration
	wire   wire
	status int
}

func (o *writer) header(status int, contentType string) {
	o.w.Header().Set("Content-Type", contentType)
	o.w.Header().Set("X-Request-Id", "req_"+strconv.Itoa(o.r.N))
	o.w.Header().Set("Request-Id", "req_"+strconv.Itoa(o.r.N))
	o.status = status
	o.w.WriteHeader(status)
}

func (o *writer) error(p protocol, k kind, message string) {
	status, body := p.failure(o.r, k, message)
	o.header(status, "application/json")
	_, _ = o.w.Write(body)
}

func (o *writer) page(status int) {
	o.header(status, "text/html; charset=utf-8")
	_, _ = o.w.Write([]byte("<!DOCTYPE html>\n<html><head><title>Gateway</title></head><body><h1>Please log in to the network</h1></body></html>\n"))
}

// reset ends the connection with TCP's RST instead of its FIN.
func (o *writer) reset() {
	if h, ok := o.w.(http.Hijacker); ok {
		if c, _, err := h.Hijack(); err == nil {
			if t, ok := c.(*net.TCPConn); ok {
				_ = t.SetLinger(0)
			}
			_ = c.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}

// answer writes a reply and reports whether it went out whole, which is what commit
// is told by the function that writes the last part.
func (o *writer) answer(p protocol, reply *Reply, commit func(last func() bool) bool) bool {
	var parts [][]byte
	streamed := o.r.Stream && o.wire != notStreamed
	contentType := "application/json"
	if streamed {
		contentType = "text/event-stream; charset=utf-8"
		for _, e := range p.stream(o.r, reply) {
			parts = append(parts, e.bytes())
		}
	} else {
		whole := p.whole(o.r, reply)
		half := len(whole) / 2
		parts = [][]byte{whole[:half], whole[half:]}
	}
	for i, part := range parts {
		parts[i] = bytes.ReplaceAll(part, []byte(invalidStandIn), []byte(invalidBytes))
	}
	middle := (len(parts) + 1) / 2
	switch o.wire {
	case slowStart:
		pause(o.ctx, o.delay)
	case brokenJSON:
		broken := []byte(`{"id": "broken", "choices": [}`)
		if streamed {
			broken = event{data: broken}.bytes()
		}
		parts[middle-1] = broken
		if !streamed {
			parts = parts[:middle]
		}
	case cut, cutQuietly:
		parts = parts[:middle]
	case errorInStream:
		_, body := p.failure(o.r, overloaded, "")
		parts = append(parts[:middle], event{"error", body}.bytes())
	case zipped:
		if strings.Contains(o.r.Header.Get("Accept-Encoding"), "gzip") {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write(bytes.Join(parts, nil)) // to memory
			_ = z.Close()
			parts = [][]byte{b.Bytes()}
			o.w.Header().Set("Content-Encoding", "gzip")
		}
	case flood:
		filler := bytes.Repeat([]byte(" "), 1<<20)
		if streamed {
			filler = event{data: bytes.Repeat([]byte("x"), 1<<20)}.bytes()
		}
		parts = parts[:middle]
		for range floodLimit >> 20 {
			parts = append(parts, filler)
		}
	}
	o.header(http.StatusOK, contentType)
	last := len(parts) - 1
	sent := true
	for _, part := range parts[:last] {
		o.drip()
		sent = sent && o.write(part)
	}
	o.drip() // not in commit, which holds up others
	return commit(func() bool { return sent && o.write(parts[last]) && !spoiled[o.wire] })
}

// spoiled are the ways in which no whole answer arrives.
var spoiled = map[wire]bool{cut: true, cutQuietly: true, errorInStream: true, flood: true, brokenJSON: true}

func (o *writer) drip() {
	if o.wire == slowDrip {
		pause(o.ctx, o.delay)
	}
}

func (o *writer) write(part []byte) bool {
	if o.ctx.Err() != nil {
		return false
	}
	if _, err := o.w.Write(part); err != nil {
		return false
	}
	return http.NewResponseController(o.w).Flush() == nil
}
