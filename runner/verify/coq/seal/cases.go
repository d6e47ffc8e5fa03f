package seal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Case is one line of a file of cases. Fields that are not named here are for people.
type Case struct {
	ID        string            `json:"id"`
	Target    string            `json:"target"`
	Statement string            `json:"target_statement"`
	Preamble  string            `json:"preamble"`         // trusted, before the candidate
	Script    string            `json:"candidate_script"` // a whole script, with a theorem named like the target
	Files     map[string]string `json:"aux_files"`        // beside the candidate's file
	Axioms    []string          `json:"allowed_axioms"`   // beside those of the policy
	Expected  string            `json:"expected"`         // accept, reject or empty
}

// maxLine bounds one case: a candidate may be longer than the policy allows.
const maxLine = 256 << 20

// ReadCases calls each with the cases of a file in their order, until it returns an
// error. A line that is no case is an error that names it.
func ReadCases(r io.Reader, each func(Case) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	seen := map[string]bool{}
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var c Case
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		switch {
		case c.ID == "" || c.Target == "" || c.Statement == "":
			return fmt.Errorf("line %d: a case needs id, target and target_statement", n)
		case seen[c.ID]:
			return fmt.Errorf("line %d: the id %s stands there twice", n, c.ID)
		case !slices.Contains([]string{"", "accept", "reject"}, c.Expected):
			return fmt.Errorf("line %d: expected is %q, want accept or reject", n, c.Expected)
		}
		seen[c.ID] = true
		if err := each(c); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	if n == 0 || len(seen) == 0 {
		return fmt.Errorf("there are no cases in it")
	}
	return nil
}
