package coq

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// glob is what a .glob file says. Coq writes one beside each file that it compiles:
// the MD5 of the source, the logical name of the library, and a line for each
// declaration and each reference, in the order in which Coq met them.
//
//	DIGEST 28e705254f80fd1a8e3982dd969ef8dc
//	Fstdpp.list
//	prf 7129:7147 <> lookup_app
//	R713:718 Coq.Init.Datatypes <> length def
//
// Offsets are bytes, the last one included. A nested module stands before the name.
type glob struct {
	library string
	decls   []entry // lines "kind start:end module name"
	refs    []entry // lines "Rstart:end library module name kind"
}

// entry is a declaration or reference.
type entry struct {
	start  int
	kind   string
	module string // within the library, empty at its top
	name   string
	file   string // library that declares it, of references alone
}

// key names a declaration of a library.
func key(library, module, name string) string {
	if module == "" {
		return library + "." + name
	}
	return library + "." + module + "." + name
}

// parseGlob reads a .glob file of a source with so many bytes. Errors begin with the
// line's number.
func parseGlob(text []byte, size int) (*glob, error) {
	g := &glob{}
	same := map[string]string{} // so that names that repeat are kept once
	intern := func(s []byte) string {
		if t, ok := same[string(s)]; ok {
			return t
		}
		t := string(s)
		same[t] = t
		return t
	}
	n := 0
	for line := range bytes.Lines(text) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		if n == 1 && bytes.HasPrefix(line, []byte("DIGEST ")) {
			continue
		}
		if library, ok := bytes.CutPrefix(line, []byte("F")); ok && n == 2 {
			g.library = string(library)
			continue
		}
		f := bytes.Fields(line)
		reference := len(f) == 5 && f[0][0] == 'R'
		if !reference && len(f) != 4 {
			return nil, fmt.Errorf("%d: no line of a .glob file: %.80q", n, line)
		}
		var e entry
		var place []byte
		if reference {
			place = f[0][1:]
			e = entry{kind: intern(f[4]), file: intern(f[1]), module: intern(f[2]), name: intern(f[3])}
		} else {
			place = f[1]
			e = entry{kind: intern(f[0]), module: intern(f[2]), name: intern(f[3])}
		}
		first, last, ok := strings.Cut(string(place), ":")
		start, err1 := strconv.Atoi(first)
		end, err2 := strconv.Atoi(last)
		if !ok || err1 != nil || err2 != nil || start < 0 || start > size || end < start-1 || end > size {
			return nil, fmt.Errorf("%d: %q is no place in a source of %d bytes", n, place, size)
		}
		e.start = start
		if e.module == "<>" {
			e.module = ""
		}
		if reference {
			g.refs = append(g.refs, e)
		} else {
			g.decls = append(g.decls, e)
		}
	}
	if g.library == "" {
		return nil, fmt.Errorf("2: a .glob file begins with its digest and the name of its library")
	}
	return g, nil
}
