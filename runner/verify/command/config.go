package command

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"proofgrid/experiments/spec"
)

// Config describes a checker.
type Config struct {
	Name    string    `yaml:"name"`
	System  string    `yaml:"system"` // of the tasks, such as dafny
	Version Version   `yaml:"version"`
	File    File      `yaml:"file"`  // with the candidate
	Files   []File    `yaml:"files"` // beside it
	Command []string  `yaml:"command"`
	Env     []string  `yaml:"env"` // NAME passes a variable on, NAME=value sets one; nothing else is passed
	Limits  Limits    `yaml:"limits"`
	Isolate Isolation `yaml:"isolation"`

	// Statement is a regular expression that a task's text must match. Its named groups
	// are .Part.NAME in templates.
	Statement   string       `yaml:"statement"`
	Lexis       Lexis        `yaml:"lexis"`
	Shape       Shapes       `yaml:"shape"`
	Assumptions []Assumption `yaml:"assumptions"`

	Success     Success      `yaml:"success"`
	Failure     []int        `yaml:"failure"` // exit codes that refuse a proof; any other says that the checker broke
	Exhausted   []Pattern    `yaml:"exhausted"`
	Diagnostics []Diagnostic `yaml:"diagnostics"`
	Categories  []Category   `yaml:"categories"` // the first that fits the first diagnostic; where none does, the taxonomy's of System

	Probe    *Probe    `yaml:"probe"`
	Controls []Control `yaml:"controls"`

	file      string
	statement *regexp.Regexp
	versionRE *regexp.Regexp
	sealed    bool
}

// Version says how the checker tells its version.
type Version struct {
	Command []string `yaml:"command"`
	Match   string   `yaml:"match"` // on its output; the first group is the version
	Want    string   `yaml:"want"`  // what the version must begin with; empty takes any
}

// File is a template of a file. Its fields are those of page.
type File struct {
	Name     string `yaml:"name"`
	Template string `yaml:"template"`

	template *template.Template
}

// Limits bound one run of the checker, beside the time that an experiment gives.
type Limits struct {
	Time      time.Duration `yaml:"time"`      // of a probe or control, and of candidates without a limit; default 2 minutes
	Memory    int64         `yaml:"memory"`    // bytes of address space; 0: none
	FileSize  int64         `yaml:"file_size"` // bytes; default 64 MiB
	Output    int64         `yaml:"output"`    // bytes of stdout and of stderr; default 1 MiB
	Processes int           `yaml:"processes"` // of the user; 0: no limit
	Candidate int           `yaml:"candidate"` // bytes of a proof and of its lemmas; default 256 KiB
}

// Isolation says what an isolated checker sees beside the system. Without bubblewrap a
// checker runs under limits alone, unless isolation is required.
type Isolation struct {
	Required bool     `yaml:"required"`
	Read     []string `yaml:"read"`  // files and folders
	Write    bool     `yaml:"write"` // it may write to the folder of its candidate
}

// Pattern is a condition on what the checker printed. Without JSON, Match must be found
// in a stream. With JSON, there must be values at the path, and Match be found in all of
// them as they are spelled.
type Pattern struct {
	In    string `yaml:"in"` // stdout, stderr or output (both; default)
	Match string `yaml:"match"`
	JSON  string `yaml:"json"` // names and indices between dots, * for all: a.*.b

	match *regexp.Regexp
}

// Success says when a run accepts.
type Success struct {
	Exit    []int     `yaml:"exit"` // default 0
	Require []Pattern `yaml:"require"`
	Forbid  []Pattern `yaml:"forbid"`
}

// Assumption is something that a proof may not rest on.
type Assumption struct {
	In      string   `yaml:"in"` // code (default: outside of comments and strings), text, stdout, stderr or output
	Match   string   `yaml:"match"`
	Except  []string `yaml:"except"`  // what the first group may be
	Verdict string   `yaml:"verdict"` // cheated (default), or rejected for a proof that is openly unfinished
	Say     string   `yaml:"say"`     // why

	match *regexp.Regexp
}

// Diagnostic says where the checker's messages stand: by the groups of Match, or by JSON
// paths for each of the values at Each. Known are message, severity, kind, file, line,
// col, endline and endcol.
type Diagnostic struct {
	In     string            `yaml:"in"`
	Match  string            `yaml:"match"`
	Each   string            `yaml:"each"`
	Fields map[string]string `yaml:"fields"`
	Only   string            `yaml:"only"`   // the severity must match it; default all
	First  int               `yaml:"first"`  // number of a line's first column; 0 or 1
	Column string            `yaml:"column"` // unit: bytes or characters (default)

	match, only *regexp.Regexp
}

// Category puts a message into a category of errors.
type Category struct {
	Match    string `yaml:"match"` // on the message; empty fits all
	Category string `yaml:"category"`
	Reached  string `yaml:"reached"` // the deepest signal that such a candidate gave: none (default), syntax, type or progress

	match *regexp.Regexp
}

// Probe is a run without a candidate, which tells whether a task's own text is in order.
type Probe struct {
	Proof   string  `yaml:"proof"` // template
	Success Success `yaml:"success"`

	template *template.Template
}

// Control is a task with a proof of which it is known what the checker must say.
type Control struct {
	Name     string `yaml:"name"`
	Preamble string `yaml:"preamble"`
	Text     string `yaml:"text"`
	Suffix   string `yaml:"suffix"`
	Lemmas   string `yaml:"lemmas"`
	Proof    string `yaml:"proof"`
	Expected string `yaml:"expected"` // accept or reject
}

var (
	streams  = []string{"", "stdout", "stderr", "output"}
	groups   = []string{"message", "severity", "kind", "file", "line", "col", "endline", "endcol"}
	depths   = []string{"", "none", "syntax", "type", "progress"}
	verdicts = []string{"", "cheated", "rejected"}
)

// Read reads the description of a checker. Errors name file, line and column.
func Read(path string) (*Config, error) {
	text, err := spec.ReadText(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads a description from text; file is its name in errors.
func Parse(file string, text []byte) (*Config, error) {
	c := &Config{file: file}
	root, err := spec.Decode(file, text, "a checker", "name, file, command and controls", c)
	if err != nil {
		return nil, err
	}
	c.fill()
	k := &compiler{fail: func(path []any, format string, args ...any) error {
		return spec.FailAt(file, root, path, format, args...)
	}}
	k.config(c)
	if k.err != nil {
		return nil, k.err
	}
	return c, nil
}

func (c *Config) fill() {
	def(&c.Limits.Time, 2*time.Minute)
	def(&c.Limits.FileSize, 64<<20)
	def(&c.Limits.Output, 1<<20)
	def(&c.Limits.Candidate, 256<<10)
	def(&c.Shape.Proof, "balanced")
	def(&c.Shape.Lemmas, "balanced")
	if c.Success.Exit == nil {
		c.Success.Exit = []int{0}
	}
	if c.Probe != nil && c.Probe.Success.Exit == nil {
		c.Probe.Success.Exit = []int{0}
	}
	for i := range c.Assumptions {
		def(&c.Assumptions[i].In, "code")
		def(&c.Assumptions[i].Verdict, "cheated")
	}
}

func def[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

// audit says in words how strong a check is that was passed. A nonce has no other use
// than to seal.
func (c *Config) audit() string {
	var parts []string
	if c.sealed {
		parts = append(parts, "sealed")
	}
	parts = append(parts, "exit code")
	if len(c.Success.Require)+len(c.Success.Forbid) > 0 {
		parts = append(parts, "output")
	}
	if len(c.Assumptions) > 0 {
		parts = append(parts, "assumption rules")
	}
	return strings.Join(parts, ", ")
}

func plainName(name string) bool {
	return name != "" && name != "." && name != ".." && name == filepath.Base(name) && !strings.ContainsAny(name, `/\`) && !strings.HasPrefix(name, "-")
}

// pairs reports whether s is an opening and a closing character.
func pairs(s string) bool { return len([]rune(s)) == 2 && s[0] < 0x80 && s[1] < 0x80 && s[0] != s[1] }

func quoted(words []string) string {
	var out []string
	for _, w := range words {
		if w != "" {
			out = append(out, w)
		}
	}
	return fmt.Sprintf("known are %s", strings.Join(out, ", "))
}
