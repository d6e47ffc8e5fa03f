package md

import (
	"strings"
	"unicode"
)

// Text returns s as literal text for any inline place, table cells included:
// Markdown and HTML in it lose their meaning, white space becomes single spaces,
// and control, formatting and invalid characters become U+FFFD.
func Text(s string) string {
	var b strings.Builder
	for _, r := range clean(s) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '\\', '`', '*', '_', '[', ']', '|', '~', '$', '#', '@', ':':
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	// The one link that GitHub makes of text without a colon.
	return strings.NewReplacer("www.", "www&#46;", "WWW.", "WWW&#46;").Replace(b.String())
}

// Code returns s as a code span, also inside a table.
func Code(s string) string {
	s = clean(s)
	if s == "" {
		return "` `"
	}
	run, longest := 0, 0
	for _, r := range s {
		if r == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		s = " " + s + " "
	}
	// A table is cut at bars before code spans are found; the backslash is taken
	// out again there, and only there, so a bar outside a table shows one.
	return fence + strings.ReplaceAll(s, "|", `\|`) + fence
}

// clean makes every run of white space one space and replaces what cannot be
// seen: controls, and the marks that reorder text.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '\uFFFD'
		}
		return r
	}, s)
}
