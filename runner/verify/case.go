package verify

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Case is a candidate that stands alone, with the theorem that it is to prove. Each
// system says what its texts are.
type Case struct {
	ID        string   `json:"id"`
	Target    string   `json:"target"` // name of the theorem
	Statement string   `json:"target_statement"`
	Preamble  string   `json:"preamble"` // what stands before the theorem
	Suffix    string   `json:"suffix"`   // what stands behind it
	Lemmas    string   `json:"lemmas"`   // of the candidate
	Script    string   `json:"candidate_script"`
	Axioms    []string `json:"allowed_axioms"` // beside those of the policy
	Expected  string   `json:"expected"`       // accept, reject or nothing
}

// SameTheorem reports whether two cases differ in their candidates alone.
func (c *Case) SameTheorem(d *Case) bool {
	return c.Target == d.Target && c.Statement == d.Statement && c.Preamble == d.Preamble && c.Suffix == d.Suffix && slices.Equal(c.Axioms, d.Axioms)
}

// maxCase bounds the memory that one line can claim.
const maxCase = 64 << 20

// ReadCases calls do for each line of r that is not blank. An error begins with the
// line's number; no case at all is an error. Fields that are not those of [Case] are
// left out.
func ReadCases(r io.Reader, do func(Case) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxCase)
	found := false
	for n := 1; s.Scan(); n++ {
		if strings.TrimSpace(s.Text()) == "" {
			continue
		}
		found = true
		var c Case
		if !utf8.Valid(s.Bytes()) {
			return fmt.Errorf("line %d: invalid UTF-8", n)
		}
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if c.ID == "" || c.Target == "" || c.Statement == "" || c.Expected != "" && c.Expected != "accept" && c.Expected != "reject" {
			return fmt.Errorf("line %d: a case has an id, a target, a target_statement, and accept or reject where something is expected", n)
		}
		if err := do(c); err != nil {
			return err
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	if !found {
		return errors.New("there is no case")
	}
	return nil
}
