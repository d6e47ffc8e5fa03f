package attempts

import (
	"fmt"

	"proofgrid/experiments/record/parquet"
)

func readParquet(path string, v visitor) error {
	r, err := parquet.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := v.unread(r.Unread()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	names := r.Flat()
	return readRows(path, names, r.Read(names), v)
}
