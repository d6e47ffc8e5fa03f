// Package reports turns a run of the notebook into what people read: a Markdown
// report with figures, the numbers behind it as JSON, and a short summary for the
// terminal.
//
//	r, err := reports.Load(run)      // read the tables and analyse them
//	r.Summary(os.Stdout)
//	paths, err := r.Write(dir)       // report.md, analysis.json, figures/*.png, *.svg
//
// The numbers come from package analysis, the drawings from package plots; here
// stand the words. A sentence of the report is generated from the numbers and
// claims what the interval beside it supports, no more. Start reading at report.go;
// the sections are in section_*.go, in the order of the document.
//
// The same tables give the same bytes: no clock is read, nothing is random, and
// names from outside pass through package md.
package reports
