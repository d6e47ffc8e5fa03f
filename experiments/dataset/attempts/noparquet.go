//go:build !parquet

package attempts

import "fmt"

func readParquet(path string, _ visitor) error {
	return fmt.Errorf("%s: a Parquet file, which this program was built without; build it with -tags parquet, or convert the file to Arrow (feather) or JSON lines", path)
}
