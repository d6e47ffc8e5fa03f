package verisoftbench

import (
	"cmp"
	"slices"

	"proofgrid/experiments/dataset"
)

// findings counts what is odd about one file.
type findings struct {
	file string
	list []dataset.Finding
}

func (f *findings) add(what, example string) {
	for i := range f.list {
		if f.list[i].What == what {
			f.list[i].N++
			return
		}
	}
	f.list = append(f.list, dataset.Finding{File: f.file, What: what, N: 1, Example: example})
}

func (f *findings) sorted() []dataset.Finding {
	slices.SortFunc(f.list, func(a, b dataset.Finding) int { return cmp.Compare(a.What, b.What) })
	return f.list
}
