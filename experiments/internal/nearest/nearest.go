package nearest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/xrash/smetrics"
)

// least is the similarity below which a guess confuses more than it helps.
const least = 0.75

// most is the number of names that a list may have and still be read.
const most = 20

// Hint ends an error about an unknown name: with the nearest of the known names, or
// with all of them when none is near.
func Hint(name string, known []string) string {
	names := slices.Clone(known)
	slices.Sort(names)
	names = slices.Compact(names)
	best, score := "", least
	for _, k := range names {
		if s := smetrics.JaroWinkler(strings.ToLower(name), strings.ToLower(k), 0.7, 4); s > score {
			best, score = k, s
		}
	}
	switch {
	case best != "":
		return fmt.Sprintf("; did you mean %q?", best)
	case len(names) == 0:
		return "; there are none"
	case len(names) > most:
		return fmt.Sprintf("; known: %s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return "; known: " + strings.Join(names, ", ")
}
