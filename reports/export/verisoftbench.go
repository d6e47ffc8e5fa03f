package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"path"
	"strconv"
	"strings"
	"unicode"

	"proofgrid/experiments/record"
	"proofgrid/experiments/spec"
)

// A VeriSoftBench results directory is of one model in one setting, so that a run with
// several cells becomes a folder of directories, each named by the cell's number, model
// and regime. Its evaluator checks all samples first and repairs those that failed only
// when none passed. A run is mapped onto that as follows:
//
//   - success: some first answer was proved; fix_success: none was, but some repair.
//   - An exhaustive run repairs also where a first answer was proved. The evaluator
//     would not have: these repairs are left out, and counted in the notes.
//   - A depth-first run of several samples does not know what the samples after the
//     first success would have been: it is refused.
//   - err_msg is null for a proved candidate alone. For others it holds what the checker
//     said, or else what became of the attempt: a timeout, no proof in the answer, an
//     integrity audit that failed.
//   - A task whose outcome is unknown, because of the infrastructure or because it was
//     not run, would read as a failure: the run is refused, or the task left out and
//     counted. Lost samples of a task that is solved all the same are left out; the
//     others keep their number as proof_id. Where only a repair was proved and a first
//     answer is lost, success is false without being known to be; these are counted.
//   - reasoning is empty and debug_path null: a run does not have them.
//
// Source of the format: core/evaluator.py of the benchmark.
type vsbDetail struct {
	Name      string      `json:"thm_name"`
	Statement string      `json:"thm_stmt"`
	Root      string      `json:"lean_root"`
	Path      string      `json:"rel_path"`
	Retrieved []string    `json:"retrieved_lemmas"` // the evaluator writes null
	Success   bool        `json:"success"`
	Fixed     bool        `json:"fix_success"`
	Proofs    []vsbSample `json:"generated_proofs"`
}

type vsbProof struct {
	Proof  string  `json:"proof"`
	Lemmas string  `json:"aux_lemmas"`
	Error  *string `json:"err_msg"`
	Debug  *string `json:"debug_path"`
}

type vsbSample struct {
	ID int32 `json:"proof_id"`
	vsbProof
	Reasoning string     `json:"reasoning"`
	Fixes     []vsbProof `json:"fixed,omitempty"`
}

type vsbSummary struct {
	Theorems    int      `json:"total_theorems"`
	First       int      `json:"theorems_proved_wo_fix"`
	Fixed       int      `json:"theorems_proved_w_fix"`
	RateOfFirst float64  `json:"proof_success_rate_wo_fix"`
	RateOfFixed float64  `json:"proof_success_rate_w_fix"`
	Succeeded   []string `json:"succeeded_theorems"`
}

func (e *exporter) veriSoftBench(dir string) error {
	tasks, err := readAll[record.TaskRow](e)
	if err != nil {
		return err
	}
	cells, err := readAll[record.CellRow](e)
	if err != nil {
		return err
	}
	if err := e.canBeVSB(cells); err != nil {
		return err
	}
	v := &vsb{exporter: e, dir: dir, tasks: map[string]*record.TaskRow{}}
	for i := range tasks {
		v.tasks[tasks[i].TaskID] = &tasks[i]
	}
	for i, c := range cells {
		folder := ""
		if len(cells) > 1 {
			folder = fileName(fmt.Sprintf("%d-%s-%s", i+1, c.Model, c.Regime)) + "/"
		}
		v.cells = append(v.cells, &vsbCell{CellRow: c, folder: folder, used: map[string]bool{}, same: map[string]int{}, sum: vsbSummary{Succeeded: []string{}}})
	}
	return v.write()
}

// canBeVSB refuses what the format would misrepresent.
func (e *exporter) canBeVSB(cells []record.CellRow) error {
	for _, c := range cells {
		if c.K > 1 && c.Policy == string(spec.DepthFirst) {
			return fmt.Errorf("%s: %s under %s ran depth-first, which does not say what the samples after the first success would have been; VeriSoftBench's evaluator checks all of them", e.run.Name(), c.Model, c.Regime)
		}
	}
	path, err := e.run.Table("outcomes")
	if err != nil {
		return err
	}
	unknown, total := 0, 0
	for o, err := range record.Read[record.OutcomeRow](path) {
		if err != nil {
			return err
		}
		if total++; !o.Known {
			unknown++
		}
	}
	switch {
	case unknown == 0:
	case !e.SkipUnknown:
		return fmt.Errorf("%s: %d of %d outcomes are unknown (infrastructure errors, or not run), which a VeriSoftBench directory would show as failures; --skip-unknown leaves these theorems out", e.run.Name(), unknown, total)
	default:
		e.note("%d of %d outcomes are unknown; their theorems are left out.", unknown, total)
	}
	return nil
}

func (e *exporter) note(format string, args ...any) {
	e.res.Notes = append(e.res.Notes, fmt.Sprintf(format, args...))
}

func readAll[R record.Row](e *exporter) ([]R, error) {
	path, err := e.run.Table(record.TableName[R]())
	if err != nil {
		return nil, err
	}
	return record.ReadAll[R](path)
}

// vsb writes the directories of all cells.
type vsb struct {
	*exporter
	dir   string
	tasks map[string]*record.TaskRow
	cells []*vsbCell

	repairs, lost int // left out
	doubts        int // tasks that are proved by a repair, with a first answer lost
}

type vsbCell struct {
	record.CellRow
	folder string
	used   map[string]bool // names of files, in lower case
	same   map[string]int  // tasks that wanted the same name in the same repository
	sum    vsbSummary
}

// write goes through attempts and diagnostics, which are in the same order.
func (v *vsb) write() error {
	path, err := v.run.Table("attempts")
	if err != nil {
		return err
	}
	messages, stop, err := v.messages()
	if err != nil {
		return err
	}
	defer stop()
	var unit []record.AttemptRow
	var said []string // by attempt
	at, n := 0, int64(0)
	flush := func() error {
		if len(unit) == 0 {
			return nil
		}
		for at < len(v.cells) && v.cells[at].CellID != unit[0].CellID {
			at++
		}
		if at == len(v.cells) {
			return fmt.Errorf("%s: attempts are not in the order of the cells", path)
		}
		err := v.unit(v.cells[at], unit, said)
		unit, said = unit[:0], said[:0]
		return err
	}
	for a, err := range record.Read[record.AttemptRow](path) {
		if err != nil {
			return err
		}
		if len(unit) > 0 && (unit[0].CellID != a.CellID || unit[0].TaskID != a.TaskID) {
			if err := flush(); err != nil {
				return err
			}
		}
		text, err := messages(a)
		if err != nil {
			return err
		}
		unit, said = append(unit, *a), append(said, text)
		n++
		if err := v.step("attempts", n); err != nil {
			return err
		}
	}
	if err := flush(); err != nil {
		return err
	}
	for _, c := range v.cells {
		if s := &c.sum; s.Theorems > 0 {
			s.RateOfFirst, s.RateOfFixed = float64(s.First)/float64(s.Theorems), float64(s.Fixed)/float64(s.Theorems)
		}
		if err := v.json(c.folder+"summary.json", c.sum); err != nil {
			return err
		}
	}
	if v.repairs > 0 {
		v.note("%d repairs beside a first answer that was proved are left out: the evaluator would not have made them.", v.repairs)
	}
	if v.lost > 0 {
		v.note("%d attempts without an outcome, of theorems that are solved all the same, are left out.", v.lost)
	}
	if v.doubts > 0 {
		what := "theorems count"
		if v.doubts == 1 {
			what = "theorem counts"
		}
		v.note("%d %s as not proved without a fix although a first answer is lost, which might have been a proof.", v.doubts, what)
	}
	return nil
}

// messages returns what the diagnostics say of the next attempt.
func (v *vsb) messages() (of func(*record.AttemptRow) (string, error), stop func(), err error) {
	path, err := v.run.Table("diagnostics")
	if err != nil {
		return nil, nil, err
	}
	next, stop := iter.Pull2(record.Read[record.DiagnosticRow](path))
	d, err, more := next()
	return func(a *record.AttemptRow) (string, error) {
		var lines []string
		for more && err == nil && d.CellID == a.CellID && d.TaskID == a.TaskID && d.Sample == a.Sample && d.Round == a.Round {
			lines = append(lines, d.Message)
			d, err, more = next()
		}
		return strings.Join(lines, "\n"), err
	}, stop, nil
}

// unit writes the file of one task, whose attempts are in the order of samples and
// rounds.
func (v *vsb) unit(c *vsbCell, attempts []record.AttemptRow, said []string) error {
	t := v.tasks[attempts[0].TaskID]
	if t == nil {
		return fmt.Errorf("an attempt is of the unknown task %q", attempts[0].TaskID)
	}
	first, any, lost, doubt := false, false, 0, false
	for _, a := range attempts {
		proved := a.Verdict == record.Proved
		first, any = first || proved && a.Round == 0, any || proved
		if isLost(a) {
			lost++
			doubt = doubt || a.Round == 0
		}
	}
	if !any && lost > 0 {
		return nil
	}
	if v.lost += lost; doubt && !first {
		v.doubts++
	}
	statement, err := v.run.Blob(t.StatementHash)
	if err != nil {
		return err
	}
	d := vsbDetail{Name: t.Name, Statement: statement, Root: t.Repository, Path: t.File, Success: first, Fixed: any && !first, Proofs: []vsbSample{}}
	for i, a := range attempts {
		switch {
		case isLost(a):
			continue
		case a.Round > 0 && first:
			v.repairs++
			continue
		}
		p, err := v.proof(a, said[i])
		if err != nil {
			return err
		}
		if a.Round == 0 {
			d.Proofs = append(d.Proofs, vsbSample{ID: a.Sample, vsbProof: p})
			continue
		}
		last := len(d.Proofs) - 1
		if last < 0 || d.Proofs[last].ID != a.Sample {
			return fmt.Errorf("task %s has a repair of sample %d without its first answer", t.TaskID, a.Sample)
		}
		d.Proofs[last].Fixes = append(d.Proofs[last].Fixes, p)
	}
	c.sum.Theorems++
	if first {
		c.sum.First++
	}
	if any {
		c.sum.Fixed++
		c.sum.Succeeded = append(c.sum.Succeeded, t.Name)
	}
	return v.json(c.folder+"details/"+c.name(t)+".json", d)
}

func isLost(a record.AttemptRow) bool {
	return a.Verdict == record.InfrastructureError || a.Verdict == record.NotRun
}

// verdictWords stand for what a checker did not say.
var verdictWords = map[record.Verdict]string{
	record.Rejected: "rejected", record.Timeout: "Compilation timeout", record.NoAnswer: "no proof in the answer", record.Cheated: "the proof fails the integrity audit",
}

func (v *vsb) proof(a record.AttemptRow, said string) (p vsbProof, err error) {
	if p.Proof, err = v.run.Blob(a.CandidateHash); err != nil {
		return p, err
	}
	if p.Lemmas, err = v.run.Blob(a.LemmasHash); err != nil || a.Verdict == record.Proved {
		return p, err
	}
	message := verdictWords[a.Verdict]
	switch {
	case a.Verdict == record.Rejected && said != "":
		message = said
	case said != "":
		message += ": " + said
	case a.Detail != "":
		message += ": " + a.Detail
	}
	p.Error = &message
	return p, nil
}

// name returns the name of a task's file, less the extension, as the evaluator builds
// it; the repository, or else a number, tells those apart that would have the same.
func (c *vsbCell) name(t *record.TaskRow) string {
	base := t.Name
	if file := path.Base(strings.ReplaceAll(t.File, `\`, "/")); t.File != "" {
		base += "__" + strings.TrimSuffix(file, path.Ext(file))
	}
	name := fileName(base)
	for base += "__" + t.Repository; c.used[strings.ToLower(name)]; {
		c.same[base]++
		if name = fileName(base); c.same[base] > 1 {
			name = fileName(base + "__" + strconv.Itoa(c.same[base]))
		}
	}
	c.used[strings.ToLower(name)] = true
	return name
}

// fileName makes a name fit for a file on any system.
func fileName(s string) string {
	out := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(s, "_"))
	const most = 200 // of the 255 bytes that most systems take
	if len(out) > most {
		sum := sha256.Sum256([]byte(s))
		out = strings.ToValidUTF8(out[:most-9], "") + "-" + hex.EncodeToString(sum[:4])
	}
	return out
}

func (v *vsb) json(name string, value any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(value); err != nil {
		return err
	}
	return v.file(v.dir, name, b.String())
}
