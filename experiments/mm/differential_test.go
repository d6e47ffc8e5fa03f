package mm

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// metamathC runs the original program on a database and returns what it says. It
// exits with 0 unless it crashes, so errors are to be looked for in that.
func metamathC(t testing.TB, dir, name string) string {
	t.Helper()
	program, err := exec.LookPath("metamath")
	if err != nil {
		t.Skipf("no metamath program to compare with: %v", err)
	}
	cmd := exec.Command(program, `read "`+name+`"`, "verify proof *", "exit")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Sprintf("?Fatal: %v: %s", err, out)
	}
	return string(out)
}

// differences reads which cases of rules.txt the original program judges otherwise.
func differences(t testing.TB) map[string]bool {
	t.Helper()
	raw, err := os.ReadFile("testdata/differences.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, line := range strings.Split(string(raw), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			out[line] = true
		}
	}
	return out
}

func TestRulesAgainstTheOriginalProgram(t *testing.T) {
	want := differences(t)
	got := map[string]bool{}
	for i, c := range readRules(t) {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(i))
		for name, f := range c.files {
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out := metamathC(t, dir, "a.mm")
		accepted := !complaint.MatchString(out)
		if accepted != (c.want == "accept") {
			got[c.name] = true
		}
	}
	if !maps.Equal(got, want) {
		for name := range got {
			if !want[name] {
				t.Errorf("judged otherwise by the original program, and not in differences.txt: %s", name)
			}
		}
		for name := range want {
			if !got[name] {
				t.Errorf("in differences.txt, and judged alike: %s", name)
			}
		}
	}
}

// complaint finds what the original program says of a database that it does not
// accept. Incomplete proofs are only a warning there.
var complaint = regexp.MustCompile(`\?Error|\?Fatal|\?BUG|were not proved`)

// complaintLabel finds the theorems that the original program does not accept.
var complaintLabel = regexp.MustCompile(`(?s)\?Error on line \d+ of file "[^"]*" at statement \d+, label\s+"([^"]*)"`)

// mutate changes a proof in one or two places.
func mutate(rng *rand.Rand, proof string, labels []string) string {
	fields := strings.Fields(proof)
	pick := func() string { return labels[rng.IntN(len(labels))] }
	for range 1 + rng.IntN(2) {
		i := rng.IntN(len(fields))
		switch f := fields[i]; {
		case fields[0] == "(" && i == len(fields)-1: // the letters
			k := rng.IntN(len(f))
			letter := string("ABCDEFGHIJKLMNOPQRSTUVWXYZ?"[rng.IntN(27)])
			fields[i] = [...]string{f[:k] + letter + f[k+1:], f[:k] + f[k+1:] + "A", f[:k] + letter + f[k:], f[:k] + f[k:] + letter}[rng.IntN(4)]
		case f == "(" || f == ")":
		case rng.IntN(3) == 0:
			fields[i] = pick()
		case rng.IntN(2) == 0 && len(fields) > 1 && fields[0] != "(":
			fields = slices.Delete(fields, i, i+1)
		case rng.IntN(2) == 0:
			fields = slices.Insert(fields, i, pick())
		default:
			j := rng.IntN(len(fields))
			if fields[j] != "(" && fields[j] != ")" && (fields[0] != "(" || j < len(fields)-1) {
				fields[i], fields[j] = fields[j], fields[i]
			}
		}
	}
	return strings.Join(fields, " ")
}

// moreLenient reports whether a proof has what only one of the two programs takes:
// see differences.txt. The original reads ZZ as Z.
func moreLenient(db *Database, id StmtID, proof string) bool {
	if strings.Contains(proof, "ZZ") || strings.Contains(proof, "?Z") {
		return true
	}
	var d decoded
	db.decode(&d, id, proof)
	for i, o := range d.ops {
		if o.ref == opSave && i > 0 && (d.ops[i-1].ref < 0 || db.stmts[d.ops[i-1].ref].kind <= Essential) {
			return true
		}
	}
	return false
}

func TestMutatedProofsAgainstTheOriginalProgram(t *testing.T) {
	const theorems = 1500
	base := readText(t, mutationBase)
	labels := []string{"wp", "wq", "wr", "vx", "vy", "wi", "ax-1", "ax-2", "ax-mp", "ax-d", "mp.1", "t0", "nothing", "id", "h"}
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString(mutationBase)
	var proofs []string
	for id := StmtID(0); int(id) < base.Len(); id++ {
		if base.Kind(id) == Provable {
			proofs = append(proofs, base.Label(id))
		}
	}
	made := map[string]string{}
	for n := range theorems {
		of := base.mustLookup(t, proofs[n%len(proofs)])
		label := fmt.Sprintf("t%d", n)
		proof := mutate(rng, base.ProofText(of), labels)
		made[label] = proof
		hyp := ""
		if len(base.Frame(of).Hyps) > 0 && base.Kind(base.Frame(of).Hyps[len(base.Frame(of).Hyps)-1]) == Essential {
			hyp = fmt.Sprintf("h%d $e |- p $. ", n)
			proof = strings.ReplaceAll(" "+proof+" ", " mine.1 ", fmt.Sprintf(" h%d ", n))
		}
		fmt.Fprintf(&b, "${ $d x y $. %s%s $p %s $= %s $. $}\n", hyp, label, base.FormulaText(of), proof)
	}
	text := b.String()
	db, err := Read(fstest.MapFS{"a.mm": {Data: []byte(text)}}, "a.mm")
	if err != nil {
		t.Fatal(err)
	}
	sum, errs := db.VerifyAll(context.Background(), 2)
	mine := map[string]*Error{}
	for _, e := range errs {
		mine[e.Label] = e
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.mm"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	out := metamathC(t, dir, "a.mm")
	theirs := map[string]bool{}
	for _, m := range complaintLabel.FindAllStringSubmatch(out, -1) {
		theirs[m[1]] = true
	}
	if _, list, ok := strings.Cut(out, "were not proved:"); ok {
		for _, label := range strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' }) {
			theirs[label] = true
		}
	}
	compared := 0
	for label, proof := range made {
		if id := db.mustLookup(t, label); !moreLenient(db, id, db.ProofText(id)) {
			compared++
			if (mine[label] != nil) != theirs[label] {
				t.Errorf("%s: here %v, there rejected: %v\n%s", label, mine[label], theirs[label], proof)
			}
		}
	}
	t.Logf("%d proofs compared, %d of %d accepted", compared, sum.Verified, sum.Proofs)
	if compared < theorems*8/10 || sum.Verified < theorems/20 || len(theirs) < theorems/2 {
		t.Errorf("too few of one kind: %d compared, %d accepted, %d rejected there", compared, sum.Verified, len(theirs))
	}
}

// TestMutatedDatabaseAgainstTheOriginalProgram spoils proofs and $d statements of a
// real database.
func TestMutatedDatabaseAgainstTheOriginalProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("a database of 4 MB is for the long tests")
	}
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(database(t)), "iset.mm"))
	if err != nil {
		t.Skipf("no iset.mm: %v", err)
	}
	pristine, err := Read(fstest.MapFS{"a.mm": {Data: raw}}, "a.mm")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	text := slices.Clone(raw)
	for id := StmtID(0); int(id) < pristine.Len(); id++ {
		if pristine.Kind(id) != Provable || rng.IntN(4) > 0 {
			continue
		}
		// Another letter in the letters, which keeps every offset.
		proof := pristine.stmts[id].proof
		letters := bytes.LastIndexByte(text[proof.from:proof.to], ')') + 1
		at := int(proof.from) + letters + rng.IntN(int(proof.to-proof.from)-letters)
		if class[text[at]] == printable {
			text[at] = byte('A' + rng.IntN(26))
		}
	}
	for _, m := range regexp.MustCompile(`\$d [^$]*\$\.`).FindAllIndex(text, -1) {
		if rng.IntN(10) == 0 {
			copy(text[m[0]:m[1]], bytes.Repeat([]byte{' '}, m[1]-m[0]))
		}
	}
	db, err := Read(fstest.MapFS{"a.mm": {Data: text}}, "a.mm")
	if err != nil {
		t.Fatal(err)
	}
	_, errs := db.VerifyAll(ctx, 0)
	mine := map[string]*Error{}
	kinds := map[ErrorKind]int{}
	for _, e := range errs {
		mine[e.Label] = e
		kinds[e.Kind]++
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.mm"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	out := metamathC(t, dir, "a.mm")
	theirs := map[string]bool{}
	for _, m := range complaintLabel.FindAllStringSubmatch(out, -1) {
		theirs[m[1]] = true
	}
	for id := StmtID(0); int(id) < db.Len(); id++ {
		label := db.Label(id)
		if (mine[label] != nil) != theirs[label] && !moreLenient(db, id, db.ProofText(id)) {
			t.Errorf("%s: here %v, there rejected: %v\n%s", label, mine[label], theirs[label], db.ProofText(id))
		}
	}
	t.Logf("%d of %d theorems rejected, by kind %v", len(mine), len(pristine.frames), kinds)
	for _, k := range []ErrorKind{Syntax, Underflow, Mismatch, Disjointness, LeftoverStack} {
		if kinds[k] < 3 {
			t.Errorf("only %d proofs with a %v: the mutations do not reach it", kinds[k], k)
		}
	}
}

const mutationBase = `$c ( ) -> wff |- set . $.
$v p q r x y $.
wp $f wff p $. wq $f wff q $. wr $f wff r $. vx $f set x $. vy $f set y $.
wi $a wff ( p -> q ) $.
ax-1 $a |- ( p -> ( q -> p ) ) $.
ax-2 $a |- ( ( p -> ( q -> r ) ) -> ( ( p -> q ) -> ( p -> r ) ) ) $.
${ mp.1 $e |- p $. mp.2 $e |- ( p -> q ) $. ax-mp $a |- q $. $}
${ $d x y $. ax-d $a |- ( x . y ) $. $}
th $p |- ( p -> ( q -> p ) ) $= wp wq ax-1 $.
cth $p |- ( p -> ( q -> p ) ) $= ( ax-1 ) ABC $.
wth $p wff ( p -> ( q -> p ) ) $= wp wq wp wi wi $.
${ mine.1 $e |- p $. mine $p |- ( q -> p ) $= wp wq wp wi mine.1 wp wq ax-1 ax-mp $. $}
id $p |- ( p -> p ) $= wp wp wp wi wi wp wp wi wp wp ax-1 wp wp wp wi wp wi wi wp wp wp wi wi wp wp wi wi wp wp wp wi ax-1 wp wp wp wi wp ax-2 ax-mp ax-mp $.
cid $p |- ( p -> p ) $= ( wi ax-1 ax-2 ax-mp ) AAABZBZFAACAFABBGFBAFCAFADEE $.
${ $d x y $. dis $p |- ( y . x ) $= vy vx ax-d $. $}
`
