package metamath

import (
	"slices"

	"proofgrid/experiments/mm"
)

// grammar is the context-free grammar that the syntax axioms of a database
// define: a variable's typecode is a nonterminal, and `wi $a wff ( ph -> ps ) $.`
// is the rule wff → "(" wff "->" wff ")". The bodies of all rules of a
// nonterminal share one trie, so that a parser follows a thousand rules of class
// as one.
type grammar struct {
	nodes     []trieNode
	roots     map[mm.Sym]int32
	typecodes []mm.Sym // in order of declaration
}

type trieNode struct {
	typecode mm.Sym // that the trie defines
	rule     int32  // whose body ends here, -1 for none
	constant map[mm.Sym]int32
	nonterm  []trieEdge
}

type trieEdge struct {
	typecode mm.Sym
	to       int32
}

func (g *grammar) node(typecode mm.Sym) int32 {
	g.nodes = append(g.nodes, trieNode{typecode: typecode, rule: -1})
	return int32(len(g.nodes) - 1)
}

// nonterminal makes sure that a trie exists for the typecode.
func (g *grammar) nonterminal(typecode mm.Sym) {
	if _, ok := g.roots[typecode]; !ok {
		if g.roots == nil {
			g.roots = map[mm.Sym]int32{}
		}
		g.roots[typecode] = g.node(typecode)
		g.typecodes = append(g.typecodes, typecode)
	}
}

// rule adds a rule; typecode gives that of each variable and -1 for constants.
// Of two with the same body the first stays.
func (g *grammar) rule(id int32, formula []mm.Sym, typecode []mm.Sym) {
	g.nonterminal(formula[0])
	at := g.roots[formula[0]]
	for _, s := range formula[1:] {
		if t := typecode[s]; t >= 0 {
			g.nonterminal(t)
			i := slices.IndexFunc(g.nodes[at].nonterm, func(e trieEdge) bool { return e.typecode == t })
			if i < 0 {
				to := g.node(formula[0])
				g.nodes[at].nonterm = append(g.nodes[at].nonterm, trieEdge{t, to})
				at = to
			} else {
				at = g.nodes[at].nonterm[i].to
			}
			continue
		}
		to, ok := g.nodes[at].constant[s]
		if !ok {
			to = g.node(formula[0])
			if g.nodes[at].constant == nil {
				g.nodes[at].constant = map[mm.Sym]int32{}
			}
			g.nodes[at].constant[s] = to
		}
		at = to
	}
	if g.nodes[at].rule < 0 {
		g.nodes[at].rule = id
	}
}

// term is a parse tree in preorder: a rule's number or, as ^symbol, a variable.
type term []int32

// parser is an Earley parser (Earley, "An efficient context-free parsing
// algorithm", 1970) whose items are places in the tries. It takes left recursion,
// empty rules and ambiguity, of which it returns one derivation, always the same.
// The zero value with a grammar is ready; it is not safe for concurrent use.
type parser struct {
	g     *grammar
	items []item
	first []int32 // first[i]: the first item that ends at position i
	done  []span
	ends  []int32 // ends[i]: the first span that ends at position i
}

// item says that the path to a trie node has been seen from origin to here.
type item struct {
	node, origin int32
	prev         int32 // the item one symbol earlier, -1 at a root
	child        int32 // the span that the last symbol stands for, -1 for a constant
}

// span is a nonterminal recognised from origin to here, by the rule that item
// completes or, when item is negative, as the variable ^item.
type span struct {
	typecode     mm.Sym
	origin, item int32
}

// parse appends to out the tree of the expression as a whole. Goal is its
// typecode, or -1 for the first of the grammar's that fits. Typecode is as in
// grammar.rule.
func (p *parser) parse(out term, expr []mm.Sym, goal mm.Sym, typecode []mm.Sym) (term, bool) {
	p.items, p.first, p.done, p.ends = p.items[:0], append(p.first[:0], 0), p.done[:0], append(p.ends[:0], 0)
	for _, t := range p.g.typecodes {
		if goal < 0 || t == goal {
			p.add(p.g.roots[t], 0, -1, -1)
		}
	}
	p.close(0)
	for i, s := range expr {
		i := int32(i)
		p.first, p.ends = append(p.first, int32(len(p.items))), append(p.ends, int32(len(p.done)))
		if t := typecode[s]; t >= 0 {
			p.complete(t, i, ^int32(s))
		} else {
			for k := p.first[i]; k < p.first[i+1]; k++ {
				if to, ok := p.g.nodes[p.items[k].node].constant[s]; ok {
					p.add(to, p.items[k].origin, k, -1)
				}
			}
		}
		p.close(i + 1)
		if int(p.first[i+1]) == len(p.items) && int(p.ends[i+1]) == len(p.done) {
			return out, false
		}
	}
	best, rank := int32(-1), len(p.g.typecodes)
	for k := p.ends[len(expr)]; k < int32(len(p.done)); k++ {
		c := p.done[k]
		if r := slices.Index(p.g.typecodes, c.typecode); c.origin == 0 && (goal < 0 || c.typecode == goal) && r >= 0 && r < rank {
			best, rank = k, r
		}
	}
	if best < 0 {
		return out, false
	}
	return p.tree(out, best), true
}

// close completes and predicts until nothing new ends at position i.
func (p *parser) close(i int32) {
	for k := p.first[i]; k < int32(len(p.items)); k++ {
		it := p.items[k]
		n := &p.g.nodes[it.node]
		if n.rule >= 0 {
			p.complete(n.typecode, it.origin, k)
		}
		for _, e := range n.nonterm {
			p.add(p.g.roots[e.typecode], i, -1, -1)
			// Empty spans that were completed before this item came.
			for c := p.ends[i]; c < int32(len(p.done)); c++ {
				if p.done[c].origin == i && p.done[c].typecode == e.typecode {
					p.add(e.to, it.origin, k, c)
				}
			}
		}
	}
}

// complete records a span that ends at the current position and advances the
// items that wait for it.
func (p *parser) complete(typecode mm.Sym, origin, by int32) {
	now := int32(len(p.first) - 1)
	for _, c := range p.done[p.ends[now]:] {
		if c.typecode == typecode && c.origin == origin {
			return
		}
	}
	c := int32(len(p.done))
	p.done = append(p.done, span{typecode, origin, by})
	end := int32(len(p.items))
	if origin < now {
		end = p.first[origin+1]
	}
	for k := p.first[origin]; k < end; k++ {
		for _, e := range p.g.nodes[p.items[k].node].nonterm {
			if e.typecode == typecode {
				p.add(e.to, p.items[k].origin, k, c)
			}
		}
	}
}

func (p *parser) add(node, origin, prev, child int32) {
	for _, it := range p.items[p.first[len(p.first)-1]:] {
		if it.node == node && it.origin == origin {
			return
		}
	}
	p.items = append(p.items, item{node, origin, prev, child})
}

func (p *parser) tree(out term, c int32) term {
	by := p.done[c].item
	if by < 0 {
		return append(out, by)
	}
	out = append(out, p.g.nodes[p.items[by].node].rule)
	var children []int32
	for k := by; p.items[k].prev >= 0; k = p.items[k].prev {
		if p.items[k].child >= 0 {
			children = append(children, p.items[k].child)
		}
	}
	for _, c := range slices.Backward(children) {
		out = p.tree(out, c)
	}
	return out
}
