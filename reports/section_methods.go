package reports

import (
	"fmt"
	"strings"

	"proofgrid/reports/md"
)

// methods says in words how each number was computed.
func (d *document) methods() {
	s := d.a.Settings
	d.section("How the numbers were computed",
		"All numbers come from the Arrow tables of the run; analysis.json beside this report holds them unrounded, with method and warnings of each.")
	d.List(
		"**Solved.** A task is solved in a cell when some attempt was proved: "+d.provedWords()+". Rejections, timeouts, missing answers and cheats are failures. Infrastructure errors and work that was not run are neither: an unsolved task with one of them is unknown and leaves the denominator.",
		fmt.Sprintf("**Intervals** are two-sided at %s. Wilson's score interval takes tasks as independent. The cluster-robust interval of a mean takes repositories as the independent units: the CR2 sandwich of Bell and McCaffrey with Satterthwaite degrees of freedom (CR1 with t(G − 1) for 50 or more clusters of equal size). It has no value when all repositories have the same rate.", level(d.a)),
		"**Micro and macro.** Micro is solved over known tasks. Macro is the unweighted mean of the repositories' rates, with t(G − 1).",
		"**ICC** is the one-way ANOVA estimate and can be negative; the **design effect** is the CR1 variance over that of independent tasks.",
		"**pass@k** is the unbiased estimator of Chen et al. (2021), averaged over tasks; **pass@(k, r)** is the same on chains solved by round r. Where the run leaves bounds only, these are given; where they coincide although the stopping policy does not identify the budget, a footnote says that the value is not unbiased. Chains lost to the infrastructure are left out: failing chains run more rounds and are lost more often, so that values with losses lean upward, and the footnotes bound by how much.",
		fmt.Sprintf("**Paired comparisons** use the tasks known in both cells. Clustered: the mean difference with the CR2 interval, and the sign-flip test over repositories (exact for up to 20 with a difference, else %s draws). Independent: Tango's score interval, Newcombe's method 10, McNemar's exact and mid-p tests. Holm's correction covers all comparisons of the report.", count(s.Resamples)),
		fmt.Sprintf("**Depth.** Buckets of %s end at %s. Cochran–Armitage uses scores 1, 2, 3 … and the variance with N; the stratified test is Mantel's extension over repositories, with N − 1.", md.Code(s.DepthBy), edges(s.Edges)),
		fmt.Sprintf("**Correlations** are Spearman's with mid-ranks. Partial Spearman: ranks over all tasks, repository means removed (dummies), Pearson of the residuals, n − 2 − (G − 1) degrees of freedom; its permutations stay within repositories. A permutation p is exact for few tasks; for many it is an Edgeworth series with the exact permutation variance, skewness and kurtosis, taken only where what it leaves out stays below a tenth of the standard error of %s draws at p = 0.05; else it is drawn. The section on features counts them, and analysis.json names the way of each.", count(s.Resamples)),
		"**Cost per solve** is the ratio of sums with Fieller's interval over repositories. “Stopped” is, under the exhaustive policy, the expectation over all orders of the samples of what it takes to reach the first success or to use up all samples; under the others it is what was spent up to the first success in the order of execution.",
		"**Curves of solved against cost** count a task from the cost at which it was first proved; tasks never proved stay in the denominator, none is censored. Bands are pointwise Wilson intervals. AUC is the exact integral of the steps over the limit.",
		"**Frontier.** A cell is on it when no other has at most its cost and at least its success, and is better in one. Membership is the share of resamples of whole repositories, the same for all cells, in which it is.",
		fmt.Sprintf("**Randomness.** Permutations and resamples: %s draws, seed %d. They depend on nothing else, so this report can be made again byte for byte.", count(s.Resamples), s.Seed),
	)
}

func (d *document) provedWords() string {
	if d.Spec.Imported != nil {
		return "the imported files have its proof, and a time within the limit"
	}
	return "accepted by the checker for the locked statement, with no forbidden assumption"
}

func edges(e []int) string {
	var words []string
	for _, v := range e {
		words = append(words, fmt.Sprint(v))
	}
	return list(words)
}

func (d *document) provenance() {
	p := d.Provenance
	d.section("Provenance and reproduction", fmt.Sprintf("The run was begun on a machine with %s (%s/%s).", plural(p.CPUs, "core", "cores"), md.Text(p.OS), md.Text(p.Arch)))
	rows := [][]string{
		{"run", md.Code(p.Experiment + "/" + p.Run)},
		{"sha256 of the spec", md.Code(p.SpecSHA256)},
		{"seed of the spec", fmt.Sprint(d.Spec.Seed)},
		{"seed of the analysis", fmt.Sprint(d.a.Settings.Seed)},
		{"processes that worked on it", fmt.Sprint(max(1, d.Sessions))},
	}
	for _, in := range sortedKeys(p.Inputs) {
		rows = append(rows, []string{"sha256 of " + md.Text(in), md.Code(p.Inputs[in])})
	}
	var verifiers []string
	for _, v := range d.verifiers() {
		verifiers = append(verifiers, md.Text(v))
	}
	if len(verifiers) > 0 {
		rows = append(rows, []string{"checker of the attempts", strings.Join(verifiers, "; ")})
	}
	for _, c := range d.a.Cells {
		rows = append(rows, []string{"cell " + md.Text(c.Name), md.Code(c.ID) + ", seed " + fmt.Sprint(c.Seed)})
	}
	d.Table([]string{"what\t", "value\t"}, rows)
	if len(p.Command) > 0 {
		d.Para("The command of the run, and the one that makes this report from its tables again:")
		d.Fence("sh", commandLine(p.Command)+"\n"+commandLine([]string{"proofgrid", "report", p.Experiment + "/" + p.Run}))
	}
	d.Para("The spec as run:")
	d.Fence("yaml", string(d.Spec.Source))
	if d.Notes != "" {
		d.Para("Notes of the authors are in notes.md beside this report.")
	}
}

// commandLine quotes the words of a command for a POSIX shell.
func commandLine(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		if w != "" && strings.Trim(w, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%") == "" {
			out[i] = w
		} else {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}
