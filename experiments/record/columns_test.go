package record

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"reflect"
)

func typeOf[R Row]() reflect.Type { return reflect.TypeFor[R]() }

func TestColumnsHoldWhatTheRowsHold(t *testing.T) {
	rows := random[AttemptRow](batchRows+500, 7)
	var c struct {
		Untagged []int32
		Verdict  Codes    `col:"verdict"`
		Category Codes    `col:"category"`
		Detail   Codes    `col:"detail"` // plain strings gather into codes too
		Verifier []string `col:"verifier"`
		Request  []string `col:"request_hash"`
		Round    []int32  `col:"round"`
		TokensIn []int64  `col:"tokens_in"`
		Check    []int64  `col:"check_ns"`
		Seed     []uint64 `col:"seed"`
		Syntax   []bool   `col:"signal_syntax"`
	}
	if err := ReadColumns[AttemptRow](write(t, rows), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Verdict.Code) != len(rows) || len(c.Round) != len(rows) || len(c.Untagged) != 0 {
		t.Fatalf("%d codes, %d rounds, want %d", len(c.Verdict.Code), len(c.Round), len(rows))
	}
	for i, r := range rows {
		got := AttemptRow{Verdict: Verdict(c.Verdict.Value(i)), Category: c.Category.Value(i), Detail: c.Detail.Value(i), Verifier: c.Verifier[i],
			RequestHash: c.Request[i], Round: c.Round[i], TokensIn: c.TokensIn[i], Seed: c.Seed[i], Syntax: c.Syntax[i]}
		want := AttemptRow{Verdict: r.Verdict, Category: r.Category, Detail: r.Detail, Verifier: r.Verifier,
			RequestHash: r.RequestHash, Round: r.Round, TokensIn: r.TokensIn, Seed: r.Seed, Syntax: r.Syntax}
		if !reflect.DeepEqual(got, want) || c.Check[i] != int64(r.Check) || (c.Category.Code[i] < 0) != (r.Category == "") {
			t.Fatalf("row %d: %+v, want %+v", i, got, want)
		}
	}
	if code := c.Verdict.Lookup("verdict 3"); code < 0 || c.Verdict.Values[code] != "verdict 3" || c.Verdict.Lookup("none") != -1 {
		t.Errorf("Lookup gives %d in %q", code, c.Verdict.Values)
	}
}

func TestFeatureColumnsAreReadByKey(t *testing.T) {
	rows := random[TaskRow](50, 8)
	var c struct {
		Features   map[string][]float64 `col:"feature."`
		Categories map[string]Codes     `col:"category."`
		Depth      []float64            `col:"feature.depth"`
	}
	path := write(t, rows)
	if err := ReadColumns[TaskRow](path, &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Features) != 2 || len(c.Categories) != 1 {
		t.Fatalf("features %v, categories %v", c.Features, c.Categories)
	}
	for i, r := range rows {
		for key, got := range c.Features {
			if want, ok := r.Features[key]; ok && got[i] != want || !ok && !math.IsNaN(got[i]) {
				t.Errorf("row %d, %s: %v, want %v %v", i, key, got[i], want, ok)
			}
		}
		level := c.Categories["level"]
		if level.Value(i) != r.Categories["level"] {
			t.Errorf("row %d: level %q", i, level.Value(i))
		}
		if d := c.Features["depth"][i]; d != c.Depth[i] && !math.IsNaN(d) {
			t.Errorf("row %d: depth %v by name, %v by key", i, c.Depth[i], d)
		}
	}
	var none struct {
		Features map[string][]float64 `col:"feature."`
	}
	if err := ReadColumns[TaskRow](write(t, []TaskRow{{TaskID: "x"}}), &none); err != nil || len(none.Features) != 0 {
		t.Errorf("tasks without features: %v, %v", none.Features, err)
	}
}

func TestColumnsThatDoNotFitAreErrors(t *testing.T) {
	path := write(t, random[AttemptRow](3, 9))
	var unknown struct {
		X []int32 `col:"rond"`
	}
	var wrong struct {
		X []int64 `col:"round"`
	}
	var odd struct {
		X []int8 `col:"round"`
	}
	for name, c := range map[string]struct {
		dst  any
		want string
	}{
		"unknown column":    {&unknown, `no column "rond"`},
		"wrong type":        {&wrong, "column round is int32, which does not go into []int64"},
		"unsupported slice": {&odd, "has no *[]int8"},
		"not a pointer":     {odd, "needs a pointer to a struct"},
	} {
		if err := ReadColumns[AttemptRow](path, c.dst); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestDiffNamesTheFirstDifference(t *testing.T) {
	rows := random[AttemptRow](batchRows+100, 10)
	base := write(t, rows)
	changed := func(edit func(rows []AttemptRow) []AttemptRow) string {
		return write(t, edit(append([]AttemptRow(nil), rows...)))
	}
	for _, c := range []struct {
		name     string
		other    string
		want     []string // parts of the description; none: no difference
		volatile []string // the same when volatile columns count
	}{
		{"same", changed(func(r []AttemptRow) []AttemptRow { return r }), nil, nil},
		{"a later row", changed(func(r []AttemptRow) []AttemptRow {
			r[batchRows+5].Verdict, r[batchRows+9].Round = "wrong", 99
			return r
		}), []string{"attempts row 65541 (cell_id=", "verdict is ", ", wrong in"}, []string{"verdict is"}},
		{"null against a value", changed(func(r []AttemptRow) []AttemptRow {
			r[3].Detail = "(null)"
			r[4].Detail = ""
			return r
		}), []string{"attempts row 3 (", "detail is"}, []string{"detail is"}},
		{"timing", changed(func(r []AttemptRow) []AttemptRow { r[7].Check++; return r }), nil, []string{"attempts row 7 (", "check_ns is"}},
		{"axioms", changed(func(r []AttemptRow) []AttemptRow { r[8].Axioms = []string{"ax-new"}; return r }), []string{"row 8 (", "axioms is"}, []string{"axioms is"}},
		{"fewer rows", changed(func(r []AttemptRow) []AttemptRow { return r[:batchRows+99] }), []string{"has only 65635 rows"}, []string{"has only 65635 rows"}},
		{"no rows", changed(func(r []AttemptRow) []AttemptRow { return nil }), []string{"has only 0 rows"}, []string{"has only 0 rows"}},
		{"other table", write(t, []CellRow{{}}), []string{"is the table attempts", "is cells"}, []string{"is cells"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, ignore := range []bool{true, false} {
				want := c.volatile
				if ignore {
					want = c.want
				}
				got, err := Diff(base, c.other, ignore)
				if err != nil || (got == "") != (len(want) == 0) {
					t.Fatalf("ignoring volatile columns %v: %q, %v", ignore, got, err)
				}
				for _, w := range want {
					if !strings.Contains(got, w) {
						t.Errorf("%q has no %q", got, w)
					}
				}
			}
		})
	}
	if _, err := Diff(base, filepath.Join(t.TempDir(), "absent"), true); !os.IsNotExist(err) {
		t.Error(err)
	}
}

func TestDiffSeesValuesNotTheirEncoding(t *testing.T) {
	rows := random[DiagnosticRow](300, 11)
	padded := append([]DiagnosticRow{{Kind: "0 comes first"}}, rows...)
	a, b := write(t, padded), write(t, padded)
	if d, err := Diff(a, b, false); d != "" || err != nil {
		t.Fatal(d, err)
	}
	// The same first rows under another dictionary: only the count differs.
	more := append(append([]DiagnosticRow(nil), padded...), DiagnosticRow{Kind: "00 shifts every code"})
	if d, err := Diff(a, write(t, more), false); err != nil || !strings.Contains(d, "has only 301 rows") {
		t.Errorf("%q, %v", d, err)
	}
}

func TestFeatureColumnsDifferInSchema(t *testing.T) {
	a := write(t, []TaskRow{{Features: map[string]float64{"depth": 1}}})
	b := write(t, []TaskRow{{Features: map[string]float64{"width": 1}}})
	if d, err := Diff(a, b, true); err != nil || !strings.Contains(d, "feature.depth") || !strings.Contains(d, "feature.width") {
		t.Errorf("%q, %v", d, err)
	}
}

func TestDigestsAgreeWithDiff(t *testing.T) {
	rows := random[AttemptRow](3000, 12)
	digest := func(rows []AttemptRow, ignoreVolatile bool) string {
		d, err := Digest(write(t, rows), ignoreVolatile)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	edit := func(f func(r *AttemptRow)) []AttemptRow {
		edited := append([]AttemptRow(nil), rows...)
		f(&edited[2000])
		return edited
	}
	base, strict := digest(rows, true), digest(rows, false)
	if base == strict {
		t.Error("volatile columns make no difference")
	}
	if digest(rows, true) != base || digest(rows, false) != strict {
		t.Error("the digest is not a function of the rows")
	}
	if timed := edit(func(r *AttemptRow) { r.Check++ }); digest(timed, true) != base || digest(timed, false) == strict {
		t.Error("a volatile column counts when it should not, or the other way round")
	}
	for name, f := range map[string]func(r *AttemptRow){
		"string":       func(r *AttemptRow) { r.RequestHash = "x" },
		"dictionary":   func(r *AttemptRow) { r.Verdict = "x" },
		"null":         func(r *AttemptRow) { r.TokensIn = -1 - r.TokensIn },
		"int32":        func(r *AttemptRow) { r.Round++ },
		"uint64":       func(r *AttemptRow) { r.Seed++ },
		"bool":         func(r *AttemptRow) { r.Type = !r.Type },
		"list":         func(r *AttemptRow) { r.Axioms = append([]string{""}, r.Axioms...) },
		"list borders": func(r *AttemptRow) { r.Axioms = []string{"a", "bc"} },
	} {
		if digest(edit(f), true) == base {
			t.Errorf("%s: a change leaves the digest as it was", name)
		}
	}
	if digest(edit(func(r *AttemptRow) { r.Axioms = []string{"a", "bc"} }), true) == digest(edit(func(r *AttemptRow) { r.Axioms = []string{"ab", "c"} }), true) {
		t.Error("texts run into each other")
	}
	if digest(rows[:2999], true) == base {
		t.Error("a missing row leaves the digest as it was")
	}
}
