package audit

import (
	"cmp"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"

	"proofgrid/experiments/spec"
)

// Report is the result of auditing a file.
type Report struct {
	File     string    `json:"file"`
	Paper    string    `json:"paper"`
	Source   string    `json:"source,omitempty"`
	Findings []Finding `json:"findings"` // of every check, in the order of the file
	// Untested are claims of the paper that no arithmetic decides.
	Untested []string `json:"untested,omitempty"`
}

// Finding is what one check says. Consistent means that some unrounded numbers could
// have printed as the paper does.
type Finding struct {
	Line       int    `json:"line"`  // of the file, where the check or the cell stands
	Check      string `json:"check"` // such as "percent to count"
	Of         string `json:"of"`    // what was checked, such as "repositories/curated/ArkLib"
	Claim      string `json:"claim,omitempty"`
	Consistent bool   `json:"consistent"`
	Arithmetic string `json:"arithmetic"`
}

// Inconsistent returns the findings that the paper's numbers cannot all be right by.
func (r *Report) Inconsistent() []Finding {
	var out []Finding
	for _, f := range r.Findings {
		if !f.Consistent {
			out = append(out, f)
		}
	}
	return out
}

// document is the file as written.
type document struct {
	Paper    string   `yaml:"paper"`
	Source   string   `yaml:"source"`
	Tables   []*table `yaml:"tables"`
	Checks   []check  `yaml:"checks"`
	Untested []string `yaml:"untested"`
}

// ReadFile audits the file at path. The error is [spec.Errors] when the file could
// be read but is no audit: every fault with its place.
func ReadFile(path string) (*Report, error) {
	text, err := spec.ReadText(path)
	if err != nil {
		return nil, err
	}
	return Audit(path, text)
}

// Audit audits a text; file is its name in errors.
func Audit(file string, text []byte) (*Report, error) {
	var d document
	root, err := spec.Decode(file, text, "an audit", "paper, tables and checks", &d)
	if err != nil {
		return nil, err
	}
	a := &auditor{file: file, tables: map[string]*table{}}
	a.readTables(root, &d)
	if len(a.faults) == 0 {
		a.percents(d.Tables)
		for i := range d.Checks {
			a.check(&d.Checks[i], itemAt(root, "checks", i))
		}
	}
	if len(a.faults) > 0 {
		slices.SortStableFunc(a.faults, func(x, y *spec.Error) int { return cmp.Or(x.Line-y.Line, x.Col-y.Col) })
		return nil, a.faults
	}
	if len(a.findings) == 0 {
		return nil, spec.Errors{{File: file, Msg: "nothing to check: a percentage needs percent_of in its table, anything else an entry of checks"}}
	}
	return &Report{File: file, Paper: d.Paper, Source: d.Source, Findings: a.findings, Untested: d.Untested}, nil
}

// auditor holds what the checks share.
type auditor struct {
	file     string
	tables   map[string]*table
	findings []Finding
	faults   spec.Errors
}

func (a *auditor) fault(line, col int, format string, args ...any) {
	a.faults = append(a.faults, &spec.Error{File: a.file, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)})
}

// itemAt is the node of an element of a list of the document.
func itemAt(root *yaml.Node, list string, i int) *yaml.Node {
	for j := 0; j+1 < len(root.Content); j += 2 {
		if items := root.Content[j+1]; root.Content[j].Value == list && i < len(items.Content) {
			return items.Content[i]
		}
	}
	return root
}
