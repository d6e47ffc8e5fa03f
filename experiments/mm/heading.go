package mm

import (
	"slices"
	"strings"
)

// heading is a comment that opens a part, section, subsection or subsubsection.
type heading struct {
	title string
	level int8
	prev  int32 // the heading that contains it, -1 for none
}

var decorations = [...]string{"####", "#*#*", "=-=-", "-.-."}

// parseHeading returns the title and level of a comment (without its brackets)
// whose first line that is not blank begins with one of decorations.
func parseHeading(comment string) (title string, level int, ok bool) {
	body := strings.TrimLeft(comment, " \t\r\n\f")
	if len(body) < 4 {
		return "", 0, false
	}
	for level, mark := range decorations {
		if body[:4] != mark {
			continue
		}
		var words []string
		for i, line := range strings.Split(body, "\n") {
			line = strings.TrimSpace(line)
			if i > 0 && strings.HasPrefix(line, mark) {
				return strings.Join(words, " "), level, len(words) > 0
			}
			if i > 0 && line != "" {
				words = append(words, line)
			}
		}
		return "", 0, false
	}
	return "", 0, false
}

// Headings returns the titles of the sections that a statement stands in,
// outermost first. Levels that the database does not use are left out: a
// statement under a part and a subsection has two.
func (db *Database) Headings(id StmtID) []string {
	var out []string
	for h := db.stmts[id].heading; h >= 0; h = db.headings[h].prev {
		out = append(out, db.headings[h].title)
	}
	slices.Reverse(out)
	return out
}
