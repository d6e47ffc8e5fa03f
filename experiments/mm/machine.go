package mm

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Limits bound the work on one proof. A zero field means the default.
type Limits struct {
	MaxSteps   int // steps run; DefaultMaxSteps
	MaxSymbols int // symbols of all expressions built, 4 bytes each (up to three times that while a buffer grows); DefaultMaxSymbols
	MaxWork    int // symbols built, compared or scanned; DefaultMaxWork
}

// Defaults of Limits. No proof of set.mm (2020) takes more than 9,594 steps, builds
// more than 110,713 symbols or works on more than 221,396.
const (
	DefaultMaxSteps   = 1 << 20
	DefaultMaxSymbols = 16 << 20
	DefaultMaxWork    = 1 << 30
)

func (l Limits) withDefaults() Limits {
	set := func(n *int, def int) {
		if *n <= 0 {
			*n = def
		}
	}
	set(&l.MaxSteps, DefaultMaxSteps)
	set(&l.MaxSymbols, DefaultMaxSymbols)
	set(&l.MaxWork, DefaultMaxWork)
	return l
}

// OpenStep is a ? of a candidate.
type OpenStep struct {
	Step int // 1-based
	At   int // where the ? stands in the proof text
	// Formula is what a proof of the step must prove. A variable that the cited
	// statement has there and whose value is itself missing stands as ?name. It is
	// empty when nothing is known, and when it is longer than maxShown symbols.
	Formula string
}

// maxShown bounds the symbols of a formula in a message or an open step.
const maxShown = 2000

// maxOpen bounds the symbols of the formulas of all open steps of a proof
// together; later ones have none.
const maxOpen = 1 << 17

// entry is an expression on the stack. Without symbols it is unknown.
type entry struct {
	expr []Sym
	hole int32 // the step number of the ? that it is, 0 for everything else
	good bool  // a cited assertion, not about syntax, was applied rightly to prove it
}

// machine runs proofs. It is reused, and so is all that it allocates.
type machine struct {
	db    *Database
	d     decoded
	stack []entry
	saved []entry
	buf   []Sym // expressions are built behind its end; earlier buffers live as long as the stack needs them
	apart apartness

	limits   Limits
	ctx      context.Context
	built    int
	work     int
	pollAt   int // ask the context again when work reaches it
	steps    int
	shown    int // symbols of the formulas of open steps
	open     []OpenStep
	progress bool
}

// pollEvery is how much work passes between two looks at the context: about a
// millisecond.
const pollEvery = 1 << 20

func newMachine(db *Database) *machine {
	return &machine{db: db, apart: apartness{db: db, bit: make([]int32, db.symbols.len())}}
}

// run decodes and runs the proof text of statement id.
func (m *machine) run(ctx context.Context, id StmtID, text string, limits Limits) *proofFault {
	m.ctx, m.limits = ctx, limits
	m.stack, m.saved, m.buf = m.stack[:0], m.saved[:0], m.buf[:0]
	m.built, m.work, m.pollAt, m.steps = 0, 0, pollEvery, 0
	m.open, m.progress, m.shown = m.open[:0], false, 0
	m.apart.begin(id)
	if f := m.db.decode(&m.d, id, text); f != nil {
		return f
	}
	for i, o := range m.d.ops {
		switch {
		case o.ref == opSave:
			m.saved = append(m.saved, m.stack[len(m.stack)-1])
			continue
		case o.ref == opUnknown:
			m.steps++
			m.stack = append(m.stack, entry{hole: int32(m.steps)})
		case o.ref < opSave:
			m.steps++
			m.stack = append(m.stack, m.saved[recalled(o.ref)])
		default:
			m.steps++
			code := m.db.code[m.db.codeAt[o.ref]:]
			if code[0] < 0 {
				m.stack = append(m.stack, entry{expr: m.db.formulas[code[1]:code[2]]})
			} else if f := m.apply(StmtID(o.ref), code); f != nil {
				f.op, f.cited = i, m.db.Label(StmtID(o.ref))
				return f
			}
		}
		if m.steps > m.limits.MaxSteps {
			return m.exceeded(i, "more than %d steps", m.limits.MaxSteps)
		}
	}
	return m.finish(id)
}

// finish judges what is on the stack after the last step.
func (m *machine) finish(id StmtID) *proofFault {
	last := len(m.d.ops) - 1
	if len(m.stack) != 1 {
		return m.db.leftover(&m.d, len(m.stack))
	}
	top, want := m.stack[0], m.db.Formula(id)
	switch {
	case top.hole > 0:
		m.addOpen(top.hole, m.db.text(want))
	case len(top.expr) == 0:
	case !slices.Equal(top.expr, want):
		return &proofFault{kind: WrongResult, op: last, want: m.db.text(want), msg: fmt.Sprintf("the proof proves %s, not %s", m.show(top.expr), m.show(want))}
	default:
		m.progress = m.progress || top.good
	}
	if m.d.unknown > 0 {
		first := slices.IndexFunc(m.d.ops, func(o op) bool { return o.ref == opUnknown })
		return &proofFault{kind: Incomplete, op: first, msg: fmt.Sprintf("%d of %d steps are unknown", m.d.unknown, m.steps)}
	}
	return nil
}

// apply replaces the arguments of an assertion on the stack by its conclusion. code
// is that of the assertion.
func (m *machine) apply(id StmtID, code []int32) *proofFault {
	n := int(code[0])
	base := len(m.stack) - n
	if base < 0 {
		return m.db.underflow(id, len(m.stack))
	}
	args := m.stack[base:]
	m.work += n + 1
	floating := int(code[3])
	rest := code[4:]
	for range floating {
		e := args[rest[0]].expr
		if len(e) == 0 {
			return m.applyUnknown(id, code, args)
		}
		if e[0] != Sym(rest[1]) {
			return m.badType(id, rest[0], e)
		}
		rest = rest[2:]
	}
	essential := int(rest[0])
	rest = rest[1:]
	used := false // for progress
	for range essential {
		a := &args[rest[0]]
		template := rest[2:][:rest[1]]
		if len(a.expr) == 0 {
			return m.applyUnknown(id, code, args)
		}
		if !matches(a.expr, template, args) {
			return m.badMatch(id, rest[0], template, args)
		}
		m.work += len(a.expr)
		used = used || a.good
		rest = rest[2+len(template):]
	}
	constants, conclusion := int(rest[0]), rest[2:][:rest[1]]
	if pairs := rest[2+len(conclusion):]; pairs[0] > 0 {
		if fault := m.apart.check(id, pairs[1:][:2*pairs[0]], args, &m.work); fault != nil {
			return fault
		}
	}
	m.progress = m.progress || used
	return m.push(code, constants, conclusion, args)
}

// matches reports whether the template under the substitution that args gives is expr.
func matches(expr []Sym, template []int32, args []entry) bool {
	for _, c := range template {
		if c >= 0 {
			if len(expr) == 0 || expr[0] != Sym(c) {
				return false
			}
			expr = expr[1:]
			continue
		}
		v := args[^c].expr[1:]
		if len(v) > len(expr) {
			return false
		}
		for i, s := range v {
			if expr[i] != s {
				return false
			}
		}
		expr = expr[len(v):]
	}
	return len(expr) == 0
}

// push replaces args by the conclusion of an assertion under the substitution that
// they give.
func (m *machine) push(code []int32, constants int, conclusion []int32, args []entry) *proofFault {
	out := m.db.formulas[code[1]:code[2]]
	if constants < len(conclusion) {
		n := constants
		for _, c := range conclusion {
			if c < 0 {
				n += len(args[^c].expr) - 1
			}
		}
		m.built += n
		m.work += n
		if fault := m.overLimit(); fault != nil {
			return fault
		}
		out = m.room(n)
		to := out
		for _, c := range conclusion {
			if c >= 0 {
				to[0] = Sym(c)
				to = to[1:]
				continue
			}
			v := args[^c].expr[1:]
			if len(v) == 1 {
				to[0] = v[0]
				to = to[1:]
				continue
			}
			to = to[copy(to, v):]
		}
	} else if fault := m.overLimit(); fault != nil {
		return fault
	}
	m.stack = append(m.stack[:len(m.stack)-len(args)], entry{expr: out, good: !m.db.syntax[out[0]]})
	return nil
}

// room returns space for n symbols.
func (m *machine) room(n int) []Sym {
	used := len(m.buf)
	if cap(m.buf)-used < n {
		m.buf = make([]Sym, 0, max(2*cap(m.buf), n, 1<<14))
		used = 0
	}
	m.buf = m.buf[:used+n]
	return m.buf[used:]
}

// overLimit is called after work was added.
func (m *machine) overLimit() *proofFault {
	switch {
	case m.built > m.limits.MaxSymbols:
		return m.exceeded(0, "the expressions have more than %d symbols together", m.limits.MaxSymbols)
	case m.work > m.limits.MaxWork:
		return m.exceeded(0, "more than %d symbols built and compared", m.limits.MaxWork)
	case m.work >= m.pollAt:
		m.pollAt = m.work + pollEvery
		if err := context.Cause(m.ctx); err != nil {
			return m.exceeded(0, "%v", err)
		}
	}
	return nil
}

func (m *machine) exceeded(op int, format string, args ...any) *proofFault {
	return &proofFault{kind: LimitExceeded, op: op, msg: fmt.Sprintf(format, args...)}
}

// applyUnknown is apply where some argument is unknown: it checks what can be
// checked and says what the ? among the arguments must prove.
func (m *machine) applyUnknown(id StmtID, code []int32, args []entry) *proofFault {
	floating := int(code[3])
	rest := code[4:]
	for range floating {
		if e := args[rest[0]]; e.hole > 0 {
			m.addOpen(e.hole, m.db.symbols.at(int32(rest[1]))+" ?"+m.variable(id, rest[0]))
		} else if len(e.expr) > 0 && e.expr[0] != Sym(rest[1]) {
			return m.badType(id, rest[0], e.expr)
		}
		rest = rest[2:]
	}
	essential := int(rest[0])
	rest = rest[1:]
	used := false
	for range essential {
		a := &args[rest[0]]
		template := rest[2:][:rest[1]]
		switch {
		case a.hole > 0:
			m.addOpen(a.hole, m.instance(id, template, args))
		case len(a.expr) == 0 || !known(template, args):
		case !matches(a.expr, template, args):
			return m.badMatch(id, rest[0], template, args)
		default:
			m.work += len(a.expr)
			used = used || a.good
		}
		rest = rest[2+len(template):]
	}
	constants, conclusion := int(rest[0]), rest[2:][:rest[1]]
	pairs := rest[2+len(conclusion):]
	if fault := m.apart.check(id, pairs[1:][:2*pairs[0]], args, &m.work); fault != nil {
		return fault
	}
	m.progress = m.progress || used
	if fault := m.overLimit(); fault != nil {
		return fault
	}
	if known(conclusion, args) {
		return m.push(code, constants, conclusion, args)
	}
	m.stack = append(m.stack[:len(m.stack)-len(args)], entry{})
	return m.overLimit()
}

// variable returns the variable of the $f at a place among the hypotheses of an
// assertion.
func (m *machine) variable(id StmtID, place int32) string {
	return m.db.symbols.at(int32(m.db.Formula(m.db.hyp(id, place))[1]))
}

func (db *Database) hyp(id StmtID, place int32) StmtID {
	return db.frames[db.stmts[id].frame].hyps[place]
}

// known reports whether every variable of a template has a value.
func known(template []int32, args []entry) bool {
	for _, c := range template {
		if c < 0 && len(args[^c].expr) == 0 {
			return false
		}
	}
	return true
}

func (m *machine) addOpen(step int32, formula string) {
	m.open = append(m.open, OpenStep{Step: int(step), Formula: formula})
}

// instance returns the text of a template under a substitution, with ?v for the
// variables v that have no value, and empty when it is too long.
func (m *machine) instance(id StmtID, template []int32, args []entry) string {
	if m.shown > maxOpen {
		return ""
	}
	var b strings.Builder
	n := 0
	defer func() { m.shown += n; m.work += n }()
	word := func(s string) {
		if n > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		n++
	}
	for _, c := range template {
		if c >= 0 {
			word(m.db.symbols.at(int32(c)))
			continue
		}
		v := args[^c].expr
		if len(v) == 0 {
			word("?" + m.variable(id, ^c))
			continue
		}
		if n+len(v) > maxShown || len(template) > maxShown {
			return ""
		}
		for _, s := range v[1:] {
			word(m.db.symbols.at(int32(s)))
		}
	}
	return b.String()
}

// show returns the text of an expression for a message, cut where it is long.
func (m *machine) show(expr []Sym) string {
	const shown = 200
	if len(expr) > shown {
		return fmt.Sprintf("%s … (%d symbols)", m.db.text(expr[:shown]), len(expr))
	}
	return m.db.text(expr)
}

func (m *machine) badType(id StmtID, place int32, expr []Sym) *proofFault {
	hyp := m.db.hyp(id, place)
	return &proofFault{kind: Mismatch, msg: fmt.Sprintf("hypothesis %s (%s) cannot be %s",
		m.db.Label(hyp), m.db.FormulaText(hyp), m.show(expr))}
}

func (m *machine) badMatch(id StmtID, place int32, template []int32, args []entry) *proofFault {
	want := m.instance(id, template, args)
	shown := want
	if len(want) > 1000 {
		shown = want[:1000] + " …"
	} else if want == "" {
		shown = fmt.Sprintf("something of more than %d symbols", maxShown)
	}
	return &proofFault{kind: Mismatch, want: want, msg: fmt.Sprintf("hypothesis %s must be %s and is %s",
		m.db.Label(m.db.hyp(id, place)), shown, m.show(args[place].expr))}
}
