package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestPrintedNumbers(t *testing.T) {
	for text, want := range map[string]float64{"40.4": 40.4, "-0.128": -0.128, "−0.128": -0.128, "69 %": 69, "0.0": 0, "100": 100} {
		near(t, text, must(ParsePrinted(text)).Value, want, 0)
	}
	for _, bad := range []string{"", "abc", "1.2.3", "4-5", "1.-2", "1_000", "%"} {
		if p, err := ParsePrinted(bad); err == nil {
			t.Errorf("%q is read as %v", bad, p.Value)
		}
	}
}

// 1/8 = 12.5 %, which prints as 12 (to even) or 13 (up); 3/8 = 37.5 as 38 either way.
func TestRoundingHalfUpOrHalfEven(t *testing.T) {
	for _, c := range []struct {
		text string
		num  int64
		want bool
	}{
		{"12", 1, true}, {"13", 1, true}, {"11", 1, false}, {"14", 1, false},
		{"38", 3, true}, {"37", 3, false}, {"12.5", 1, true}, {"12.4", 1, false},
	} {
		if got := must(ParsePrinted(c.text)).Rounds(big.NewInt(100*c.num), big.NewInt(8)); got != c.want {
			t.Errorf("%d/8 prints as %s: %t, want %t", c.num, c.text, got, c.want)
		}
	}
}

func TestPercentCountsOfEveryCount(t *testing.T) {
	for _, n := range []int{1, 7, 23, 119, 500} {
		for k := 0; k <= n; k++ {
			text := fmt.Sprintf("%.1f", 100*float64(k)/float64(n))
			if counts := must(PercentCounts(text, n)); !slices.Contains(counts, k) {
				t.Errorf("%s of %d does not list %d: %v", text, n, k, counts)
			}
		}
	}
	_, err := PercentCounts("5", 0)
	refused(t, "of nothing", err, ErrNoData)
}

func TestMcNemarBoundsHoldEveryTable(t *testing.T) {
	const n, a, b = 12, 7, 4
	lo, hi, err := McNemarBounds(a, b, n)
	if err != nil {
		t.Fatal(err)
	}
	least, most := 1.0, 0.0
	for both := 0; both <= n; both++ {
		onlyA, onlyB := a-both, b-both
		if onlyA < 0 || onlyB < 0 || both+onlyA+onlyB > n {
			continue
		}
		p := McNemarExact(onlyA, onlyB).P
		least, most = min(least, p), max(most, p)
	}
	near(t, "smallest", lo.P, least, 1e-15)
	near(t, "largest", hi.P, most, 1e-15)
	if _, _, err := McNemarBounds(13, 4, n); err == nil {
		t.Error("13 solved of 12 is accepted")
	}
}

// A small paper of our own: each statement, and whether arithmetic allows it.
func TestChecksByHand(t *testing.T) {
	for _, c := range []struct {
		name    string
		finding Finding
		want    bool
	}{
		{"a third of 6 is 2", must(CheckPercent("33.3", 6)), true},
		{"no count of 6 is 40.0 %", must(CheckPercent("40.0", 6)), false},
		{"50 % of 8 and 4 solved", must(CheckSameRate(8, []string{"50"}, 4)), true},
		{"50 % of 8 and 8 less 3 failures", must(CheckSameRate(8, []string{"50"}, 5)), false},
		{"parts add up", CheckSum([]int{1, 2, 3}, 6), true},
		{"parts do not", CheckSum([]int{1, 2, 3}, 7), false},
		{"a mean between its parts", must(CheckHull([]string{"10", "20"}, "19.6")), true},
		{"a mean at a part's rounding", must(CheckHull([]string{"10", "20"}, "20.5")), true},
		{"a mean above its parts", must(CheckHull([]string{"10", "20"}, "22")), false},
		{"weights known", must(CheckWeightedMean([]string{"10.0", "20.0"}, []int{3, 1}, "12.5")), true},
		{"weights wrong", must(CheckWeightedMean([]string{"10.0", "20.0"}, []int{3, 1}, "15.0")), false},
		{"macro in rounding", must(CheckMacro([]string{"33", "67"}, nil, "50.4")), true},
		{"macro pinned by sizes", must(CheckMacro([]string{"33", "67"}, []int{3, 3}, "50.4")), false},
		{"falling", must(CheckMonotone([]string{"3.0", "2.9", "1.0"}, false)), true},
		{"equal in print, may fall", must(CheckMonotone([]string{"3.0", "3.0"}, false)), true},
		{"a step up in print", must(CheckMonotone([]string{"3.0", "3.1", "1.0"}, false)), false},
		{"rising", must(CheckMonotone([]string{"1", "2", "4"}, true)), true},
		{"gap widens", must(CheckWidening([]string{"9", "9", "9"}, []string{"8", "6", "3"})), true},
		{"gap narrows", must(CheckWidening([]string{"9", "9", "9"}, []string{"3", "6", "8"})), false},
		{"strongest", must(CheckStrongest([]string{"0.1", "-0.4"}, 1)), true},
		{"not strongest", must(CheckStrongest([]string{"0.1", "-0.4"}, 0)), false},
		{"transitive at least direct", must(CheckAtLeast("5.0", "5.1")), true},
		{"transitive below direct", must(CheckAtLeast("5.0", "5.2")), false},
		{"speed-up of 3.9 on 4", must(CheckSpeedup("3.9x", 4)), true},
		{"speed-up of 4.3 on 4", must(CheckSpeedup("4.3×", 4)), false},
		{"r = 0.5 of 30", must(CheckCorrelationP("0.50", 30, 0, "<0.01")), true},
		{"r = 0.1 of 30", must(CheckCorrelationP("0.10", 30, 0, "<0.01")), false},
		{"r = 0.1 of 30 is not significant", must(CheckCorrelationP("0.10", 30, 0, ">0.05")), true},
		{"a stated p", must(CheckCorrelationP("0.361", 30, 0, "0.050")), true},
		{"McNemar can be so small", must(CheckMcNemarP(20, 5, 40, "<0.001")), true},
		{"McNemar cannot be so small", must(CheckMcNemarP(20, 18, 40, "<0.001")), false},
		{"an SD of two seeds one task apart", must(CheckSD("1.4", 50, 2)), true},
		{"an SD that three seeds cannot have", must(CheckSD("1.4", 50, 3)), false},
	} {
		if c.finding.Consistent != c.want || c.finding.Arithmetic == "" || c.finding.Check == "" {
			t.Errorf("%s: %+v", c.name, c.finding)
		}
	}
	for name, f := range map[string]func() (Finding, error){
		"no parts":           func() (Finding, error) { return CheckHull(nil, "1") },
		"weights missing":    func() (Finding, error) { return CheckWeightedMean([]string{"1"}, nil, "1") },
		"not a p":            func() (Finding, error) { return CheckCorrelationP("0.1", 30, 0, "< small") },
		"no degrees left":    func() (Finding, error) { return CheckCorrelationP("0.1", 10, 8, "<0.01") },
		"index out of range": func() (Finding, error) { return CheckStrongest([]string{"1"}, 1) },
	} {
		if _, err := f(); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

type benchPaper struct {
	Repositories []struct {
		Repository        string
		N                 int
		ProjectDirect     string `json:"project_direct"`
		ProjectTransitive string `json:"project_transitive"`
		LibraryDirect     string `json:"library_direct"`
		LibraryTransitive string `json:"library_transitive"`
		Curated           string `json:"curated_percent"`
		Full              string `json:"full_percent"`
	} `json:"table5_per_repository_gemini"`
	B1 struct {
		Micro map[string]string
		Macro map[string]string `json:"macro_over_repositories"`
	} `json:"b1_gemini"`
	Size map[string]struct {
		N             int
		Curated, Full string
	} `json:"size_split_gemini"`
	Depth    []map[string]string                   `json:"depth_buckets_gemini"`
	Spearman []map[string]string                   `json:"table6_spearman_gemini"`
	Failures map[string]map[string]int             `json:"table7_failures_gemini"`
	Means    map[string]map[string]json.RawMessage `json:"table4_dependency_means"`
}

// The published tables hold known inconsistencies; each is found, and nothing that
// is consistent is accused.
func TestPublishedTables(t *testing.T) {
	data, err := os.ReadFile("../../shared/data/published/verisoftbench.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the published tables are not present")
	}
	if err != nil {
		t.Fatal(err)
	}
	var p benchPaper
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	expect := func(want bool, what string, f Finding, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if f.Consistent != want {
			t.Errorf("%s: %+v, want consistent = %t", what, f, want)
		}
	}
	var sizes []int
	rates, counts := map[string][]string{}, map[string]int{}
	means := map[string][]string{}
	accused := []string{}
	for _, r := range p.Repositories {
		sizes = append(sizes, r.N)
		for arm, text := range map[string]string{"curated": r.Curated, "full": r.Full} {
			f, err := CheckPercent(text, r.N)
			expect(true, r.Repository+" "+arm, f, err)
			k := must(PercentCounts(text, r.N))
			if len(k) != 1 {
				t.Errorf("%s of %d: %v, want one count", text, r.N, k)
			}
			rates[arm] = append(rates[arm], text)
			counts[arm] += k[0]
		}
		for key, text := range map[string]string{"project_direct": r.ProjectDirect, "project_transitive": r.ProjectTransitive,
			"library_direct": r.LibraryDirect, "library_transitive": r.LibraryTransitive} {
			means[key] = append(means[key], text)
		}
		if f := must(CheckAtLeast(r.ProjectTransitive, r.ProjectDirect)); !f.Consistent {
			accused = append(accused, r.Repository)
		}
		f, err := CheckAtLeast(r.LibraryTransitive, r.LibraryDirect)
		expect(true, r.Repository+" library", f, err)
	}
	if !slices.Equal(accused, []string{"juvix-lean", "lean-hoare"}) {
		t.Errorf("transitive below direct in %v", accused)
	}
	if counts["curated"] != 202 || counts["full"] != 173 {
		t.Errorf("repositories add up to %v", counts)
	}
	f := CheckSum(sizes, 500)
	expect(true, "repository sizes", f, nil)

	headline := map[string]string{"curated": "41.0", "full": "34.8"}
	for _, arm := range []string{"curated", "full"} {
		f, err = CheckSameRate(500, []string{headline[arm], p.B1.Micro[arm]}, counts[arm], 500-p.Failures[arm]["total"])
		expect(false, "statements of the "+arm+" rate", f, err)
		f, err = CheckMacro(rates[arm], sizes, p.B1.Macro[arm])
		expect(false, "macro "+arm, f, err)
		var parts []int
		for name, k := range p.Failures[arm] {
			if name != "total" {
				parts = append(parts, k)
			}
		}
		expect(true, "failure categories of "+arm, CheckSum(parts, p.Failures[arm]["total"]), nil)
		var depth []string
		for _, b := range p.Depth {
			depth = append(depth, b[arm])
		}
		f, err = CheckHull(depth, headline[arm])
		expect(false, "depth buckets of "+arm, f, err)
		f, err = CheckMonotone(depth, false)
		expect(true, arm+" falls over depth", f, err)
		var rho []string
		for _, row := range p.Spearman {
			rho = append(rho, row[arm])
			f, err = CheckCorrelationP(row[arm], 500, 0, row[arm+"_p"])
			expect(true, row["feature"]+" "+arm, f, err)
		}
		if arm == "full" {
			f, err = CheckStrongest(rho, 3)
			expect(true, "depth is strongest", f, err)
		}
		f, err = CheckCorrelationP("-0.208", 500, 22, "<1e-5")
		expect(true, "partial correlation", f, err)
	}
	f, err = CheckSameRate(500, []string{p.B1.Micro["curated"]}, counts["curated"])
	expect(true, "micro curated", f, err)
	for arm, text := range map[string]string{"curated": p.Size["regular"].Curated, "full": p.Size["regular"].Full} {
		f, err = CheckPercent(text, p.Size["regular"].N)
		expect(false, "regular repositories, "+arm, f, err)
		f, err = CheckPercent(text, 380)
		expect(true, "of 380, "+arm, f, err)
	}
	for _, text := range []string{p.Size["large"].Curated, p.Size["large"].Full} {
		f, err = CheckPercent(text, p.Size["large"].N)
		expect(true, "large repositories", f, err)
	}
	var a, b []string
	for _, bucket := range p.Depth {
		a, b = append(a, bucket["curated"]), append(b, bucket["full"])
	}
	f, err = CheckWidening(a, b)
	expect(false, "the gap over depth", f, err)
	for key, parts := range means {
		f, err = CheckWeightedMean(parts, sizes, strings.Trim(string(p.Means["VeriSoftBench"][key]), `"`))
		expect(false, "mean "+key, f, err)
	}
}
