package remote

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
)

// secret takes a key out of texts that come from outside: some servers echo it.
type secret struct {
	all, long *strings.Replacer
}

const hidden = "[key]"

func newSecret(key string) secret {
	if key == "" {
		return secret{}
	}
	forms := []string{key, url.QueryEscape(key), url.PathEscape(key), base64.StdEncoding.EncodeToString([]byte(key))}
	if b, err := json.Marshal(key); err == nil {
		forms = append(forms, string(b[1:len(b)-1]))
	}
	var pairs []string
	for _, f := range forms {
		pairs = append(pairs, f, hidden)
	}
	s := secret{all: strings.NewReplacer(pairs...)}
	if len(key) >= 8 { // a stand-in such as "none" would be found in honest answers
		s.long = s.all
	}
	return s
}

// message cleans a text for an error: no key, and one line of bounded length.
func (s secret) message(text string) string {
	if s.all != nil {
		text = s.all.Replace(text)
	}
	return Excerpt(text)
}

// text cleans an answer: no key, and valid UTF-8.
func (s secret) text(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if s.long != nil {
		text = s.long.Replace(text)
	}
	return text
}
