package stats

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
)

// MonteCarlo says how much randomness to use and from which seed. Each draw has
// its own generator, seeded by Seed and the draw's number, so results do not
// depend on Workers.
type MonteCarlo struct {
	Draws   int // 0 means 10,000
	Seed    uint64
	Workers int // 0 means all cores
}

func (m MonteCarlo) draws() int {
	if m.Draws <= 0 {
		return 10000
	}
	return m.Draws
}

// each calls a worker's function once for every draw in [0, n). setup is called
// once per worker, so that scratch space is not shared.
func (m MonteCarlo) each(n int, setup func() func(draw int, rng *stream)) {
	workers := m.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	workers = max(1, min(workers, n))
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			var rng stream
			do := setup()
			for draw := w * n / workers; draw < (w+1)*n/workers; draw++ {
				rng.seed(m.Seed, uint64(draw))
				do(draw, &rng)
			}
		})
	}
	wg.Wait()
}

// stream is one draw's random numbers.
type stream struct{ pcg rand.PCG }

// seed scatters the draw's number first: PCG states that differ by one stay
// related for a few steps.
func (s *stream) seed(seed, draw uint64) {
	a := splitMix(seed ^ splitMix(draw))
	s.pcg.Seed(a, splitMix(a))
}

// splitMix is the output function of SplitMix64 (Steele, Lea & Flood 2014).
func splitMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// intn is uniform on [0, n) without bias (Lemire 2019).
func (s *stream) intn(n uint64) int {
	hi, lo := bits.Mul64(s.pcg.Uint64(), n)
	if lo < n {
		for limit := -n % n; lo < limit; {
			hi, lo = bits.Mul64(s.pcg.Uint64(), n)
		}
	}
	return int(hi)
}

func (s *stream) shuffle(x []float64) {
	for i := len(x) - 1; i > 0; i-- {
		j := s.intn(uint64(i + 1))
		x[i], x[j] = x[j], x[i]
	}
}
