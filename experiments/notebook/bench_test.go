package notebook

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"proofgrid/experiments/record"
)

// BenchmarkRecord is the cost of one durable unit of 8 attempts and 5 new texts,
// by two workers.
func BenchmarkRecord(b *testing.B) {
	r := create(b, b.TempDir(), "e", "r", day)
	j := journal(b, r)
	var n atomic.Int64
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			task := fmt.Sprintf("%d-task", n.Add(1))
			if err := j.Record(UnitName("c", task), aUnit("c", task, j.Blob)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkSync is what the disk itself takes for one write of a unit's size.
func BenchmarkSync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "f"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		if _, err := f.Write(make([]byte, 500)); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSeal seals 100,000 attempts in 12,500 units.
func BenchmarkSeal(b *testing.B) {
	cells, tasks := aGrid(25, 500)
	for b.Loop() {
		b.StopTimer()
		r := create(b, b.TempDir(), "e", "r", day)
		j := journal(b, r)
		var todo []string
		for _, c := range cells {
			for _, t := range tasks {
				todo = append(todo, c.CellID+" "+t.TaskID)
			}
		}
		units := make(chan string)
		done := make(chan error)
		for range 32 {
			go func() {
				var err error
				for u := range units {
					var cell, task string
					fmt.Sscan(u, &cell, &task)
					if e := j.Record(UnitName(cell, task), aUnit(cell, task, j.Blob)); e != nil {
						err = e
					}
				}
				done <- err
			}()
		}
		for _, u := range todo {
			units <- u
		}
		close(units)
		for range 32 {
			if err := <-done; err != nil {
				b.Fatal(err)
			}
		}
		b.StartTimer()
		m, err := j.Seal(cells, tasks)
		if err != nil {
			b.Fatal(err)
		}
		for _, t := range m.Tables {
			if t.Name == record.TableName[record.AttemptRow]() && t.Rows != 100_000 {
				b.Fatal(t.Rows)
			}
		}
	}
}
