package command

import (
	"regexp"
	"slices"
	"strings"
	"text/template"
)

// compiler checks a description and compiles its expressions; it keeps the first fault.
type compiler struct {
	fail func(path []any, format string, args ...any) error
	err  error
}

func (k *compiler) fault(path []any, format string, args ...any) {
	if k.err == nil {
		k.err = k.fail(path, format, args...)
	}
}

func (k *compiler) regexp(path []any, s string) *regexp.Regexp {
	re, err := regexp.Compile(s)
	if err != nil {
		k.fault(path, "%v", err)
		return nil
	}
	return re
}

func (k *compiler) oneOf(path []any, value string, known []string) {
	if !slices.Contains(known, value) {
		k.fault(path, "%q: %s", value, quoted(known))
	}
}

func (k *compiler) config(c *Config) {
	switch {
	case c.Name == "":
		k.fault(nil, "a checker without a name")
	case c.System == "":
		k.fault(nil, "a checker without a system: name the proof system of its tasks")
	case len(c.Command) == 0 || c.Command[0] == "":
		k.fault([]any{"command"}, "no command to run")
	case len(c.Version.Command) == 0:
		k.fault([]any{"version"}, "no command that tells the checker's version: verdicts are nothing without it")
	}
	if c.Limits.Time < 0 || c.Limits.Memory < 0 || c.Limits.FileSize < 0 || c.Limits.Output < 0 || c.Limits.Processes < 0 || c.Limits.Candidate < 0 {
		k.fault([]any{"limits"}, "a negative limit")
	}
	c.versionRE = k.regexp([]any{"version", "match"}, c.Version.Match)
	c.statement = k.regexp([]any{"statement"}, c.Statement)
	k.lexis(c)
	for i := range c.Assumptions {
		a := &c.Assumptions[i]
		at := []any{"assumptions", i}
		k.oneOf(append(at, "in"), a.In, append([]string{"code", "text"}, streams[1:]...))
		k.oneOf(append(at, "verdict"), a.Verdict, verdicts)
		if a.Match == "" || a.Say == "" {
			k.fault(at, "an assumption has a match, and says why it is none that a proof may rest on")
		}
		if a.match = k.regexp(append(at, "match"), a.Match); a.match != nil && len(a.Except) > 0 && a.match.NumSubexp() == 0 {
			k.fault(append(at, "except"), "exceptions are about the first group of match, and it has none")
		}
	}
	k.success([]any{"success"}, &c.Success)
	k.patterns([]any{"exhausted"}, c.Exhausted)
	for _, code := range c.Failure {
		if slices.Contains(c.Success.Exit, code) && len(c.Success.Require)+len(c.Success.Forbid) == 0 {
			k.fault([]any{"failure"}, "exit code %d is success and failure, and nothing in the output tells which", code)
		}
	}
	for i := range c.Diagnostics {
		k.diagnostic([]any{"diagnostics", i}, &c.Diagnostics[i])
	}
	for i := range c.Categories {
		g := &c.Categories[i]
		g.match = k.regexp([]any{"categories", i, "match"}, g.Match)
		k.oneOf([]any{"categories", i, "reached"}, g.Reached, depths)
		if g.Category == "" {
			k.fault([]any{"categories", i}, "a rule without a category")
		}
	}
	k.controls(c)
	if k.err == nil {
		k.templates(c)
	}
}

func (k *compiler) lexis(c *Config) {
	for i, b := range c.Lexis.Brackets {
		if !pairs(b) {
			k.fault([]any{"lexis", "brackets", i}, "%q: brackets are an opening and a closing character, such as ()", b)
		}
	}
	for i, b := range c.Lexis.Block {
		if b.Open == "" || b.Close == "" {
			k.fault([]any{"lexis", "block", i}, "a block comment has an open and a close")
		}
	}
	for i, s := range c.Lexis.Strings {
		if s.Open == "" || s.Close == "" || len(s.Escape) > 1 {
			k.fault([]any{"lexis", "strings", i}, "strings have an open and a close, and one character that escapes or none")
		}
	}
	if slices.Contains(c.Lexis.Line, "") {
		k.fault([]any{"lexis", "line"}, "an empty word begins no comment")
	}
	for name, s := range map[string]string{"proof": c.Shape.Proof, "lemmas": c.Shape.Lemmas} {
		if !slices.Contains([]string{"balanced", "term", "none"}, s) && !slices.Contains(c.Lexis.Brackets, s) {
			k.fault([]any{"shape", name}, "shape %q: known are balanced, term, none, and each of the brackets for one group in them", s)
		}
	}
	if c.Shape.Proof == "none" {
		k.fault([]any{"shape", "proof"}, "a proof of no shape is no proof")
	}
}

func (k *compiler) success(path []any, s *Success) {
	k.patterns(append(slices.Clone(path), "require"), s.Require)
	k.patterns(append(slices.Clone(path), "forbid"), s.Forbid)
}

func (k *compiler) patterns(path []any, ps []Pattern) {
	for i := range ps {
		p := &ps[i]
		at := append(slices.Clone(path), i)
		k.oneOf(append(at, "in"), p.In, streams)
		if p.Match == "" {
			k.fault(at, "a pattern without match fits everything")
		}
		p.match = k.regexp(append(at, "match"), p.Match)
	}
}

func (k *compiler) diagnostic(at []any, d *Diagnostic) {
	k.oneOf(append(at, "in"), d.In, streams)
	k.oneOf(append(at, "column"), d.Column, []string{"", "bytes", "characters"})
	if d.First != 0 && d.First != 1 {
		k.fault(append(at, "first"), "the first column is 0 or 1")
	}
	d.only = k.regexp(append(at, "only"), d.Only)
	if (d.Match == "") == (d.Fields == nil) {
		k.fault(at, "a diagnostic is found either by match or by each and fields")
		return
	}
	names := make([]string, 0, len(groups))
	if d.Match != "" {
		if d.match = k.regexp(append(at, "match"), d.Match); d.match == nil {
			return
		}
		for _, n := range d.match.SubexpNames() {
			if n != "" {
				names = append(names, n)
			}
		}
	} else {
		for n := range d.Fields {
			names = append(names, n)
		}
		slices.Sort(names)
	}
	for _, n := range names {
		if !slices.Contains(groups, n) {
			k.fault(at, "no part %q of a diagnostic; %s", n, quoted(groups))
		}
	}
	if !slices.Contains(names, "message") {
		k.fault(at, "a diagnostic without a message")
	}
}

func (k *compiler) controls(c *Config) {
	seen := map[string]bool{}
	for i, x := range c.Controls {
		k.oneOf([]any{"controls", i, "expected"}, x.Expected, []string{"accept", "reject"})
		if x.Text == "" || x.Proof == "" {
			k.fault([]any{"controls", i}, "a control has a text and a proof")
		}
		seen[x.Expected] = true
	}
	if !seen["accept"] || !seen["reject"] {
		k.fault([]any{"controls"}, "controls: at least one that the checker must accept and one that it must reject, else nobody knows whether it works")
	}
}

// templates compiles the files and makes sure that the candidate's place in them is
// known.
func (k *compiler) templates(c *Config) {
	files := []*File{&c.File}
	for i := range c.Files {
		files = append(files, &c.Files[i])
	}
	names := map[string]bool{}
	for i, f := range files {
		at := []any{"file"}
		if i > 0 {
			at = []any{"files", i - 1}
		}
		if !plainName(f.Name) || names[f.Name] {
			k.fault(append(at, "name"), "file name %q: a name without a folder, and no other file's", f.Name)
			return
		}
		names[f.Name] = true
		var err error
		if f.template, err = template.New(f.Name).Funcs(functions).Option("missingkey=error").Parse(f.Template); err != nil {
			k.fault(append(at, "template"), "%v", err)
			return
		}
	}
	if c.Probe != nil {
		k.success([]any{"probe", "success"}, &c.Probe.Success)
		var err error
		if c.Probe.template, err = template.New("probe").Funcs(functions).Option("missingkey=error").Parse(c.Probe.Proof); err != nil {
			k.fault([]any{"probe", "proof"}, "%v", err)
			return
		}
	}
	// The first control stands for any task.
	x := c.Controls[0]
	p, err := c.page(x.task(), "NONCE")
	if err != nil {
		k.fault([]any{"controls", 0}, "%v", err)
		return
	}
	p.Proof = x.Proof
	fs, err := c.render(p)
	if err != nil {
		k.fault([]any{"file", "template"}, "%v", err)
		return
	}
	for _, f := range fs {
		c.sealed = c.sealed || strings.Contains(f.text, "NONCE")
	}
	p.Lemmas = "LEMMAS"
	if fs, err = c.render(p); err == nil && c.Shape.Lemmas != "none" && !strings.Contains(fs[0].text, "LEMMAS\n") {
		k.fault([]any{"file", "template"}, "{{.Lemmas}} stands at the end of a line, or shape.lemmas is none")
	}
}
