package remote

import (
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
	TokenField  string         `yaml:"token_field"` // openai: the field for max_tokens, max_completion_tokens (default at the provider's own endpoint) or max_tokens
	Stop        []string       `yaml:"stop"`
	Seed        bool           `yaml:"seed"`            // send the seed of the sample and round
	Effort      string         `yaml:"effort"`          // of reasoning, in the provider's words
	Thinking    *int64         `yaml:"thinking_budget"` // tokens of reasoning
	Extra       map[string]any `yaml:"extra"`           // further fields of the request's body, sent verbatim
	Prompt      string         `yaml:"prompt"`          // folder of prompt templates

	// How the endpoint is used. None of it changes an answer.
	Stream            *bool         `yaml:"stream"` // default true
	Concurrency       int           `yaml:"concurrency"`
	RequestsPerMinute float64       `yaml:"requests_per_minute"`
	TokensPerMinute   float64       `yaml:"tokens_per_minute"`
	Timeout           time.Duration `yaml:"timeout"`    // of one call, from sending to the last byte
	FirstByte         time.Duration `yaml:"first_byte"` // of one call, to the first byte of the answer
	Retries           *int          `yaml:"retries"`    // further calls after one that failed
	MaxWait           time.Duration `yaml:"max_wait"`   // between two calls, however long the provider asks for

	// What is known of the model.
	Window    int64  `yaml:"window"`    // context length in tokens; 0: unknown
	Tokenizer string `yaml:"tokenizer"` // counts the tokens of prompts; default: an estimate
}
