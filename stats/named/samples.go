package named

import (
	"errors"
	"fmt"
	"math"

	"proofgrid/stats"
)

type chain struct {
	Rounds int  `in:"rounds" doc:"rounds with an outcome"`
	Solved bool `in:"solved,optional" doc:"the last of them proved the task"`
	Lost   bool `in:"lost,optional" doc:"broken by the infrastructure"`
}

// checkSamples refuses what no task can have.
func checkSamples(n, c int) error {
	if n < 1 || c < 0 || c > n {
		return fmt.Errorf("%d right ones among %d samples: at least one sample, and 0 … n of them right", c, n)
	}
	return nil
}

// checkBudget refuses budgets without a sample.
func checkBudget(k int) error {
	if k < 1 {
		return fmt.Errorf("k = %d: a budget has at least one sample", k)
	}
	return nil
}

// moreThanSampled is why a budget has no answer.
func moreThanSampled(n int) []string {
	return []string{fmt.Sprintf("k > n: %d samples say nothing of more", n)}
}

// checkGrid bounds the number of budgets that an answer lists.
func checkGrid(k, r int) error {
	if k < 1 || r < 0 || k > 1000 || r > 1000 {
		return fmt.Errorf("a budget of %d samples and %d repair rounds: at least 1 and 0, at most 1000 of each", k, r)
	}
	return nil
}

var samples = []Statistic{
	define("pass_at_k", "unbiased pass@k and pass^k of one task with c right among n samples; NaN for k > n",
		`{"n": 8, "c": 3, "k": [1, 2, 4, 8]}`, func(in struct {
			N int       `in:"n" doc:"samples"`
			C int       `in:"c" doc:"right ones among them"`
			K oneOrMore `in:"k" doc:"budget, or budgets"`
		}) (Object, error) {
			if err := checkSamples(in.N, in.C); err != nil {
				return nil, err
			}
			for _, k := range in.K.values {
				if err := checkBudget(k); err != nil {
					return nil, err
				}
			}
			out := Object{
				{"pass_at_k", in.K.each(func(k int) float64 { return stats.PassAtK(in.N, in.C, k) })},
				{"pass_hat_k", in.K.each(func(k int) float64 { return stats.PassHatK(in.N, in.C, k) })},
			}
			for _, k := range in.K.values {
				if k > in.N {
					return append(out, Member{"warnings", moreThanSampled(in.N)}), nil
				}
			}
			return out, nil
		}),

	define("pass_at_k_log1m", "ln(1 − pass@k), which keeps its digits where pass@k rounds to 1",
		`{"n": 100000, "c": 50000, "k": 1000}`, func(in struct {
			N int `in:"n" doc:"samples"`
			C int `in:"c" doc:"right ones among them"`
			K int `in:"k" doc:"budget"`
		}) (Object, error) {
			if err := errors.Join(checkSamples(in.N, in.C), checkBudget(in.K)); err != nil {
				return nil, err
			}
			out := Object{{"ln_one_minus", stats.LogFailAtK(in.N, in.C, in.K)}}
			if in.K > in.N {
				out = append(out, Member{"warnings", moreThanSampled(in.N)})
			}
			return out, nil
		}),

	define("pass_at_k_mean", "mean over tasks of pass@k and pass^k, with the interval that fits the design",
		`{"samples": [8, 8, 8, 8], "correct": [0, 2, 8, 1], "k": 4, "clusters": ["a", "a", "b", "b"]}`, func(in struct {
			Samples []int `in:"samples" doc:"samples of every task; 0 is unknown"`
			Correct []int `in:"correct" doc:"right ones among them"`
			K       int   `in:"k" doc:"budget"`
			clustered
			level
		}) (Object, error) {
			d := design(in.clustered, in.level)
			pass, err := stats.PassAtKMean(in.Samples, in.Correct, in.K, d)
			if err != nil {
				return nil, err
			}
			hat, err := stats.PassHatKMean(in.Samples, in.Correct, in.K, d)
			if err != nil {
				return nil, err
			}
			scores, err := stats.PassAtKScores(in.Samples, in.Correct, in.K)
			return Object{{"pass_at_k", pass}, {"pass_hat_k", hat}, {"scores", scores}}, err
		}),

	define("pass_at_k_r", "pass@(k, r) of one task for every k and r, from the round in which each chain first succeeded",
		`{"first_success_round": [0, 2, null, 1], "r": 2}`, func(in struct {
			First []round `in:"first_success_round" doc:"of every chain; null is never"`
			R     *int    `in:"r,optional" doc:"rounds that every unsolved chain ran to; the largest success when absent"`
			Null  string  `in:"null,optional" doc:"a note; not read"`
		}) (Object, error) {
			rounds := 0
			var first []int
			for _, f := range in.First {
				first, rounds = append(first, int(f)), max(rounds, int(f))
			}
			if in.R != nil {
				rounds = *in.R
			}
			if err := checkGrid(len(first), rounds); err != nil {
				return nil, err
			}
			rows := [][]float64{}
			for k := 1; k <= len(first); k++ {
				row := []float64{}
				for r := 0; r <= rounds; r++ {
					row = append(row, stats.PassAtKR(first, k, r))
				}
				rows = append(rows, row)
			}
			return Object{{fmt.Sprintf("rows_k1to%d_cols_r0to%d", len(first), rounds), rows}}, nil
		}),

	define("budget_surface", "pass@(k, r) over tasks at every smaller budget that one run speaks for under its stopping policy",
		`{"policy": "depth-first", "k": 2, "r": 1, "tasks": [[{"rounds": 1, "solved": true}, {"rounds": 0}], [{"rounds": 2}, {"rounds": 2, "solved": true}], [{"rounds": 2}, {"rounds": 2}]]}`,
		func(in struct {
			Policy string    `in:"policy" doc:"exhaustive, depth-first or breadth-first"`
			K      int       `in:"k" doc:"samples"`
			R      int       `in:"r" doc:"repair rounds"`
			Tasks  [][]chain `in:"tasks" doc:"chains of every task in the order in which they ran; none is unknown"`
			clustered
			level
		}) (Object, error) {
			if err := checkGrid(in.K, in.R); err != nil {
				return nil, err
			}
			run := stats.Run{Policy: stats.Policy(in.Policy), K: in.K, R: in.R}
			for _, t := range in.Tasks {
				var chains []stats.Chain
				for _, c := range t {
					chains = append(chains, stats.Chain(c))
				}
				run.Tasks = append(run.Tasks, chains)
			}
			s, err := stats.BudgetSurface(run, design(in.clustered, in.level))
			if err != nil {
				return nil, err
			}
			var points []stats.BudgetPoint
			for k := 1; k <= in.K; k++ {
				for r := 0; r <= in.R; r++ {
					points = append(points, s.At(k, r))
				}
			}
			low, high, err := run.Scores(in.K, in.R)
			return Object{{"policy", in.Policy}, {"points", points}, {"task_low", low}, {"task_high", high}}, err
		}),

	define("early_stop_plugin_bias", "what c/n with n = attempts made, and the unbiased estimate, expect of a run that stops at its first success",
		`{"p": 0.2, "k_max": 8}`, func(in struct {
			P    float64 `in:"p" doc:"chance of a sample to succeed"`
			KMax int     `in:"k_max" doc:"samples at most"`
			Note string  `in:"policy,optional" doc:"a note; not read"`
		}) (Object, error) {
			if !(in.P >= 0 && in.P <= 1) || in.KMax < 1 || in.KMax > 1000 {
				return nil, fmt.Errorf("p = %v with k_max = %d: p is a chance and k_max lies in 1 … 1000", in.P, in.KMax)
			}
			plugin, prefix := 0.0, 0.0
			for failures := 0; failures <= in.KMax; failures++ {
				chains := make([]stats.Chain, in.KMax)
				chance := math.Pow(1-in.P, float64(failures))
				for i := range failures {
					chains[i].Rounds = 1
				}
				if failures < in.KMax {
					chains[failures] = stats.Chain{Rounds: 1, Solved: true}
					chance *= in.P
					plugin += chance / float64(failures+1)
				}
				run := stats.Run{Policy: stats.DepthFirst, K: in.KMax, Tasks: [][]stats.Chain{chains}}
				s, err := stats.BudgetSurface(run, stats.Design{})
				if err != nil {
					return nil, err
				}
				prefix += chance * s.At(1, 0).Estimate.Value
			}
			return Object{{"truth", in.P}, {"E_plugin_pass1", plugin}, {"E_prefix_pass1", prefix}}, nil
		}),
}
