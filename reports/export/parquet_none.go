//go:build !parquet

package export

import "errors"

func (e *exporter) parquet(_, _ string) error {
	return errors.New("this proofgrid was built without Parquet ('go build -tags parquet' has it); csv and jsonl hold the same tables")
}
