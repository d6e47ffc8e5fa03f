package conform

import (
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// Text is the reply of a server that is told nothing else: text that depends on
// the whole prompt, and a proof in the delimiters that the prompt asks for. The
// proof proves nothing.
func Text(r *Request) Reply {
	id := digest(r.Prompt())
	return Reply{Text: fmt.Sprintf("This answers prompt %s.\n\n%s\n", id, delimited(r.Prompt(), "conform_"+id))}
}

// Proofs replies with the proof of the theorem that the prompt is about, in the
// delimiters that the prompt asks for: of the names that occur in the prompt as
// whole words, the one that occurs last counts. Prompts that hold none get Text.
func Proofs(proofs map[string]string) func(*Request) Reply {
	names := make([]string, 0, len(proofs))
	for name := range proofs {
		names = append(names, name)
	}
	sort.Strings(names)
	return func(r *Request) Reply {
		prompt := r.Prompt()
		last, best := -1, ""
		for _, name := range names {
			if i := lastWord(prompt, name); i > last || i >= 0 && i == last && len(name) > len(best) {
				last, best = i, name
			}
		}
		if best == "" {
			return Text(r)
		}
		return Reply{Text: delimited(prompt, proofs[best]) + "\n"}
	}
}

// lastWord is the last place where a name stands by itself, -1 if none. Letters,
// digits and what names of theorems are made of continue a word; a dot does so only
// before more of the name.
func lastWord(text, name string) int {
	for end := len(text); ; {
		i := strings.LastIndex(text[:end], name)
		if i < 0 {
			return -1
		}
		before := i > 0 && inName(text[i-1])
		rest := text[i+len(name):]
		after := rest != "" && (rest[0] != '.' && inName(rest[0]) || rest[0] == '\'' || rest[0] == '.' && len(rest) > 1 && inName(rest[1]))
		if !before && !after {
			return i
		}
		if end = i + len(name) - 1; end <= 0 {
			return -1
		}
	}
}

func inName(c byte) bool {
	return c == '_' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// The ways in which prompts ask for a proof: a pair of tags, or a fenced block.
var (
	tag   = regexp.MustCompile(`<(/?)(proof|answer)>`)
	fence = regexp.MustCompile("(?m)^```([a-z0-9]*)[ \t]*$")
)

// delimited puts a proof between the delimiters that the prompt names: tags if
// there are any, else a fence in the language of the prompt's last one.
func delimited(prompt, proof string) string {
	if m := tag.FindAllStringSubmatch(prompt, -1); m != nil {
		name := m[len(m)-1][2]
		return "<" + name + ">\n" + proof + "\n</" + name + ">"
	}
	language := ""
	for _, m := range fence.FindAllStringSubmatch(prompt, -1) {
		if m[1] != "" {
			language = m[1]
		}
	}
	return "```" + language + "\n" + proof + "\n```"
}
