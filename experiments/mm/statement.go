package mm

import "strings"

var kindOf = [256]Kind{'f': Floating, 'e': Essential, 'a': Axiom, 'p': Provable}

// labelled reads a $f, $e, $a or $p statement whose label is p.label.
func (p *parser) labelled(keyword byte, at int) {
	db := p.db
	what := kindOf[keyword].String()
	s := stmt{
		comment: p.comment, kind: kindOf[keyword],
		file: p.file, offset: int32(p.labelAt), start: int32(len(db.formulas)),
		floating: p.floating, essential: p.essential, disjoint: p.disjoint, heading: p.heading, frame: -1,
	}
	errs := len(p.errs)
	p.checkLabel(what, at)
	end := "$."
	if s.kind == Provable {
		end = "$="
	}
	ok := p.formula(what, at, end)
	s.end = int32(len(db.formulas))
	if ok && s.kind == Provable {
		ok = p.proof(&s, at)
	}
	if ok && s.kind == Floating && len(p.errs) == errs {
		p.checkFloating(&s, at)
	}
	if !ok || len(p.errs) > errs {
		db.formulas = db.formulas[:s.start]
		return
	}
	id := StmtID(len(db.stmts))
	db.labels.add(p.label)
	db.stmts = append(db.stmts, s)
	switch s.kind {
	case Essential:
		p.essential = int32(id)
	case Floating:
		p.floating = int32(id)
		f := db.formulas[s.start:]
		db.floats[f[1]] = append(db.floats[f[1]], id)
		p.floatOf[f[1]] = id
		db.typecode[f[1]] = f[0]
		db.syntax[f[0]] = true
	}
}

func (p *parser) checkLabel(what string, at int) {
	label := p.label
	if label == "" {
		p.fail(at, Syntax, "%s needs a label", what)
		return
	}
	for i := 0; i < len(label); i++ {
		if !labelByte[label[i]] {
			p.fail(p.labelAt+i, Syntax, "%q in a label: only letters, digits, '-', '_' and '.' are allowed", label[i])
			return
		}
	}
	if id, ok := p.db.Lookup(label); ok {
		p.fail(p.labelAt, Declaration, "the label is declared twice, first at %s", p.db.Pos(id))
	} else if p.db.symbols.find(label) >= 0 {
		pl := p.declaredAt[label]
		p.fail(p.labelAt, Declaration, "the label is also the math symbol declared at %s", p.db.files[pl.file].position(pl.at))
	}
}

// formula appends the symbols up to the keyword end to the formulas and checks
// that they are active, begin with a constant and have types.
func (p *parser) formula(what string, at int, end string) bool {
	db := p.db
	first := len(db.formulas)
	floating := what == "$f"
	ok := p.symbolsUntil(what, at, end, func(tok string) {
		s := Sym(p.symbols.find(&p.db.symbols, tok))
		switch {
		case s < 0:
			p.fail(p.at, Declaration, "symbol %s is not declared", clip(tok))
			s = 0
		case !db.variable[s]:
		case !p.activeVar[s]:
			p.fail(p.at, Declaration, "variable %s is not active here", clip(tok))
		case len(db.formulas) == first:
			p.fail(p.at, Declaration, "a statement begins with a constant, and %s is a variable", clip(tok))
		case p.floatOf[s] < 0 && !floating:
			p.fail(p.at, Declaration, "variable %s has no active $f statement", clip(tok))
		}
		db.formulas = append(db.formulas, s)
	})
	if ok && len(db.formulas) == first {
		p.fail(at, Syntax, "%s without a typecode", what)
	}
	return ok
}

func (p *parser) checkFloating(s *stmt, at int) {
	f := p.db.formulas[s.start:s.end]
	if len(f) != 2 || !p.db.variable[f[1]] {
		p.fail(at, Syntax, "$f takes one constant and one variable")
		return
	}
	v := f[1]
	if p.floatOf[v] >= 0 {
		p.fail(at, Declaration, "variable %s has an active $f statement already, %s", clip(p.db.symbols.at(int32(v))), clip(p.db.Label(p.floatOf[v])))
	} else if t := p.db.typecode[v]; t >= 0 && t != f[0] {
		p.fail(at, Declaration, "variable %s had typecode %s in another block; types are global", clip(p.db.symbols.at(int32(v))), clip(p.db.symbols.at(int32(t))))
	}
}

// proof finds the end of a proof without reading it.
func (p *parser) proof(s *stmt, at int) bool {
	from := p.pos
	for {
		n := strings.IndexByte(p.text[p.pos:], '$')
		if n < 0 {
			p.fail(at, Syntax, "the proof is never closed by $.")
			p.stop = true
			return false
		}
		// Whatever stands around the $ is one token.
		i := p.pos + n
		for class[p.text[i-1]] != white {
			i--
		}
		p.pos = i
		tok := p.next()
		if p.at != i {
			s.commented = true
		}
		switch {
		case tok == "":
			if !p.stop {
				p.fail(at, Syntax, "the proof is never closed by $.")
				p.stop = true
			}
			return false
		case tok == "$.":
			body := p.text[from:p.at]
			trimmed := strings.TrimLeft(body, " \t\r\n\f")
			begin := from + len(body) - len(trimmed)
			trimmed = strings.TrimRight(trimmed, " \t\r\n\f")
			s.proof = span{int32(begin), int32(begin + len(trimmed))}
			return true
		case tok[0] == '$':
			p.fail(p.at, Syntax, "%s within a proof", tok)
			p.skipStatement(tok)
			return false
		}
	}
}
