package attempts

import "proofgrid/experiments/record/parquet"

func readParquet(path string, v visitor) error {
	r, err := parquet.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	names := r.Flat()
	return readRows(path, names, r.Read(names), v)
}
