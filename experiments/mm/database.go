package mm

import (
	"io/fs"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Sym is a math symbol; symbols are numbered from 0 in order of first declaration.
type Sym int32

// StmtID is a labelled statement; they are numbered from 0 in order of the text.
type StmtID int32

// Kind says what a labelled statement is.
type Kind uint8

const (
	Floating  Kind = iota // $f
	Essential             // $e
	Axiom                 // $a
	Provable              // $p
)

// String returns the keyword of the kind, such as "$a".
func (k Kind) String() string { return keywordOf[k] }

var keywordOf = [...]string{"$f", "$e", "$a", "$p"}

// Frame is what a proof that cites an assertion must supply and respect.
type Frame struct {
	Hyps     []StmtID // the mandatory hypotheses, $f and $e, in order of appearance
	Disjoint [][2]Sym // the mandatory disjoint pairs, the smaller symbol first, sorted
}

// Database is a Metamath database that has been read without errors; its proofs
// have not been checked. It is safe for concurrent use.
type Database struct {
	files  []*source
	stmts  []stmt
	labels names // by StmtID

	symbols  names // by Sym, as the next three
	variable []bool
	typecode []Sym      // of variables, -1 where no $f gives one
	floats   [][]StmtID // all $f of a variable
	syntax   []bool

	formulas []Sym // of all statements, one after the other
	disjoint []disjointGroup
	headings []heading
	frames   []frame // of assertions
	code     []int32 // of all statements, see frame.go
	codeAt   []int32 // by StmtID
	warnings []*Error

	machines   sync.Pool // of *machine, for Check
	axiomsOnce sync.Once
	axioms     *axiomTable
}

// stmt is one labelled statement. What is active at a statement is kept as
// chains: each link names the one declared before it that is still active, so a
// scope costs one number to save and restore and nothing per statement.
//
// It holds no pointers, and so gives the garbage collector nothing to do.
type stmt struct {
	start, end int32  // its formula within formulas
	file       int32  // the next three are in its text
	offset     int32  // of the label
	comment    span   // without its brackets
	proof      span   // between $= and $., trimmed
	floating   int32  // the last $f active here, for a $f itself the one before it; -1 is none
	essential  int32  // the same of $e
	disjoint   int32  // the last disjointGroup active here
	heading    int32  // the innermost heading above
	frame      int32  // of an assertion
	scopeEnd   StmtID // of a hypothesis: the first statement after its block
	kind       Kind
	commented  bool // the proof has comments in it
}

// span is a part of a text.
type span struct{ from, to int32 }

// disjointGroup is one $d statement: every two of its variables are disjoint.
type disjointGroup struct {
	vars []Sym // sorted
	prev int32
}

// ReadFile reads the database at name and the files it includes, whose names are
// relative to the folder of the file that includes them. The error is an [Errors]
// with everything found wrong in the text, or an *Error of kind Unreadable when
// name itself cannot be read. Proofs are not checked.
func ReadFile(name string) (*Database, error) {
	return read(osOpener(), filepath.Clean(name))
}

// Read is ReadFile in a file system.
func Read(fsys fs.FS, name string) (*Database, error) {
	return read(fsOpener(fsys), path.Clean(name))
}

// Len returns the number of labelled statements.
func (db *Database) Len() int { return len(db.stmts) }

// Lookup returns the statement with a label; without one it is -1 and false.
func (db *Database) Lookup(label string) (StmtID, bool) {
	id := db.labels.find(label)
	return StmtID(id), id >= 0
}

// Label returns the label of a statement.
func (db *Database) Label(id StmtID) string { return db.labels.at(int32(id)) }

// Kind returns what kind of statement id is.
func (db *Database) Kind(id StmtID) Kind { return db.stmts[id].kind }

// Formula returns the symbols of a statement, the typecode first.
func (db *Database) Formula(id StmtID) []Sym {
	s := &db.stmts[id]
	return db.formulas[s.start:s.end:s.end]
}

// FormulaText returns the symbols of a statement separated by single spaces.
func (db *Database) FormulaText(id StmtID) string { return db.text(db.Formula(id)) }

func (db *Database) text(expr []Sym) string {
	var b strings.Builder
	for i, s := range expr {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(db.symbols.at(int32(s)))
	}
	return b.String()
}

// Symbols returns the number of symbols.
func (db *Database) Symbols() int { return db.symbols.len() }

// Symbol returns the token of a symbol.
func (db *Database) Symbol(s Sym) string { return db.symbols.at(int32(s)) }

// Sym returns the symbol with a token; without one it is -1 and false.
func (db *Database) Sym(name string) (Sym, bool) {
	s := db.symbols.find(name)
	return Sym(s), s >= 0
}

// IsVariable reports whether s was declared by $v.
func (db *Database) IsVariable(s Sym) bool { return db.variable[s] }

// IsSyntax reports whether s is the typecode of some $f statement. Statements
// with such a typecode say that an expression is well formed; the others assert.
func (db *Database) IsSyntax(s Sym) bool { return db.syntax[s] }

// Frame returns the frame of a $a or $p statement. For a hypothesis it is empty.
func (db *Database) Frame(id StmtID) Frame {
	if s := &db.stmts[id]; s.kind >= Axiom {
		f := &db.frames[s.frame]
		return Frame{Hyps: f.hyps, Disjoint: f.disjoint}
	}
	return Frame{}
}

// ScopeDisjoint returns all pairs that are disjoint at a statement, those with
// variables that the statement does not mention included, in the order of Frame.
func (db *Database) ScopeDisjoint(id StmtID) [][2]Sym {
	var l pairList
	pairs, _ := l.of(db, db.stmts[id].disjoint, math.MaxInt, func(Sym) bool { return true })
	return pairs
}

// ScopeFloating returns all $f statements that are active at a statement, in order.
func (db *Database) ScopeFloating(id StmtID) []StmtID {
	var out []StmtID
	for h := db.stmts[id].floating; h >= 0; h = db.stmts[h].floating {
		out = append(out, StmtID(h))
	}
	slices.Reverse(out)
	return out
}

// LastFloating returns the last $f statement that is active at a statement, -1 when
// there is none. Statements that have it in common have all of ScopeFloating.
func (db *Database) LastFloating(id StmtID) StmtID { return StmtID(db.stmts[id].floating) }

// isAssertion is Kind(id) >= Axiom, from memory that a proof step reads anyway.
func (db *Database) isAssertion(id StmtID) bool { return db.code[db.codeAt[id]] >= 0 }

// Pos returns where the label of a statement stands.
func (db *Database) Pos(id StmtID) Position {
	s := &db.stmts[id]
	return db.files[s.file].position(int(s.offset))
}

// Comment returns the text of the comment right before a statement, trimmed,
// empty when there is none.
func (db *Database) Comment(id StmtID) string {
	s := &db.stmts[id]
	return strings.TrimSpace(db.files[s.file].text[s.comment.from:s.comment.to])
}

// ProofText returns the proof of a $p statement: what stands between $= and $.,
// without comments, trimmed.
func (db *Database) ProofText(id StmtID) string {
	return strings.TrimSpace(db.proofText(id))
}

// proofText has blanks in the place of comments, so that offsets in it are offsets
// in the file from where the proof begins.
func (db *Database) proofText(id StmtID) string {
	s := &db.stmts[id]
	proof := db.files[s.file].text[s.proof.from:s.proof.to]
	if !s.commented {
		return proof
	}
	text := []byte(proof)
	for i := 0; i < len(text); i++ {
		if text[i] != '$' {
			continue
		}
		end := i + strings.Index(proof[i:], "$)") + len("$)")
		for ; i < end; i++ {
			text[i] = ' '
		}
	}
	return string(text)
}

// Files returns the names of the files of the database in the order in which they
// were first read.
func (db *Database) Files() []string {
	out := make([]string, len(db.files))
	for i, f := range db.files {
		out[i] = f.name
	}
	return out
}

// Warnings returns what is allowed and yet worth a line: inclusions that lead back
// to a file that is still being read, which the specification says to ignore.
func (db *Database) Warnings() []*Error { return db.warnings }
