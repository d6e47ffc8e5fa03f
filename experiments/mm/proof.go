package mm

import (
	"fmt"
	"slices"
)

// op is one instruction of a decoded proof.
type op struct {
	ref int32 // a StmtID to cite, opUnknown, opSave, or recall(k)
	at  int32 // where it stands in the proof text
}

const (
	opUnknown int32 = -1 // ?
	opSave    int32 = -2 // Z: tag the step before
)

// recall(k) pushes what the k-th Z tagged.
func recall(k int) int32 { return -3 - int32(k) }

// recalled undoes recall.
func recalled(ref int32) int { return int(-3 - ref) }

// decoded is a proof text as instructions. It is reused from proof to proof.
type decoded struct {
	ops        []op
	compressed bool
	unknown    int     // how many ? there are
	list       []int32 // what the numbers of a compressed proof stand for, before the saved steps
}

// stepsAt counts the steps among ops[:n].
func (d *decoded) stepsAt(n int) int {
	steps := 0
	for _, o := range d.ops[:n] {
		if o.ref != opSave {
			steps++
		}
	}
	return steps
}

// tokenEnd returns where the token, or in a compressed proof the number, ends that
// begins at text[at].
func (d *decoded) tokenEnd(text string, at int) int {
	end := at
	if d.compressed && text[at] != '(' {
		// The letters after the list; a label in the list ends at white space as below.
		for end < len(text) && ('U' <= text[end] && text[end] <= 'Y' || class[text[end]] == white) {
			end++
		}
		return min(end+1, len(text))
	}
	for end < len(text) && class[text[end]] != white {
		end++
	}
	return end
}

// proofFault is an error before it is known whose proof it is in.
type proofFault struct {
	kind       ErrorKind
	msg        string
	cited      string
	want       string
	start, end int
	op         int // index of the instruction at fault, -1 when there is none
	step       int // the step at fault where op is -1
}

func faultAt(start, end int, kind ErrorKind, format string, args ...any) *proofFault {
	return &proofFault{kind: kind, msg: fmt.Sprintf(format, args...), start: start, end: end, op: -1}
}

// nextToken returns the bounds of the next token of text from i on; start is
// len(text) when there is none.
func nextToken(text string, i int) (start, end int) {
	for i < len(text) && class[text[i]] == white {
		i++
	}
	start = i
	for i < len(text) && class[text[i]] != white {
		i++
	}
	return start, i
}

// decode reads the proof text of statement id into d. The text holds no comments.
func (db *Database) decode(d *decoded, id StmtID, text string) *proofFault {
	d.ops, d.list = d.ops[:0], d.list[:0]
	d.compressed, d.unknown = false, 0
	start, end := nextToken(text, 0)
	if text[start:end] == "(" {
		d.compressed = true
		return db.decodeCompressed(d, id, text, end)
	}
	for ; start < end; start, end = nextToken(text, end) {
		if text[start:end] == "?" {
			d.unknown++
			d.ops = append(d.ops, op{opUnknown, int32(start)})
			continue
		}
		cited, fault := db.cite(id, text, start, end)
		if fault != nil {
			fault.op = len(d.ops)
			d.ops = append(d.ops, op{opUnknown, int32(start)})
			return fault
		}
		d.ops = append(d.ops, op{int32(cited), int32(start)})
	}
	if len(d.ops) == 0 {
		return faultAt(0, 0, EmptyProof, "there is no proof")
	}
	return nil
}

// cite resolves the label text[start:end] in a proof of statement id.
func (db *Database) cite(id StmtID, text string, start, end int) (StmtID, *proofFault) {
	label := text[start:end]
	cited, ok := db.Lookup(label)
	if ok && cited < id && (db.isAssertion(cited) || id < db.stmts[cited].scopeEnd) {
		return cited, nil
	}
	fault := faultAt(start, end, NotCitable, "")
	fault.cited = label
	switch {
	case !ok:
		fault.kind, fault.msg = UnknownLabel, fmt.Sprintf("there is no statement %s", clip(label))
		for i := start; i < end; i++ {
			if !labelByte[text[i]] {
				fault.kind, fault.msg = Syntax, fmt.Sprintf("%q is no label: it holds %q", clip(label), text[i])
				break
			}
		}
	case cited == id:
		fault.msg = fmt.Sprintf("%s cites itself", label)
	case cited > id:
		fault.msg = fmt.Sprintf("%s comes later in the database", label)
	default:
		fault.msg = fmt.Sprintf("hypothesis %s is out of scope", label)
	}
	return -1, fault
}

// decodeCompressed reads a compressed proof (appendix "Compressed Proofs") from
// behind its opening parenthesis.
func (db *Database) decodeCompressed(d *decoded, id StmtID, text string, i int) *proofFault {
	mandatory := db.frames[db.stmts[id].frame].hyps
	for _, h := range mandatory {
		d.list = append(d.list, int32(h))
	}
	for {
		start, end := nextToken(text, i)
		if start == end {
			return faultAt(0, 1, Syntax, "the list of labels is never closed by )")
		}
		i = end
		if text[start:end] == ")" {
			break
		}
		cited, fault := db.cite(id, text, start, end)
		if fault != nil {
			return fault
		}
		if !db.isAssertion(cited) {
			if _, is := slices.BinarySearch(mandatory, cited); is {
				fault := faultAt(start, end, Syntax, "mandatory hypothesis %s must not be in the list of labels", text[start:end])
				fault.cited = text[start:end]
				return fault
			}
		}
		d.list = append(d.list, int32(cited))
	}
	if fault := d.letters(text, i); fault != nil {
		return fault
	}
	if len(d.ops) == 0 {
		return faultAt(0, 0, EmptyProof, "there is no step after the list of labels")
	}
	return nil
}

// letters reads the numbers of a compressed proof, which begin at text[i].
func (d *decoded) letters(text string, i int) (fault *proofFault) {
	ops, list := d.ops, d.list
	number, begun, saved := 0, -1, 0
	tag := false // the last letter ended a number, so that a Z may follow
	for ; i < len(text) && fault == nil; i++ {
		c := text[i]
		switch {
		case 'A' <= c && c <= 'T':
			if begun < 0 {
				begun = i
			}
			n := number*20 + int(c-'A')
			switch {
			case n < len(list):
				ops = append(ops, op{list[n], int32(begun)})
			case n < len(list)+saved:
				ops = append(ops, op{recall(n - len(list)), int32(begun)})
			default:
				fault = d.badNumber(begun, i+1, saved)
			}
			number, begun, tag = 0, -1, true
			continue
		case 'U' <= c && c <= 'Y':
			if begun < 0 {
				begun = i
			}
			number = number*5 + int(c-'U') + 1
			if number*20 >= len(list)+saved {
				fault = d.badNumber(begun, i+1, saved)
			}
		case class[c] == white:
			continue
		case begun >= 0:
			fault = faultAt(begun, i+1, Syntax, "%q within a number, which ends with a letter from A to T", c)
		case c == 'Z':
			if !tag {
				fault = faultAt(i, i+1, Syntax, "Z must follow the number of a step")
			}
			saved++
			ops = append(ops, op{opSave, int32(i)})
		case c == '?':
			d.unknown++
			ops = append(ops, op{opUnknown, int32(i)})
		default:
			fault = faultAt(i, i+1, Syntax, "%q in the letters of a compressed proof", c)
		}
		tag = false
	}
	if begun >= 0 && fault == nil {
		fault = faultAt(begun, len(text), Syntax, "the last number is not finished")
	}
	d.ops = ops
	if fault != nil {
		fault.step = d.stepsAt(len(ops)) + 1
	}
	return fault
}

func (d *decoded) badNumber(start, end, saved int) *proofFault {
	return faultAt(start, end, Syntax, "the number is too large: there are %d hypotheses and labels and %d steps tagged so far", len(d.list), saved)
}

// Step is one step of a proof.
type Step struct {
	Stmt StmtID  // the statement cited, -1 for ?
	Args []int32 // the steps that prove its mandatory hypotheses, in the order of its frame
}

// Proof returns the proof of a $p statement in order of evaluation; the last step
// proves the statement. A step that a compressed proof tags and uses again is one
// step, so the steps are a directed acyclic graph. Labels, encoding and the depth
// of the stack are checked, substitutions are not. The error is an *Error.
func (db *Database) Proof(id StmtID) ([]Step, error) {
	s := &db.stmts[id]
	if s.kind != Provable {
		return nil, &Error{File: db.files[s.file].name, Label: db.Label(id), Kind: EmptyProof, Msg: s.kind.String() + " statements have no proof"}
	}
	var d decoded
	if f := db.decode(&d, id, db.proofText(id)); f != nil {
		return nil, db.proofError(id, &d, f)
	}
	steps := make([]Step, 0, len(d.ops))
	args := make([]int32, 0, len(d.ops))
	var stack, saved []int32
	for i, o := range d.ops {
		switch {
		case o.ref == opSave:
			saved = append(saved, stack[len(stack)-1])
			continue
		case o.ref < opSave:
			stack = append(stack, saved[recalled(o.ref)])
			continue
		}
		n := 0
		if o.ref >= 0 && db.stmts[o.ref].kind >= Axiom {
			n = len(db.frames[db.stmts[o.ref].frame].hyps)
		}
		if n > len(stack) {
			f := db.underflow(StmtID(o.ref), len(stack))
			f.op, f.cited = i, db.Label(StmtID(o.ref))
			return nil, db.proofError(id, &d, f)
		}
		first := len(args)
		args = append(args, stack[len(stack)-n:]...)
		stack = append(stack[:len(stack)-n], int32(len(steps)))
		steps = append(steps, Step{Stmt: StmtID(max(o.ref, opUnknown)), Args: args[first:len(args):len(args)]})
	}
	if len(stack) != 1 {
		return nil, db.proofError(id, &d, db.leftover(&d, len(stack)))
	}
	return steps, nil
}

// underflow is the fault of citing an assertion with too few expressions on the stack.
func (db *Database) underflow(cited StmtID, depth int) *proofFault {
	return &proofFault{kind: Underflow, msg: fmt.Sprintf("%s has %d hypotheses and the stack holds %d",
		db.Label(cited), len(db.frames[db.stmts[cited].frame].hyps), depth)}
}

func (db *Database) leftover(d *decoded, depth int) *proofFault {
	return &proofFault{kind: LeftoverStack, op: len(d.ops) - 1,
		msg: fmt.Sprintf("%d expressions are left on the stack, not one", depth)}
}

// proofError places a fault in the file of statement id.
func (db *Database) proofError(id StmtID, d *decoded, f *proofFault) *Error {
	s := &db.stmts[id]
	e := db.faultError(id, d, f, db.proofText(id))
	src := db.files[s.file]
	off := int(s.proof.from) + e.Start
	if f.kind == EmptyProof {
		off = int(s.offset)
	}
	pos := src.position(off)
	e.File, e.Line, e.Col = pos.File, pos.Line, pos.Col
	return e
}

// faultError is proofError for a text that stands in no file.
func (db *Database) faultError(id StmtID, d *decoded, f *proofFault, text string) *Error {
	e := &Error{Label: db.Label(id), Kind: f.kind, Msg: f.msg, Cited: f.cited, Want: f.want, Step: f.step, Start: f.start, End: f.end}
	if f.op >= 0 {
		o := d.ops[f.op]
		e.Step = d.stepsAt(f.op + 1)
		if f.end == 0 {
			e.Start = int(o.at)
			e.End = d.tokenEnd(text, e.Start)
		}
	}
	return e
}
