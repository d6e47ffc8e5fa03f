package plots

// sheet is the page that a constructor fills from top to bottom. Heights are
// reserved first; places are known when the total is.
type sheet struct {
	width  float64
	title  []string
	height float64 // used so far
}

func newSheet(l Layout) *sheet {
	s := &sheet{width: singleColumn, height: margin}
	if l.Wide {
		s.width = doubleColumn
	}
	if t := printable(heading, l.Title); t != "" {
		s.title = wrap(heading, s.inner(), 3, t)
		s.height += heading.height(len(s.title)) + gap
	}
	return s
}

// inner is the width within the margins.
func (s *sheet) inner() float64 { return s.width - 2*margin }

// reserve takes h from the page and returns the distance of its upper edge from
// the top.
func (s *sheet) reserve(h float64) float64 {
	top := s.height
	s.height += h
	return top
}

// finish closes the page. body draws everything below the title, given the
// height of the page: a part reserved at distance d from the top is drawn below
// y = height − d.
func (s *sheet) finish(caption, alt string, body func(p pen, height float64)) *Figure {
	height := s.height + margin
	return &Figure{
		width: s.width, height: height, caption: caption, alt: alt,
		draw: func(p pen) {
			for i, line := range s.title {
				p.text(heading, ink, pt{margin, height - margin - heading.height(1)*(float64(i)+0.5)}, left, line)
			}
			body(p, height)
		},
	}
}
