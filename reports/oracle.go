package reports

import (
	"slices"
	"strings"

	"proofgrid/experiments/regime"
	"proofgrid/reports/analysis"
)

// dagger marks the regimes, and the cells named after them, that read the ground
// truth.
const (
	dagger     = "†"
	daggerNote = "† marks oracles: regimes that read what the known proof cites"
)

// marked returns a copy of an analysis in which oracles have a dagger in their
// names, for whatever is read by people.
func marked(a *analysis.Analysis) *analysis.Analysis {
	out := *a
	out.Cells, out.Contexts = slices.Clone(a.Cells), slices.Clone(a.Contexts)
	for i := range out.Cells {
		c := &out.Cells[i]
		if !isOracle(c.Regime) {
			continue
		}
		if rest, ok := strings.CutPrefix(c.Name, c.Model+", "+c.Regime); ok {
			c.Name = c.Model + ", " + c.Regime + dagger + rest
		}
		c.Regime += dagger
	}
	for i := range out.Contexts {
		if isOracle(out.Contexts[i].Regime) {
			out.Contexts[i].Regime += dagger
		}
	}
	return &out
}

// isOracle tells whether a regime, by its name without or with the mark, reads the
// ground truth. Names that are not proofgrid's say nothing of it.
func isOracle(name string) bool {
	p, err := regime.Parse(strings.TrimSuffix(name, dagger))
	return err == nil && p.Oracle()
}

// oracle tells whether a cell shows what only the answer tells.
func oracle(c analysis.Cell) bool { return isOracle(c.Regime) }

func anyOracle(a *analysis.Analysis) bool { return slices.ContainsFunc(a.Cells, oracle) }

// bestHonest returns the cell with the highest rate among those without an oracle;
// ok is false when the best of all is one of them or there is none.
func bestHonest(a *analysis.Analysis) (cell int, ok bool) {
	for i, c := range best(a, len(a.Cells)) {
		if !oracle(a.Cells[c]) {
			return c, i > 0
		}
	}
	return 0, false
}
