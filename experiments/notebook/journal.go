package notebook

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"proofgrid/experiments/internal/durable"
	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/internal/lock"
	"proofgrid/experiments/internal/squeeze"
	"proofgrid/experiments/record"
)

var journalHead = framelog.Head{Format: "proofgrid journal", Layout: unitLayout}

// ErrSealed tells that a run is complete: nothing can be recorded in it.
var ErrSealed = errors.New("the run is complete and sealed")

// Journal records units and texts in a run. One process holds it at a time. Its
// methods are safe for concurrent use, but for Seal and Close.
type Journal struct {
	run  *Run
	held *os.File
	cuts []framelog.Cut

	units, blobs *framelog.Log

	// committing is held by the one who writes a group; those who wait for it find
	// their group written. It is taken before mu.
	committing sync.Mutex

	mu    sync.Mutex
	next  *group
	done  map[string]unitRef
	texts map[blobHash]struct{}
	err   error // the first failure to write, after which nothing is recorded

	step func(string) error // called between the steps of Seal, for tests
}

// unitRef says where the compressed rows of a unit lie in the journal.
type unitRef struct {
	offset int64
	n      int
}

// group is what becomes durable with one sync.
type group struct {
	units, blobs []byte
	names        map[string]unitRef // offsets are in units
	written      bool
	err          error
}

func newGroup() *group { return &group{names: map[string]unitRef{}} }

// Journal takes the run's lock and opens its journal for recording. session is
// the provenance of this process. It is an error when another process holds the
// lock, and ErrSealed when the run is complete. Recording continues behind the
// last durable unit; Cuts tells what an earlier crash left unfinished.
func (r *Run) Journal(session Provenance) (_ *Journal, err error) {
	held, err := lock.Take(r.Path("lock"), "run")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name(), err)
	}
	j := &Journal{run: r, held: held, next: newGroup(), done: map[string]unitRef{}, texts: map[blobHash]struct{}{}}
	defer func() {
		if err != nil {
			_ = j.close()
		}
	}()
	if err := r.sweep(); err != nil {
		return nil, err
	}
	if r.Sealed() {
		return nil, fmt.Errorf("%s: %w", r.Name(), ErrSealed)
	}
	var cut *framelog.Cut
	if j.blobs, cut, err = framelog.Open(r.Path("blobs"), blobHead, j.knowTexts); err != nil {
		return nil, durable.Explain(r.Path("blobs"), err)
	}
	j.note(cut)
	if j.units, cut, err = framelog.Open(r.Path("journal"), journalHead, j.knowUnits); err != nil {
		return nil, durable.Explain(r.Path("journal"), err)
	}
	j.note(cut)
	sessions, err := r.Sessions()
	if err != nil {
		return nil, err
	}
	if err := writeJSON(r.Path("sessions.json"), append(sessions, session)); err != nil {
		return nil, durable.Explain(r.Path("sessions.json"), err)
	}
	return j, nil
}

// sweep removes what a crash while writing whole files, or after sealing, left.
func (r *Run) sweep() error {
	for _, pattern := range []string{r.Path("*.tmp"), r.Path("tables", "*.tmp")} {
		left, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		for _, path := range left {
			if err := removeIfThere(path); err != nil {
				return err
			}
		}
	}
	if r.Sealed() {
		return removeIfThere(r.Path("journal"))
	}
	return nil
}

func (j *Journal) note(c *framelog.Cut) {
	if c != nil {
		j.cuts = append(j.cuts, *c)
	}
}

func (j *Journal) knowTexts(payload []byte, offset int64) error {
	return walkBlobs(payload, offset, func(h blobHash, _ blobRef) { j.texts[h] = struct{}{} })
}

func (j *Journal) knowUnits(payload []byte, offset int64) error {
	return walkUnits(payload, func(name string, ref unitRef) {
		if _, ok := j.done[name]; !ok { // recorded twice: the first counts
			j.done[name] = unitRef{ref.offset + offset, ref.n}
		}
	})
}

// walkUnits visits the units of one frame, with offsets within its payload.
func walkUnits(payload []byte, visit func(name string, ref unitRef)) error {
	rest := payload
	field := func() ([]byte, bool) {
		n, k := binary.Uvarint(rest)
		if k <= 0 || n > uint64(len(rest)-k) {
			return nil, false
		}
		f := rest[k : k+int(n)]
		rest = rest[k+int(n):]
		return f, true
	}
	for len(rest) > 0 {
		name, ok := field()
		if !ok {
			return errShort
		}
		z, ok := field()
		if !ok {
			return errShort
		}
		visit(string(name), unitRef{int64(len(payload) - len(rest) - len(z)), len(z)})
	}
	return nil
}

// Cuts tells what an earlier crash had left unfinished and opening cut off.
func (j *Journal) Cuts() []framelog.Cut { return j.cuts }

// Len returns the number of units recorded.
func (j *Journal) Len() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.done)
}

// Done reports whether the rows of a unit are recorded.
func (j *Journal) Done(unit string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, ok := j.done[unit]
	return ok
}

// Blob keeps a text and returns its sha256 in hex, under which rows refer to it;
// the empty text has the empty hash. A text is stored once. It is durable when the
// next Record or Sync returns.
func (j *Journal) Blob(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	if len(text) > maxText {
		return "", fmt.Errorf("%s: a text of %d bytes is too long to keep", j.run.Name(), len(text))
	}
	h := blobHash(sha256.Sum256([]byte(text)))
	name := hex.EncodeToString(h[:])
	j.mu.Lock()
	_, known := j.texts[h]
	err := j.err
	j.mu.Unlock()
	if known || err != nil {
		return name, err
	}
	z := squeeze.Compress([]byte(text))
	const flushBytes = 8 << 20
	j.mu.Lock()
	if _, known := j.texts[h]; known {
		j.mu.Unlock()
		return name, nil
	}
	j.texts[h] = struct{}{}
	g := j.next
	g.blobs = appendBlob(g.blobs, h, z)
	full := len(g.blobs) > flushBytes
	j.mu.Unlock()
	if full {
		return name, j.commit(g)
	}
	return name, nil
}

// Record keeps the rows of a unit and returns when they, and every text that was
// kept before, are durable. Units recorded at the same time share a sync. A unit
// that is recorded already is left as it is.
//
// After an error, such as a full disk, the journal takes nothing more; what was
// recorded before is safe, and the run can be resumed.
func (j *Journal) Record(unit string, rows record.Unit) error {
	z := packUnit(&rows)
	j.mu.Lock()
	if _, ok := j.done[unit]; ok || j.err != nil {
		defer j.mu.Unlock()
		return j.err
	}
	g := j.next
	if _, ok := g.names[unit]; !ok {
		g.units = binary.AppendUvarint(g.units, uint64(len(unit)))
		g.units = append(g.units, unit...)
		g.units = binary.AppendUvarint(g.units, uint64(len(z)))
		g.names[unit] = unitRef{int64(len(g.units)), len(z)}
		g.units = append(g.units, z...)
	}
	j.mu.Unlock()
	return j.commit(g)
}

// Sync returns when every text and unit kept before is durable.
func (j *Journal) Sync() error {
	j.mu.Lock()
	g := j.next
	j.mu.Unlock()
	return j.commit(g)
}

// commit returns when the group is durable. The first to come writes it with all
// that has gathered meanwhile, so that syncs never wait in a queue.
func (j *Journal) commit(g *group) error {
	j.committing.Lock()
	defer j.committing.Unlock()
	if g.written {
		return g.err
	}
	j.mu.Lock()
	j.next = newGroup()
	err := j.err
	j.mu.Unlock()
	var at int64
	if err == nil && len(g.units)+len(g.blobs) > 0 {
		at, err = j.write(g)
	}
	g.written, g.err = true, err
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil {
		j.err = err
		return err
	}
	for name, ref := range g.names {
		if _, ok := j.done[name]; !ok {
			j.done[name] = unitRef{at + ref.offset, ref.n}
		}
	}
	return nil
}

// write makes the texts durable before the rows that refer to them. It returns
// the offset of the units' payload.
func (j *Journal) write(g *group) (at int64, err error) {
	if len(g.blobs) > 0 {
		if _, err := j.blobs.Append(g.blobs); err != nil {
			return 0, durable.Explain(j.blobs.Path(), err)
		}
	}
	if len(g.units) > 0 {
		if at, err = j.units.Append(g.units); err != nil {
			return 0, durable.Explain(j.units.Path(), err)
		}
	}
	return at, nil
}

// Close makes what was kept durable and gives the run free for other processes.
// Closing twice, or after Seal, does nothing.
func (j *Journal) Close() error {
	if j.held == nil {
		return nil
	}
	return errors.Join(j.Sync(), j.close())
}

func (j *Journal) close() error {
	var errs []error
	for _, l := range []*framelog.Log{j.units, j.blobs} {
		if l != nil {
			errs = append(errs, l.Close())
		}
	}
	errs = append(errs, j.held.Close())
	j.units, j.blobs, j.held = nil, nil, nil
	return errors.Join(errs...)
}

// read returns the rows of a recorded unit.
func (j *Journal) read(name string, ref unitRef, known interner) (*record.Unit, error) {
	z := make([]byte, ref.n)
	_, err := j.units.ReadAt(z, ref.offset)
	var u *record.Unit
	if err == nil {
		u, err = unpackUnit(z, known)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: unit %s at offset %d: %w", j.units.Path(), name, ref.offset, err)
	}
	return u, nil
}
