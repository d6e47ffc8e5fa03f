package vsbresults

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"proofgrid/experiments/dataset"
	"proofgrid/experiments/imported"
	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
	"proofgrid/experiments/task"
)

// Format is the name of the format.
const Format = "verisoftbench"

// Options say how results directories are to be read.
type Options struct {
	// Models and Regimes are parallel to the directories. Without models a directory is
	// one, called by its name; without regimes they are unknown. One regime serves all.
	Models, Regimes []string
	// Tasks, if not nil, gives the tasks their IDs, features and texts, by the name of
	// the theorem, the repository and the file.
	Tasks       *dataset.Source
	SkipDamaged bool // leave files out that cannot be read, as findings
}

// Read reads results directories, each into a cell of one run. Errors name the file
// and its line. Of a theorem that a directory has twice, once from the cache, the
// evaluated one counts; any other repetition is an error.
func Read(dirs []string, opts Options) (*imported.Results, error) {
	models, regimes := opts.Models, opts.Regimes
	switch {
	case len(dirs) == 0:
		return nil, errors.New("no results directories")
	case models != nil && len(models) != len(dirs):
		return nil, fmt.Errorf("%d names of models for %d directories", len(models), len(dirs))
	case len(regimes) > 1 && len(regimes) != len(dirs):
		return nil, fmt.Errorf("%d names of regimes for %d directories", len(regimes), len(dirs))
	}
	r := &reader{opts: opts}
	r.Format, r.Policy = Format, spec.BreadthFirst
	r.Description = "results of VeriSoftBench's evaluator"
	if opts.Tasks != nil {
		r.known = map[key]*task.Task{}
		for _, t := range opts.Tasks.Tasks {
			r.known[key{t.Name, t.Repository, t.File}] = t
		}
	}
	for i, dir := range dirs {
		res, err := readDir(dir, r.skip(dir))
		if err != nil {
			return nil, err
		}
		model, regime := res.name, "unknown"
		if models != nil {
			model = models[i]
		}
		if len(regimes) > 0 {
			regime = regimes[min(i, len(regimes)-1)]
		}
		if err := r.cell(res, model, regime); err != nil {
			return nil, err
		}
	}
	return r.Finish()
}

type reader struct {
	imported.Builder
	opts  Options
	known map[key]*task.Task
}

func (r *reader) skip(dir string) func(string, error) error {
	return func(file string, err error) error {
		if !r.opts.SkipDamaged {
			return fmt.Errorf("%w; --skip-damaged leaves such files out", err)
		}
		r.Lint.Add(dir, "damaged files, left out", fmt.Sprintf("%s: %v", file, err))
		return nil
	}
}

func (r *reader) cell(res *results, model, regime string) error {
	for _, c := range r.Cells {
		if c.Model == imported.ModelName(model) && c.Regime == regime {
			return fmt.Errorf("%s: a directory before it is also of the model %q under the regime %s: name the models or the regimes", res.dir, model, regime)
		}
	}
	r.Files = append(r.Files, res.file)
	at := r.Cell(model, regime, map[string]string{"file": res.name})
	details, err := r.single(res)
	if err != nil {
		return err
	}
	k, rounds := 1, 0
	for _, d := range details {
		k = max(k, len(d.Samples))
		for i := range d.Samples {
			rounds = max(rounds, len(d.Samples[i].repairs()))
		}
		if d.Samples == nil && d.FixSuccess != nil && *d.FixSuccess {
			rounds = max(rounds, 1)
		}
	}
	r.Cells[at].K, r.Cells[at].R, r.Cells[at].Strategy = k, rounds, "sample-repair"
	var won, repaired int
	for _, d := range details {
		t := r.task(res, d)
		for _, a := range r.attempts(res, d, k, rounds) {
			r.Add(at, t, a)
		}
		sample, repair := d.passed()
		if d.Samples == nil {
			sample, repair = *d.Success, d.FixSuccess != nil && *d.FixSuccess
		}
		if sample {
			won++
		}
		if sample || repair {
			repaired++
		}
	}
	r.compare(res, len(details), won, repaired)
	return nil
}

// single leaves out what stands twice.
func (r *reader) single(res *results) ([]*detail, error) {
	at := map[key]int{}
	var list []*detail
	for _, d := range res.details {
		i, ok := at[d.key()]
		if !ok {
			at[d.key()] = len(list)
			list = append(list, d)
			continue
		}
		was := list[i]
		switch {
		case d.Samples == nil && d.Cached:
		case was.Samples == nil && was.Cached:
			list[i] = d
		default:
			return nil, fmt.Errorf("%s: details/%s and details/%s are both of %s", res.dir, was.file, d.file, d.where())
		}
		r.Lint.Add(res.name, "theorems with a row from the cache beside their own; the latter counts", d.where())
	}
	names := map[string]string{}
	for _, d := range list {
		if path, ok := names[*d.Name]; ok && path != d.Repository+"/"+d.Path {
			r.Lint.Add(res.name, "names that repeat across files; taken for theorems of their own, but the evaluator may have overwritten one", *d.Name)
		}
		names[*d.Name] = d.Repository + "/" + d.Path
	}
	return list, nil
}

func (r *reader) task(res *results, d *detail) int {
	known := r.known[d.key()]
	id := Format + "/" + d.where()
	if known != nil {
		id = known.ID
	} else if r.known != nil {
		r.Lint.Add(res.name, "theorems that the tasks do not have; their features stay unknown", d.where())
	}
	return r.Task(id, func(t *imported.Task) {
		t.Name, t.Benchmark, t.System, t.Repository, t.File = *d.Name, Format, "lean", cmp.Or(d.Repository, "unknown"), d.Path
		t.Statement = d.Statement
		if known != nil {
			t.Benchmark, t.Line, t.Premises = known.Benchmark, int32(known.Line), int32(known.Available)
			t.Features, t.Categories = known.Features, known.Categories
			t.Statement, t.Truth = cmp.Or(known.Text, known.Statement, d.Statement), known.Truth.Proof
		}
	})
}

// attempts returns those on a theorem, by the rules of the package comment.
func (r *reader) attempts(res *results, d *detail, k, rounds int) []imported.Attempt {
	switch {
	case len(d.Samples) > 0:
		return r.samples(res, d, rounds)
	case d.Error != nil:
		r.Lint.Add(res.name, "theorems on which the evaluator failed; infrastructure errors", d.where())
		a := imported.Unknown(record.InfrastructureError)
		a.Detail = *d.Error
		return []imported.Attempt{a}
	case d.Cached:
		r.Lint.Add(res.name, "rows from the cache, of which only success is known", d.where())
	default:
		r.Lint.Add(res.name, "theorems without samples, of which only success is known", d.where())
	}
	return bits(*d.Success, d.FixSuccess != nil && *d.FixSuccess, k, rounds)
}

// bits are the attempts of which only success is known, of k samples with up to so
// many rounds of repairs.
func bits(sample, repair bool, k, rounds int) []imported.Attempt {
	var list []imported.Attempt
	add := func(s, round int, v record.Verdict, detail string) {
		a := imported.Unknown(v)
		if v == record.Proved {
			a = imported.Proved()
		}
		a.Sample, a.Round, a.Detail = int32(s), int32(round), "only success is known: "+detail
		list = append(list, a)
	}
	for s := range k {
		last := s == k-1
		switch {
		case sample && last:
			add(s, 0, record.Proved, "some sample did it")
		case sample:
			add(s, 0, record.NotRun, "whether this sample did it is not")
		case repair && last:
			for round := range rounds {
				add(s, round, record.Rejected, "the repair that did it is put last")
			}
			add(s, rounds, record.Proved, "some repair of some sample did it")
		case repair:
			add(s, 0, record.Rejected, "this sample failed")
			add(s, 1, record.NotRun, "whether its repairs did it is not")
		default:
			for round := range rounds + 1 {
				add(s, round, record.Rejected, "all failed")
			}
		}
	}
	return list
}

func (r *reader) samples(res *results, d *detail, rounds int) []imported.Attempt {
	sample, repair := d.passed()
	if d.Error != nil {
		r.Lint.Add(res.name, "theorems with samples on which the evaluator failed in the end; the samples count", d.where())
	}
	if *d.Success != sample {
		r.Lint.Add(res.name, "success flags that disagree with the samples; the samples count", d.where())
	}
	if d.FixSuccess != nil && *d.FixSuccess != repair {
		r.Lint.Add(res.name, "fix_success flags that disagree with the repairs; the repairs count", d.where())
	}
	seen := map[int]bool{}
	for i := range d.Samples {
		if n := d.Samples[i].number(); n >= 0 && n < len(d.Samples) {
			seen[n] = true
		}
	}
	numbered := len(seen) == len(d.Samples)
	if !numbered {
		r.Lint.Add(res.name, "theorems whose proof_id are no numbering; their samples are numbered by the end of their checks", d.where())
	}
	var list []imported.Attempt
	for i := range d.Samples {
		s := &d.Samples[i]
		number := i
		if numbered {
			number = s.number()
		}
		repairs := s.repairs()
		if len(repairs) > 0 && sample {
			r.Lint.Add(res.name, "samples with repairs although some sample passed", d.where())
		}
		a := attempt(&s.try)
		a.Sample, a.Response = int32(number), s.Reasoning
		if a.Response != "" {
			a.Detail = strings.TrimPrefix(a.Detail+"; the response is the part that the evaluator kept as reasoning", "; ")
		}
		list = append(list, a)
		for j := range repairs {
			if before := &list[len(list)-1]; before.Verdict == record.InfrastructureError {
				r.Lint.Add(res.name, "checks that the machine broke and that the evaluator took for failures to repair; counted as rejected", d.where())
				before.Verdict = record.Rejected
			} else if before.Verdict == record.Proved {
				r.Lint.Add(res.name, "repairs of what was proved already; left out", d.where())
				break
			}
			a := attempt(&repairs[j])
			a.Sample, a.Round = int32(number), int32(j+1)
			list = append(list, a)
		}
		// The evaluator repairs until a success or the last round, unless it fails or is
		// stopped, and drops the repairs of a sample when one of them fails.
		if last := list[len(list)-1]; !sample && int(last.Round) < rounds && last.Verdict != record.Proved && last.Verdict != record.InfrastructureError {
			r.Lint.Add(res.name, "failed samples without all of their repairs; the others count as not run", d.where())
			lost := imported.Unknown(record.NotRun)
			lost.Sample, lost.Round, lost.Detail = last.Sample, last.Round+1, "this repair and maybe more are not in the file"
			list = append(list, lost)
		}
		if s.Error == nil && strings.TrimSpace(s.Proof) == "" {
			r.Lint.Add(res.name, "proofs without any text; counted as the evaluator says", d.where())
		}
	}
	return list
}

// What the evaluator writes when the machine failed and not the proof.
var infrastructure = []string{"lake command not found", "Compilation error: "}

func attempt(t *try) imported.Attempt {
	a := imported.Proved()
	if t.Error != nil {
		message := strings.TrimSpace(*t.Error)
		broken := slices.ContainsFunc(infrastructure, func(p string) bool { return strings.HasPrefix(message, p) })
		switch {
		case broken:
			a = imported.Unknown(record.InfrastructureError)
			a.Detail = message
		case strings.TrimSpace(t.Proof) == "" && strings.TrimSpace(t.Lemmas) == "":
			a = imported.Unknown(record.NoAnswer)
			a.Detail = message
		case strings.HasPrefix(message, "Compilation timeout"):
			a = imported.Unknown(record.Timeout)
			a.Detail = message
		default:
			a = imported.Unknown(record.Rejected)
			a.Kind = "error"
			a.Diagnostics = []record.DiagnosticRow{{Kind: "error", Message: *t.Error}}
		}
	}
	a.Candidate, a.Lemmas = t.Proof, t.Lemmas
	return a
}

// compare recomputes what the summary states.
func (r *reader) compare(res *results, total, won, repaired int) {
	s := res.summary
	if s == nil {
		r.Lint.Add(res.name, "no summary.json: the evaluation did not end", "")
		return
	}
	for _, n := range []struct {
		what   string
		stated *int
		found  int
	}{{"total_theorems", s.Total, total}, {"theorems_proved_wo_fix", s.ProvedNoFix, won}, {"theorems_proved_w_fix", s.Proved, repaired}} {
		if n.stated != nil && *n.stated != n.found {
			r.Lint.Add(res.name, "numbers of the summary that disagree with the details; the details count", fmt.Sprintf("%s is %d, the details have %d", n.what, *n.stated, n.found))
		}
	}
	for _, n := range []struct {
		what   string
		stated *float64
		found  int
	}{{"proof_success_rate_wo_fix", s.RateNoFix, won}, {"proof_success_rate_w_fix", s.Rate, repaired}} {
		rate := float64(n.found) / float64(total)
		if n.stated != nil && !(*n.stated-rate < 1e-6 && rate-*n.stated < 1e-6) {
			r.Lint.Add(res.name, "rates of the summary that disagree with the details; the details count", fmt.Sprintf("%s is %v, the details have %.4f", n.what, *n.stated, rate))
		}
	}
}
