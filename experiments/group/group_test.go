package group

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"proofgrid/experiments/record"
)

// table is six rows of models on tasks of some depth.
func table() Table {
	return Table{Rows: 6, Columns: []Column{
		Strings("model", []string{"b", "a", "b", "a", "b", "a"}),
		Strings("seed", []string{"1", "1", "2", "2", "1", "1"}),
		Numbers("feature.depth", []float64{9, 9, 3, 3, math.NaN(), 4}),
		{Name: "category.kind", Codes: record.Codes{Code: []int32{-1, 0, 1, 1, 0, 2}, Values: []string{"", "x", "y", "unused"}}},
	}}
}

func project(t *testing.T, table Table, text string) *Keys {
	t.Helper()
	p, err := ParseProjection(text)
	if err != nil {
		t.Fatal(err)
	}
	k, err := p.Of(table)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeys(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "[[]] [0 0 0 0 0 0]",
		"model":            "[[b] [a]] [0 1 0 1 0 1]",
		"seed,model":       "[[1 b] [1 a] [2 b] [2 a]] [0 1 2 3 0 1]",
		"model,seed":       "[[b 1] [b 2] [a 1] [a 2]] [0 2 1 3 0 2]",
		"depth[3,6]":       "[[≤3] [4–6] [≥7] [unknown]] [2 2 0 0 3 1]",
		"depth[3.5]":       "[[≤3.5] [>3.5] [unknown]] [1 1 0 0 2 1]",
		"depth[3,4]":       "[[≤3] [4] [≥5] [unknown]] [2 2 0 0 3 1]",
		"depth[9,10]":      "[[≤9] [unknown]] [0 0 0 0 1 0]",
		"category.kind":    "[[] [x] [y]] [0 0 1 1 0 2]",
		"kind,depth[3]":    "[[ ≥4] [ unknown] [x ≤3] [y ≥4]] [0 0 2 2 1 3]",
		" model , seed ":   "[[b 1] [b 2] [a 1] [a 2]] [0 2 1 3 0 2]",
		"depth[3, 6],seed": "[[≤3 2] [4–6 1] [≥7 1] [unknown 1]] [2 2 0 0 3 1]",
	} {
		t.Run(text, func(t *testing.T) {
			k := project(t, table(), text)
			if got := fmt.Sprint(k.Values, " ", k.Of); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			seen := 0
			for key, rows := range k.Rows() {
				for _, r := range rows {
					seen++
					if k.Of[r] != int32(key) {
						t.Errorf("row %d stands under key %d and has key %d", r, key, k.Of[r])
					}
				}
			}
			if seen != 6 {
				t.Errorf("%d rows have a key, want 6", seen)
			}
		})
	}
}

func TestKeysOfNoRows(t *testing.T) {
	empty := table().Take(nil)
	for _, text := range []string{"", "model", "depth[3,6]"} {
		if k := project(t, empty, text); k.Len() != 0 || len(k.Of) != 0 {
			t.Errorf("%q of no rows: %+v", text, k)
		}
	}
}

func TestManyKeys(t *testing.T) {
	const n = 3000 // × itself is more than a table is made for
	a, b := make([]string, n), make([]string, n)
	for i := range n {
		a[i], b[i] = fmt.Sprint(i), fmt.Sprint(i/2)
	}
	k := project(t, Table{Rows: n, Columns: []Column{Strings("a", a), Strings("b", b)}}, "a,b")
	if k.Len() != n || k.Values[n-1][0] != "2999" || k.Values[n-1][1] != "1499" {
		t.Errorf("%d keys, the last %v", k.Len(), k.Values[k.Len()-1])
	}
}

func TestProjectionsReadWhatTheyPrint(t *testing.T) {
	for _, text := range []string{"", "model", "model,regime", "feature.depth[3,6],model", "a[-1.5,1e+06]"} {
		p, err := ParseProjection(text)
		if err != nil || p.String() != text {
			t.Errorf("%q reads as %q, %v", text, p, err)
		}
	}
	for text, want := range map[string]string{
		",":             "a column without a name",
		"a,":            "a column without a name",
		"a,,b":          "a column without a name",
		"[3]":           "a column without a name",
		"a[3":           "a [ without its ]",
		"a[]":           `"" is not an edge`,
		"a[x]":          `"x" is not an edge`,
		"a[NaN]":        `"NaN" is not an edge`,
		"a[6,3]":        "edges must rise",
		"a[3]b":         `"b" behind a ]`,
		"model,a,model": "column model stands twice",
	} {
		if _, err := ParseProjection(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestUnknownColumns(t *testing.T) {
	both := table().Beside(Table{Rows: 6, Columns: []Column{Numbers("other.depth", make([]float64, 6))}})
	for text, want := range map[string]string{
		"modle":   `no column "modle"; did you mean "model"?`,
		"dpeth":   `no column "dpeth"; did you mean "depth"?`,
		"zzz":     `no column "zzz"; known: category.kind, depth, feature.depth, kind, model, other.depth, seed`,
		"depth":   "there are feature.depth and other.depth",
		"kind[1]": `column category.kind has no buckets: "x" is not a number`,
	} {
		p, err := ParseProjection(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = p.Of(both); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestFilters(t *testing.T) {
	for text, want := range map[string]string{
		"model=a":   "[1 3 5]",
		"model=a|b": "[0 1 2 3 4 5]",
		"model!=a":  "[0 2 4]",
		"depth<=4":  "[2 3 5]",
		"depth>3":   "[0 1 5]",
		"depth < 4": "[2 3]",
		"depth>=9":  "[0 1]",
		"kind=":     "[0 1 4]",
		"kind!=":    "[2 3 5]",
		"kind=y|":   "[0 1 4 5]",
		"depth>100": "[]",
	} {
		t.Run(text, func(t *testing.T) {
			f, err := ParseFilter(text)
			if err != nil {
				t.Fatal(err)
			}
			rows, err := table().Select(f)
			if got := fmt.Sprint(rows); err != nil || got != want {
				t.Errorf("got %s, %v, want %s", got, err, want)
			}
			if again, err := ParseFilter(f.String()); err != nil || again.String() != f.String() {
				t.Errorf("%q does not read what it prints: %v", f, err)
			}
		})
	}
	f, _ := ParseFilter("model=a")
	g, _ := ParseFilter("seed=2")
	if rows, err := table().Select(f, g); err != nil || fmt.Sprint(rows) != "[3]" {
		t.Errorf("two filters: %v, %v", rows, err)
	}
}

func TestWrongFilters(t *testing.T) {
	for text, want := range map[string]string{
		"model":       "write column=value",
		"=a":          "write column=value",
		"model!a":     "write column=value",
		"depth<x":     `"x" is not a number`,
		"depth<NaN":   `"NaN" is not a number`,
		"model=c":     "no row has model=c; known: a, b",
		"kind=unused": "no row has category.kind=unused",
		"kind>1":      `"x" is not a number`,
		"modell=a":    `no column "modell"; did you mean "model"?`,
	} {
		f, err := ParseFilter(text)
		if err == nil {
			_, err = table().Select(f)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestPooled(t *testing.T) {
	k := project(t, table(), "model")
	p, err := table().Pooled(k.Of, "model", "seed", "kind")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(p); got != "[{seed [1 2] 2} {category.kind [ x y] 2}]" {
		t.Errorf("pooled: %s", got)
	}
	k = project(t, table(), "model,seed,depth[3,6]")
	if p, err = table().Pooled(k.Of, "seed", "depth"); err != nil || len(p) != 0 {
		t.Errorf("nothing is pooled, but %v, %v", p, err)
	}
}

func TestTheCallersTableStays(t *testing.T) {
	a := table()
	k := project(t, a, "model,depth[3,6]")
	k.Of[0] = 7
	b := a.Take([]int32{0, 0, 1})
	b.Columns[0].Code[0] = 1
	if got, want := fmt.Sprint(a), fmt.Sprint(table()); got != want {
		t.Errorf("the table has changed:\n%s\n%s", got, want)
	}
}

func BenchmarkKeys(b *testing.B) {
	const n = 10_000_000
	model, depth := make([]int32, n), make([]int32, n)
	values := make([]string, 50)
	for i := range values {
		values[i] = fmt.Sprint(i)
	}
	for i := range model {
		model[i], depth[i] = int32(i%10), int32(i/10%50)
	}
	t := Table{Rows: n, Columns: []Column{{"model", record.Codes{Code: model, Values: values[:10]}}, {"depth", record.Codes{Code: depth, Values: values}}}}
	p, _ := ParseProjection("model,depth[3,6]")
	for b.Loop() {
		if k, err := p.Of(t); err != nil || k.Len() != 30 {
			b.Fatal(k.Len(), err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a,b[3,6]", "a[", "model=a|b", "x<=3", "[[,]]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := ParseProjection(text); err == nil {
			if q, err := ParseProjection(p.String()); err != nil || q.String() != p.String() {
				t.Errorf("%q reads as %q and then as %q, %v", text, p, q, err)
			}
		}
		if g, err := ParseFilter(text); err == nil {
			if h, err := ParseFilter(g.String()); err != nil || h.String() != g.String() {
				t.Errorf("%q reads as %q and then as %q, %v", text, g, h, err)
			}
		}
	})
}
