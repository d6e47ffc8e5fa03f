// Package group sorts rows by the values of their columns: projections, filters and
// keys are values that a user can write down, not code.
//
//	t := group.Table{Rows: n, Columns: columns}       // dictionary-encoded, as record.ReadColumns gives them
//	f, err := group.ParseFilter("regime=full|curated")
//	rows, err := t.Select(f)                          // rows that pass
//	t = t.Take(rows)
//	p, err := group.ParseProjection("model,feature.proof_lines[3,6]")
//	keys, err := p.Of(t)                              // the key of every row, keys in order
//	pooled, err := t.Pooled(keys.Of, "regime", "seed") // what the keys do not tell apart
//
// A projection looks at a value once, not at every row that has it: it costs a few
// operations on small numbers for each row. Nothing here knows what the columns
// mean.
package group
