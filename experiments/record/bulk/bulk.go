package bulk

import (
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"proofgrid/experiments/record"
)

// Size says how large a run is. A unit has at most K·(R+1) attempts.
type Size struct {
	Tasks, Cells, K, R int
	Repositories       int
	Seed               uint64
	NoCalls            bool // leave the table calls empty, as nobody recorded them
}

// Run is a run of which only tasks and cells are held; the rest is made on demand.
type Run struct {
	Tasks []record.TaskRow
	Cells []record.CellRow
	size  Size
}

// FeatureCount is the number of numeric features of every task.
const FeatureCount = 16

var (
	regimes    = []string{"curated", "full", "retrieved", "same-file", "none"}
	categories = []string{"unification", "unsolved goals", "unknown constant", "type mismatch", "syntax", "universe", "timeout in tactic", "disjoint variables"}
)

// New makes the tasks and cells of a run.
func New(size Size) *Run {
	r := &Run{size: size}
	rng := rand.New(rand.NewPCG(size.Seed, 0))
	for t := range size.Tasks {
		depth := math.Floor(40 * math.Pow(rng.Float64(), 2))
		f := map[string]float64{"nesting_depth": depth, "proof_length": math.Floor(math.Exp(1+depth/15+rng.NormFloat64())) + 1}
		for j := len(f); j < FeatureCount; j++ { // some with many ties, some with none, some that follow depth
			v := rng.NormFloat64()*10 + float64(j%4)*depth
			if j%3 > 0 {
				v = math.Round(v)
			}
			f[fmt.Sprintf("feature_%02d", j)] = v
		}
		// Squared, a few repositories hold most of the tasks; the first ones fill them all.
		repository := int(float64(size.Repositories) * math.Pow(rng.Float64(), 2))
		if t < size.Repositories {
			repository = t
		}
		r.Tasks = append(r.Tasks, record.TaskRow{
			TaskID: fmt.Sprintf("bulk/theorem_%d", t), Name: fmt.Sprintf("theorem_%d", t), Benchmark: "bulk", System: "none",
			Repository: fmt.Sprintf("repository_%d", repository), File: fmt.Sprintf("file_%d", t/20), Line: int32(t%20*10 + 1),
			StatementHash: hash(rng.Uint64()), Premises: int32(rng.IntN(2000)), Features: f,
			Categories: map[string]string{"level": []string{"easy", "medium", "hard"}[rng.IntN(3)]},
		})
	}
	for c := range size.Cells {
		model, regime := fmt.Sprintf("model_%d", c/len(regimes)), regimes[c%len(regimes)]
		r.Cells = append(r.Cells, record.CellRow{
			CellID: hash(uint64(c))[:16], Model: model, Regime: regime, K: int32(size.K), R: int32(size.R),
			Strategy: "sample-repair", Policy: "exhaustive", Seed: size.Seed, Settings: "{}",
		})
	}
	return r
}

// Unit makes the rows of one task in one cell into u, whose slices it reuses. The
// strings of the hashes are left out unless asked for: they are the costly part.
func (r *Run) Unit(cell, task int, u *record.Unit, hashes bool) {
	c, t := &r.Cells[cell], &r.Tasks[task]
	rng := rand.New(rand.NewPCG(r.size.Seed+1, uint64(cell)<<32|uint64(task)))
	u.Attempts, u.Calls = u.Attempts[:0], u.Calls[:0]
	u.Context = r.context(cell, task)
	// Half of the tasks are out of reach; the others have a chance for each attempt.
	p := 0.0
	if rng := rand.New(rand.NewPCG(r.size.Seed+2, uint64(task))); rng.Float64() < 0.5 {
		p = 0.15 / (1 + math.Exp(t.Features["nesting_depth"]/10+0.2*float64(cell%5)-rng.NormFloat64()))
	}
	for sample := range int(c.K) {
		for round := range int(c.R) + 1 {
			a := record.AttemptRow{
				CellID: c.CellID, TaskID: t.TaskID, Model: c.Model, Regime: c.Regime, Policy: c.Policy, K: c.K, R: c.R, Repository: t.Repository,
				Sample: int32(sample), Round: int32(round), Seed: rng.Uint64(), Verdict: record.Rejected,
				TokensIn: 500 + int64(rng.IntN(4000)), TokensOut: 50 + int64(rng.IntN(900)), Checks: 1, Work: int64(rng.IntN(5000)),
				Syntax: true, Type: rng.IntN(2) == 0, Audit: "kernel", Verifier: "checker 1.0",
				Wait: time.Duration(rng.IntN(1e6)), Answering: time.Duration(rng.IntN(5e9)), Start: 1e6, Check: time.Duration(rng.IntN(2e8)),
			}
			if hashes {
				a.RequestHash, a.ResponseHash, a.CandidateHash = hash(a.Seed), hash(a.Seed+1), hash(a.Seed+2)
			}
			call := record.CallRow{
				CellID: a.CellID, TaskID: a.TaskID, Model: a.Model, Sample: a.Sample, Round: a.Round, RequestHash: a.RequestHash,
				TokensIn: a.TokensIn, TokensCached: a.TokensIn / 2, TokensWritten: -1, TokensOut: a.TokensOut, TokensThought: -1,
				Cost: float64(a.TokensIn+5*a.TokensOut) * 1e-6, Finish: "stop", Settings: "{}", Latency: a.Answering, Wait: a.Wait,
			}
			switch x := rng.Float64(); {
			case x < p:
				a.Verdict, a.Type, a.Progress, a.Done = record.Proved, true, true, true
			case x > 0.9999:
				a.Verdict, a.Detail, a.TokensIn, a.TokensOut = record.InfrastructureError, "connection reset by peer", -1, -1
				a.Audit, a.Verifier, a.Checks, a.Type, call.TokensIn, call.TokensOut = "", "", 0, false, -1, -1
			case x > 0.97:
				a.Verdict = record.Timeout
			case x > 0.96:
				a.Verdict, a.Syntax, a.Type, call.Finish = record.NoAnswer, false, false, "length"
			default:
				a.Category = categories[rng.IntN(len(categories))]
				a.Kind = a.Category
			}
			u.Attempts, u.Calls = append(u.Attempts, a), append(u.Calls, call)
			if a.Verdict == record.Proved || a.Verdict == record.InfrastructureError {
				break
			}
		}
	}
}

func (r *Run) context(cell, task int) record.ContextRow {
	x := mix(uint64(cell%len(regimes))<<32 | uint64(task))
	return record.ContextRow{
		TaskID: r.Tasks[task].TaskID, Regime: r.Cells[cell].Regime, Hash: hash(x),
		Tokens: int64(x % 4000), Shown: int32(x % 300), Dropped: int32(x % 3),
	}
}

// Write writes all tables into a folder but diagnostics, which no statistic reads.
// It returns the number of attempts.
func (r *Run) Write(dir string) (attempts int64, err error) {
	var contexts []record.ContextRow
	var outcomes []record.OutcomeRow
	var u record.Unit
	for c := range r.Cells {
		for t := range r.Tasks {
			if c < len(regimes) {
				contexts = append(contexts, r.context(c, t))
			}
			r.Unit(c, t, &u, false)
			outcomes = append(outcomes, record.Outcome(u.Attempts, u.Calls))
		}
	}
	for _, table := range []func() (int64, error){
		func() (int64, error) { return write(dir, record.Rows(r.Tasks)) },
		func() (int64, error) { return write(dir, record.Rows(r.Cells)) },
		func() (int64, error) { return write(dir, record.Rows(contexts)) },
		func() (int64, error) { return write(dir, record.Rows(outcomes)) },
		func() (int64, error) {
			if r.size.NoCalls {
				return write(dir, record.Rows[record.CallRow](nil))
			}
			return write(dir, rows(r, func(u *record.Unit) []record.CallRow { return u.Calls }))
		},
		func() (int64, error) { return r.WriteAttempts(dir) },
	} {
		if attempts, err = table(); err != nil {
			return 0, err
		}
	}
	return attempts, nil
}

// WriteAttempts writes the table attempts alone and returns its number of rows.
func (r *Run) WriteAttempts(dir string) (int64, error) {
	return write(dir, rows(r, func(u *record.Unit) []record.AttemptRow { return u.Attempts }))
}

func write[R record.Row](dir string, rows iter.Seq2[*R, error]) (int64, error) {
	return record.Write(filepath.Join(dir, record.TableName[R]()+".arrow"), rows)
}

// rows streams one kind of rows of all units, in the order of a sealed table.
func rows[R record.Row](r *Run, of func(*record.Unit) []R) iter.Seq2[*R, error] {
	return func(yield func(*R, error) bool) {
		var u record.Unit
		for c := range r.Cells {
			for t := range r.Tasks {
				r.Unit(c, t, &u, true)
				all := of(&u)
				for i := range all {
					if !yield(&all[i], nil) {
						return
					}
				}
			}
		}
	}
}

// hash returns 64 hex digits that look like a sha256.
func hash(x uint64) string {
	var raw [32]byte
	for i := range 4 {
		x = mix(x)
		for j := range 8 {
			raw[8*i+j] = byte(x >> (8 * j))
		}
	}
	return hex.EncodeToString(raw[:])
}

// mix is the output function of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
