package plots

// panels arranges n plots of one size in rows.
type panels struct {
	n, cols int
	xs      []axis // one for all, or one per panel
	y       axis
	titles  []string // above the panels, or nil
	head    bool     // room for a line of text above each panel without titles
	tall    float64  // height of a plot
}

func (g panels) rows() int    { return (g.n + g.cols - 1) / g.cols }
func (g panels) shared() bool { return len(g.xs) == 1 }

func (g panels) titleRoom() float64 {
	if g.titles == nil && !g.head {
		return 4
	}
	return small.height(1) + 5
}

func (g panels) below() float64 {
	h := 0.0
	for _, x := range g.xs {
		h = max(h, x.below())
	}
	return h
}

func (g panels) height() float64 {
	h := float64(g.rows()) * (g.titleRoom() + g.tall)
	if g.shared() {
		return h + g.below()
	}
	return h + float64(g.rows())*(g.below()+2)
}

// draw draws the axes of every panel below top and calls body for each.
func (g panels) draw(p pen, x0, x1, top float64, body func(i int, f frame)) {
	between := 9.0
	if !g.shared() {
		between = 17 // the outermost labels of neighbours meet here
	}
	x0 += g.y.beside()
	right := 0.0
	for _, x := range g.xs {
		if n := len(x.ticks); n > 0 {
			right = max(right, x.overhang(x.ticks[n-1])*0.8)
		}
	}
	x1 -= right
	wide := (x1 - x0 - between*float64(g.cols-1)) / float64(g.cols)
	pitch := g.titleRoom() + g.tall
	if !g.shared() {
		pitch += g.below() + 2
	}
	for i := range g.n {
		row, col := i/g.cols, i%g.cols
		ax0 := x0 + float64(col)*(wide+between)
		ay1 := top - float64(row)*pitch - g.titleRoom()
		f := frame{area: rect{ax0, ay1 - g.tall, ax0 + wide, ay1}, x: g.xs[i%len(g.xs)], y: g.y}
		f.x = f.x.thinned(wide)
		last := i+g.cols >= g.n
		if g.shared() {
			f.x.title = ""
			if !last {
				f.x = f.x.unlabelled()
			}
		}
		if col > 0 {
			f.y = f.y.unlabelled()
		}
		if g.n > 1 {
			f.y.title = "" // one for all, below
		}
		f.drawY(p)
		f.drawX(p, false)
		if g.titles != nil {
			p.text(small, ink, pt{f.area.x0 + 1, ay1 + small.height(1)/2 + 1}, left, g.titles[i])
		}
		body(i, f)
	}
	bottom := top - float64(g.rows())*pitch
	if g.n > 1 && g.y.titled() {
		p.upright(label, ink, pt{x0 - g.y.beside() + label.height(1)/2, (top + bottom) / 2}, centre, g.y.title)
	}
	if g.shared() && g.xs[0].titled() {
		p.text(label, ink, pt{(x0 + x1) / 2, bottom - g.below() + label.height(1)/2}, centre, g.xs[0].title)
	}
}

// unlabelled keeps the ticks as grid lines and drops their texts.
func (a axis) unlabelled() axis {
	ticks := append([]tick(nil), a.ticks...)
	for i := range ticks {
		ticks[i].label = ""
	}
	a.ticks, a.title = ticks, ""
	return a
}
