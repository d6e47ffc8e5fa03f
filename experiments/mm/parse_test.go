package mm

import (
	"slices"
	"testing"
	"testing/fstest"
)

// small is a database with every kind of statement.
const small = `$( Top $)
$( ####
  Part one
#### $)
$c ( ) -> wff |- set . $.
$v p q x y $.
wp $f wff p $.  wq $f wff q $.  vx $f set x $.  vy $f set y $.
$(
=-=-=-
  Implication
=-=-=- $)
$( Implication is a wff. $)
wi $a wff ( p -> q ) $.
ax-1 $a |- ( p -> ( q -> p ) ) $.
${
  mp.1 $e |- p $.
  mp.2 $e |- ( p -> q ) $.
  $( Modus ponens. $)
  ax-mp $a |- q $.
$}
${
  $d x y p $.
  $d q y $.
  ax-d $a |- ( x . y ) $.
$}
id $p |- ( p -> ( q -> p ) ) $= $( here $) wp wq
  ax-1 $.
cid $p |- ( p -> ( p -> p ) ) $= ( ax-1 ) AAB $.
`

func readText(t testing.TB, text string) *Database {
	t.Helper()
	db, err := Read(fstest.MapFS{"a.mm": {Data: []byte(text)}}, "a.mm")
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func (db *Database) mustLookup(t testing.TB, label string) StmtID {
	t.Helper()
	id, ok := db.Lookup(label)
	if !ok {
		t.Fatalf("no statement %s", label)
	}
	return id
}

func TestAccessorsOfASmallDatabase(t *testing.T) {
	db := readText(t, small)
	if db.Len() != 12 {
		t.Errorf("%d statements, not 12", db.Len())
	}
	mp := db.mustLookup(t, "ax-mp")
	var hyps []string
	for _, h := range db.Frame(mp).Hyps {
		hyps = append(hyps, db.Label(h))
	}
	if !slices.Equal(hyps, []string{"wp", "wq", "mp.1", "mp.2"}) {
		t.Errorf("hypotheses of ax-mp are %v", hyps)
	}
	if got := db.FormulaText(mp); got != "|- q" || db.Kind(mp) != Axiom {
		t.Errorf("ax-mp is %q, %v", got, db.Kind(mp))
	}
	if got := db.Headings(mp); !slices.Equal(got, []string{"Part one", "Implication"}) {
		t.Errorf("headings %q", got)
	}
	if got := db.Comment(mp); got != "Modus ponens." {
		t.Errorf("comment %q", got)
	}
	if got := db.Comment(db.mustLookup(t, "ax-1")); got != "" {
		t.Errorf("ax-1 has no comment of its own, got %q", got)
	}
	if got := db.Pos(mp); got != (Position{File: "a.mm", Line: 19, Col: 3, Offset: 332}) {
		t.Errorf("position %+v", got)
	}
	x, _ := db.Sym("x")
	y, _ := db.Sym("y")
	p, _ := db.Sym("p")
	q, _ := db.Sym("q")
	d := db.mustLookup(t, "ax-d")
	if got := db.Frame(d).Disjoint; !slices.Equal(got, [][2]Sym{{x, y}}) {
		t.Errorf("disjoint pairs %v", got)
	}
	if got := db.ScopeDisjoint(d); !slices.Equal(got, [][2]Sym{{p, x}, {p, y}, {q, y}, {x, y}}) {
		t.Errorf("pairs in scope %v", got)
	}
	if got := db.ScopeFloating(d); len(got) != 4 || db.Label(got[3]) != "vy" {
		t.Errorf("active $f %v", got)
	}
	if wff, _ := db.Sym("wff"); !db.IsSyntax(wff) || db.IsVariable(wff) || !db.IsVariable(p) {
		t.Error("wff is a typecode and no variable, p is a variable")
	}
	id := db.mustLookup(t, "id")
	if got := db.ProofText(id); got != "wp wq\n  ax-1" {
		t.Errorf("proof text %q", got)
	}
	for _, label := range []string{"id", "cid"} {
		steps, err := db.Proof(db.mustLookup(t, label))
		if err != nil {
			t.Fatal(err)
		}
		if last := steps[2]; len(steps) != 3 || db.Label(last.Stmt) != "ax-1" || !slices.Equal(last.Args, []int32{0, 1}) {
			t.Errorf("%s: steps %v", label, steps)
		}
	}
}
