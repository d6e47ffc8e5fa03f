package mm

import (
	"strings"
	"testing"
	"testing/fstest"
)

const hostileText = `$c ( ) -> wff |- $. $v p q $. wp $f wff p $. wq $f wff q $.
wi $a wff ( p -> q ) $.
${ min $e |- p $. maj $e |- ( p -> q ) $. mp $a |- q $. $}
th $p |- ( p -> p ) $= ? $.
`

func hostile(t *testing.T, proof string, lim Limits) Result {
	t.Helper()
	db, err := Read(fstest.MapFS{"h.mm": {Data: []byte(hostileText)}}, "h.mm")
	if err != nil {
		t.Fatal(err)
	}
	id, ok := db.Lookup("th")
	if !ok {
		t.Fatal("no theorem th")
	}
	return db.Check(t.Context(), id, proof, lim)
}

// TestOpenStepsCountAsWork: a long formula that a ? asks for is built for people,
// and a candidate with a hundred thousand of them is bounded like any other.
func TestOpenStepsCountAsWork(t *testing.T) {
	// A formula of about a thousand symbols, then mp on two unknown steps again and again.
	proof := "( wi mp ) AABZ"
	tag := byte('D') // the first tagged step: wp, wi and mp have the letters before
	for range 7 {
		proof += string([]byte{tag, tag}) + "BZ"
		tag++
	}
	last := string(tag)
	r := hostile(t, proof+strings.Repeat(last+last+"??C", 100_000), Limits{MaxWork: 10_000_000})
	if r.OK || r.Err.Kind != LimitExceeded {
		t.Errorf("got %v, want a limit to strike", r.Err)
	}
	shown := 0
	for _, o := range r.Open {
		shown += len(o.Formula)
	}
	if shown > 8*maxOpen {
		t.Errorf("the formulas of open steps take %d bytes", shown)
	}
}

func TestCandidateTooLongIsRefusedUnread(t *testing.T) {
	r := hostile(t, "( wi mp ) "+strings.Repeat("A", maxText), Limits{})
	if r.OK || r.Err.Kind != LimitExceeded || r.Steps != 0 {
		t.Errorf("got %v after %d steps, want LimitExceeded after none", r.Err, r.Steps)
	}
}
