package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options are the options of a command in a spec.
type Options struct {
	Command     []string      `yaml:"command"`     // the program and its arguments; run in the spec's folder
	Answer      string        `yaml:"answer"`      // json (the default), or text: stdout is the response
	Env         []string      `yaml:"env"`         // names of variables that the program gets beside PATH
	Secrets     []string      `yaml:"secrets"`     // names of further ones, whose values must not be seen anywhere
	Timeout     time.Duration `yaml:"timeout"`     // of one answer; default 10m
	Memory      int64         `yaml:"memory"`      // bytes of address space of each process; 0: no limit
	Concurrency int           `yaml:"concurrency"` // programs at a time; default 1
	Store       *bool         `yaml:"store"`       // keep the answers; default true
	Paid        bool          `yaml:"paid"`        // its answers count against the caps of the spec
	Version     string        `yaml:"version"`     // a label to change when the program answers otherwise than before
	Prompt      string        `yaml:"prompt"`      // folder of prompt templates, relative to the spec
}

const (
	maxOutput   = 64 << 20
	maxProgram  = 1 << 30 // bytes of a file that is hashed
	answerJSON  = "json"
	answerText  = "text"
	minSecret   = 8 // a shorter value would be found in honest answers
	stderrLines = 6
	stderrBytes = 600
)

func (o Options) complete() (Options, error) {
	if len(o.Command) == 0 || o.Command[0] == "" {
		return o, fmt.Errorf("command: required, a list of the program and its arguments")
	}
	for _, a := range o.Command {
		if strings.ContainsRune(a, 0) {
			return o, fmt.Errorf("command: an argument has a NUL byte")
		}
	}
	for _, l := range []struct {
		option string
		names  []string
	}{{"env", o.Env}, {"secrets", o.Secrets}} {
		for _, n := range l.names {
			if n == "" || strings.ContainsAny(n, "=\x00 ") {
				return o, fmt.Errorf("%s: it takes names of environment variables, not values", l.option) // not quoted: it may be a key
			}
		}
	}
	if o.Answer == "" {
		o.Answer = answerJSON
	}
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Minute
	}
	if o.Concurrency == 0 {
		o.Concurrency = 1
	}
	if o.Store == nil {
		keep := true
		o.Store = &keep
	}
	switch {
	case o.Answer != answerJSON && o.Answer != answerText:
		return o, fmt.Errorf("answer: %q; it takes json or text", o.Answer)
	case o.Timeout < 0 || o.Timeout > 24*time.Hour:
		return o, fmt.Errorf("timeout: %v; it takes up to 24h", o.Timeout)
	case o.Memory < 0:
		return o, fmt.Errorf("memory: %d; it takes bytes", o.Memory)
	case o.Concurrency < 1 || o.Concurrency > 1024:
		return o, fmt.Errorf("concurrency: %d; it takes 1 to 1024", o.Concurrency)
	case o.Paid && !*o.Store:
		return o, fmt.Errorf("store: false loses answers that are paid; leave out one of paid and store")
	}
	return o, nil
}

// hashes returns the SHA-256 of the files that arguments name, so that answers of a
// program that was changed are not taken for those of the new one. A program that is
// looked up in PATH is not among them.
func (o Options) hashes(dir string) (map[string]string, error) {
	out := map[string]string{}
	for i, a := range o.Command {
		path := a
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		if i == 0 && !strings.ContainsRune(a, '/') {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case i == 0 && err != nil:
			return nil, fmt.Errorf("command: %w", err)
		case err != nil || !info.Mode().IsRegular() || info.Size() > maxProgram:
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("command: %w", err)
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("command: %w", err)
		}
		out[a] = hex.EncodeToString(h.Sum(nil))
	}
	return out, nil
}
