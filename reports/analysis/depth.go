package analysis

import (
	"math"

	"proofgrid/experiments/group"
	"proofgrid/stats"
)

// Depth is success by buckets of the feature that the spec calls depth.
type Depth struct {
	Feature string      `json:"feature"`
	Buckets []Bucket    `json:"buckets"`
	Unknown int         `json:"unknown"` // tasks without the feature
	Cells   []DepthCell `json:"cells"`
}

// Bucket is a range of depths.
type Bucket struct {
	Label string `json:"label"`
	Tasks int    `json:"tasks"`
	tasks []int
}

// DepthCell is a cell's success by bucket and its trend.
type DepthCell struct {
	Rates  []stats.Estimate `json:"rates"`  // one per bucket, cluster-robust where possible
	Wilson []stats.Estimate `json:"wilson"` // the same with tasks as independent
	Solved []int            `json:"solved"`
	Known  []int            `json:"known"`
	// Trend takes tasks as independent; Stratified compares within repositories. Both
	// score the buckets 1, 2, 3 …
	Trend      stats.Test `json:"trend"`
	Stratified stats.Test `json:"stratified_trend"`
	Holm       float64    `json:"holm"` // of Stratified, over the cells
}

func (g *grid) depth(s Settings) Depth {
	d := Depth{Feature: s.DepthBy, Buckets: make([]Bucket, len(s.Edges)+1)}
	whole := true
	for t := range g.Tasks {
		v, ok := g.Tasks[t].Features[s.DepthBy]
		if !ok || math.IsNaN(v) {
			d.Unknown++
			continue
		}
		whole = whole && v == math.Trunc(v)
		b := 0
		for b < len(s.Edges) && v > float64(s.Edges[b]) {
			b++
		}
		d.Buckets[b].tasks = append(d.Buckets[b].tasks, t)
	}
	labels := []string{"all"}
	if len(s.Edges) > 0 {
		edges := make([]float64, len(s.Edges))
		for i, e := range s.Edges {
			edges[i] = float64(e)
		}
		labels = group.BucketNames(edges, whole)
	}
	for b := range d.Buckets {
		d.Buckets[b].Tasks = len(d.Buckets[b].tasks)
		d.Buckets[b].Label = labels[b]
	}
	if d.Unknown == len(g.Tasks) || len(s.Edges) == 0 {
		return d
	}
	scores := make([]float64, len(d.Buckets))
	for i := range scores {
		scores[i] = float64(i + 1)
	}
	p := make([]float64, len(g.Cells))
	for c := range g.Cells {
		dc := g.depthCell(g.solved[c], d.Buckets, scores)
		p[c] = dc.Stratified.P
		d.Cells = append(d.Cells, dc)
	}
	for c, v := range stats.Holm(p) {
		d.Cells[c].Holm = v
	}
	return d
}

func (g *grid) depthCell(y []float64, buckets []Bucket, scores []float64) DepthCell {
	B := len(buckets)
	dc := DepthCell{Solved: make([]int, B), Known: make([]int, B)}
	strata := make([]stats.TrendTable, g.groups.Len())
	for i := range strata {
		strata[i] = stats.TrendTable{X: make([]int, B), N: make([]int, B)}
	}
	for b, bucket := range buckets {
		for _, t := range bucket.tasks {
			if math.IsNaN(y[t]) {
				continue
			}
			dc.Known[b]++
			dc.Solved[b] += int(y[t])
			strata[g.groups.Of[t]].N[b]++
			strata[g.groups.Of[t]].X[b] += int(y[t])
		}
		w, err := stats.Wilson(dc.Solved[b], dc.Known[b], g.design.Level)
		if err != nil {
			w = undefined(0, "no task in this bucket has an outcome")
		}
		dc.Wilson = append(dc.Wilson, w)
		if dc.Known[b] == 0 {
			dc.Rates = append(dc.Rates, w)
		} else {
			dc.Rates = append(dc.Rates, g.rate(y, bucket.tasks))
		}
	}
	var err error
	if dc.Trend, err = stats.CochranArmitage(dc.Solved, dc.Known, scores); err != nil {
		dc.Trend = undefinedTest(0, err.Error())
	}
	if dc.Stratified, err = stats.StratifiedTrend(strata, scores); err != nil {
		dc.Stratified = undefinedTest(0, err.Error())
	}
	return dc
}
