package metamath

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"proofgrid/experiments/mm"
	"proofgrid/experiments/task"
)

// proof is what is known of one premise's proof.
type proof struct {
	complete bool
	cites    []int32 // pool indices of the declarations that it cites, ascending
	steps    int     // distinct logical steps
}

// proofs decodes every proof.
func (b *builder) proofs() {
	b.proven = make([]proof, len(b.statement))
	parallel(len(b.statement), many, func() func(int) {
		var c counter
		return func(i int) {
			id := b.statement[i]
			if b.DB.Kind(id) != mm.Provable {
				return
			}
			steps, err := b.DB.Proof(id)
			if err != nil {
				return
			}
			b.proven[i] = c.count(b, steps)
		}
	})
}

// counter is the working memory of one worker.
type counter struct {
	same map[string]int32 // step by its citation and arguments
	of   []int32          // the first step that is the same
	key  []byte
}

// count counts the logical steps: those that cite an assertion of a statement,
// not of syntax. Equal subproofs count once, so that the number does not depend on
// whether a proof is stored in normal or compressed form.
func (c *counter) count(b *builder, steps []mm.Step) proof {
	p := proof{complete: true}
	if c.same == nil {
		c.same = map[string]int32{}
	}
	clear(c.same)
	c.of = c.of[:0]
	for n, s := range steps {
		if s.Stmt < 0 {
			p.complete = false
			c.of = append(c.of, int32(n))
			continue
		}
		c.key = binary.LittleEndian.AppendUint32(c.key[:0], uint32(s.Stmt))
		for _, a := range s.Args {
			c.key = binary.LittleEndian.AppendUint32(c.key, uint32(c.of[a]))
		}
		if first, ok := c.same[string(c.key)]; ok {
			c.of = append(c.of, first)
			continue
		}
		c.same[string(c.key)] = int32(n)
		c.of = append(c.of, int32(n))
		if i := b.premise[s.Stmt]; i >= 0 {
			p.cites = append(p.cites, i)
			if b.Pool.Premises[i].Kind != task.Notation {
				p.steps++
			}
		}
	}
	slices.Sort(p.cites)
	p.cites = slices.Clip(slices.Compact(p.cites))
	return p
}

// depths returns each lemma's nesting depth: one more than the greatest of the
// lemmas that its proof cites, so 1 when it cites none. Everything else has 0.
// Section is the same over the lemmas of the lemma's own repository alone.
func (b *builder) depths() (depth, section []int) {
	depth, section = make([]int, len(b.proven)), make([]int, len(b.proven))
	for i := range b.proven {
		p := &b.Pool.Premises[i]
		if p.Kind != task.Lemma {
			continue
		}
		for _, d := range b.proven[i].cites {
			depth[i] = max(depth[i], depth[d])
			if b.Pool.Premises[d].Repository == p.Repository {
				section[i] = max(section[i], section[d])
			}
		}
		depth[i]++
		section[i]++
	}
	return depth, section
}

// class groups the kinds as the dependency features do.
type class int

const (
	syntax class = iota
	definitions
	axioms
	theorems
	classes
)

var classNames = [classes]string{"syntax", "definitions", "axioms", "theorems"}

func classOf(k task.Kind) class {
	switch k {
	case task.Notation:
		return syntax
	case task.Definition:
		return definitions
	case task.Axiom:
		return axioms
	}
	return theorems
}

type counts [classes]int

func (c counts) total() int {
	n := 0
	for _, k := range c {
		n += k
	}
	return n
}

// transitive counts, for every premise, the distinct declarations that its proof
// rests on. The columns of the reachability matrix are worked off in blocks of
// bitsets, each in one pass over the premises in order, which is a topological
// order: a citation points back. A block holds columns of one class only.
func (b *builder) transitive() []counts {
	const words = 64
	n := len(b.proven)
	out := make([]counts, n)
	var columns [classes][]int32
	for i := range n {
		c := classOf(b.Pool.Premises[i].Kind)
		columns[c] = append(columns[c], int32(i))
	}
	type block struct {
		class class
		of    []int32
	}
	var blocks []block
	for c, all := range columns {
		for of := range slices.Chunk(all, 64*words) {
			blocks = append(blocks, block{class(c), of})
		}
	}
	results := make([][]int32, len(blocks))
	parallel(len(blocks), 1, func() func(int) {
		return func(k int) {
			bl := blocks[k]
			rows := make([][words]uint64, n-int(bl.of[0]))
			column := make([]int32, len(rows))
			for i := range column {
				column[i] = -1
			}
			for c, i := range bl.of {
				column[i-bl.of[0]] = int32(c)
			}
			count := make([]int32, len(rows))
			for i := range rows {
				row := &rows[i]
				for _, d := range b.proven[i+int(bl.of[0])].cites {
					d -= bl.of[0]
					if d < 0 {
						continue
					}
					from := &rows[d]
					for w := range row {
						row[w] |= from[w]
					}
					if c := column[d]; c >= 0 {
						row[c/64] |= 1 << (c % 64)
					}
				}
				for _, w := range row {
					count[i] += int32(bits.OnesCount64(w))
				}
			}
			results[k] = count
		}
	})
	for k, bl := range blocks {
		for i, c := range results[k] {
			out[i+int(bl.of[0])][bl.class] += int(c)
		}
	}
	return out
}

// SectionDepth is the feature that counts the longest chain of theorems within
// the task's own repository, as papers on software proofs count project
// dependencies and not the library's. In set.mm, where nesting depth reaches into
// the hundreds, it is the depth that tells theorems apart.
const SectionDepth = "section_depth"

// features returns a function that gives a lemma's numeric features.
func (b *builder) features() func(i int) map[string]float64 {
	depth, section := b.depths()
	transitive := b.transitive()
	return func(i int) map[string]float64 {
		p := &b.Pool.Premises[i]
		symbols := len(b.DB.Formula(b.statement[i]))
		for _, h := range b.DB.Frame(b.statement[i]).Hyps {
			if b.DB.Kind(h) == mm.Essential {
				symbols += len(b.DB.Formula(h))
			}
		}
		f := map[string]float64{
			"statement_tokens":   float64(symbols),
			"hypotheses":         float64(len(p.Hypotheses)),
			"premises_available": float64(i),
		}
		pr := &b.proven[i]
		if !pr.complete {
			return f
		}
		f[task.NestingDepth] = float64(depth[i])
		f[SectionDepth] = float64(section[i])
		f[task.ProofSteps] = float64(pr.steps)
		var direct counts
		for _, d := range pr.cites {
			direct[classOf(b.Pool.Premises[d].Kind)]++
		}
		for c, name := range classNames {
			f["deps_direct_"+name] = float64(direct[c])
			f["deps_transitive_"+name] = float64(transitive[i][c])
		}
		f["deps_direct"] = float64(direct.total())
		f["deps_transitive"] = float64(transitive[i].total())
		return f
	}
}
