package tex

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"proofgrid/reports/md"
)

func TestTextIsLiteral(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":            {"search 2.0 (large), cluster-robust", "search 2.0 (large), cluster-robust"},
		"commands":         {`\input{/etc/passwd}`, `\textbackslash{}input\{/etc/passwd\}`},
		"specials":         {"$&#%_^~<>|", `\$\&\#\%\_\textasciicircum{}\textasciitilde{}\textless{}\textgreater{}\textbar{}`},
		"argument of \\\\": {"[2] *x", "{[}2] *x"},
		"star":             {"*x", "{*}x"},
		"ligatures":        {"a--b ,, '' \"q\" ?`", "a-{-}b ,{,} '{'} {''}q{''} ?{`}"},
		"white space":      {" a\n\n\tb\r\n", "a b"},
		"controls":         {"a\x00\x1b\u202eb", "a{[U+0000]}{[U+001B]}{[U+202E]}b"},
		"invalid":          {"a\xffb\ufffd", "a{[U+FFFD]}b{[U+FFFD]}"},
		"Lean":             {"∀ α, α → ℕ ≤ 𝔽 x₁", `$\forall$ $\alpha$, $\alpha$ $\rightarrow$ $\mathbf{N}$ $\leq$ {[U+1D53D]} x$_1$`},
		"numbers":          {"−3.1 – ∞ 2.1e−4", `$-$3.1 -- $\infty$ 2.1e$-$4`},
		"accents":          {"Poincaré ïř", `Poincar\'{e} \"{\i}\v{r}`},
	} {
		if got := Text(c.in); got != c.want {
			t.Errorf("%s: Text(%q) = %q, want %q", name, c.in, got, c.want)
		}
	}
}

// hostile are names as an enemy of LaTeX would choose them.
var hostile = []string{
	`\end{document}`, `%`, `{`, `}`, `$x`, `a&b`, `#1`, `[2pt] x`, `*`, `**bold**`, "`code`", "x^2_3~", `\\`, `a|b`, "<b>&lt;",
	"[^1]", `\write18{touch owned}`, "αβ → ℕ 𝔽 日本 é́", "a\x00b\x1b[31m", "\xff", "''--??``,,", `^^M^^41`, "", " ",
}

func TestMarkdownOfAnyTextIsThatText(t *testing.T) {
	for _, h := range hostile {
		// md.Text spells invisible characters U+FFFD, which Text then spells out.
		want := Text(strings.Map(func(r rune) rune {
			if r == 0 || r == 0x1b {
				return '\ufffd'
			}
			return r
		}, h))
		if got := Markdown(md.Text(h), func(int) string { return "MARK" }); got != want {
			t.Errorf("Markdown of Text(%q) = %q, want %q", h, got, want)
		}
	}
	mark := func(n int) string { return fmt.Sprintf("<%d>", n) }
	if got, want := Markdown("**a\\*** `b_|c` `` `d` `` 5 [1, 2][^12] &lt;0.1", mark), `\textbf{a*} \texttt{b\_\textbar{}c} \texttt{{`+"`"+`}d{`+"`"+`}} 5 [1, 2]<12> \textless{}0.1`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func table() Table {
	tab := Table{Label: "hostile", Caption: "Names[^2] with " + md.Code("a|b_c") + ".", Head: []string{"name\t", "code\t", "n"}, Notes: []string{"unused", "few <clusters> & 5 %"}}
	for i, h := range hostile {
		tab.Rows = append(tab.Rows, []string{md.Text(h), md.Code(h), fmt.Sprintf("%d [1, −2][^2]", i)})
	}
	tab.Rows = append(tab.Rows, []string{"short"})
	return tab
}

func TestListHasFootnotes(t *testing.T) {
	got := List([]string{"**a**[^2]", "b[^9]"}, []string{"unused", "few & far"})
	if want := "\\begin{itemize}\n\\item \\textbf{a}\\footnote{few \\& far}\n\\item b\n\\end{itemize}\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNotesAreThoseOfTheTable(t *testing.T) {
	got := table().String()
	if strings.Contains(got, "unused") || strings.Count(got, `few \textless{}clusters\textgreater{} \& 5 \%`) != 1 {
		t.Errorf("notes:\n%s", got)
	}
	if n := strings.Count(got, `\textsuperscript{1}`); n != len(hostile)+2 || strings.Contains(got, `\textsuperscript{2}`) {
		t.Errorf("%d marks:\n%s", n, got)
	}
	if strings.Count(got, " \\\\\n") != len(hostile)+2 || !strings.Contains(got, "\nshort &  &  \\\\\n") || !strings.Contains(got, "{@{}llr@{}}") {
		t.Errorf("rows:\n%s", got)
	}
}

// TestHostileNamesCompile has the real program read the table.
func TestHostileNamesCompile(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("no pdflatex: what it makes of hostile names is not tested")
	}
	dir := t.TempDir()
	doc := "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n" + table().String() + List([]string{"**Few.** " + md.Text("[a] %") + "[^1]", "b"}, []string{"a note & more"}) + "\\ref{tab:hostile}\n\\end{document}\n"
	if err := os.WriteFile(filepath.Join(dir, "doc.tex"), []byte(doc), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(latex, "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "doc.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, doc)
	}
	if _, err := os.Stat(filepath.Join(dir, "doc.pdf")); err != nil {
		t.Error(err)
	}
}
