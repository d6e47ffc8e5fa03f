package notebook

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"proofgrid/experiments/record"
)

// aGrid returns the cells and tasks of a grid, in an order that is not sorted.
func aGrid(cells, tasks int) (c []record.CellRow, t []record.TaskRow) {
	for i := cells; i > 0; i-- {
		c = append(c, record.CellRow{CellID: fmt.Sprintf("cell%d", i), Model: "m", Regime: "full", K: 4, R: 1})
	}
	for i := range tasks {
		t = append(t, record.TaskRow{TaskID: fmt.Sprintf("%d-task", i*7%tasks), Features: map[string]float64{"depth": float64(i)}})
	}
	return c, t
}

// recordGrid records the missing units of a grid in a random order.
func recordGrid(t testing.TB, j *Journal, cells []record.CellRow, tasks []record.TaskRow, seed uint64) {
	t.Helper()
	type unit struct{ cell, task string }
	var todo []unit
	for _, c := range cells {
		for _, task := range tasks {
			if !j.Done(UnitName(c.CellID, task.TaskID)) {
				todo = append(todo, unit{c.CellID, task.TaskID})
			}
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(todo), func(a, b int) { todo[a], todo[b] = todo[b], todo[a] })
	for _, u := range todo {
		record1(t, j, u.cell, u.task)
	}
}

func sealGrid(t testing.TB, cells []record.CellRow, tasks []record.TaskRow, seed uint64) *Run {
	t.Helper()
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	recordGrid(t, j, cells, tasks, seed)
	if _, err := j.Seal(cells, tasks); err != nil {
		t.Fatal(err)
	}
	return r
}

// sameTables compares the sealed tables of two runs.
func sameTables(t testing.TB, a, b *Run) {
	t.Helper()
	m, err := a.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	other, err := b.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Tables) != 7 || len(other.Tables) != 7 {
		t.Fatalf("%d and %d tables", len(m.Tables), len(other.Tables))
	}
	for i, table := range m.Tables {
		pa, err := a.Table(table.Name)
		if err != nil {
			t.Fatal(err)
		}
		pb, err := b.Table(table.Name)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := record.Diff(pa, pb, true); d != "" || err != nil {
			t.Errorf("%s %v", d, err)
		}
		if table.Values != other.Tables[i].Values || table.Rows != other.Tables[i].Rows {
			t.Errorf("%s: %+v and %+v", table.Name, table, other.Tables[i])
		}
	}
}

func TestSealedTablesAreInTheOrderOfTheGrid(t *testing.T) {
	cells, tasks := aGrid(2, 3)
	r := sealGrid(t, cells, tasks, 1)
	path, err := r.Table("attempts")
	if err != nil {
		t.Fatal(err)
	}
	attempts, err := record.ReadAll[record.AttemptRow](path)
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, a := range attempts {
		got = append(got, fmt.Sprint(a.CellID, a.TaskID, a.Sample, a.Round))
	}
	for _, c := range cells {
		for _, task := range tasks {
			for sample := range 4 {
				for round := range 2 {
					want = append(want, fmt.Sprint(c.CellID, task.TaskID, sample, round))
				}
			}
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	rows := map[string]int64{}
	m, err := r.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range m.Tables {
		rows[table.Name] = table.Rows
	}
	if want := map[string]int64{"tasks": 3, "cells": 2, "contexts": 3, "attempts": 48, "calls": 48, "diagnostics": 96, "outcomes": 6}; !reflect.DeepEqual(rows, want) || m.Units != 6 || m.Blobs == 0 {
		t.Errorf("%v, want %v; %+v", rows, want, m)
	}
	path, err = r.Table("diagnostics")
	if err != nil {
		t.Fatal(err)
	}
	diagnostics, err := record.ReadAll[record.DiagnosticRow](path)
	if err != nil || diagnostics[0].Ordinal != 0 || diagnostics[1].Ordinal != 1 || diagnostics[1].Round != 0 || diagnostics[2].Round != 1 {
		t.Errorf("%+v, %v", diagnostics[:3], err)
	}
	for _, a := range attempts {
		if _, err := r.Blob(a.CandidateHash); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(r.Path("journal")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is still there: %v", err)
	}
}

func TestTheOrderOfRecordingMakesNoDifference(t *testing.T) {
	cells, tasks := aGrid(3, 5)
	sameTables(t, sealGrid(t, cells, tasks, 1), sealGrid(t, cells, tasks, 2))
}

func TestARunIsReadableOnlyOnceSealed(t *testing.T) {
	cells, tasks := aGrid(1, 3)
	r := create(t, t.TempDir(), "e", "r", day)
	progress := func(want int) {
		t.Helper()
		if n, err := r.Progress(); n != want || err != nil {
			t.Errorf("progress %d, %v, want %d", n, err, want)
		}
	}
	progress(0)
	j := journal(t, r)
	record1(t, j, "cell1", tasks[0].TaskID)
	progress(1)
	if _, err := r.Table("attempts"); err == nil || !strings.Contains(err.Error(), "e/r is not complete; resume it first") {
		t.Error(err)
	}
	if _, err := j.Seal(cells, tasks); err == nil || !strings.Contains(err.Error(), "2 of 3 units are not recorded yet; resume the run") {
		t.Error(err)
	}
	recordGrid(t, j, cells, tasks, 1)
	if _, err := j.Seal(cells, tasks[1:]); err == nil || !strings.Contains(err.Error(), "the journal has 3 units, the grid 2") {
		t.Error(err)
	}
	if _, err := j.Seal(cells, append(tasks, tasks[0])); err == nil || !strings.Contains(err.Error(), "not unique") {
		t.Error(err)
	}
	if r.Sealed() {
		t.Error("sealed after a failure")
	}
	if _, err := j.Seal(cells, tasks); err != nil {
		t.Fatal(err)
	}
	progress(3)
	if _, err := r.Table("secrets"); err == nil || !strings.Contains(err.Error(), `no table "secrets"`) {
		t.Error(err)
	}
	if err := j.Record("c/x", record.Unit{}); !errors.Is(err, ErrSealed) {
		t.Errorf("recording after sealing: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Journal(Provenance{}); !errors.Is(err, ErrSealed) {
		t.Errorf("a journal of a sealed run: %v", err)
	}
}

func TestUnitsThatCannotBeSealedAreNamed(t *testing.T) {
	cells, tasks := aGrid(2, 1)
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	odd := aUnit("cell1", tasks[0].TaskID, j.Blob)
	odd.Context.Hash = "another"
	if err := j.Record(UnitName("cell1", tasks[0].TaskID), odd); err != nil {
		t.Fatal(err)
	}
	record1(t, j, "cell2", tasks[0].TaskID)
	if _, err := j.Seal(cells, tasks); err == nil || !strings.Contains(err.Error(), "unit cell1/0-task: regime full gave task 0-task another context") {
		t.Error(err)
	}

	r = create(t, t.TempDir(), "e", "r", day)
	j = journal(t, r)
	if err := j.Record(UnitName("cell1", tasks[0].TaskID), record.Unit{}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Seal(cells[1:], tasks); err == nil || !strings.Contains(err.Error(), "unit cell1/0-task has no attempt") {
		t.Error(err)
	}
}

// Sealing that ends at any of its steps, as by a crash, is taken up again.
func TestSealingContinuesFromEveryStep(t *testing.T) {
	cells, tasks := aGrid(2, 3)
	undisturbed := sealGrid(t, cells, tasks, 1)
	for _, step := range []string{"tasks", "cells", "contexts", "attempts", "calls", "diagnostics", "outcomes", "manifest", "sealed"} {
		t.Run(step, func(t *testing.T) {
			r := create(t, t.TempDir(), "e", "r", day)
			j := journal(t, r)
			recordGrid(t, j, cells, tasks, 2)
			crash := errors.New("crash")
			reached := false
			j.step = func(s string) error {
				if s == step {
					reached = true
					return crash
				}
				return nil
			}
			if _, err := j.Seal(cells, tasks); !errors.Is(err, crash) || !reached {
				t.Fatal(err)
			}
			_ = j.close() // as the end of the process would
			for _, left := range []string{r.Path("tables", "attempts.arrow.123.tmp"), r.Path("sealed.json.9.tmp")} {
				if err := os.WriteFile(left, []byte("half"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, tableErr := r.Table("tasks")
			if step == "sealed" {
				if tableErr != nil || !r.Sealed() {
					t.Errorf("not readable after the manifest was written: %v", tableErr)
				}
				if _, err := r.Journal(Provenance{}); !errors.Is(err, ErrSealed) {
					t.Error(err)
				}
			} else {
				if tableErr == nil {
					t.Error("tables are readable before the run is sealed")
				}
				j = journal(t, r)
				if j.Len() != 6 {
					t.Errorf("%d units are left of 6", j.Len())
				}
				if _, err := j.Seal(cells, tasks); err != nil {
					t.Fatal(err)
				}
			}
			sameTables(t, undisturbed, r)
			if err := r.Verify(); err != nil {
				t.Error(err)
			}
			left, err := filepath.Glob(r.Path("*", "*.tmp"))
			top, err2 := filepath.Glob(r.Path("*.tmp"))
			if err != nil || err2 != nil || len(left)+len(top) > 0 {
				t.Errorf("left behind: %v %v", left, top)
			}
			if _, err := os.Stat(r.Path("journal")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the journal is still there: %v", err)
			}
		})
	}
}

func TestVerifyFindsChangedTables(t *testing.T) {
	cells, tasks := aGrid(1, 2)
	r := sealGrid(t, cells, tasks, 1)
	if err := r.Verify(); err != nil {
		t.Fatal(err)
	}
	path, err := r.Table("cells")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.Verify(); err == nil || !strings.Contains(err.Error(), path+" was changed after it was sealed") {
		t.Error(err)
	}
}

func TestUnknownContextsHaveNoRow(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	cells, tasks := aGrid(2, 3)
	for _, c := range cells {
		for _, task := range tasks {
			u := record.Unit{Attempts: []record.AttemptRow{{CellID: c.CellID, TaskID: task.TaskID, Verdict: record.NotRun}}}
			if task.TaskID == "0-task" {
				u.Context = record.ContextRow{TaskID: task.TaskID, Regime: "full", Hash: "00"}
			}
			if err := j.Record(UnitName(c.CellID, task.TaskID), u); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := j.Seal(cells, tasks)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range m.Tables {
		if want := map[string]int64{"contexts": 1, "outcomes": 6}[table.Name]; want != 0 && table.Rows != want {
			t.Errorf("table %s has %d rows, want %d", table.Name, table.Rows, want)
		}
	}
}
