package conform

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Fault is one way to go wrong. OK is none.
type Fault string

// The faults. What each does is in Faults.
const (
	OK             Fault = "ok"
	RateLimit      Fault = "429"
	RateLimitAfter Fault = "429-after"
	RateLimitDate  Fault = "429-date"
	Quota          Fault = "quota"
	Internal       Fault = "500"
	Unavailable    Fault = "503"
	Overloaded     Fault = "529"
	Gateway        Fault = "502-html"
	BadKey         Fault = "401"
	EchoKey        Fault = "401-echo"
	Forbidden      Fault = "403"
	NoModel        Fault = "404"
	TooLong        Fault = "too-long"
	SlowStart      Fault = "slow-start"
	SlowDrip       Fault = "slow-drip"
	Hang           Fault = "hang"
	Cut            Fault = "cut"
	CutQuietly     Fault = "cut-quietly"
	ErrorInStream  Fault = "error-in-stream"
	Reset          Fault = "reset"
	InvalidJSON    Fault = "invalid-json"
	HTML           Fault = "html"
	Empty          Fault = "empty"
	EmptyText      Fault = "empty-text"
	Refuses        Fault = "refusal"
	Filter         Fault = "filter"
	BlockPrompt    Fault = "block-prompt"
	CutByLength    Fault = "length"
	Big            Fault = "big"
	Flood          Fault = "flood"
	NUL            Fault = "nul"
	InvalidUTF8    Fault = "invalid-utf8"
	CRLF           Fault = "crlf"
	NoUsage        Fault = "no-usage"
	Gzip           Fault = "gzip"
	WholeForStream Fault = "whole-for-stream"
)

const (
	invalidBytes   = "\xff\xfe\xc3"
	invalidStandIn = "\uE000" // a character of private use that stands for invalidBytes until the JSON is made
	bigText        = 5 << 20
	floodLimit     = 80 << 20 // beyond what a client may read
	defaultWait    = 2 * time.Second
	defaultDelay   = 100 * time.Millisecond
)

// wire is how the bytes of a reply are spoiled on their way.
type wire int

const (
	clean wire = iota
	slowStart
	slowDrip
	hang
	cut
	cutQuietly
	errorInStream
	reset
	brokenJSON
	page
	flood
	zipped
	notStreamed
)

// behaviour is what a fault does: the error that it answers with, or how it spoils
// a reply.
type behaviour struct {
	about string
	error kind
	after func(wait time.Duration, now time.Time) string // value of Retry-After
	echo  bool                                           // the error tells the key
	reply func(*Reply)
	wire  wire
	page  int // status of an HTML page
}

// Faults lists the faults by name with what each does, for people.
func Faults() [][2]string {
	var list [][2]string
	for f, b := range behaviours {
		list = append(list, [2]string{string(f), b.about})
	}
	sort.Slice(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	return list
}

var behaviours = map[Fault]behaviour{
	OK:             {about: "nothing goes wrong"},
	RateLimit:      {about: "429 that does not say how long to wait", error: rateLimit},
	RateLimitAfter: {about: "429 with Retry-After in seconds", error: rateLimit, after: afterSeconds},
	RateLimitDate:  {about: "429 with Retry-After as a date", error: rateLimit, after: afterDate},
	Quota:          {about: "429 since the account's money is used up", error: quota},
	Internal:       {about: "500", error: internal},
	Unavailable:    {about: "503", error: busy},
	Overloaded:     {about: "529, overloaded", error: overloaded},
	Gateway:        {about: "502 with a page of HTML", wire: page, page: http.StatusBadGateway},
	BadKey:         {about: "the key is refused", error: badKey},
	EchoKey:        {about: "the key is refused, and repeated in the error", error: badKey, echo: true},
	Forbidden:      {about: "403: the key may not do this", error: forbidden},
	NoModel:        {about: "404: no such model", error: noModel},
	TooLong:        {about: "the prompt is beyond the window", error: tooLong},
	SlowStart:      {about: "the first byte is late", wire: slowStart},
	SlowDrip:       {about: "the bytes come slowly", wire: slowDrip},
	Hang:           {about: "no byte comes, ever", wire: hang},
	Cut:            {about: "the connection ends in the middle of the answer", wire: cut},
	CutQuietly:     {about: "the answer ends in the middle, as if it were whole", wire: cutQuietly},
	ErrorInStream:  {about: "an error instead of the rest of the stream; 529 without a stream", wire: errorInStream, error: overloaded},
	Reset:          {about: "the connection is reset before the answer", wire: reset},
	InvalidJSON:    {about: "200 with JSON that is none", wire: brokenJSON},
	HTML:           {about: "200 with a page of HTML", wire: page, page: http.StatusOK},
	Empty:          {about: "an answer without choices, content or candidates", reply: func(p *Reply) { p.shape = empty }},
	EmptyText:      {about: "an answer of no text", reply: func(p *Reply) { p.Text, p.Thinking = "", "" }},
	Refuses:        {about: "the model declines", reply: func(p *Reply) { p.Text, p.Finish = "I cannot help with that.", Refusal }},
	Filter:         {about: "a filter stops the answer", reply: func(p *Reply) { p.Text, p.Finish = half(p.Text), Filtered }},
	BlockPrompt:    {about: "a filter stops the prompt", reply: func(p *Reply) { p.Text, p.Thinking, p.Finish = "", "", Blocked }},
	CutByLength:    {about: "the limit of tokens stops the answer", reply: func(p *Reply) { p.Text, p.Finish = half(p.Text), Length }},
	Big:            {about: "an answer of 5 MiB", reply: func(p *Reply) { p.Text = strings.Repeat("0123456789abcde\n", bigText/16-len(p.Text)/16) + p.Text }},
	Flood:          {about: "bytes without an end, up to 80 MiB", wire: flood},
	NUL:            {about: "an answer with NUL characters", reply: func(p *Reply) { p.Text = "\x00" + p.Text + "\x00" }},
	InvalidUTF8:    {about: "an answer with bytes that are no UTF-8", reply: func(p *Reply) { p.Text += invalidStandIn }},
	CRLF:           {about: "an answer with CRLF line ends", reply: func(p *Reply) { p.Text = strings.ReplaceAll(p.Text, "\n", "\r\n") }},
	NoUsage:        {about: "an answer that does not say its usage", reply: func(p *Reply) { p.shape = noUsage }},
	Gzip:           {about: "the answer is compressed, if the client takes that", wire: zipped},
	WholeForStream: {about: "the answer is not streamed, whatever was asked for", wire: notStreamed},
}

func afterSeconds(wait time.Duration, _ time.Time) string {
	return strconv.Itoa(int(math.Ceil(wait.Seconds())))
}

// afterDate rounds up: the header's dates have whole seconds.
func afterDate(wait time.Duration, now time.Time) string {
	return now.Add(wait + time.Second - 1).UTC().Format(http.TimeFormat)
}

func half(s string) string {
	n := len(s) / 2
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// Sequence gives the n-th request that the server receives the n-th fault, and OK
// after the last.
func Sequence(faults ...Fault) func(*Request) Fault {
	return func(r *Request) Fault { return at(faults, r.N) }
}

// Each gives each call the faults in turn: its first try the first, and OK after
// the last. What goes wrong does not depend on the order of the calls.
func Each(faults ...Fault) func(*Request) Fault {
	return func(r *Request) Fault { return at(faults, r.Try) }
}

func at(faults []Fault, n int) Fault {
	if n < len(faults) {
		return faults[n]
	}
	return OK
}

// Rates gives each try of each call a fault with the probabilities given, drawn
// from the seed, the call and the try: a run goes wrong in the same way whatever
// the order of its calls.
func Rates(seed uint64, rates map[Fault]float64) func(*Request) Fault {
	faults := make([]Fault, 0, len(rates))
	for f := range rates {
		faults = append(faults, f)
	}
	sort.Slice(faults, func(i, j int) bool { return faults[i] < faults[j] })
	return func(r *Request) Fault {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s %d", seed, r.Call, r.Try)
		x := h.Sum64()
		x ^= x >> 33 // FNV's upper bits hardly move with the last bytes; this is MurmurHash3's finisher
		x *= 0xff51afd7ed558ccd
		x ^= x >> 33
		x *= 0xc4ceb9fe1a85ec53
		x ^= x >> 33
		u := float64(x>>11) / (1 << 53)
		for _, f := range faults {
			if u -= rates[f]; u < 0 {
				return f
			}
		}
		return OK
	}
}

// ParseFaults reads what is to go wrong from text: a list such as "429, 500*3, ok,
// cut", by the order of requests; the same after "each:", by the tries of every
// call; or rates such as "429@0.1, cut@0.05". Empty text is no fault.
func ParseFaults(text string, seed uint64) (func(*Request) Fault, error) {
	list, each := strings.CutPrefix(strings.TrimSpace(text), "each:")
	var sequence []Fault
	rates := map[Fault]float64{}
	sum := 0.0
	for _, item := range strings.Split(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		name, rate, isRate := strings.Cut(item, "@")
		name, count, isCount := strings.Cut(name, "*")
		f := Fault(name)
		if _, ok := behaviours[f]; !ok {
			return nil, fmt.Errorf("no fault %q; the faults are %s", name, names())
		}
		switch {
		case isRate && isCount:
			return nil, fmt.Errorf("fault %q: either *COUNT or @RATE", item)
		case isRate:
			x, err := strconv.ParseFloat(rate, 64)
			if err != nil || !(x >= 0 && x <= 1) {
				return nil, fmt.Errorf("fault %q: a rate is between 0 and 1", item)
			}
			rates[f] += x
			sum += x
		default:
			n := 1
			if isCount {
				var err error
				if n, err = strconv.Atoi(count); err != nil || n < 1 || n > 1e6 {
					return nil, fmt.Errorf("fault %q: a count is between 1 and 1000000", item)
				}
			}
			for range n {
				sequence = append(sequence, f)
			}
		}
	}
	switch {
	case len(rates) > 0 && (len(sequence) > 0 || each):
		return nil, fmt.Errorf("faults %q: either rates for all or for none", text)
	case sum > 1+1e-9:
		return nil, fmt.Errorf("faults %q: the rates add up to %g, more than 1", text, sum)
	case len(rates) > 0:
		return Rates(seed, rates), nil
	case each:
		return Each(sequence...), nil
	}
	return Sequence(sequence...), nil
}

func names() string {
	var all []string
	for _, f := range Faults() {
		all = append(all, f[0])
	}
	return strings.Join(all, ", ")
}
