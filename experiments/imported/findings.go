package imported

import "proofgrid/experiments/dataset"

// Findings collects what is odd about files, counted by file and kind, in order of
// first appearance. The zero value is empty.
type Findings struct {
	list []dataset.Finding
	at   map[[2]string]int
}

// Add counts one more of a kind in a file. The example is kept of the first alone.
// What is returned may be edited until the next call.
func (f *Findings) Add(file, what, example string) *dataset.Finding {
	key := [2]string{file, what}
	i, ok := f.at[key]
	if !ok {
		if f.at == nil {
			f.at = map[[2]string]int{}
		}
		i = len(f.list)
		f.at[key] = i
		f.list = append(f.list, dataset.Finding{File: file, What: what, Example: example})
	}
	f.list[i].N++
	return &f.list[i]
}

// List returns the findings.
func (f *Findings) List() []dataset.Finding { return f.list }
