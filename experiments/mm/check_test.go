package mm

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

var ctx = context.Background()

// TestCheckAgreesWithVerifyAll gives the database's own proofs to Check.
func TestCheckAgreesWithVerifyAll(t *testing.T) {
	proofs := 0
	for _, c := range readRules(t) {
		db, err := Read(c.files, "a.mm")
		if err != nil {
			continue
		}
		_, errs := db.VerifyAll(ctx, 1)
		want := map[string]*Error{}
		for _, e := range errs {
			want[e.Label] = e
		}
		for id := StmtID(0); int(id) < db.Len(); id++ {
			if db.Kind(id) != Provable {
				continue
			}
			proofs++
			r := db.Check(ctx, id, db.ProofText(id), Limits{})
			e := want[db.Label(id)]
			if r.OK != (e == nil) || e != nil && (r.Err.Kind != e.Kind || r.Err.Step != e.Step || r.Err.Msg != e.Msg) {
				t.Errorf("%s: %s: Check says %v, VerifyAll %v", c.name, db.Label(id), r.Err, e)
			}
		}
	}
	if proofs < 80 {
		t.Errorf("only %d proofs", proofs)
	}
}

func TestCheckTellsStepAndPlace(t *testing.T) {
	db := readText(t, mutationBase)
	for _, c := range []struct {
		theorem, proof string
		kind           ErrorKind
		step           int
		span, cited    string
		want           string
	}{
		{"th", "wp nolabel ax-1", UnknownLabel, 2, "nolabel", "nolabel", ""},
		{"th", "wp  wq\nwr ax-1", LeftoverStack, 4, "ax-1", "", ""},
		{"th", "wq wp ax-1", WrongResult, 3, "ax-1", "", "|- ( p -> ( q -> p ) )"},
		{"th", "( ax-1 ) AUC", Syntax, 2, "U", "", ""},
		{"th", "( ax-1 ) A Y C", Syntax, 2, "Y", "", ""},
		{"th", "( wi ax-1 ) A A C B A D", LeftoverStack, 6, "D", "", ""},
		{"cid", "( wi ax-1 ax-2 ax-mp ) AAABE", Underflow, 5, "E", "ax-mp", ""},
		{"mine", "wp wq wp wi mine.1 wq wp ax-1 ax-mp", Mismatch, 9, "ax-mp", "ax-mp", "|- ( p -> ( q -> p ) )"},
		{"dis", "vx vx ax-d", Disjointness, 3, "ax-d", "ax-d", ""},
		{"th", "wp\x00", Syntax, 0, "\x00", "", ""},
		{"th", "wp $( x $)", Syntax, 0, "$", "", ""},
		{"th", "", EmptyProof, 0, "", "", ""},
	} {
		r := db.Check(ctx, db.mustLookup(t, c.theorem), c.proof, Limits{})
		if r.OK || r.Err == nil {
			t.Errorf("%q is accepted", c.proof)
			continue
		}
		e := r.Err
		if e.Kind != c.kind || e.Step != c.step || c.proof[e.Start:e.End] != c.span || e.Cited != c.cited || e.Want != c.want {
			t.Errorf("%q: %v, step %d, span %q, cites %q, wants %q", c.proof, e, e.Step, c.proof[e.Start:e.End], e.Cited, e.Want)
		}
		if e.Line != 0 || e.File != "" {
			t.Errorf("%q: a candidate stands in no file: %v", c.proof, e)
		}
	}
}

func TestOpenStepsTellWhatIsMissing(t *testing.T) {
	db := readText(t, mutationBase)
	for _, c := range []struct {
		theorem, proof string
		want           []OpenStep
	}{
		{"id", "?", []OpenStep{{1, 0, "|- ( p -> p )"}}},
		{"th", "wp ? ax-1", []OpenStep{{2, 3, "wff ?q"}}},
		{"th", "( ax-1 ) A?C", []OpenStep{{2, 10, "wff ?q"}}},
		{"mine", "wp wq wp wi ? ? ax-mp", []OpenStep{{5, 12, "|- p"}, {6, 14, "|- ( p -> ( q -> p ) )"}}},
		{"mine", "? wq wp wi ? ? ax-mp", []OpenStep{{1, 0, "wff ?p"}, {5, 11, "|- ?p"}, {6, 13, "|- ( ?p -> ( q -> p ) )"}}},
		{"mine", "wp ? mine.1 ? ax-mp", []OpenStep{{2, 3, "wff ?q"}, {4, 12, "|- ( p -> ?q )"}}},
		// What is concluded from an unknown value is unknown, and is judged no further.
		{"mine", "wp wq wp wi mine.1 wp ? ax-1 ax-mp", []OpenStep{{7, 22, "wff ?q"}}},
	} {
		r := db.Check(ctx, db.mustLookup(t, c.theorem), c.proof, Limits{})
		if r.OK || r.Err.Kind != Incomplete || !slices.Equal(r.Open, c.want) {
			t.Errorf("%q: %v, open %+v", c.proof, r.Err, r.Open)
		}
	}
}

func TestProgressNeedsARightStepThatIsUsed(t *testing.T) {
	db := readText(t, mutationBase)
	for _, c := range []struct {
		theorem, proof string
		want           bool
	}{
		{"th", "wp wq ax-1", true},
		{"th", "?", false},
		{"th", "wp wq wp wi wi", false},             // syntax alone
		{"th", "wq wp ax-1", false},                 // right, and not what is needed
		{"mine", "mine.1", false},                   // a hypothesis is no step towards the goal
		{"mine", "wp wq wp wi ? ? ax-mp", true},     // the goal is reduced to two
		{"mine", "wp wq wp wi ? wp wq ax-1", false}, // the conclusion is not used
		{"mine", "wp wq wp wi mine.1 wp wq ax-1 ax-mp", true},
		{"mine", "wp wq wp wi mine.1 wp wq ax-1 ax-mp wp ax-mp", true}, // goes wrong later
		{"mine", "wp wq wp wi ? wp wp ax-1 ax-mp", false},              // used wrongly
		{"id", "wp wp wp wi wi wp wp wp ax-1 wp wp ax-1 ax-mp", false}, // the first hypothesis right, the second wrong
		{"wth", "wp wq wp wi wi", false},                               // a syntax theorem asserts nothing
	} {
		if r := db.Check(ctx, db.mustLookup(t, c.theorem), c.proof, Limits{}); r.Progress != c.want {
			t.Errorf("%q: progress %v, %v", c.proof, r.Progress, r.Err)
		}
	}
}

func TestAStatementWithoutProofCanBeChecked(t *testing.T) {
	db := readText(t, mutationBase)
	if r := db.Check(ctx, db.mustLookup(t, "ax-2"), "wp wq ax-1", Limits{}); r.OK || r.Err.Kind != WrongResult {
		t.Errorf("ax-2 by ax-1: %v", r.Err)
	}
	for _, label := range []string{"wp", "mp.1"} {
		if r := db.Check(ctx, db.mustLookup(t, label), "wp", Limits{}); r.OK || r.Err == nil {
			t.Errorf("hypothesis %s is proved", label)
		}
	}
	if _, err := db.Proof(db.mustLookup(t, "ax-1")); err == nil {
		t.Error("ax-1 has a proof")
	}
}

// number is the compressed form of a number counted from 1.
func number(n int) string {
	s := string(rune('A' + (n-1)%20))
	for n = (n - 1) / 20; n > 0; n = (n - 1) / 5 {
		s = string(rune('U'+(n-1)%5)) + s
	}
	return s
}

// doubling begins a compressed proof of a statement with two mandatory hypotheses
// that are variables. It builds ( e -> e ) from e again and again, and leaves the
// results on the stack. Number 3 is wi, then come the labels, then the results: of
// 5, 13, 29, … symbols.
func doubling(n int, labels ...string) string {
	var b strings.Builder
	b.WriteString("( wi " + strings.Join(labels, " ") + " ) AACZ")
	for i := range n {
		e := number(4 + len(labels) + i)
		b.WriteString(e + e + "CZ")
	}
	return b.String()
}

func TestLimitsEndHostileProofs(t *testing.T) {
	db := readText(t, mutationBase)
	th := db.mustLookup(t, "th")
	ended, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("the caller went away"))
	for _, c := range []struct {
		name, proof string
		ctx         context.Context
		lim         Limits
		want        string
	}{
		{"symbols", doubling(60), ctx, Limits{}, "more than 16777216 symbols"},
		{"few symbols", doubling(60), ctx, Limits{MaxSymbols: 1000}, "more than 1000 symbols"},
		{"steps", strings.Repeat("wp ", DefaultMaxSteps+1), ctx, Limits{}, "more than 1048576 steps"},
		{"few steps", "wp wq ax-1", ctx, Limits{MaxSteps: 2}, "more than 2 steps"},
		{"work", doubling(10), ctx, Limits{MaxWork: 1000}, "more than 1000 symbols built and compared"},
		{"context", doubling(60), ended, Limits{}, "the caller went away"},
	} {
		start := time.Now()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := db.Check(c.ctx, th, c.proof, c.lim)
		runtime.ReadMemStats(&after)
		if r.OK || r.Err.Kind != LimitExceeded || !strings.Contains(r.Err.Msg, c.want) {
			t.Errorf("%s: %v", c.name, r.Err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %v", c.name, d)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 400 {
			t.Errorf("%s allocated %d MB", c.name, mb)
		}
	}
	if r := db.Check(ctx, th, "wp wq ax-1", Limits{}); !r.OK {
		t.Errorf("after all that, an honest proof: %v", r.Err)
	}
}

// A large value that is compared again and again builds nothing, and costs work.
func TestComparisonsAreWork(t *testing.T) {
	db := readText(t, mutationBase+`$c T $. pair $a |- ( p . p ) $. ${ c.1 $e |- ( p . p ) $. compare $a |- T $. $} big $p |- ( p -> q ) $= ? $.`)
	e := number(4 + 2 + 16) // of half a million symbols
	ee := number(4 + 2 + 17)
	proof := doubling(16, "pair", "compare") + e + "DZ" + strings.Repeat(e+ee+"E", 10000)
	r := db.Check(ctx, db.mustLookup(t, "big"), proof, Limits{MaxWork: 1 << 26})
	if r.OK || r.Err.Kind != LimitExceeded || !strings.Contains(r.Err.Msg, "built and compared") {
		t.Errorf("%v", r.Err)
	}
	if r.Steps < 150 {
		t.Errorf("stopped after %d steps, which did not compare", r.Steps)
	}
}

func TestADisjointnessViolationOfLargeValuesIsNamedQuickly(t *testing.T) {
	db := readText(t, mutationBase+`${ $d p q $. apart $a |- ( p . q ) $. $} big $p |- ( p -> q ) $= ? $.`)
	start := time.Now()
	e := number(4 + 1 + 20) // of four million symbols
	r := db.Check(ctx, db.mustLookup(t, "big"), doubling(20, "apart")+e+e+"D", Limits{})
	if r.OK || r.Err.Kind != Disjointness || !strings.Contains(r.Err.Msg, "both hold p") {
		t.Errorf("%v", r.Err)
	}
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("took %v", d)
	}
}

func TestAxiomsOfIsTransitiveAndListsWhatIsUnproved(t *testing.T) {
	db := readText(t, mutationBase+`
use $p |- ( q -> q ) $= wq id $.
hole $p |- p $= ? $.
onhole $p |- ( p -> p ) $= wp wp wi hole $.
wrong $p |- ( p -> q ) $= wp wq ax-1 $.
onwrong $p |- ( q -> p ) $= wq wp wrong $.
bad $p |- p $= wp wq ax-1 nolabel $.
`)
	for label, want := range map[string]string{
		"th": "ax-1", "id": "ax-1 ax-2 ax-mp", "use": "ax-1 ax-2 ax-mp", "ax-2": "ax-2", "wi": "", "wth": "", "wp": "",
		"hole": "hole", "onhole": "hole", "wrong": "ax-1 wrong", "onwrong": "ax-1 wrong", "bad": "ax-1 bad",
	} {
		var got []string
		for _, a := range db.AxiomsOf(db.mustLookup(t, label)) {
			got = append(got, db.Label(a))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s rests on %v, want %s", label, got, want)
		}
	}
	r := db.Check(ctx, db.mustLookup(t, "use"), "wq id", Limits{})
	if !r.OK || len(r.Axioms) != 3 {
		t.Errorf("use by id: %v, axioms %v", r.Err, r.Axioms)
	}
	if r := db.Check(ctx, db.mustLookup(t, "use"), "wq ?", Limits{}); r.Axioms != nil {
		t.Errorf("a rejected proof has axioms %v", r.Axioms)
	}
}

// many is a database with more theorems than one worker takes at a time, every
// seventh wrong and every eleventh incomplete.
func many() string {
	var b strings.Builder
	b.WriteString(mutationBase)
	for n := range 1000 {
		proof := "wp wq ax-1"
		switch {
		case n%11 == 0:
			proof = "wp ? ax-1"
		case n%7 == 0:
			proof = "wq wp ax-1"
		}
		fmt.Fprintf(&b, "m%d $p |- ( p -> ( q -> p ) ) $= %s $.\n", n, proof)
	}
	return b.String()
}

func TestVerifyAllDoesNotDependOnTheWorkers(t *testing.T) {
	db := readText(t, many())
	sum, errs := db.VerifyAll(ctx, 1)
	if want := (Summary{Statements: db.Len(), Axioms: 5, Proofs: 1007, Verified: 1007 - 91 - 143 + 13, Incomplete: 91, Steps: sum.Steps}); sum != want {
		t.Errorf("%+v, want %+v", sum, want)
	}
	if len(errs) != sum.Proofs-sum.Verified {
		t.Fatalf("%d errors", len(errs))
	}
	for i := 1; i < len(errs); i++ {
		if errs[i].Line <= errs[i-1].Line {
			t.Fatalf("errors out of order: %v, %v", errs[i-1], errs[i])
		}
	}
	for _, workers := range []int{2, 3, 8, 0} {
		sum2, errs2 := db.VerifyAll(ctx, workers)
		if sum2 != sum || !reflect.DeepEqual(errs, errs2) {
			t.Errorf("%d workers: %+v and %d errors, one worker %+v and %d errors", workers, sum2, len(errs2), sum, len(errs))
		}
	}
}

func TestVerifyAllStopsWithItsContext(t *testing.T) {
	db := readText(t, many())
	ended, cancel := context.WithCancel(ctx)
	cancel()
	sum, errs := db.VerifyAll(ended, 2)
	if sum.Verified != 0 || len(errs) != sum.Proofs || errs[0].Kind != LimitExceeded {
		t.Errorf("%+v, %d errors", sum, len(errs))
	}
}

func TestProofsAllocateNothing(t *testing.T) {
	db := readText(t, mutationBase)
	m := newMachine(db)
	lim := Limits{}.withDefaults()
	run := func() {
		for id := StmtID(0); int(id) < db.Len(); id++ {
			if db.Kind(id) == Provable {
				if f := m.run(ctx, id, db.proofText(id), lim); f != nil {
					t.Fatal(f.msg)
				}
			}
		}
	}
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestReadListsAllErrors(t *testing.T) {
	db, err := Read(fstest.MapFS{"a.mm": {Data: []byte("$c a a $.\nl $a b $.\nl2 $a $.\nok $a a $.\nok $a a $.\n")}}, "a.mm")
	var errs Errors
	if db != nil || !errors.As(err, &errs) {
		t.Fatalf("%v, %v", db, err)
	}
	want := "a.mm:1:6: declaration: constant a is declared twice\n" +
		"a.mm:2:6: l: declaration: symbol b is not declared\n" +
		"a.mm:3:4: l2: syntax: $a without a typecode\n" +
		"a.mm:5:1: ok: declaration: the label is declared twice, first at a.mm:4:1"
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	_, err = Read(fstest.MapFS{"a.mm": {Data: []byte(strings.Repeat("l $a b $.\n", 1000))}}, "a.mm")
	if !errors.As(err, &errs) || len(errs) != maxErrors {
		t.Errorf("%d errors", len(errs))
	}
}

func TestFramesOutOfAllProportionAreRefused(t *testing.T) {
	var vars, floats strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&vars, " v%d", i)
		fmt.Fprintf(&floats, "f%d $f w v%d $.\n", i, i)
	}
	text := "$c w $. $v" + vars.String() + " $.\n" + floats.String() + "$d" + vars.String() + " $.\n"
	if _, err := Read(fstest.MapFS{"a.mm": {Data: []byte(text + "a $a w v1 v2 $.")}}, "a.mm"); err != nil {
		t.Errorf("a long $d with an assertion of two variables: %v", err)
	}
	_, err := Read(fstest.MapFS{"a.mm": {Data: []byte(text + "a $a w" + vars.String() + " $.")}}, "a.mm")
	if err == nil || !strings.Contains(err.Error(), "a.mm: limit exceeded: the frames are too large") {
		t.Errorf("an assertion of 2000 disjoint variables: %v", err)
	}
}

func TestUnreadableFiles(t *testing.T) {
	dir := t.TempDir()
	for name, read := range map[string]func() (*Database, error){
		"missing":          func() (*Database, error) { return ReadFile(dir + "/missing.mm") },
		"a folder":         func() (*Database, error) { return ReadFile(dir) },
		"missing in an FS": func() (*Database, error) { return Read(fstest.MapFS{}, "a.mm") },
		"a bad name":       func() (*Database, error) { return Read(fstest.MapFS{}, "../a.mm") },
	} {
		_, err := read()
		var e *Error
		if !errors.As(err, &e) || e.Kind != Unreadable || e.File == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCyclicInclusionsAreWarnings(t *testing.T) {
	db, err := Read(fstest.MapFS{
		"a.mm": {Data: []byte("$c wff $. $[ b.mm $]\n$[ b.mm $]")},
		"b.mm": {Data: []byte("x $a wff $.\n  $[ a.mm $]")},
	}, "a.mm")
	if err != nil {
		t.Fatal(err)
	}
	w := db.Warnings()
	if len(w) != 1 || w[0].Error() != "b.mm:2:11: cyclic include: a.mm is being read already; its inclusion is ignored" {
		t.Errorf("warnings %v", w)
	}
	if got := db.Files(); !slices.Equal(got, []string{"a.mm", "b.mm"}) {
		t.Errorf("files %v", got)
	}
}

func TestFindBadIsExact(t *testing.T) {
	for n := range 40 {
		for c := range 256 {
			text := []byte(strings.Repeat("a\n b~", 8)[:n])
			want := -1
			if n > 0 {
				at := c * 7 % n
				text[at] = byte(c)
				if class[c] == bad {
					want = at
				}
			}
			if got := findBad(string(text)); got != want {
				t.Fatalf("%q: %d, want %d", text, got, want)
			}
		}
	}
	if got := findBad("12345678\x0012345678\x00"); got != 8 {
		t.Errorf("the first of two is at %d", got)
	}
}

func TestNamesFindWhatWasAdded(t *testing.T) {
	n := newNames()
	const count = 5000
	for i := range count {
		name := fmt.Sprint("n", i*i)
		if n.find(name) >= 0 {
			t.Fatalf("%s is there before it is added", name)
		}
		if id := n.add(name); id != int32(i) {
			t.Fatalf("%s has number %d", name, id)
		}
	}
	for i := range count {
		name := fmt.Sprint("n", i*i)
		if id := n.find(name); id != int32(i) || n.at(id) != name {
			t.Fatalf("%s has number %d", name, id)
		}
	}
	if n.find("") >= 0 || n.find("n2") >= 0 {
		t.Error("finds what was never added")
	}
}
