package regime

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is the family of a regime.
type Kind string

const (
	// None shows the statement and the notations that it needs.
	None Kind = "none"
	// Curated shows what the ground truth cites and the definitions that the statements
	// need: an oracle.
	Curated Kind = "curated"
	// Full shows every declaration before the theorem.
	Full Kind = "full"
	// Retrieved shows the M premises that rank highest for the statement.
	Retrieved Kind = "retrieved"
	// SameFile shows the declarations before the theorem in its file.
	SameFile Kind = "same-file"
	// SameSection shows those of its repository, which for Metamath is a section.
	SameSection Kind = "same-section"
)

// Params names a regime. Two regimes are the same when their Params are equal.
type Params struct {
	Kind   Kind
	M      int  // premises that a retrieved regime shows; 0 is allowed
	Inject bool // a retrieved regime places the cited premises among its M
	// File: the preceding lemmas of the theorem's file are shown besides, which is
	// VeriSoftBench's same-file variant. It shows what the benchmark withholds.
	File   bool
	Window int // tokens; 0 means no window
}

// What a name may end with, in this order, before its window.
const (
	inject   = "+inject"
	plusFile = "+" + string(SameFile)
)

// String returns the canonical name, which [Parse] reads: full, curated@8000,
// retrieved-20+inject, retrieved-10@4000, full+same-file@128000.
func (p Params) String() string {
	var b strings.Builder
	b.WriteString(string(p.Kind))
	if p.Kind == Retrieved {
		fmt.Fprintf(&b, "-%d", p.M)
	}
	if p.Inject {
		b.WriteString(inject)
	}
	if p.File {
		b.WriteString(plusFile)
	}
	if p.Window != 0 {
		fmt.Fprintf(&b, "@%d", p.Window)
	}
	return b.String()
}

// Oracle reports whether the regime reads which premises the ground truth cites.
// Full does so only to decide what a window drops last.
func (p Params) Oracle() bool {
	return p.Kind == Curated || p.Inject || p.Kind == Full && p.Window > 0
}

// Parse reads a canonical name. It accepts exactly what [Params.String] prints.
func Parse(name string) (Params, error) {
	var p Params
	rest, window, windowed := strings.Cut(name, "@")
	if windowed {
		n, ok := natural(window)
		if !ok || n == 0 {
			return p, fmt.Errorf("regime %q: the window after @ is a positive number of tokens", name)
		}
		p.Window = n
	}
	rest, p.File = strings.CutSuffix(rest, plusFile)
	rest, p.Inject = strings.CutSuffix(rest, inject)
	if m, ok := strings.CutPrefix(rest, string(Retrieved)); ok {
		n, ok := natural(strings.TrimPrefix(m, "-"))
		if !ok || !strings.HasPrefix(m, "-") {
			return p, fmt.Errorf("regime %q: write how many premises are retrieved, as in retrieved-20", name)
		}
		p.Kind, p.M = Retrieved, n
	} else {
		p.Kind = Kind(rest)
	}
	if err := p.check(); err != nil {
		return Params{}, fmt.Errorf("regime %q: %w", name, err)
	}
	return p, nil
}

func (p Params) check() error {
	switch p.Kind {
	case None, Curated, Full, Retrieved, SameFile, SameSection:
	default:
		return fmt.Errorf("no such regime; known are none, curated, full, retrieved-M, same-file, same-section; curated, full and retrieved-M take %s", plusFile)
	}
	switch {
	case p.M < 0 || p.Window < 0:
		return fmt.Errorf("a negative number")
	case p.Kind != Retrieved && p.M != 0:
		return fmt.Errorf("only retrieved takes a number of premises")
	case p.Kind != Retrieved && p.Inject:
		return fmt.Errorf("only retrieved takes %s", inject)
	case p.File && p.Kind != Curated && p.Kind != Full && p.Kind != Retrieved:
		return fmt.Errorf("only curated, full and retrieved take %s", plusFile)
	case p.Kind == None && p.Window != 0:
		return fmt.Errorf("none shows nothing that a window could drop")
	}
	return nil
}

// natural reads a decimal number in its one canonical spelling.
func natural(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == s
}
