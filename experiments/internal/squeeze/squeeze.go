package squeeze

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Max bounds what Decompress returns, so that a damaged file cannot claim more
// memory.
const Max = 1 << 30

var zip = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic(err) // only of wrong options
	}
	return e
})

var unzip = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(Max))
	if err != nil {
		panic(err) // only of wrong options
	}
	return d
})

// Compress returns b compressed.
func Compress(b []byte) []byte { return zip().EncodeAll(b, nil) }

// Decompress undoes Compress. Damaged bytes, and a result beyond Max, are errors.
func Decompress(b []byte) ([]byte, error) { return unzip().DecodeAll(b, nil) }
