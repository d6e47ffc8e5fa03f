package analogy

import (
	"bytes"
	"reflect"
	"testing"
	"testing/fstest"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/mmlogic"
	"proofgrid/experiments/quickstart"
)

// TestWhatComesLaterChangesNothing cuts the database in the middle: what is similar
// to a theorem of the first half is the same with and without the second.
func TestWhatComesLaterChangesNothing(t *testing.T) {
	text, err := quickstart.FS.ReadFile(quickstart.Name)
	if err != nil {
		t.Fatal(err)
	}
	cut := len(text)/2 + bytes.Index(text[len(text)/2:], []byte("$(\n#*#*"))
	var libraries [2]*mmlogic.Library
	for i, text := range [][]byte{text, text[:cut]} {
		db, err := mm.Read(fstest.MapFS{"q.mm": {Data: text}}, "q.mm")
		if err != nil {
			t.Fatal(err)
		}
		libraries[i] = mmlogic.NewLibrary(db)
	}
	whole, half := newFeatures(libraries[0]), newFeatures(libraries[1])
	all := func(mm.StmtID) bool { return true }
	compared := 0
	for id := range mm.StmtID(libraries[1].Len()) {
		if libraries[1].Statement(id) == nil {
			continue
		}
		compared++
		if a, b := whole.nearest(id, 8, all), half.nearest(id, 8, all); !reflect.DeepEqual(a, b) {
			t.Errorf("statement %d: %v with later statements, %v without", id, a, b)
		}
	}
	if compared < 100 {
		t.Errorf("%d statements were compared", compared)
	}
}
