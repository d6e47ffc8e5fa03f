package mm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// maxErrors ends reading: what comes after so many errors is seldom of interest.
const maxErrors = 100

// parser reads the files of a database in one pass.
type parser struct {
	db   *Database
	open opener
	errs Errors

	cursor
	stop bool // nothing more can be read

	reading []int32 // the files that the current one is included from, itself last
	comment span    // the last comment, forgotten after each statement

	// What is active.
	activeVar []bool   // by symbol
	floatOf   []StmtID // by symbol, the active $f of a variable or -1
	floating  int32
	essential int32
	disjoint  int32
	heading   int32
	declared  []Sym // variables declared by the open blocks
	blocks    []openBlock

	label      string // a label whose statement has not come yet
	labelAt    int
	declaredAt map[string]place // of symbols, to say where a clash is
	marks      []int32          // by symbol, the $d statement that saw it last
	mark       int32
	symbols    shortNames
	vars       []Sym
	groups     block[Sym]
}

// cursor is the place in the file being read.
type cursor struct {
	src  *source
	file int32
	text string
	pos  int // of the next byte to read
	at   int // of the token that next returned
}

// openBlock is what an open ${ restores when it ends.
type openBlock struct {
	floating, essential, disjoint int32
	declared                      int
	file                          int32
	at                            int
}

type place struct {
	file int32
	at   int
}

func read(o opener, name string) (*Database, error) {
	src, err := o.read(name)
	if err != nil {
		return nil, &Error{File: name, Kind: Unreadable, Msg: cause(err)}
	}
	p := &parser{
		db: &Database{
			labels:  newNames(),
			symbols: newNames(),
			// Sizes that set.mm has room in.
			formulas: make([]Sym, 0, len(src.text)/22),
			stmts:    make([]stmt, 0, len(src.text)/430),
		},
		open: o, floating: -1, essential: -1, disjoint: -1, heading: -1,
		declaredAt: map[string]place{},
	}
	p.readFile(src)
	for _, b := range p.blocks {
		p.failAt(b.file, b.at, Scope, "${ is never closed")
	}
	p.endScope(-1, -1)
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	if !p.db.buildFrames() {
		return nil, Errors{{File: name, Kind: LimitExceeded, Msg: errFrames}}
	}
	return p.db, nil
}

func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

func (p *parser) fail(at int, kind ErrorKind, format string, args ...any) {
	p.failAt(p.file, at, kind, format, args...)
}

func (p *parser) failAt(file int32, at int, kind ErrorKind, format string, args ...any) {
	if len(p.errs) == maxErrors {
		p.stop = true
		return
	}
	pos := p.db.files[file].position(at)
	p.errs = append(p.errs, &Error{File: pos.File, Line: pos.Line, Col: pos.Col, Label: p.label,
		Kind: kind, Msg: fmt.Sprintf(format, args...)})
}

// readFile reads one file in the place of its inclusion.
func (p *parser) readFile(src *source) {
	outer := p.cursor
	p.cursor = cursor{src: src, file: int32(len(p.db.files)), text: src.text}
	p.comment, p.label = span{}, ""
	p.db.files = append(p.db.files, src)
	p.reading = append(p.reading, p.file)
	// Comments and proofs are skipped without looking at each byte, so that is done
	// meanwhile.
	firstBad := make(chan int, 1)
	go func() { firstBad <- findBad(src.text) }()
	errs := len(p.errs)
	for !p.stop {
		tok := p.next()
		if tok == "" {
			break
		}
		p.statement(tok)
	}
	p.orphan("the end of the file")
	if i := <-firstBad; i >= 0 {
		p.errs = p.errs[:errs]
		p.fail(i, Syntax, "byte 0x%02x: only printable ASCII and white space are allowed", src.text[i])
		p.stop = true
	}
	p.reading = p.reading[:len(p.reading)-1]
	p.cursor = outer
	p.comment, p.label = span{}, ""
}

// next returns the next token after white space and comments, empty at the end of
// the file. A token that is no Metamath stops the reading.
func (p *parser) next() string {
	text := p.text
	for !p.stop {
		i := p.pos
		for i < len(text) && class[text[i]] == white {
			i++
		}
		start := i
		p.at = start
		for i < len(text) && class[text[i]] == printable {
			i++
		}
		if i == len(text) || class[text[i]] == white {
			p.pos = i
			return text[start:i]
		}
		for i < len(text) && class[text[i]] != white {
			i++
		}
		p.pos = i
		tok := text[start:i]
		switch {
		case tok == "$(":
			p.skipComment()
		case len(tok) == 2 && tok[0] == '$' && strings.IndexByte("cvfedap.={}[])", tok[1]) >= 0:
			return tok
		default:
			p.fail(start, Syntax, "%q: a $ belongs to keywords, which stand between white space", clip(tok))
			p.stop = true
		}
	}
	return ""
}

// skipComment moves behind the comment that p.pos is in.
func (p *parser) skipComment() {
	start := p.at
	from := p.pos
	for i := from; ; i++ {
		n := strings.IndexByte(p.text[i:], '$')
		if n < 0 {
			p.fail(start, Syntax, "the comment is never closed")
			p.stop = true
			return
		}
		i += n
		switch {
		case i+1 == len(p.text):
		case p.text[i+1] == '(':
			p.fail(i, Syntax, "comments do not nest: $( within a comment")
			p.stop = true
			return
		case p.text[i+1] == ')':
			if class[p.text[i-1]] != white || i+2 < len(p.text) && class[p.text[i+2]] != white {
				p.fail(i, Syntax, "$) must stand between white space")
				p.stop = true
				return
			}
			p.comment = span{int32(from), int32(i)}
			p.pos = i + 2
			if title, level, ok := parseHeading(p.text[from:i]); ok {
				p.addHeading(title, level)
			}
			return
		}
	}
}

func (p *parser) addHeading(title string, level int) {
	prev := p.heading
	for prev >= 0 && int(p.db.headings[prev].level) >= level {
		prev = p.db.headings[prev].prev
	}
	p.heading = int32(len(p.db.headings))
	p.db.headings = append(p.db.headings, heading{title: title, level: int8(level), prev: prev})
}

// clip shortens a token for a message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// orphan reports a label that no statement follows.
func (p *parser) orphan(found string) {
	if p.label != "" && !p.stop {
		p.fail(p.labelAt, Syntax, "the label is followed by %s instead of $f, $e, $a or $p", found)
	}
	p.label = ""
}

// statement reads the statement that begins with tok, or a label.
func (p *parser) statement(tok string) {
	at := p.at
	if tok[0] != '$' {
		p.orphan("another label")
		p.label, p.labelAt = tok, at
		return
	}
	c := tok[1]
	switch c {
	case 'f', 'e', 'a', 'p':
		p.labelled(c, at)
		p.label = ""
	default:
		p.orphan(tok)
		switch c {
		case 'c':
			p.constants(at)
		case 'v':
			p.variables(at)
		case 'd':
			p.disjoints(at)
		case '{':
			p.blocks = append(p.blocks, openBlock{p.floating, p.essential, p.disjoint, len(p.declared), p.file, at})
		case '}':
			p.closeBlock(at)
		case '[':
			p.include(at)
		default:
			p.fail(at, Syntax, "%s outside of a statement", tok)
		}
	}
	p.comment = span{}
}

func (p *parser) closeBlock(at int) {
	if len(p.blocks) == 0 {
		p.fail(at, Scope, "$} without ${")
		return
	}
	b := p.blocks[len(p.blocks)-1]
	p.blocks = p.blocks[:len(p.blocks)-1]
	p.endScope(b.floating, b.essential)
	p.disjoint = b.disjoint
	for _, v := range p.declared[b.declared:] {
		p.activeVar[v] = false
	}
	p.declared = p.declared[:b.declared]
}

// endScope makes the last hypotheses active that are given.
func (p *parser) endScope(floating, essential int32) {
	stmts := p.db.stmts
	for ; p.floating != floating; p.floating = stmts[p.floating].floating {
		stmts[p.floating].scopeEnd = StmtID(len(stmts))
		p.floatOf[p.db.formulas[stmts[p.floating].start+1]] = -1
	}
	for ; p.essential != essential; p.essential = stmts[p.essential].essential {
		stmts[p.essential].scopeEnd = StmtID(len(stmts))
	}
}

// include reads the file named between $[ and $].
func (p *parser) include(at int) {
	name := p.next()
	nameAt := p.at
	if name == "" || name[0] == '$' {
		if !p.stop {
			p.fail(at, Syntax, "$[ without a file name")
		}
		return
	}
	if tok := p.next(); tok != "$]" {
		if !p.stop {
			p.fail(at, Syntax, "$[ needs one file name and then $]")
		}
		return
	}
	if len(p.blocks) > 0 {
		p.fail(at, Scope, "files can be included in the outermost block only")
		return
	}
	full := p.open.resolve(p.src.name, name)
	src, err := p.load(full)
	switch {
	case err != nil:
		p.fail(nameAt, Unreadable, "cannot include %s: %s", full, cause(err))
	case src != nil:
		p.readFile(src)
	}
}

// load returns nil for a file that was included before (section 4.1.2).
func (p *parser) load(name string) (*source, error) {
	info, f, err := p.open.stat(name)
	if err != nil {
		return nil, err
	}
	f.Close()
	for i, s := range p.db.files {
		if s.name != name && !os.SameFile(s.info, info) {
			continue
		}
		for _, r := range p.reading {
			if int(r) == i {
				pos := p.src.position(p.at)
				p.db.warnings = append(p.db.warnings, &Error{File: pos.File, Line: pos.Line, Col: pos.Col,
					Kind: CyclicInclude, Msg: fmt.Sprintf("%s is being read already; its inclusion is ignored", name)})
			}
		}
		return nil, nil
	}
	return p.open.read(name)
}

// symbolsUntil calls each for every token up to the keyword end, and reports
// whether it came. On any other keyword it reports an error and skips the
// statement.
func (p *parser) symbolsUntil(what string, start int, end string, each func(tok string)) bool {
	for {
		tok := p.next()
		if tok == "" {
			if !p.stop {
				p.fail(start, Syntax, "the %s statement is never closed by %s", what, end)
				p.stop = true
			}
			return false
		}
		if tok[0] != '$' {
			each(tok)
			continue
		}
		if tok == end {
			return true
		}
		p.fail(p.at, Syntax, "%s within a %s statement", tok, what)
		p.skipStatement(tok)
		return false
	}
}

// skipStatement moves behind the next $., to look for more errors from there.
func (p *parser) skipStatement(tok string) {
	for tok != "" && tok != "$." {
		tok = p.next()
	}
}

// declare returns the symbol for a token of a $c or $v statement, -1 after an error.
func (p *parser) declare(name string, variable bool) Sym {
	db := p.db
	if s := Sym(db.symbols.find(name)); s >= 0 {
		switch {
		case db.variable[s] != variable:
			p.fail(p.at, Declaration, "%s cannot be both a constant and a variable", clip(name))
		case !variable:
			p.fail(p.at, Declaration, "constant %s is declared twice", clip(name))
		case p.activeVar[s]:
			p.fail(p.at, Declaration, "variable %s is active already", clip(name))
		default:
			return s
		}
		return -1
	}
	if id, ok := db.Lookup(name); ok {
		p.fail(p.at, Declaration, "symbol %s is also the label at %s", clip(name), db.Pos(id))
	}
	s := Sym(db.symbols.add(name))
	db.variable = append(db.variable, variable)
	db.typecode = append(db.typecode, -1)
	db.syntax = append(db.syntax, false)
	db.floats = append(db.floats, nil)
	p.activeVar = append(p.activeVar, false)
	p.floatOf = append(p.floatOf, -1)
	p.marks = append(p.marks, 0)
	p.declaredAt[name] = place{p.file, p.at}
	return s
}

func (p *parser) constants(at int) {
	n := 0
	p.symbolsUntil("$c", at, "$.", func(tok string) {
		n++
		if len(p.blocks) == 0 {
			p.declare(tok, false)
		}
	})
	if len(p.blocks) > 0 {
		p.fail(at, Scope, "constants can be declared in the outermost block only")
	} else if n == 0 && !p.stop {
		p.fail(at, Syntax, "$c declares nothing")
	}
}

func (p *parser) variables(at int) {
	n := 0
	p.symbolsUntil("$v", at, "$.", func(tok string) {
		n++
		if s := p.declare(tok, true); s >= 0 {
			p.activeVar[s] = true
			p.declared = append(p.declared, s)
		}
	})
	if n == 0 && !p.stop {
		p.fail(at, Syntax, "$v declares nothing")
	}
}

func (p *parser) disjoints(at int) {
	vars := p.vars[:0]
	n := 0
	p.mark++
	p.symbolsUntil("$d", at, "$.", func(tok string) {
		n++
		s := Sym(p.symbols.find(&p.db.symbols, tok))
		switch {
		case s < 0 || !p.db.variable[s] || !p.activeVar[s]:
			p.fail(p.at, Declaration, "%s is no active variable", clip(tok))
		case p.marks[s] == p.mark:
			p.fail(p.at, Declaration, "variable %s stands twice in the $d statement", clip(tok))
		default:
			p.marks[s] = p.mark
			vars = append(vars, s)
		}
	})
	if n < 2 && !p.stop {
		p.fail(at, Syntax, "$d needs at least two variables")
	}
	slices.Sort(vars)
	p.vars = vars
	p.db.disjoint = append(p.db.disjoint, disjointGroup{vars: p.groups.keep(vars), prev: p.disjoint})
	p.disjoint = int32(len(p.db.disjoint) - 1)
}
