package spec

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// Imported says that another program made the results and that this spec merely
// describes them: nothing in it can be run.
type Imported struct {
	Format string         `yaml:"format"` // as 'proofgrid import' calls it
	Files  []ImportedFile `yaml:"files"`
}

// ImportedFile is a file that results were read from.
type ImportedFile struct {
	Name   string `yaml:"name"` // less its folder
	SHA256 string `yaml:"sha256"`
}

// ImportedKind is the kind of the models of imported results.
const ImportedKind = "imported"

// checkImported refuses what would be a plan to run something.
func (s *Spec) checkImported(fail func([]any, string, ...any)) {
	if s.Imported.Format == "" {
		fail([]any{"imported"}, "imported.format is missing: which format were the results in?")
	}
	if format, _ := s.Tasks.Source(); format != "" || s.Tasks.File != "" {
		fail([]any{"tasks"}, "tasks and imported exclude each other: imported results bring their tasks")
	}
	if len(s.Regimes) > 0 {
		fail([]any{"regimes"}, "regimes and imported exclude each other: what a model saw was decided where the results come from")
	}
	for i, m := range s.Models {
		if m.Kind != ImportedKind {
			fail([]any{"models", i}, "model %s: in a spec of imported results the kind of every model is %s", m.Name, ImportedKind)
		}
	}
}

// Description is what [Describe] writes down.
type Description struct {
	Name, Description string
	Imported          Imported
	Models            []DescribedModel
	Policy            Policy
	Limits            Limits
}

// DescribedModel is a model of imported results with what its source says of it.
type DescribedModel struct {
	Name    string
	Options map[string]string
}

// Describe returns the text of a spec of imported results, which [Parse] accepts.
func Describe(d Description) ([]byte, error) {
	type limits struct {
		Candidate time.Duration `yaml:"candidate,omitempty"`
		Task      time.Duration `yaml:"task,omitempty"`
	}
	type model struct {
		Name    string            `yaml:"name"`
		Kind    string            `yaml:"kind"`
		Options map[string]string `yaml:",inline"`
	}
	text := struct {
		Name        string   `yaml:"name"`
		Description string   `yaml:"description,omitempty"`
		Imported    Imported `yaml:"imported"`
		Models      []model  `yaml:"models"`
		Policy      Policy   `yaml:"policy"`
		Limits      limits   `yaml:"limits,omitempty"`
	}{Name: d.Name, Description: d.Description, Imported: d.Imported, Policy: d.Policy, Limits: limits(d.Limits)}
	for _, m := range d.Models {
		text.Models = append(text.Models, model{m.Name, ImportedKind, m.Options})
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Written by 'proofgrid import %s'. Another program made these results;\n# proofgrid ran and checked nothing.\n", strings.Join(strings.Fields(d.Imported.Format), " "))
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(text); err != nil {
		return nil, err
	}
	return b.Bytes(), enc.Close()
}
