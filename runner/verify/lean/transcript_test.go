package lean

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Recorded exchanges with the REPL, in its own tests' format: requests, and what it
// printed for them.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/repl/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	more, _ := filepath.Glob("../../../../shared/data/lean_repl/*.in")
	if len(more) == 0 {
		t.Log("no ../shared/data/lean_repl: only the transcripts in testdata are read")
	}
	for _, path := range append(files, more...) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			in, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			out, err := os.ReadFile(strings.TrimSuffix(path, ".in") + ".expected.out")
			if err != nil {
				t.Fatal(err)
			}
			var asked []request
			for text := range strings.SplitSeq(strings.TrimSpace(string(in)), "\n\n{") {
				// Some break lines inside of strings, as the REPL lets them.
				text = "{" + strings.TrimPrefix(strings.ReplaceAll(text, "\n", ""), "{")
				var q request
				if err := json.Unmarshal([]byte(text), &q); err != nil {
					t.Fatalf("%v: %s", err, text)
				}
				asked = append(asked, q)
			}
			// The reply comes byte by byte.
			f := &frames{news: make(chan struct{}, 1)}
			s := &session{out: f, last: -1}
			n := 0
			for _, c := range append(bytes.TrimRight(out, "\n"), "\n\n"...) {
				f.Write([]byte{c})
				frame, full := f.next()
				if full {
					t.Fatal("full")
				}
				if frame == nil {
					continue
				}
				if n == len(asked) {
					t.Fatal("more replies than requests")
				}
				r, a := s.parse(asked[n], frame)
				if a.ending != read {
					t.Fatalf("%+v: %s", asked[n], a.detail)
				}
				if asked[n].Tactic == "" && r.Env == nil || asked[n].Tactic != "" && r.ProofState == nil {
					t.Errorf("%+v: %+v", asked[n], r)
				}
				for _, m := range append(r.Messages, a.messages...) {
					if m.Pos == nil || m.Data == "" || m.Severity == "" {
						t.Errorf("message %+v", m)
					}
				}
				for _, h := range r.Sorries {
					if h.Goal == "" || h.ProofState == nil {
						t.Errorf("sorry %+v", h)
					}
				}
				n++
			}
			if n != len(asked) || f.pending() {
				t.Errorf("%d replies to %d requests", n, len(asked))
			}
		})
	}
}

// A program that does not read what it is asked holds nobody up.
func TestDeafREPL(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "deaf")
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexec sleep 100\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	v, _ := standIn(t, "repl")
	v.options.REPL = path
	l, err := v.toolchain(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.startSession(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, a := s.ask(t.Context(), request{Cmd: strings.Repeat("x", 1<<20)}, 300*time.Millisecond)
	s.close()
	if a.ending != late || time.Since(began) > 2*time.Second {
		t.Errorf("%+v after %s", a, time.Since(began))
	}
}
