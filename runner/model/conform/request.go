package conform

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"sort"
	"strings"
)

// Names of the protocols.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Gemini    = "gemini"
)

// Request is what a client asked, in terms that the protocols share.
type Request struct {
	Protocol  string
	Path      string
	Header    http.Header
	Body      []byte
	Key       string // the secret that came with it
	Call      string // its Idempotency-Key, else a hash of path and body: what makes it the same call
	N         int    // how many requests the server had received before
	Try       int    // how many of them were of this call
	Model     string
	Stream    bool
	System    string
	Messages  []Message // without the system's
	MaxTokens int       // 0 where the client set none

	usage bool // an OpenAI stream is to end with the usage
}

// Message is one turn of a prompt. Role is user or assistant in every protocol.
type Message struct {
	Role string
	Text string
}

// Prompt is the whole text of the request.
func (r *Request) Prompt() string {
	var b strings.Builder
	b.WriteString(r.System)
	for _, m := range r.Messages {
		b.WriteByte('\n')
		b.WriteString(m.Text)
	}
	return b.String()
}

// Reply is what the server says to a request.
type Reply struct {
	Text     string
	Thinking string // sent where the protocol has a place for it; counted as output
	Cached   int    // tokens of the prompt that count as read from a cache
	Finish   Finish

	shape shape
}

// Finish is why an answer ends.
type Finish int

const (
	Stop     Finish = iota // the model was done
	Length                 // the request's limit, or the text's
	Refusal                // the model declined; Text may say so
	Filtered               // a filter stopped the answer
	Blocked                // a filter stopped the prompt
)

// shape is what a reply lacks.
type shape int

const (
	complete shape = iota
	empty          // of choices, content, candidates
	noUsage
)

// tokens is how many tokens the server counts in a text: four bytes each, rounded up.
func tokens(s string) int { return (len(s) + 3) / 4 }

// limit ends a reply at a number of tokens, thoughts included.
func (p *Reply) limit(most int) {
	if n := max(0, 4*most-len(p.Thinking)); len(p.Text) > n {
		p.Text, p.Finish = strings.ToValidUTF8(p.Text[:n], ""), Length
	}
}

// counts are a reply's tokens by the server's count.
func (r *Request) counts(p *Reply) (in, out, thought int) {
	thought = tokens(p.Thinking)
	return tokens(r.Prompt()), tokens(p.Text) + thought, thought
}

func callOf(r *http.Request, body []byte) string {
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		return key
	}
	return digest(r.URL.Path, string(body))
}

// digest is a short hash of fields, of the same length whatever they hold.
func digest(fields ...string) string {
	h := sha256.New()
	for _, f := range fields {
		fmt.Fprintf(h, "%d:%s", len(f), f)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

type obj = map[string]any

func marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only strings, numbers, lists and maps of them are marshalled here
	}
	return b
}

// unknown returns the first of the fields of body, in order of names, that is not known.
func unknown(body map[string]json.RawMessage, known string) string {
	var names []string
	for name := range body {
		if !strings.Contains(" "+known+" ", " "+name+" ") {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	sort.Strings(names)
	return names[0]
}

// field decodes a field of body into v; absent and null leave v as it is.
func field(body map[string]json.RawMessage, name string, v any) bool {
	raw, ok := body[name]
	return !ok || json.Unmarshal(raw, v) == nil
}

// textOf reads the content of a message: a string, or a list of blocks whose texts
// count.
func textOf(raw json.RawMessage) (text string, ok bool) {
	if json.Unmarshal(raw, &text) == nil && len(raw) > 0 && raw[0] == '"' {
		return text, true
	}
	var blocks []struct {
		Text *string `json:"text"`
	}
	if json.Unmarshal(raw, &blocks) != nil || len(blocks) == 0 {
		return "", false
	}
	for _, b := range blocks {
		if b.Text == nil {
			return "", false
		}
		text += *b.Text
	}
	return text, true
}

// pieces cuts a text as a stream does: into at least two pieces where it can, in the
// middle of words, never in the middle of a character.
func pieces(s string) []string {
	const most = 32
	size := max(8, len(s)/most)
	if len(s) > 1 && len(s) <= size {
		size = len(s) / 2
	}
	var out []string
	for len(s) > 0 {
		n := min(size, len(s))
		for n < len(s) && s[n]&0xC0 == 0x80 {
			n++
		}
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}
