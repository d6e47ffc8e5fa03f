package md

import (
	"strings"
	"unicode"
)

// Text returns s as literal text for any inline place, table cells included:
// Markdown and HTML in it lose their meaning, white space becomes single spaces,
// and control, formatting and invalid characters become U+FFFD. Characters that
// mean something only in some places are escaped only there, for the sake of those
// who read the source.
func Text(s string) string {
	var b strings.Builder
	r := []rune(clean(s))
	at := func(i int) rune {
		if i < 0 || i >= len(r) {
			return ' '
		}
		return r[i]
	}
	for i, c := range r {
		escape := false
		switch c {
		case '&':
			b.WriteString("&amp;")
			continue
		case '<':
			b.WriteString("&lt;")
			continue
		case '>':
			b.WriteString("&gt;")
			continue
		case '\\', '`', '*', '[', ']', '|', '~', '$', '#':
			escape = true
		case '_': // emphasis only at the edge of a word
			escape = !word(at(i-1)) || !word(at(i+1))
		case ':': // a link, or an emoji's name
			escape = !unicode.IsSpace(at(i + 1))
		case '@': // a mention, or a mail address
			escape = !word(at(i-1)) || mail(r[i+1:])
		}
		if escape {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	// The one link that GitHub makes of text without a colon.
	return strings.NewReplacer("www.", "www&#46;", "WWW.", "WWW&#46;").Replace(b.String())
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// mail reports whether what follows an @ could be a domain.
func mail(r []rune) bool {
	for _, c := range r {
		if c == '.' {
			return true
		}
		if !word(c) && c != '-' && c != '_' {
			return false
		}
	}
	return false
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
