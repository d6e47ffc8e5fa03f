//go:build unix

package seal

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/coq"
	"proofgrid/runner/verify/coq/toplevel"
)

// lemma is an original one with its proof, by the sentences of its file.
type lemma struct {
	file                string
	header, first, last int
}

// stdpp lists the lemmas of the library, with the text of its files.
func stdpp(t *testing.T) (lemmas []lemma, texts map[string]string, sentences map[string][]coq.Sentence) {
	t.Helper()
	files, _ := filepath.Glob("/usr/lib/*/coq/user-contrib/stdpp/*.v")
	more, _ := filepath.Glob("/usr/lib/ocaml/coq/user-contrib/stdpp/*.v")
	files = append(files, more...)
	slices.Sort(files)
	files = slices.Compact(files)
	if len(files) == 0 {
		t.Skip("no stdpp on this machine: install the package libcoq-stdpp")
	}
	texts, sentences = map[string]string{}, map[string][]coq.Sentence{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[f], sentences[f] = string(b), coq.Sentences(string(b))
		ss := sentences[f]
		for i := 0; i+1 < len(ss); i++ {
			head, _ := coq.Leading(texts[f][ss[i].Start:ss[i].End])
			if !statements[head] || head == "Definition" || ss[i+1].Head != "Proof" {
				continue
			}
			if _, next := coq.Leading(texts[f][ss[i+1].Start:ss[i+1].End]); next != "" && next != "using" && next != "with" {
				continue // a proof by a term
			}
			for j := i + 1; j < len(ss); j++ {
				if ss[j].Head == "Qed" || ss[j].Head == "Defined" {
					lemmas = append(lemmas, lemma{f, i, i + 1, j})
					break
				}
			}
		}
	}
	return lemmas, texts, sentences
}

// TestVetStdpp reads the original proofs of a whole library: what is honest is let
// through.
func TestVetStdpp(t *testing.T) {
	lemmas, texts, sentences := stdpp(t)
	policy := &Policy{}
	refused := 0
	for _, l := range lemmas {
		ss, text := sentences[l.file], texts[l.file]
		j := Join("", text[ss[l.header].Start:ss[l.header].End], text[ss[l.first].Start:ss[l.last].End])
		if _, r := Vet(policy, j); r != nil {
			refused++
			t.Logf("%s: %s: %s", filepath.Base(l.file), r.Kind, r.Reason)
		}
	}
	t.Logf("%d of %d refused", refused, len(lemmas))
	if len(lemmas) < 1000 || refused*200 > len(lemmas) {
		t.Errorf("%d of %d lemmas are refused, want at most one of 200", refused, len(lemmas))
	}
}

// TestSealStdpp seals original proofs of random lemmas where they stand: some of one
// file, with PROOFGRID_COQ_ALL=1 300 of all.
func TestSealStdpp(t *testing.T) {
	lemmas, texts, sentences := stdpp(t)
	checker(t) // skips without Coq
	n := 300
	if os.Getenv("PROOFGRID_COQ_ALL") == "" {
		n = 20
		lemmas = slices.DeleteFunc(lemmas, func(l lemma) bool { return filepath.Base(l.file) != "option.v" })
	}
	rng := rand.New(rand.NewPCG(5, 300))
	rng.Shuffle(len(lemmas), func(i, j int) { lemmas[i], lemmas[j] = lemmas[j], lemmas[i] })
	byFile := map[string]map[int]lemma{}
	for _, l := range lemmas[:min(n, len(lemmas))] {
		if byFile[l.file] == nil {
			byFile[l.file] = map[int]lemma{}
		}
		byFile[l.file][l.header] = l
	}
	policy := &Policy{Recursion: AnyRecursion}
	for file, chosen := range byFile {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			walk(t, policy, texts[file], sentences[file], chosen)
		})
	}
}

func walk(t *testing.T, policy *Policy, text string, ss []coq.Sentence, chosen map[int]lemma) {
	s, err := toplevel.Start(t.Context(), toplevel.Config{Sandbox: box(), Env: []string{"PATH=" + path, "HOME=/nonexistent"}, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var printed strings.Builder
	run := func(sentence string) error {
		r, err := s.Exec(t.Context(), sentence, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		printed.WriteString(r.Messages + "\n")
		if r.Error != nil {
			return fmt.Errorf("%s: %s", sentence, r.Error.Text)
		}
		return nil
	}
	left := len(chosen)
	for i := 0; i < len(ss) && left > 0; i++ {
		if l, ok := chosen[i]; ok {
			left--
			back := s.State()
			header := text[ss[i].Start:ss[i].End]
			_, name := coq.Leading(header)
			statement, err := StatementOf(header)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			j := Join("", header, text[ss[l.first].Start:ss[l.last].End])
			v, refusal := Vet(policy, j)
			if refusal != nil {
				t.Errorf("%s: %+v", name, refusal)
				continue
			}
			printed.Reset()
			seal := New(fmt.Sprintf("test%d", i), name, statement)
			all := seal.Before()
			for _, s := range v.Sentences {
				all = append(all, j.Script[s.Start:s.End])
			}
			for _, sentence := range append(all, seal.After()...) {
				if err = run(sentence); err != nil {
					break
				}
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if rests, refusal := seal.Read(printed.String()); refusal != nil {
				t.Errorf("%s: %+v", name, refusal)
			} else {
				for _, r := range rests {
					if !r.Variable {
						t.Errorf("%s rests on %+v", name, r)
					}
				}
			}
			if err := s.Back(t.Context(), back); err != nil {
				t.Fatal(err)
			}
		}
		if err := run(text[ss[i].Start:ss[i].End]); err != nil {
			t.Fatal(err)
		}
	}
}
