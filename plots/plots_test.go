package plots_test

import (
	"fmt"
	"math"

	"proofgrid/stats"
)

// wilson is the Wilson score interval at 95 % (Wilson 1927), so that the figures
// of the examples show intervals that belong to their counts.
func wilson(x, n int) stats.Estimate {
	const z = 1.959963984540054
	p, m := float64(x)/float64(n), float64(n)
	centre := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return stats.Estimate{Value: p, Lo: max(centre-half, 0), Hi: min(centre+half, 1), Level: 0.95, N: n, Method: "Wilson score"}
}

var nan = math.NaN()

func estimate(value, lo, hi float64, n int, method string) stats.Estimate {
	return stats.Estimate{Value: value, Lo: lo, Hi: hi, Level: 0.95, N: n, Method: method}
}

func noInterval(value float64, n int) stats.Estimate {
	return stats.Estimate{Value: value, Lo: math.NaN(), Hi: math.NaN(), N: n, Method: "micro rate"}
}

func dump(v any) string { return fmt.Sprintf("%+v", v) }
