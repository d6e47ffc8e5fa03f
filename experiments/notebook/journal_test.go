package notebook

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/record"
)

// aUnit returns the rows of a unit with k samples and a repair each; they depend
// on the names alone. Texts are kept with blob.
func aUnit(cell, task string, blob func(string) (string, error)) record.Unit {
	const k = 4
	keep := func(text string) string {
		h, err := blob(text)
		if err != nil {
			panic(err)
		}
		return h
	}
	u := record.Unit{Context: record.ContextRow{TaskID: task, Regime: "full", Hash: "c-" + task, Tokens: 100}}
	for i := k - 1; i >= 0; i-- { // not in the order of the tables
		for round := range 2 {
			verdict := record.Rejected
			if i == len(task)%k && round == 1 {
				verdict = record.Proved
			}
			u.Attempts = append(u.Attempts, record.AttemptRow{
				CellID: cell, TaskID: task, Model: "m", Regime: "full", Policy: "exhaustive", K: k, R: 1, Repository: "section " + task[:1],
				Sample: int32(i), Round: int32(round), Seed: uint64(i) << 60, Verdict: verdict, TokensIn: -1, TokensOut: 5,
				CandidateHash: keep(fmt.Sprintf("candidate %d of %s", i*round, task)), Axioms: []string{"ax-1", "ax-mp"}, Checks: 1,
			})
			u.Calls = append(u.Calls, record.CallRow{CellID: cell, TaskID: task, Model: "m", Sample: int32(i), Round: int32(round), Cost: math.NaN(), TokensIn: -1})
			for d := range 2 {
				u.Diagnostics = append(u.Diagnostics, record.DiagnosticRow{CellID: cell, TaskID: task, Sample: int32(i), Round: int32(round), Ordinal: int32(d), Message: "⊢ no", Goals: []string{"a", ""}})
			}
		}
	}
	return u
}

func journal(t testing.TB, r *Run) *Journal {
	t.Helper()
	j, err := r.Journal(Provenance{Proofgrid: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	return j
}

func record1(t testing.TB, j *Journal, cell, task string) {
	t.Helper()
	if err := j.Record(UnitName(cell, task), aUnit(cell, task, j.Blob)); err != nil {
		t.Fatal(err)
	}
}

func TestUnitsComeBackAsRecorded(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	want := aUnit("c", "t1", j.Blob)
	want.Calls[0].Cost = 1.5
	want.Calls[1].Cost = math.Inf(-1)
	want.Attempts[0].TokensIn = math.MinInt64
	want.Attempts[0].Seed = math.MaxUint64
	if err := j.Record("c/t1", want); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = journal(t, r)
	got, err := j.read("c/t1", j.done["c/t1"], nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Calls { // NaN is not equal to itself
		if math.IsNaN(want.Calls[i].Cost) != math.IsNaN(got.Calls[i].Cost) {
			t.Errorf("call %d: cost %v, want %v", i, got.Calls[i].Cost, want.Calls[i].Cost)
		}
		if math.IsNaN(want.Calls[i].Cost) {
			want.Calls[i].Cost, got.Calls[i].Cost = 0, 0
		}
	}
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("%+v\nwant %+v", *got, want)
	}
}

func TestDamagedUnitBytesAreAnError(t *testing.T) {
	u := aUnit("c", "t", func(s string) (string, error) { return s, nil })
	b := encodeUnit(&u)
	for n := range b {
		if _, err := decodeUnit(b[:n], nil); err == nil {
			t.Fatalf("%d of %d bytes were decoded", n, len(b))
		}
	}
	if _, err := decodeUnit(append(b, 0), nil); err == nil {
		t.Error("a byte too many was decoded")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 2000 { // must return, whatever it returns
		bad := append([]byte(nil), b...)
		bad[rng.IntN(len(bad))] = byte(rng.Uint32())
		_, _ = decodeUnit(bad, interner{})
		_, _ = unpackUnit(bad, nil)
	}
}

func TestAUnitRecordedTwiceIsKeptOnce(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	first := aUnit("c", "t", j.Blob)
	second := first
	second.Attempts = first.Attempts[:1]
	if j.Done("c/t") {
		t.Error("done before it was recorded")
	}
	for _, u := range []record.Unit{first, second} {
		if err := j.Record("c/t", u); err != nil {
			t.Fatal(err)
		}
	}
	// A second copy in the file, as two processes without a lock might leave.
	z := packUnit(&second)
	payload := binary.AppendUvarint(nil, 3)
	payload = append(payload, "c/t"...)
	payload = binary.AppendUvarint(payload, uint64(len(z)))
	if _, err := j.units.Append(append(payload, z...)); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = journal(t, r)
	u, err := j.read("c/t", j.done["c/t"], nil)
	if err != nil || len(u.Attempts) != len(first.Attempts) || j.Len() != 1 || !j.Done("c/t") {
		t.Errorf("%d attempts, want %d; %d units; %v", len(u.Attempts), len(first.Attempts), j.Len(), err)
	}
}

func TestManyGoroutinesRecordAtOnce(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	const workers, each = 8, 40
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range each {
				task := fmt.Sprintf("t%d", (i*workers+w)/2) // every unit twice
				if err := j.Record("c/"+task, aUnit("c", task, j.Blob)); err != nil {
					t.Error(err)
				}
				if !j.Done("c/" + task) {
					t.Errorf("%s is not done after it was recorded", task)
				}
			}
		})
	}
	wg.Wait()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(r.Path("blobs"))
	if err != nil {
		t.Fatal(err)
	}
	j = journal(t, r)
	if j.Len() != workers*each/2 {
		t.Errorf("%d units, want %d", j.Len(), workers*each/2)
	}
	for name, ref := range j.done {
		u, err := j.read(name, ref, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range u.Attempts {
			text, err := r.Blob(a.CandidateHash)
			if err != nil || text != fmt.Sprintf("candidate %d of %s", a.Sample*a.Round, a.TaskID) {
				t.Fatalf("%s: %q, %v", name, text, err)
			}
		}
	}
	// The same texts again take no space.
	for i := range workers * each / 2 {
		aUnit("c", fmt.Sprintf("t%d", i), j.Blob)
	}
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if again, err := os.Stat(r.Path("blobs")); err != nil || again.Size() != info.Size() {
		t.Errorf("pack grew from %d to %d bytes, %v", info.Size(), again.Size(), err)
	}
}

func TestUnfinishedWritesAreCutOffAndReported(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	record1(t, j, "c", "one")
	record1(t, j, "c", "two")
	safe := map[string]int64{"journal": j.units.Size(), "blobs": j.blobs.Size()}
	record1(t, j, "c", "three")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	for file, begin := range safe {
		whole, err := os.ReadFile(r.Path(file))
		if err != nil {
			t.Fatal(err)
		}
		try := func(name string, content []byte) {
			if err := os.WriteFile(r.Path(file), content, 0o644); err != nil {
				t.Fatal(err)
			}
			j, err := r.Journal(Provenance{})
			if err != nil {
				t.Fatalf("%s, %s: %v", file, name, err)
			}
			cuts := j.Cuts()
			if len(cuts) != 1 || cuts[0] != (framelog.Cut{File: r.Path(file), Offset: begin, Bytes: int64(len(content)) - begin}) {
				t.Fatalf("%s, %s: cuts %v, want one at %d", file, name, cuts, begin)
			}
			if !j.Done("c/one") || !j.Done("c/two") || j.Done("c/three") != (file == "blobs") {
				t.Fatalf("%s, %s: units %v", file, name, j.done)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(r.Path(file)); err != nil || info.Size() != begin {
				t.Fatalf("%s, %s: %d bytes are left, want %d; %v", file, name, info.Size(), begin, err)
			}
		}
		for n := begin + 1; n < int64(len(whole)); n++ {
			if n > begin+16+1 && n < int64(len(whole))-1 && n%23 != 0 {
				continue // every place in the header, some in the payload
			}
			try(fmt.Sprintf("cut to %d", n), whole[:n])
		}
		// A disk may have kept the length without the data, or other blocks first.
		zeros := append(append([]byte(nil), whole[:begin]...), make([]byte, 5000)...)
		try("zeros", zeros)
		flipped := append([]byte(nil), whole...)
		flipped[begin+16+3] ^= 1
		try("a wrong byte", flipped)
		head := append([]byte(nil), whole...)
		head[begin+1] ^= 1
		try("a wrong byte in the header", head)
		if err := os.WriteFile(r.Path(file), whole, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDamageWithGoodRecordsBehindItIsAnErrorThatSaysWhere(t *testing.T) {
	for _, file := range []string{"journal", "blobs"} {
		r := create(t, t.TempDir(), "e", "r", day)
		j := journal(t, r)
		record1(t, j, "c", "one")
		at := map[string]int64{"journal": j.units.Size(), "blobs": j.blobs.Size()}[file]
		record1(t, j, "c", "two")
		end := map[string]int64{"journal": j.units.Size(), "blobs": j.blobs.Size()}[file]
		record1(t, j, "c", "three")
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(r.Path(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []int64{0, 5, 9, 13, 16, (end - at) / 2, end - at - 1} { // header words, payload
			bad := append([]byte(nil), whole...)
			bad[at+k] ^= 0x40
			if err := os.WriteFile(r.Path(file), bad, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := r.Journal(Provenance{})
			want := fmt.Sprintf("%s: damaged from offset %d to %d with good records behind it", r.Path(file), at, end)
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("byte %d: %v, want %q", k, err, want)
			}
			if after, err := os.ReadFile(r.Path(file)); err != nil || string(after) != string(bad) {
				t.Errorf("byte %d: the damaged file was changed", k)
			}
		}
	}
}

func TestFilesOfOtherKindsAndVersionsAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		head framelog.Head
		want string
	}{
		"other rows": {"journal", framelog.Head{Format: journalHead.Format, Layout: "0123"}, "written by another version of proofgrid"},
		"other kind": {"journal", blobHead, "not a proofgrid journal"},
		"other pack": {"blobs", framelog.Head{Format: blobHead.Format, Layout: "9"}, "written by another version of proofgrid"},
	} {
		r := create(t, t.TempDir(), "e", "r", day)
		l, _, err := framelog.Open(r.Path(c.file), c.head, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Journal(Provenance{}); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), r.Path(c.file)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestBlobs(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	if h, err := j.Blob(""); h != "" || err != nil {
		t.Errorf("%q, %v", h, err)
	}
	if text, err := r.Blob(""); text != "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	hash, err := j.Blob("abc")
	if want := "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; hash != want || err != nil { // FIPS 180-2, B.1
		t.Errorf("%s, %v", hash, err)
	}
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if text, err := r.Blob(hash); text != "abc" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	// A reader sees what is added after its first look.
	big := strings.Repeat("⊢ ( ph -> ph )\n", 1<<20)
	bigHash, err := j.Blob(big)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Blob(bigHash); err == nil || !strings.Contains(err.Error(), "no blob "+bigHash) {
		t.Errorf("found before it was written: %v", err)
	}
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if text, err := r.Blob(bigHash); text != big || err != nil {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	for _, bad := range []string{"abc", hash[:62], hash + "00", strings.Repeat("g", 64)} {
		if _, err := r.Blob(bad); err == nil || !strings.Contains(err.Error(), "is not the hash of a blob") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	// A pack fills up before a unit is recorded: kept all the same.
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		noise := make([]byte, 1<<20)
		for i := range noise {
			noise[i] = byte(rng.Uint32())
		}
		if _, err := j.Blob(string(noise)); err != nil {
			t.Fatal(err)
		}
	}
	if j.blobs.Size() < 8<<20 {
		t.Errorf("12 MB of texts wait in memory, %d bytes are written", j.blobs.Size())
	}
}

func TestADamagedBlobIsDetectedAndTheOthersAreRead(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	var hashes []string
	var begins []int64
	for _, text := range []string{"first text", "second text", "third text"} {
		begins = append(begins, j.blobs.Size())
		h, err := j.Blob(text)
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, h)
		if err := j.Sync(); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	reader, err := Open(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hashes {
		if _, err := reader.Blob(h); err != nil {
			t.Fatal(err)
		}
	}
	whole, err := os.ReadFile(r.Path("blobs"))
	if err != nil {
		t.Fatal(err)
	}
	whole[begins[2]-2] ^= 1 // in the second text
	if err := os.WriteFile(r.Path("blobs"), whole, 0o644); err != nil {
		t.Fatal(err)
	}
	// Whether the index was made before the damage or after it.
	if _, err := reader.Blob(hashes[1]); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("known place: %v", err)
	}
	fresh, err := Open(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("the file is damaged from offset %d to %d", begins[1], begins[2])
	if _, err := fresh.Blob(hashes[1]); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("fresh index: %v, want %q", err, want)
	}
	for _, i := range []int{0, 2} {
		if _, err := fresh.Blob(hashes[i]); err != nil {
			t.Error(err)
		}
	}
}

func TestASecondJournalOfARunNamesTheHolder(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	_, err := r.Journal(Provenance{})
	want := fmt.Sprintf("e/r: process %d on ", os.Getpid())
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "is working on this run") {
		t.Errorf("%v, want %q", err, want)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Error("closing twice:", err)
	}
	journal(t, r)
	sessions, err := r.Sessions()
	if err != nil || len(sessions) != 2 || sessions[1].Proofgrid != "test" {
		t.Errorf("%+v, %v", sessions, err)
	}
}

func TestAFailedWriteEndsTheJournalAndLosesNothing(t *testing.T) {
	r := create(t, t.TempDir(), "e", "r", day)
	j := journal(t, r)
	record1(t, j, "c", "one")
	j.units.Close() // every later write fails
	err := j.Record("c/two", aUnit("c", "two", j.Blob))
	if err == nil || !strings.Contains(err.Error(), r.Path("journal")+": cannot write: ") || !strings.Contains(err.Error(), "resume the run") {
		t.Error(err)
	}
	if again := j.Record("c/three", record.Unit{}); again == nil || again.Error() != err.Error() {
		t.Errorf("after the failure: %v", again)
	}
	if _, err := j.Blob("new"); err == nil {
		t.Error("a text was taken after the failure")
	}
	if j.Done("c/two") || !j.Done("c/one") {
		t.Error("the failed unit counts as done, or the recorded one does not")
	}
	if err := j.Close(); err == nil || !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
	j = journal(t, r)
	if !j.Done("c/one") || j.Done("c/two") {
		t.Errorf("units %v", j.done)
	}
}
