package named

import (
	"errors"
	"fmt"
	"slices"

	"proofgrid/stats"
)

type solvedAt struct {
	At []float64 `in:"at" doc:"cost at which every task was solved; \"Infinity\" is never, null unknown"`
	level
}

var survival = []Statistic{
	define("kaplan_meier", "survival under censoring, with log and log-log limits, restricted mean and median",
		`{"time": [5, 12, 12, 20, 33, 60], "event": [1, 1, 0, 1, 0, 0], "limit": 60}`, func(in struct {
			Time  []float64 `in:"time" doc:"when each task was solved or censored"`
			Event []bool    `in:"event" doc:"solved (1) or censored (0)"`
			Limit *float64  `in:"limit,optional" doc:"of the restricted mean; the last time when absent"`
			level
		}) (Object, error) {
			log, err := stats.KaplanMeier(in.Time, in.Event, stats.LogS, in.Level)
			if err != nil {
				return nil, err
			}
			loglog, err := stats.KaplanMeier(in.Time, in.Event, stats.LogLog, in.Level)
			if err != nil {
				return nil, err
			}
			limit := slices.Max(in.Time)
			if in.Limit != nil {
				limit = *in.Limit
			}
			mean, err := log.RMST(limit)
			return Object{
				{"time", log.Time}, {"at_risk", log.AtRisk}, {"events", log.Events}, {"surv", log.S}, {"greenwood_se", log.SE},
				{"ci_log", [][]float64{log.Lo, log.Hi}}, {"ci_loglog", [][]float64{loglog.Lo, loglog.Hi}},
				{fmt.Sprintf("rmst_%g", limit), mean.Value}, {"rmst_se", mean.SE}, {"median", log.Median()},
			}.with(Member{"rmst", mean}), err
		}),

	define("logrank", "are the times of two arms alike: log-rank, Peto's weights, stratified where strata are given",
		`{"time1": [5, 12, 20, 60], "event1": [1, 1, 0, 0], "time2": [8, 30, 50, 60], "event2": [1, 1, 1, 0], "strata": [1, 1, 2, 2]}`, logRank),

	define("solved_curve", "share of tasks solved by each cost; a give-up is a failure; area up to a limit",
		`{"at": [1.5, 3, "Infinity", 2, null], "limit": 10}`, func(in struct {
			solvedAt
			Limit *float64 `in:"limit,optional" doc:"of the area under the curve"`
		}) (Object, error) {
			c, err := stats.SolvedCurve(in.At, in.Level)
			if err != nil {
				return nil, err
			}
			out := fields(c)
			if in.Limit != nil {
				out = append(out, Object{{"area", c.Area(*in.Limit)}, {"share_at_limit", c.At(*in.Limit)}}...)
			}
			return out, nil
		}),

	define("par2", "mean cost of solving with unsolved tasks at twice the limit",
		`{"at": [1.5, 3, "Infinity", 2], "limit": 10}`, func(in struct {
			solvedAt
			Limit float64 `in:"limit" doc:"of the cost of a task"`
			clustered
		}) (Object, error) {
			return result(stats.PAR2(in.At, in.Limit, design(in.clustered, in.level)))
		}),
}

func logRank(in struct {
	Time1  []float64 `in:"time1" doc:"times of arm 1"`
	Event1 []bool    `in:"event1" doc:"solved (1) or censored (0)"`
	Time2  []float64 `in:"time2" doc:"times of arm 2"`
	Event2 []bool    `in:"event2" doc:"solved (1) or censored (0)"`
	Strata labels    `in:"strata,optional" doc:"stratum of every task, the same in both arms"`
}) (Object, error) {
	if len(in.Event1) != len(in.Time1) || len(in.Event2) != len(in.Time2) {
		return nil, errors.New("an arm does not have one event for every time")
	}
	time, event := slices.Concat(in.Time1, in.Time2), slices.Concat(in.Event1, in.Event2)
	arm := make([]int, len(time))
	for i := len(in.Time1); i < len(arm); i++ {
		arm[i] = 1
	}
	arms := stats.GroupBy(arm)
	plain, err := stats.LogRank(time, event, arms, stats.Groups{}, 0)
	if err != nil {
		return nil, err
	}
	peto, err := stats.LogRank(time, event, arms, stats.Groups{}, 1)
	if err != nil {
		return nil, err
	}
	out := Object{
		{"chi2", plain.Statistic}, {"p", plain.P}, {"observed", plain.Observed}, {"expected", plain.Expected},
		{"chi2_peto_rho1", peto.Statistic}, {"p_peto_rho1", peto.P},
	}
	details := Object{{"logrank", plain.Test}, {"peto_rho1", peto.Test}}
	if in.Strata != nil {
		if len(in.Strata) != len(in.Time1) || len(in.Strata) != len(in.Time2) {
			return nil, fmt.Errorf("%d strata for arms of %d and %d tasks", len(in.Strata), len(in.Time1), len(in.Time2))
		}
		s, err := stats.LogRank(time, event, arms, slices.Concat(in.Strata, in.Strata).groups(), 0)
		if err != nil {
			return nil, err
		}
		out = append(out, Object{{"chi2_stratified", s.Statistic}, {"p_stratified", s.P}}...)
		details = append(details, Member{"stratified", s.Test})
	}
	return out.with(details...), nil
}
