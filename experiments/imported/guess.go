package imported

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// signs are keys that give a JSON format away, in the order in which they are tried.
var signs = []struct {
	keys []string
	name string
}{
	{[]string{"hardware", "results"}, "CoqStoq results"},
	{[]string{"thm_name", "lean_root", "generated_proofs"}, "a file of a VeriSoftBench results directory"},
	{[]string{"total_theorems"}, "the summary of a VeriSoftBench results directory"},
	{[]string{"thm_name", "lean_root"}, "VeriSoftBench tasks"},
	{[]string{"repos"}, "VeriSoftBench's list of repositories"},
	{[]string{"optlib"}, "a FormalML evaluation"},
	{[]string{"foml"}, "a FormalML evaluation"},
	{[]string{"problem_id", "model_output"}, "FormalML generations"},
	{[]string{"tactic_state_before", "formal_statement"}, "FormalML tasks"},
	{[]string{"eval", "status", "version"}, "the header of an inspect_ai log"},
	{[]string{"results", "custom_id"}, "replies of a kimina server"},
	{[]string{"targetInfo"}, "output of SafeVerify"},
	{[]string{"project", "theorem_start_pos"}, "CoqStoq theorems without results"},
	{[]string{"thm_path", "thm_idx"}, "CoqStoq theorems by reference"},
	{[]string{"format", "benchmark", "selection"}, "a task list of proofgrid"},
	{[]string{"results"}, "a JSON object with results"},
}

// Guess says in a few words what a file looks like from its beginning, of which some
// kilobytes are enough: "an inspect_ai log (a zip archive)", "FormalML tasks (JSON
// lines)". Of what it does not know it says what kind of file it is.
func Guess(head []byte) string {
	for _, m := range []struct{ magic, name string }{
		{"PK\x03\x04", "a zip archive, as inspect_ai logs are"},
		{"PAR1", "a Parquet file"},
		{"ARROW1", "an Arrow file"},
		{"\x1f\x8b", "a gzip file"},
		{"(\xb5/\xfd", "a zstandard file"},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			return m.name
		}
	}
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	switch {
	case len(text) == 0:
		return "an empty file"
	case bytes.IndexByte(head, 0) >= 0:
		return "a binary file"
	case text[0] == '{' || text[0] == '[':
		return guessJSON(text)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	switch {
	case strings.HasPrefix(first, "#") || strings.HasPrefix(first, "name:") || first == "---":
		return "a YAML file, such as a spec"
	case strings.Count(first, ",") > 0 && !strings.ContainsAny(first, "{}"):
		return "a CSV file"
	}
	return "a text file"
}

func guessJSON(text []byte) string {
	form := ""
	if line, rest, more := bytes.Cut(text, []byte("\n")); more && text[0] == '{' && json.Valid(line) && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("{")) {
		text, form = line, " (JSON lines)"
	}
	keys := outerKeys(text)
	for _, s := range signs {
		every := true
		for _, k := range s.keys {
			every = every && slices.Contains(keys, k)
		}
		if every {
			return s.name + form
		}
	}
	switch {
	case form != "":
		return "JSON lines"
	case text[0] == '[':
		return "a JSON array"
	}
	return "a JSON object"
}

// outerKeys lists the keys of the outermost object, those of the first object of an
// outermost array, and those of the first element of a key "results". The text may
// be cut off anywhere.
func outerKeys(text []byte) []string {
	dec := json.NewDecoder(bytes.NewReader(text))
	var keys []string
	var object func(nested bool)
	object = func(nested bool) {
		for dec.More() {
			t, err := dec.Token()
			key, ok := t.(string)
			if err != nil || !ok {
				return
			}
			keys = append(keys, key)
			if key == "results" && !nested {
				if t, err := dec.Token(); err != nil || t != json.Delim('[') {
					return
				}
				if t, err := dec.Token(); err == nil && t == json.Delim('{') {
					object(true)
				}
				return
			}
			var skip json.RawMessage
			if dec.Decode(&skip) != nil {
				return
			}
		}
	}
	t, err := dec.Token()
	if err == nil && t == json.Delim('[') {
		t, err = dec.Token()
	}
	if err == nil && t == json.Delim('{') {
		object(false)
	}
	return keys
}
