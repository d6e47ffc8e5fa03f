package prompt

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"proofgrid/runner/model"
)

//go:embed templates
var builtin embed.FS

// Part is a template's role and its file's name without the extension .tmpl.
type Part string

const (
	System Part = "system" // the system message; left out when it comes out blank
	First  Part = "first"  // the first user message
	Repair Part = "repair" // the user message after an answer; the last round of History is the one reported on
)

// Parts are all parts.
var Parts = []Part{System, First, Repair}

// Generic is the folder of the templates for systems that have none of their own.
const Generic = "generic"

// Templates are a complete set. They are safe for concurrent use.
type Templates struct {
	sets map[string]map[Part]*template.Template // by system
	hash string
}

// Load returns the program's own templates, with those that dir has in their place;
// an empty dir has none. Its files are SYSTEM/PART.tmpl, where SYSTEM is lean, coq,
// metamath, … or generic. What a system lacks there it takes from the program's
// files for it, and what these lack from the generic ones.
//
// A template that cannot be parsed or that asks for a field that [View] lacks is an
// error that begins with file:line.
func Load(dir string) (*Templates, error) {
	texts := map[string]source{}
	own, err := fs.Sub(builtin, "templates")
	if err != nil {
		return nil, err
	}
	if err := collect(texts, own, "builtin"); err != nil {
		return nil, err
	}
	if dir != "" {
		if info, err := os.Stat(dir); err != nil {
			return nil, fmt.Errorf("templates: %w", err)
		} else if !info.IsDir() {
			return nil, fmt.Errorf("templates: %s is not a folder; it has files like lean/first.tmpl", dir)
		}
		if err := collect(texts, os.DirFS(dir), dir); err != nil {
			return nil, err
		}
	}
	t := &Templates{sets: map[string]map[Part]*template.Template{}}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		src := texts[name]
		fmt.Fprintf(h, "%d:%s%d:%s", len(name), name, len(src.text), src.text)
		parsed, err := template.New(src.file).Option("missingkey=error").Parse(src.text)
		if err != nil {
			return nil, located(err)
		}
		system, part := path.Split(strings.TrimSuffix(name, extension))
		system = path.Clean(system)
		if t.sets[system] == nil {
			t.sets[system] = map[Part]*template.Template{}
		}
		t.sets[system][Part(part)] = parsed
	}
	t.hash = hex.EncodeToString(h.Sum(nil))
	for _, system := range slices.Sorted(maps.Keys(t.sets)) {
		for _, part := range Parts {
			if t.sets[system][part] == nil {
				t.sets[system][part] = t.sets[Generic][part]
			}
			for _, v := range trials(system) {
				if _, err := fill(t.sets[system][part], v); err != nil {
					return nil, err
				}
			}
		}
	}
	return t, nil
}

// Hash identifies the texts of all templates: SHA-256 in hex.
func (t *Templates) Hash() string { return t.hash }

const (
	extension   = ".tmpl"
	maxTemplate = 1 << 20
	maxPrompt   = 64 << 20
)

type source struct{ file, text string }

// collect reads the templates of a folder; root is what errors call it.
func collect(into map[string]source, from fs.FS, root string) error {
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
		if d.IsDir() || !strings.HasSuffix(name, extension) {
			return nil
		}
		file := filepath.Join(root, filepath.FromSlash(name))
		system, part := path.Split(strings.TrimSuffix(name, extension))
		if strings.Count(system, "/") != 1 || !slices.Contains(Parts, Part(part)) {
			return fmt.Errorf("%s: no such template; they are SYSTEM/PART%s with one of the parts %v", file, extension, Parts)
		}
		if info, err := fs.Stat(from, name); err != nil {
			return fmt.Errorf("templates: %w", err)
		} else if !info.Mode().IsRegular() || info.Size() > maxTemplate {
			return fmt.Errorf("%s: a template is a file of at most %d bytes", file, maxTemplate)
		}
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return fmt.Errorf("templates: %w", err)
		}
		if i := invalid(text); i >= 0 {
			return fmt.Errorf("%s:%d: invalid UTF-8", file, 1+bytes.Count(text[:i], []byte("\n")))
		}
		into[name] = source{file, strings.ReplaceAll(string(text), "\r\n", "\n")}
		return nil
	})
}

// invalid returns where the first byte stands that is not UTF-8, -1 without one.
func invalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// trials are what templates are tried on before a run: one view in which every
// field has a value and one in which none has, so that most branches are taken.
func trials(system string) []*View {
	r := Round{
		Proof: "p", Lemmas: "l", Verdict: "rejected", Category: "c", Left: 1,
		Diagnostics: []Diagnostic{{Kind: "k", Message: "m", Step: 1, Label: "l", Excerpt: "e", Goals: []string{"g"}}},
	}
	return []*View{
		{
			Task: Task{
				ID: "i", Name: "n", Benchmark: "b", System: system, Repository: "r", File: "f",
				Statement: "s", Preamble: "p", Suffix: "s",
				Variables: []Variable{{Name: "n", Type: "t", Symbol: "s"}},
			},
			Context: Context{Regime: "curated", Text: "t", Premises: []Premise{{"n", "lemma", "local", "f", "t"}}, Dropped: 1},
			Sample:  1, Round: 1, History: []Round{r},
		},
		{Task: Task{System: system}, Round: 1, History: []Round{{}}},
	}
}

func fill(t *template.Template, v *View) (string, error) {
	w := &bounded{left: maxPrompt}
	if err := t.Execute(w, v); err != nil {
		return "", located(err)
	}
	return strings.TrimSpace(strings.ToValidUTF8(string(w.b), "\uFFFD")), nil
}

// bounded keeps a template that loops over everything from filling the memory.
type bounded struct {
	b    []byte
	left int
}

func (w *bounded) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, fmt.Errorf("the message is longer than %d bytes", maxPrompt)
	}
	w.b = append(w.b, p...)
	return len(p), nil
}

// located drops the package's own word from an error, which then begins with
// file:line.
func located(err error) error {
	return errors.New(strings.TrimPrefix(err.Error(), "template: "))
}

// Prompt returns the messages for a request: the system message, the first user
// message, and for each earlier round the model's answer, without its reasoning, and
// the report on it. All are valid UTF-8. It is a function of the request and the
// templates alone.
func (t *Templates) Prompt(r *model.Request) ([]model.Message, error) {
	set := t.sets[r.Task.System]
	if set == nil {
		set = t.sets[Generic]
	}
	v := view(r)
	history := v.History
	var out []model.Message
	say := func(role model.Role, part Part) error {
		text, err := fill(set[part], v)
		if err == nil && (text != "" || role != model.System) {
			out = append(out, model.Message{Role: role, Text: text})
		}
		return err
	}
	v.History, v.Round = nil, 0
	if err := say(model.System, System); err != nil {
		return nil, err
	}
	if err := say(model.User, First); err != nil {
		return nil, err
	}
	for i, e := range r.History {
		answer := cut(strings.TrimSpace(withoutReasoning(clean(e.Response))), maxAnswer)
		if answer == "" {
			answer = "(no answer)" // endpoints refuse an empty turn
		}
		out = append(out, model.Message{Role: model.Assistant, Text: answer})
		v.History, v.Round = history[:i+1], i+1
		if err := say(model.User, Repair); err != nil {
			return nil, err
		}
	}
	return out, nil
}
