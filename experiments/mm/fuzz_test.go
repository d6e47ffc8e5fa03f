package mm

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// FuzzParse: no text makes reading panic or hang, and what is read has consistent
// accessors and proofs on which VerifyAll, Proof and Check agree.
func FuzzParse(f *testing.F) {
	for _, c := range readRules(f) {
		f.Add(string(c.files["a.mm"].Data))
	}
	f.Add(small)
	f.Add(mutationBase)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<13 {
			return
		}
		start := time.Now()
		defer func() {
			if d := time.Since(start); d > 10*time.Second {
				t.Fatalf("took %v", d)
			}
		}()
		db, err := Read(fstest.MapFS{
			"a.mm": {Data: []byte(text)},
			"b.mm": {Data: []byte("$c incl $. bb $a incl $.")},
		}, "a.mm")
		if err != nil {
			if !strings.Contains(err.Error(), ".mm:") { // and the line, where there is one
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		_, errs := db.VerifyAll(ctx, 1)
		wrong := map[string]bool{}
		for _, e := range errs {
			wrong[e.Label] = true
			if e.Line < 1 || e.Col < 1 || e.File == "" {
				t.Fatalf("an error without a place: %v", e)
			}
		}
		for id := StmtID(0); int(id) < db.Len(); id++ {
			label := db.Label(id)
			if got, ok := db.Lookup(label); !ok || got != id {
				t.Fatalf("%q is found as %d, %v", label, got, ok)
			}
			db.Comment(id)
			db.Headings(id)
			db.ScopeDisjoint(id)
			db.ScopeFloating(id)
			if pos := db.Pos(id); pos.Line < 1 {
				t.Fatalf("%s is at %v", label, pos)
			}
			if db.Kind(id) != Provable {
				continue
			}
			steps, err := db.Proof(id)
			if !wrong[label] && (err != nil || len(steps) == 0) {
				t.Fatalf("%s is verified and has no proof: %v", label, err)
			}
			if r := db.Check(ctx, id, db.ProofText(id), Limits{}); r.OK == wrong[label] {
				t.Fatalf("%s: verified %v, Check %v", label, !wrong[label], r.Err)
			}
		}
	})
}

// FuzzCheck: Check accepts a candidate just when the database with the candidate
// pasted in as the proof verifies.
func FuzzCheck(f *testing.F) {
	for _, p := range []string{
		"wp wq ax-1", "( ax-1 ) ABC", "( wi ax-1 ) AABCZ?", "?", "wp ? ax-1", "( wi ) AACZZ", "th wq th",
		"( ) AUVWXYZ", "wp $. $( $)", "( wi ax-1 ax-2 ax-mp ) AAABZBZFAACAFABBGFBAFCAFADEE", "vx vy ax-d", "mp.1 wz",
		doubling(10), "mine.1", "\x00", "\xff", "(", ")", "( ax-1 ) A\tB\nC",
	} {
		f.Add(p)
	}
	const before = mutationBase + "${ $v z $. wz $f wff z $. $} ${ fz.1 $e |- p $. fz $p |- ( q -> p ) $= "
	const after = " $. $} after $p |- ( p -> ( q -> p ) ) $= wp wq ax-1 $.\n"
	pristine := readText(f, before+"?"+after)
	fz := pristine.mustLookup(f, "fz")
	f.Fuzz(func(t *testing.T, proof string) {
		if len(proof) > 1<<14 {
			return
		}
		r := pristine.Check(ctx, fz, proof, Limits{})
		if r.OK != (r.Err == nil) || r.OK && r.Axioms == nil {
			t.Fatalf("%+v", r)
		}
		if r.Err != nil && (r.Err.Start < 0 || r.Err.End < r.Err.Start || r.Err.End > len(proof)) {
			t.Fatalf("a span outside of the text: %+v", r.Err)
		}
		if !r.OK && (strings.Contains(proof, "$") || r.Err.Kind == LimitExceeded) {
			return // pasted in, it could be anything
		}
		db, err := Read(fstest.MapFS{"a.mm": {Data: []byte(before + proof + after)}}, "a.mm")
		accepted := err == nil
		if accepted {
			_, errs := db.VerifyAll(ctx, 1)
			for _, e := range errs {
				accepted = accepted && e.Label != "fz"
			}
			if db.Len() != pristine.Len() {
				t.Fatalf("the candidate changed the database: %q", proof)
			}
		}
		if accepted != r.OK {
			t.Fatalf("Check: %v; pasted in: %v", r.Err, accepted)
		}
	})
}
