package md

import (
	"strings"
	"testing"
)

func TestTextIsLiteral(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain stays":        {"search 2.0 (large)", "search 2.0 (large)"},
		"html":               {"<script>alert(1)</script> & co", "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co"},
		"emphasis and links": {"*a* _b_ [c](d) `e`", "\\*a\\* \\_b\\_ \\[c\\](d) \\`e\\`"},
		"table":              {"a|b\nc", "a\\|b c"},
		"math and strike":    {"$x$ ~~y~~", "\\$x\\$ \\~\\~y\\~\\~"},
		"autolinks":          {"see https://x.y and www.x.y", "see https\\://x.y and www&#46;x.y"},
		"controls":           {"a\x1b[31m\u202eb", "a\uFFFD\\[31m\uFFFDb"},
		"invalid":            {"a\xffb", "a\uFFFDb"},
		"only where needed":  {"pass@k by nesting_depth: 3", "pass@k by nesting_depth: 3"},
		"mentions and mail":  {"@me me@x.org :tada: _x", "\\@me me\\@x.org \\:tada: \\_x"},
		"line start":         {"  # heading", "\\# heading"},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", name, c.in, got, c.want)
		}
	}
}

func TestCodeCannotBeLeft(t *testing.T) {
	for in, want := range map[string]string{
		"a_b":      "`a_b`",
		"a`b``c":   "``` a`b``c ```",
		"x|y":      "`x\\|y`",
		"":         "` `",
		"two\nrow": "`two row`",
	} {
		if got := Code(in); got != want {
			t.Errorf("Code(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFootnotesAreSharedAndEscaped(t *testing.T) {
	var d Doc
	d.Para("one" + d.Note("few <clusters>", "k > n") + " two" + d.Note("few <clusters>"))
	got := d.String()
	want := "one[^1][^2] two[^1]\n\n[^1]: few &lt;clusters&gt;\n[^2]: k &gt; n\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTableShape(t *testing.T) {
	var d Doc
	d.Table([]string{"model\t", "n"}, [][]string{{"a", "1"}, {"b"}})
	want := "| model | n |\n| :--- | ---: |\n| a | 1 |\n| b |  |\n\n"
	if got := d.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFenceOutgrowsItsContent(t *testing.T) {
	var d Doc
	d.Fence("sh", "a\n```\nb\n")
	if got := d.String(); !strings.HasPrefix(got, "````sh\n") || !strings.HasSuffix(got, "\n````\n\n") {
		t.Errorf("got %q", got)
	}
}
