package remote

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Options are the options of a remote model in a spec. The zero value of each
// means that the provider's or this package's default holds.
type Options struct {
	Model    string `yaml:"model"`    // as the provider names it
	BaseURL  string `yaml:"base_url"` // default: the provider's own
	Endpoint string `yaml:"endpoint"` // a label that stands for the base URL in keys, so that a server that moves keeps its answers; default: the base URL
	KeyEnv   string `yaml:"key_env"`  // environment variable with the key; default: the provider's at its own base URL, none elsewhere

	// What the answer depends on, besides the prompt.
	Temperature *float64       `yaml:"temperature"`
	TopP        *float64       `yaml:"top_p"`
	MaxTokens   int64          `yaml:"max_tokens"`  // of an answer, thoughts included
	TokenField  string         `yaml:"token_field"` // openai alone: the body's field for max_tokens
	Stop        []string       `yaml:"stop"`
	Seed        bool           `yaml:"seed"`            // send the seed of the sample and round
	Effort      string         `yaml:"effort"`          // of reasoning, in the provider's words
	Thinking    *int64         `yaml:"thinking_budget"` // tokens of reasoning
	Extra       map[string]any `yaml:"extra"`           // further fields of the request's body, sent verbatim
	Prompt      string         `yaml:"prompt"`          // folder of prompt templates, relative to the spec

	// How the endpoint is used. None of it changes an answer. Models that share an
	// endpoint share its limits; the strictest of theirs hold.
	Stream            *bool         `yaml:"stream"`      // default true
	Concurrency       int           `yaml:"concurrency"` // default 8
	RequestsPerMinute float64       `yaml:"requests_per_minute"`
	TokensPerMinute   float64       `yaml:"tokens_per_minute"` // of prompts and answers
	Timeout           time.Duration `yaml:"timeout"`           // of one call, from sending to the last byte; default 10m
	FirstByte         time.Duration `yaml:"first_byte"`        // of one call, from sending to the first byte of the answer; default: timeout
	Idle              time.Duration `yaml:"idle"`              // of one call, between two pieces of the answer; default 2m. A model that thinks in silence after its first byte may need more
	Retries           *int          `yaml:"retries"`           // further calls after one that failed; default 6
	MaxWait           time.Duration `yaml:"max_wait"`          // before one retry, however long the provider asks for; default 5m

	// What is known of the model.
	Window    int    `yaml:"window"`    // context length in tokens, which prompt and answer share; 0: unknown
	Tokenizer string `yaml:"tokenizer"` // counts the tokens of prompts; default: the model's own where it is known, else an estimate
}

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// complete returns the options with the defaults filled in. Errors begin with the
// name of the option.
func (o Options) complete(d Defaults) (Options, error) {
	if o.Model == "" {
		return o, fmt.Errorf("model: required, the model's name at the provider")
	}
	own := strings.TrimRight(d.BaseURL, "/")
	o.BaseURL = strings.TrimRight(o.BaseURL, "/")
	if o.BaseURL == "" {
		o.BaseURL = own
	}
	u, err := url.Parse(o.BaseURL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return o, fmt.Errorf("base_url: %q is no address such as http://127.0.0.1:8080/v1", Excerpt(o.BaseURL))
	case u.User != nil:
		return o, fmt.Errorf("base_url: it must not hold a password; name the environment variable of the key in key_env")
	case u.RawQuery != "" || u.Fragment != "":
		return o, fmt.Errorf("base_url: it ends before the path of a call, and has no ? or #")
	}
	if o.Endpoint == "" {
		o.Endpoint = o.BaseURL
	}
	if o.KeyEnv == "" && o.BaseURL == own {
		o.KeyEnv = d.KeyEnv
	}
	if o.KeyEnv != "" && !variable.MatchString(o.KeyEnv) {
		// Not quoted: it may be the key itself.
		return o, fmt.Errorf("key_env: it takes the name of an environment variable, not a key")
	}
	if err := o.bounds(); err != nil {
		return o, err
	}
	for _, s := range o.Stop {
		if s == "" {
			return o, fmt.Errorf("stop: an empty text would stop every answer at once")
		}
	}
	for _, reserved := range d.Reserved {
		if _, ok := o.Extra[reserved]; ok {
			return o, fmt.Errorf("extra: %s is set by the program; leave it out", reserved)
		}
	}
	if o.Stream == nil {
		o.Stream = new(bool)
		*o.Stream = true
	}
	if o.Retries == nil {
		o.Retries = new(int)
		*o.Retries = 6
	}
	orDefault(&o.Concurrency, 8)
	orDefault(&o.Timeout, 10*time.Minute)
	orDefault(&o.FirstByte, o.Timeout)
	orDefault(&o.Idle, 2*time.Minute)
	orDefault(&o.MaxWait, 5*time.Minute)
	o.Stop = slices.Clone(o.Stop)
	return o, nil
}

func orDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

func (o *Options) bounds() error {
	number := func(p *float64) float64 {
		if p == nil {
			return 0
		}
		return *p
	}
	thinking, retries := 0.0, 0.0
	if o.Thinking != nil {
		thinking = float64(*o.Thinking)
	}
	if o.Retries != nil {
		retries = float64(*o.Retries)
	}
	for _, b := range []struct {
		name       string
		v          float64
		least, top float64
	}{
		{"temperature", number(o.Temperature), 0, 2},
		{"top_p", number(o.TopP), 0, 1},
		{"max_tokens", float64(o.MaxTokens), 0, 10_000_000},
		{"thinking_budget", thinking, -1, 10_000_000},
		{"concurrency", float64(o.Concurrency), 0, 4096},
		{"requests_per_minute", o.RequestsPerMinute, 0, math.MaxInt32},
		{"tokens_per_minute", o.TokensPerMinute, 0, math.MaxInt32},
		{"retries", retries, 0, 100},
		{"window", float64(o.Window), 0, 1_000_000_000},
		{"timeout", o.Timeout.Seconds(), 0, 86400},
		{"first_byte", o.FirstByte.Seconds(), 0, 86400},
		{"idle", o.Idle.Seconds(), 0, 86400},
		{"max_wait", o.MaxWait.Seconds(), 0, 86400},
	} {
		if !(b.v >= b.least && b.v <= b.top) { // NaN fails too
			return fmt.Errorf("%s: %v; it takes %v to %v", b.name, b.v, b.least, b.top)
		}
	}
	return nil
}

// merge adds the extra fields of a spec to the settings of a protocol. Objects are
// merged; a field that an option has set already is an error.
func merge(settings, extra map[string]any, path string) (map[string]any, error) {
	out := maps.Clone(settings)
	if out == nil {
		out = map[string]any{}
	}
	for _, k := range slices.Sorted(maps.Keys(extra)) {
		v := extra[k]
		old, set := out[k]
		a, nested := old.(map[string]any)
		b, also := v.(map[string]any)
		switch {
		case !set:
			out[k] = v
		case nested && also:
			m, err := merge(a, b, path+k+".")
			if err != nil {
				return nil, err
			}
			out[k] = m
		default:
			return nil, fmt.Errorf("extra: %s%s is set by an option already", path, k)
		}
	}
	return out, nil
}
