package export

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"proofgrid/reports"
)

// latex writes the tables of the report, and a document that shows them all.
func (e *exporter) latex(dir string) error {
	r, err := reports.Load(e.run)
	if err != nil {
		return err
	}
	preview := "% Shows every table; the tables need \\usepackage{booktabs} alone.\n\\documentclass{article}\n\\usepackage[margin=1.5cm]{geometry}\n\\usepackage{booktabs}\n\\begin{document}\n"
	for _, f := range r.LaTeX() {
		if err := e.file(dir, f.Name+".tex", fmt.Sprintf("%% Of the run %s, written by proofgrid export. Needs \\usepackage{booktabs}.\n%s", e.run.Name(), f.Text)); err != nil {
			return err
		}
		preview += "\\input{" + f.Name + "}\n\\clearpage\n"
	}
	return e.file(dir, "preview.tex", preview+"\\end{document}\n")
}

func (e *exporter) file(dir, name, text string) error {
	if err := e.ctx.Err(); err != nil {
		return err
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	err := writeFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	e.res.Files = append(e.res.Files, File{Name: name})
	return err
}
