package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"proofgrid/runner/sandbox"
	"proofgrid/runner/verify"
	"proofgrid/runner/verify/taxonomy"
)

// What one candidate can write into the tables is bounded.
const (
	maxDiagnostics = 50
	maxMessage     = 8 << 10 // bytes
)

// printed is what a run printed.
type printed struct{ stdout, stderr string }

func newPrinted(r *sandbox.Result) printed {
	return printed{strings.ToValidUTF8(string(r.Stdout), "\uFFFD"), strings.ToValidUTF8(string(r.Stderr), "\uFFFD")}
}

func (p printed) in(stream string) string {
	switch stream {
	case "stdout":
		return p.stdout
	case "stderr":
		return p.stderr
	}
	return p.stdout + "\n" + p.stderr
}

func (p printed) fits(q *Pattern) bool {
	if q.JSON == "" {
		return q.match.MatchString(p.in(q.In))
	}
	values := p.values(q.In, q.JSON)
	return len(values) > 0 && !slices.ContainsFunc(values, func(v any) bool { return !q.match.MatchString(spell(v)) })
}

// values are those at a path, of all JSON values in a stream.
func (p printed) values(stream, path string) []any {
	var out []any
	for _, v := range readJSON(p.in(stream)) {
		out = append(out, walk(v, strings.Split(path, "."))...)
	}
	return out
}

// readJSON reads a stream that is JSON, or else those of its lines that are an object.
func readJSON(text string) []any {
	if all, err := decodeAll([]byte(text)); err == nil {
		return all
	}
	var out []any
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "{") {
			if v, err := decodeAll([]byte(line)); err == nil {
				out = append(out, v...)
			}
		}
	}
	return out
}

func decodeAll(text []byte) ([]any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var out []any
	for {
		var v any
		switch err := dec.Decode(&v); err {
		case nil:
			out = append(out, v)
		case io.EOF:
			return out, nil
		default:
			return nil, err
		}
	}
}

func walk(v any, path []string) []any {
	if len(path) == 0 || len(path) == 1 && path[0] == "" {
		return []any{v}
	}
	switch x := v.(type) {
	case map[string]any:
		if w, ok := x[path[0]]; ok {
			return walk(w, path[1:])
		}
	case []any:
		if path[0] == "*" {
			var out []any
			for _, w := range x {
				out = append(out, walk(w, path[1:])...)
			}
			return out
		}
		if i, err := strconv.Atoi(path[0]); err == nil && i >= 0 && i < len(x) {
			return walk(x[i], path[1:])
		}
	}
	return nil
}

func spell(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case nil:
		return "null"
	case json.Number, bool:
		return fmt.Sprint(x)
	}
	b, _ := json.Marshal(v) // it was JSON before
	return string(b)
}

// accepts reports whether a run succeeded, and if not what was missing.
func (s *Success) accepts(code int, p printed) (bool, string) {
	if !slices.Contains(s.Exit, code) {
		return false, fmt.Sprintf("exit code %d", code)
	}
	for i := range s.Require {
		if q := &s.Require[i]; !p.fits(q) {
			return false, "the output lacks " + q.name()
		}
	}
	for i := range s.Forbid {
		if q := &s.Forbid[i]; p.fits(q) {
			return false, "the output has " + q.name()
		}
	}
	return true, ""
}

func (q *Pattern) name() string {
	if q.JSON == "" {
		return strconv.Quote(q.Match)
	}
	return fmt.Sprintf("%q at %s", q.Match, q.JSON)
}

// diagnostics are the messages of a run about a file, in the order of the rules and of
// the output.
func (c *Config) diagnostics(p printed, f *rendered) []verify.Diagnostic {
	var out []verify.Diagnostic
	for i := range c.Diagnostics {
		d := &c.Diagnostics[i]
		for _, found := range d.find(p) {
			if len(out) == maxDiagnostics {
				return out
			}
			if found["message"] == "" || !d.only.MatchString(found["severity"]) {
				continue
			}
			v := verify.Diagnostic{Kind: cmp.Or(found["kind"], found["severity"]), Message: cut(found["message"])}
			if found["file"] == "" || found["file"] == f.name || strings.HasSuffix(found["file"], "/"+f.name) {
				n := func(name string) int { v, _ := strconv.Atoi(found[name]); return v }
				line, col := n("line"), n("col")
				endLine, endCol := cmp.Or(n("endline"), line), n("endcol")
				if found["endcol"] == "" {
					endLine, endCol = line, col
				}
				v.Start, v.End = f.span(line, col, endLine, endCol, d.First, d.Column == "bytes")
			}
			out = append(out, v)
		}
	}
	return out
}

// find returns the parts of each message.
func (d *Diagnostic) find(p printed) []map[string]string {
	var out []map[string]string
	if d.match != nil {
		for _, m := range d.match.FindAllStringSubmatch(p.in(d.In), 10*maxDiagnostics) {
			out = append(out, parts(d.match, m))
		}
		return out
	}
	for _, v := range p.values(d.In, d.Each) {
		found := map[string]string{}
		for name, path := range d.Fields {
			if values := walk(v, strings.Split(path, ".")); len(values) > 0 {
				found[name] = spell(values[0])
			}
		}
		out = append(out, found)
	}
	return out
}

func parts(re *regexp.Regexp, m []string) map[string]string {
	found := map[string]string{}
	for i, name := range re.SubexpNames() {
		if name != "" && m[i] != "" {
			found[name] = strings.TrimSpace(m[i])
		}
	}
	return found
}

// category of a diagnostic, and the signals that go with it: the description's own rules
// come first, the taxonomy of the system has the rest.
func (c *Config) category(d verify.Diagnostic) (string, verify.Signals) {
	for i := range c.Categories {
		if g := &c.Categories[i]; g.match.MatchString(d.Message) {
			return g.Category, signals(g.Reached)
		}
	}
	category := taxonomy.For(c.System)(d)
	return category, signals(reached[category])
}

// reached is the deepest signal of a candidate by the taxonomy's category of its first
// error. One that is none of these says nothing.
var reached = map[string]string{
	taxonomy.UnknownIdentifier: "syntax",
	taxonomy.TypeMismatch:      "syntax",
	taxonomy.UnsolvedGoals:     "type",
	taxonomy.TacticFailure:     "type",
}

func signals(depth string) verify.Signals {
	at := slices.Index(depths[1:], depth)
	return verify.Signals{Syntax: at >= 1, Type: at >= 2, Progress: at >= 3}
}

func cut(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	return strings.ToValidUTF8(s[:maxMessage], "") + " …"
}
