package notebook

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"proofgrid/experiments/record"
)

// TestUnitsComeInOrder reads the same units held in memory, in part and not at all,
// and stops in the middle.
func TestUnitsComeInOrder(t *testing.T) {
	cells, tasks := aGrid(3, 40)
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	defer j.Close()
	for i := len(tasks) - 1; i >= 0; i-- { // in another order
		for _, c := range cells {
			if err := j.Record(UnitName(c.CellID, tasks[i].TaskID), aUnit(c.CellID, tasks[i].TaskID, j.Blob)); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := &sealer{Journal: j}
	if err := s.order(cells, tasks); err != nil {
		t.Fatal(err)
	}
	var units []*readUnit
	for name, u := range s.each {
		if u.err != nil || name != s.units[len(units)] || UnitName(u.Attempts[0].CellID, u.Attempts[0].TaskID) != name {
			t.Fatalf("unit %d is %s: %v", len(units), name, u.err)
		}
		units = append(units, u)
	}
	if len(units) != 120 {
		t.Fatalf("%d units", len(units))
	}
	for _, held := range []int{1, 50, 120} {
		s.kept = units[:held]
		i := 0
		for _, u := range s.each {
			if !sameUnit(u, units[i]) {
				t.Fatalf("with %d held, unit %d differs", held, i)
			}
			i++
		}
		if i != 120 {
			t.Errorf("with %d held: %d units", held, i)
		}
	}
	for stop := range 120 {
		s.kept = units[:stop/3]
		i := 0
		for range s.each {
			if i++; i > stop {
				break
			}
		}
	}
}

// sameUnit compares all that can be compared: a cost of NaN cannot.
func sameUnit(a, b *readUnit) bool {
	return reflect.DeepEqual(a.Attempts, b.Attempts) && len(a.Calls) == len(b.Calls) && reflect.DeepEqual(a.Diagnostics, b.Diagnostics) && a.Context == b.Context
}

func TestHeldRowsAreBounded(t *testing.T) {
	s := &sealer{}
	big := &readUnit{Unit: record.Unit{Diagnostics: []record.DiagnosticRow{{Message: strings.Repeat("x", keepBytes/3)}}}}
	for range 5 {
		s.keep(big)
	}
	s.keep(&readUnit{}) // would fit, but only a beginning of the units may be held
	if len(s.kept) != 2 {
		t.Errorf("%d units are held", len(s.kept))
	}
}

func TestPackedUnits(t *testing.T) {
	for _, n := range []int{0, 1, 100} {
		u := record.Unit{}
		for i := range n {
			u.Attempts = append(u.Attempts, record.AttemptRow{TaskID: "t", Detail: fmt.Sprintf("attempt %d", i), TokensIn: -1})
		}
		b := packUnit(&u)
		if how := map[bool]byte{false: plain, true: squeezed}[n == 100]; b[0] != how {
			t.Errorf("%d attempts are packed as %d", n, b[0])
		}
		got, err := unpackUnit(b, interner{})
		if err != nil || !reflect.DeepEqual(*got, u) {
			t.Errorf("%d attempts came back as %+v, %v", n, got, err)
		}
	}
	for _, bad := range [][]byte{nil, {squeezed, 1, 2, 3}, {7, 0, 0}} {
		if _, err := unpackUnit(bad, nil); err == nil {
			t.Errorf("%v was decoded", bad)
		}
	}
}
