// Package plots draws the figures of an evaluation from estimates, in the form
// in which papers print them.
//
// There is one constructor per figure, named after the question that the figure
// answers: [NewSuccess], [NewPassAtK], [NewBudgetSurface], [NewBuckets],
// [NewForest], [NewSolvedCurves], [NewCorrelations], [NewRepositories],
// [NewErrorCategories], [NewOverlap], [NewUpSet], [NewPareto], [NewRepairGain].
// It takes a struct of labels and [stats.Estimate] values, checks and copies
// them, and returns a [Figure] or an error that names the field at fault. After
// that nothing can fail but the disk: [Figure.Save] and [Figure.Encode] write
// PNG, SVG or PDF, the same bytes for the same input.
//
// # Conventions of every figure
//
// Rates are fractions in [0, 1] and are printed in percent. An estimate whose
// Value is NaN was not measured and leaves a gap, which the caption names. An
// estimate without interval (Lo and Hi NaN) is drawn as a hollow mark. Infinite
// or reversed values are errors; only the interval of a cost may be unbounded, and
// then ends in an arrow at the edge. An interval that passes what is possible, such
// as a rate below 0, is cut there.
//
// [Figure.Caption] says what is shown, n, the interval's method and level, what
// is missing, the warnings of the estimates, and the full text of each label
// that had to be shortened. [Figure.Alt] says in words what the eye would see.
//
// Figures are one column (3.4 in) or, with [Layout.Wide], two columns (7 in)
// wide, and no text is smaller than 7 pt at that size. Colours are those of Okabe
// and Ito, and each series differs from the others also by mark and dash or by
// hatch, so that a grey print can be read. In PNG and PDF text is drawn as
// outlines; in SVG it is text, in Liberation Sans or the Arial that has its widths.
//
// The package computes no statistics, but for the pooled row of [NewRepositories]:
// what it draws was estimated elsewhere. It
// imports stats for the type of an estimate, and gonum/plot for the canvas, the
// fonts and the file formats. Start reading at figure.go; success.go is a short
// example of a figure.
package plots
