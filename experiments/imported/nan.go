package imported

import (
	"bytes"
	"regexp"
)

// WithoutNaN makes JSON of what Python writes as such: NaN and the infinities become
// null. Texts stay as they are.
func WithoutNaN(text []byte) []byte {
	if !bytes.Contains(text, []byte("NaN")) && !bytes.Contains(text, []byte("Infinity")) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	inText := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inText && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
			c = text[i]
		case c == '"':
			inText = !inText
		case !inText && (c == 'N' || c == 'I' || c == '-'):
			if n := len(constants.Find(text[i:min(len(text), i+len("-Infinity"))])); n > 0 {
				out = append(out, "null"...)
				i += n - 1
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

var constants = regexp.MustCompile(`^(NaN|-?Infinity)`)
