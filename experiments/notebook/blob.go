package notebook

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"proofgrid/experiments/internal/framelog"
	"proofgrid/experiments/internal/squeeze"
)

// maxText bounds a single text and the rows of a single unit.
const maxText = squeeze.Max

var blobHead = framelog.Head{Format: "proofgrid blob pack", Layout: "1"}

type blobHash [sha256.Size]byte

// blobRef says where the compressed text of a blob lies in the pack.
type blobRef struct {
	offset int64
	n      int
}

func appendBlob(b []byte, h blobHash, z []byte) []byte {
	b = append(b, h[:]...)
	b = binary.AppendUvarint(b, uint64(len(z)))
	return append(b, z...)
}

// walkBlobs visits the blobs of one frame, whose payload lies at an offset.
func walkBlobs(payload []byte, offset int64, visit func(blobHash, blobRef)) error {
	rest := payload
	for len(rest) > 0 {
		var h blobHash
		if len(rest) < len(h) {
			return errShort
		}
		copy(h[:], rest)
		n, k := binary.Uvarint(rest[len(h):])
		if k <= 0 || n > uint64(len(rest)-len(h)-k) {
			return errShort
		}
		rest = rest[len(h)+k:]
		visit(h, blobRef{offset + int64(len(payload)-len(rest)), int(n)})
		rest = rest[n:]
	}
	return nil
}

// blobs reads the texts of a run, also while another process adds some.
type blobs struct {
	path string

	mu     sync.Mutex
	size   int64
	index  map[blobHash]blobRef
	damage []framelog.Span
}

// text returns the text with a hash.
func (b *blobs) text(hash string) (string, error) {
	if hash == "" {
		return "", nil
	}
	h, err := parseHash(hash)
	if err != nil {
		return "", err
	}
	f, err := os.Open(b.path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	ref, err := b.find(f, h)
	if err != nil {
		return "", err
	}
	z := make([]byte, ref.n)
	if _, err := f.ReadAt(z, ref.offset); err != nil {
		return "", fmt.Errorf("%s: blob %s at offset %d: %w", b.path, hash, ref.offset, err)
	}
	text, err := squeeze.Decompress(z)
	if err != nil {
		return "", fmt.Errorf("%s: blob %s at offset %d is damaged: %w", b.path, hash, ref.offset, err)
	}
	if sha256.Sum256(text) != h {
		return "", fmt.Errorf("%s: blob %s at offset %d is damaged: its text has another hash", b.path, hash, ref.offset)
	}
	return string(text), nil
}

func parseHash(hash string) (h blobHash, err error) {
	raw, err := hex.DecodeString(hash)
	if err != nil || len(raw) != len(h) {
		return h, fmt.Errorf("%q is not the hash of a blob", hash)
	}
	copy(h[:], raw)
	return h, nil
}

// find looks a hash up in the index, which is made anew when the pack has grown.
func (b *blobs) find(f *os.File, h blobHash) (blobRef, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	info, err := f.Stat()
	if err != nil {
		return blobRef{}, err
	}
	if ref, ok := b.index[h]; ok {
		return ref, nil
	}
	if b.index == nil || b.size != info.Size() {
		index := map[blobHash]blobRef{}
		damage, err := framelog.Scan(f, b.path, info.Size(), blobHead, func(payload []byte, offset int64) error {
			return walkBlobs(payload, offset, func(h blobHash, r blobRef) { index[h] = r })
		})
		if err != nil {
			return blobRef{}, err
		}
		b.index, b.size, b.damage = index, info.Size(), damage
	}
	if ref, ok := b.index[h]; ok {
		return ref, nil
	}
	err = fmt.Errorf("%s: no blob %s", b.path, hex.EncodeToString(h[:]))
	if len(b.damage) > 0 {
		err = fmt.Errorf("%w; the file is damaged from offset %d to %d", err, b.damage[0].From, b.damage[0].To)
	}
	return blobRef{}, err
}

// removeIfThere removes a file that may be gone already.
func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
