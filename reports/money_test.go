package reports_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"proofgrid/experiments/record"
	"proofgrid/reports/internal/synthetic"
)

// priced is the grid of the other tests with prices: two models asked over a network,
// the second with some calls of unknown cost, and with exhaustive and depth-first cells
// that share answers.
func priced(policies ...string) synthetic.Plan {
	p := grid([]string{"m-large", "m-small"}, []string{"curated", "full"}, policies...)
	p.Call = func(k *record.CallRow) {
		regime := "full"
		if strings.Contains(k.CellID, "curated") {
			regime = "curated"
		}
		k.RequestHash = fmt.Sprint(k.Model, regime, k.TaskID, k.Sample, k.Round)
		per := map[string]float64{"m-large": 1e-5, "m-small": 1e-6}[k.Model]
		k.TokensIn, k.TokensOut = int64(400+300*k.Round), 150
		if regime == "full" {
			k.TokensIn += 4000
		}
		k.TokensCached, k.TokensWritten, k.TokensThought = k.TokensIn/2, k.TokensIn/4, 90
		k.Cost = per * float64(k.TokensIn+5*k.TokensOut)
		if k.Model == "m-small" && k.TaskID == "synthetic/thm07" && k.Round == 1 {
			k.Cost = math.NaN()
		}
		if k.Sample == 3 {
			k.Retries, k.Wait, k.Finish = 1, 2*time.Second, "length"
		}
		k.Latency = 3 * time.Second
	}
	return p
}

func TestReportOfMoney(t *testing.T) {
	r := report(t, priced("exhaustive", "depth-first"), specText)
	if keep := os.Getenv("PROOFGRID_KEEP_REPORT"); keep != "" {
		if _, err := r.Write(keep + "-money"); err != nil {
			t.Fatal(err)
		}
	}
	text := r.Markdown()
	a := r.Analysis.Money
	if a.Shared == 0 || !(a.Paid < a.Alone) || a.Unknown == 0 {
		t.Fatalf("money %+v", a)
	}
	for _, want := range []string{
		"### Money", "By the prices recorded with the calls the cells cost ", " each taken alone; ", " the very request of another and share its answer, so that all requests, each once, cost ", " of 3,720 calls is unknown and in no sum.",
		"What the calls cost in USD", "USD per attempt", "Cost in USD, with 95 % intervals", "| length | stop |", "| 50.0 |",
		"The cost of 1 task is unknown and left out.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the report", want)
		}
	}
	if strings.Contains(text, "Money: no call has a price") || strings.Contains(text, "NaN") {
		t.Error("the report denies the prices, or prints NaN")
	}
	var b strings.Builder
	if err := r.Summary(&b); err != nil || !strings.Contains(b.String(), "By the prices recorded with the calls the cells cost ") {
		t.Errorf("%v, summary\n%s", err, b.String())
	}
}

// Where every cost is known, the figures and the words take money as the measure.
func TestMoneyIsTheMeasureWhereAllIsKnown(t *testing.T) {
	p := priced("exhaustive")
	call := p.Call
	p.Call = func(k *record.CallRow) {
		if call(k); math.IsNaN(k.Cost) {
			k.Cost = 1e-6
		}
	}
	r := report(t, p, specText)
	if text := r.Markdown(); !strings.Contains(text, " USD (**m-small") {
		t.Error("the lead on cost is not in USD")
	}
	found := 0
	for _, f := range r.Figures() {
		if f.Name == "solved-by-cost" && strings.Contains(f.Alt(), "US dollars per task") || f.Name == "pareto" && strings.Contains(f.Alt(), " costs 0.") {
			found++
		}
	}
	if found != 2 {
		t.Errorf("%d figures have money as a cost", found)
	}
}

// A model without a price leaves a gap among those that have one, not a curve at nothing.
func TestModelsWithoutPricesHaveNoCurveOfMoney(t *testing.T) {
	p := priced("exhaustive")
	call := p.Call
	p.Call = func(k *record.CallRow) {
		if call(k); k.Model == "m-small" {
			k.Cost = math.NaN()
		}
	}
	for _, f := range report(t, p, specText).Figures() {
		if f.Name != "solved-by-cost" {
			continue
		}
		if !strings.Contains(f.Caption(), "Not measured: m-small, curated† at US dollars per task = 0") {
			t.Errorf("caption %q", f.Caption())
		}
		if alt := f.Alt(); !strings.Contains(alt, "m-large, full from") || strings.Count(alt, "at US dollars per task") != 4 {
			t.Errorf("alternative text %q", alt)
		}
		return
	}
	t.Error("no figure of the share solved by cost")
}

func TestWhatNoCallSaysIsADash(t *testing.T) {
	p := priced("exhaustive")
	call := p.Call
	p.Call = func(k *record.CallRow) {
		if call(k); k.Model == "m-small" {
			k.TokensIn, k.TokensThought, k.Wait, k.Latency, k.Retries = -1, -1, -1, -1, 0
		}
	}
	if text := report(t, p, specText).Markdown(); !regexp.MustCompile(`\| m-small \| full \| [\d,]+ \| – \| – \| – \| [\d,]+ \| – \| – \| 0 \| – \| – \|`).MatchString(text) {
		t.Error("what no call says is not shown as unknown")
	}
}

func TestBuiltInProversHaveNoMoney(t *testing.T) {
	r := report(t, grid([]string{"search"}, []string{"full"}, "exhaustive"), specText)
	text := r.Markdown()
	for _, word := range []string{"### Money", "USD", "Calls and their tokens", "reason for which their answer ended"} {
		if strings.Contains(text, word) {
			t.Errorf("%q in a report without prices", word)
		}
	}
}
