package export

import (
	"proofgrid/experiments/record/parquet"
)

func (e *exporter) parquet(name, path string) error {
	from, err := e.run.Table(name)
	if err != nil {
		return err
	}
	if err := e.ctx.Err(); err != nil {
		return err
	}
	n, err := parquet.Write(path, from)
	if err != nil {
		return err
	}
	e.res.Files = append(e.res.Files, File{name + ".parquet", n})
	return nil
}
