package quickstart_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"proofgrid/experiments/dataset/metamath"
	"proofgrid/experiments/mm"
	"proofgrid/experiments/quickstart"
)

func read(t *testing.T, fsys fs.FS) *mm.Database {
	t.Helper()
	db, err := mm.Read(fsys, quickstart.Name)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// theorem is what the tests ask of a statement with a proof.
type theorem struct {
	label    string
	id       mm.StmtID
	headings []string
	depth    int // 1 when the proof cites axioms and definitions only
}

func theorems(t *testing.T, db *mm.Database) []theorem {
	t.Helper()
	depth := make([]int, db.Len())
	var out []theorem
	for id := range mm.StmtID(db.Len()) {
		if db.Kind(id) != mm.Provable {
			continue
		}
		steps, err := db.Proof(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range steps {
			depth[id] = max(depth[id], depth[s.Stmt])
		}
		depth[id]++
		out = append(out, theorem{db.Label(id), id, db.Headings(id), depth[id]})
	}
	return out
}

func TestEveryProofIsAccepted(t *testing.T) {
	db := read(t, quickstart.FS)
	sum, errs := db.VerifyAll(context.Background(), 2)
	for _, err := range errs {
		t.Error(err)
	}
	if sum.Verified != len(theorems(t, db)) {
		t.Errorf("%d proofs verified of %d", sum.Verified, len(theorems(t, db)))
	}
}

func TestTheoremsFillSections(t *testing.T) {
	all := theorems(t, read(t, quickstart.FS))
	if len(all) < 400 {
		t.Errorf("%d theorems, want 400 or more", len(all))
	}
	parts, sections := map[string]int{}, map[string]int{}
	for _, th := range all {
		if len(th.headings) != 2 {
			t.Fatalf("%s stands under %q, want a part and a section", th.label, th.headings)
		}
		parts[th.headings[0]]++
		sections[strings.Join(th.headings, " / ")]++
	}
	if len(parts) != 4 {
		t.Errorf("parts %v, want 4", parts)
	}
	if len(sections) < 10 {
		t.Errorf("%d sections, want 10 or more", len(sections))
	}
	for s, n := range sections {
		if n < 10 {
			t.Errorf("section %q has %d theorems; a cluster needs 10 or more", s, n)
		}
	}
}

// The default depth buckets of a report are 1–3, 4–6 and 7 and more.
func TestTheoremsFillDepthBuckets(t *testing.T) {
	var buckets [3]int
	deepest := 0
	for _, th := range theorems(t, read(t, quickstart.FS)) {
		buckets[min((th.depth-1)/3, 2)]++
		deepest = max(deepest, th.depth)
	}
	for i, n := range buckets {
		if n < 100 {
			t.Errorf("depth bucket %d has %d theorems, want 100 or more", i, n)
		}
	}
	if deepest < 15 {
		t.Errorf("the longest chain has %d theorems, want 15 or more", deepest)
	}
}

func TestTheoremsHaveACommentOfTheirOwn(t *testing.T) {
	db := read(t, quickstart.FS)
	seen := map[string]string{}
	for _, th := range theorems(t, db) {
		meaning, _, ok := strings.Cut(strings.Join(strings.Fields(db.Comment(th.id)), " "), " (Contributed by")
		if !ok || !strings.HasSuffix(meaning, ".") {
			t.Errorf("%s: comment %q", th.label, db.Comment(th.id))
		}
		if other, ok := seen[meaning]; ok {
			t.Errorf("%s and %s have the same comment", other, th.label)
		}
		seen[meaning] = th.label
	}
}

func TestTheoremsAreAllDifferent(t *testing.T) {
	db := read(t, quickstart.FS)
	seen := map[string]string{}
	for _, th := range theorems(t, db) {
		var b strings.Builder
		for _, h := range db.Frame(th.id).Hyps {
			if db.Kind(h) == mm.Essential {
				write(&b, db, h)
			}
		}
		write(&b, db, th.id)
		if other, ok := seen[b.String()]; ok {
			t.Errorf("%s states what %s states", th.label, other)
		}
		seen[b.String()] = th.label
	}
}

func TestNoTheoremFollowsInOneStep(t *testing.T) {
	src, err := metamath.Open(read(t, quickstart.FS), metamath.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range src.Warnings {
		t.Error(w)
	}
	for _, k := range src.Tasks {
		if earlier := k.Restates + k.InstanceOf; earlier != "" {
			t.Errorf("%s follows from %s alone", k.Name, earlier)
		}
	}
}

func write(b *strings.Builder, db *mm.Database, id mm.StmtID) {
	for _, s := range db.Formula(id) {
		b.WriteString(db.Symbol(s) + " ")
	}
	b.WriteString(";")
}

func TestBothProofFormatsAndBothForms(t *testing.T) {
	db := read(t, quickstart.FS)
	counts := map[string]int{}
	for _, th := range theorems(t, db) {
		format, form := "normal", "closed"
		if strings.HasPrefix(db.ProofText(th.id), "(") {
			format = "compressed"
		}
		for _, h := range db.Frame(th.id).Hyps {
			if db.Kind(h) == mm.Essential {
				form = "inference"
			}
		}
		counts[format]++
		counts[form]++
	}
	for _, k := range []string{"normal", "compressed", "closed", "inference"} {
		if counts[k] < 100 {
			t.Errorf("%d theorems are %s, want 100 or more", counts[k], k)
		}
	}
}

// The distinct-variable conditions are there because proofs need them: without
// those of the theorems, proofs break, and for no other reason.
func TestDistinctVariableConditionsAreNeeded(t *testing.T) {
	text, err := fs.ReadFile(quickstart.FS, quickstart.Name)
	if err != nil {
		t.Fatal(err)
	}
	conditional := 0
	db := read(t, quickstart.FS)
	for _, th := range theorems(t, db) {
		if len(db.Frame(th.id).Disjoint) > 0 {
			conditional++
		}
	}
	if conditional < 20 {
		t.Errorf("%d theorems have conditions on their own variables, want 20 or more", conditional)
	}

	scopes := strings.Split(string(text), "${")
	for i, scope := range scopes {
		if strings.Contains(scope, " $p ") && !strings.Contains(scope[:strings.Index(scope, " $p ")], " $a ") {
			scopes[i] = withoutConditions(scope)
		}
	}
	bare := read(t, fstest.MapFS{quickstart.Name: {Data: []byte(strings.Join(scopes, "${"))}})
	_, errs := bare.VerifyAll(context.Background(), 2)
	if len(errs) < conditional {
		t.Errorf("%d proofs break without conditions, fewer than the %d theorems that have some", len(errs), conditional)
	}
	for _, err := range errs {
		if err.Kind != mm.Disjointness {
			t.Errorf("without conditions: %v", err)
		}
	}
}

// withoutConditions removes the $d statements of a scope.
func withoutConditions(scope string) string {
	for {
		from := strings.Index(scope, "$d ")
		if from < 0 {
			return scope
		}
		scope = scope[:from] + scope[from+strings.Index(scope[from:], "$.")+2:]
	}
}
