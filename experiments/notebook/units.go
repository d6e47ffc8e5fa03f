package notebook

import (
	"cmp"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"proofgrid/experiments/record"
)

// readUnit is a unit's rows or the error of reading them.
type readUnit struct {
	record.Unit
	err error
}

// keepBytes bounds the rows that sealing holds instead of decoding them again for
// each table, twice over; a larger run costs time, not memory.
const keepBytes = 128 << 20

// keep holds the rows of the next unit while they fit.
func (s *sealer) keep(u *readUnit) {
	const texts = 200 // of a row, roughly
	s.keptBytes += len(u.Attempts)*(texts+int(unsafe.Sizeof(record.AttemptRow{}))) +
		len(u.Calls)*(texts+int(unsafe.Sizeof(record.CallRow{})))
	for i := range u.Diagnostics {
		s.keptBytes += texts + int(unsafe.Sizeof(record.DiagnosticRow{})) + len(u.Diagnostics[i].Message)
	}
	if s.keptBytes <= keepBytes {
		s.kept = append(s.kept, u)
	}
}

// each yields the units in the order of the tables, their rows sorted. An error of
// reading is the last.
func (s *sealer) each(yield func(string, *readUnit) bool) {
	held := s.kept
	for i, u := range held {
		if !yield(s.units[i], u) {
			return
		}
	}
	s.ahead(s.units[len(held):], yield)
}

// ahead is each for the units that are not kept. They are decoded on all cores, some
// batches before they are asked for.
func (s *sealer) ahead(names []string, yield func(string, *readUnit) bool) {
	const size = 16 // units of a batch
	batches := (len(names) + size - 1) / size
	decoded := make([]chan []*readUnit, min(runtime.GOMAXPROCS(0), batches))
	stop := make(chan struct{})
	var workers sync.WaitGroup
	defer workers.Wait()
	defer close(stop)
	for w := range decoded {
		decoded[w] = make(chan []*readUnit, 1)
		workers.Go(func() {
			known := interner{}
			for b := w; b < batches; b += len(decoded) {
				var batch []*readUnit
				for _, name := range names[b*size : min((b+1)*size, len(names))] {
					batch = append(batch, s.sorted(name, known))
				}
				select {
				case decoded[w] <- batch:
				case <-stop:
					return
				}
			}
		})
	}
	for b := range batches {
		for i, u := range <-decoded[b%len(decoded)] {
			if !yield(names[b*size+i], u) || u.err != nil {
				return
			}
		}
	}
}

// sorted reads a unit.
func (s *sealer) sorted(name string, known interner) *readUnit {
	u, err := s.read(name, s.done[name], known)
	if err != nil {
		return &readUnit{err: err}
	}
	slices.SortStableFunc(u.Attempts, func(a, b record.AttemptRow) int {
		return cmp.Or(cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Round, b.Round))
	})
	slices.SortStableFunc(u.Calls, func(a, b record.CallRow) int {
		return cmp.Or(cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Round, b.Round))
	})
	slices.SortStableFunc(u.Diagnostics, func(a, b record.DiagnosticRow) int {
		return cmp.Or(cmp.Compare(a.Sample, b.Sample), cmp.Compare(a.Round, b.Round), cmp.Compare(a.Ordinal, b.Ordinal))
	})
	return &readUnit{Unit: *u}
}

// interner makes equal short strings one: most rows repeat the names of their cell
// and task. Hashes are longer.
type interner map[string]string

func (k interner) of(b []byte) string {
	const longest, most = 48, 1 << 12
	if len(b) > longest || k == nil {
		return string(b)
	}
	if s, ok := k[string(b)]; ok {
		return s
	}
	if len(k) == most {
		clear(k)
	}
	s := string(b)
	k[s] = s
	return s
}
