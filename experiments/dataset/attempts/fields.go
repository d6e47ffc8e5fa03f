package attempts

import (
	"strings"

	"proofgrid/experiments/record"
)

type field int

const (
	fTask field = iota
	fModel
	fRegime
	fSample
	fRound
	fVerdict
	fSolved
	fTokensIn
	fTokensCached
	fTokensWritten
	fTokensOut
	fTokensReasoning
	fCost
	fSeconds
	fFinish
	fProof
	fLemmas
	fResponse
	fError
	fRepository
	fFile
	fStatement
	fields
)

// names are those of the fields; the columns that hold one unless a map says
// otherwise are called so or as usual says, the first that a row has.
var names = [fields]string{
	"task", "model", "regime", "sample", "round", "verdict", "solved",
	"tokens_in", "tokens_cached", "tokens_cache_write", "tokens_out", "tokens_reasoning", "cost", "seconds", "finish",
	"proof", "lemmas", "response", "error", "repository", "file", "statement",
}

var usual = [fields]string{
	fTask:            "task_id problem_id theorem theorem_name thm_name problem name id",
	fModel:           "model_name model_id prover tool",
	fRegime:          "context mode setting",
	fSample:          "sample_id sample_index attempt attempt_id epoch",
	fRound:           "repair_round fix_round turn",
	fVerdict:         "status outcome result",
	fSolved:          "passed success succeeded proved correct is_correct complete pass",
	fTokensIn:        "input_tokens prompt_tokens usage.prompt_tokens usage.input_tokens",
	fTokensCached:    "cached_tokens cached_input_tokens",
	fTokensWritten:   "cache_write_tokens cache_creation_input_tokens",
	fTokensOut:       "output_tokens completion_tokens usage.completion_tokens usage.output_tokens",
	fTokensReasoning: "reasoning_tokens",
	fCost:            "cost_usd usd price total_cost",
	fSeconds:         "time time_s duration elapsed runtime seconds_total",
	fFinish:          "finish_reason stop_reason",
	fProof:           "candidate full_proof generated_proof code",
	fLemmas:          "aux_lemmas helper_lemmas",
	fResponse:        "model_output output completion raw_response",
	fError:           "err_msg error_message message detail",
	fRepository:      "repo lean_root project",
	fFile:            "rel_path path source_file",
	fStatement:       "formal_statement thm_stmt theorem_statement",
}

// words say what a verdict in a table means, lower-cased and with dashes for spaces
// and underscores. "error" is not among them: it may be the checker's or the model's
// or the machine's.
var words = func() map[string]record.Verdict {
	verdicts := map[string]record.Verdict{}
	for v, list := range map[record.Verdict]string{
		record.Proved:              "proved proven solved success successful succeeded passed pass correct complete ok true yes 1 c",
		record.Rejected:            "rejected failed fail failure incorrect wrong unsolved false no 0 i",
		record.Timeout:             "timeout timed-out time-out",
		record.NoAnswer:            "no-answer noanswer empty no-proof gave-up n",
		record.Cheated:             "cheated cheat",
		record.InfrastructureError: "infrastructure-error infra-error infrastructure crash crashed api-error",
		record.NotRun:              "not-run notrun skipped skip pending missing",
	} {
		for _, w := range strings.Fields(list) {
			verdicts[w] = v
		}
	}
	return verdicts
}()

func word(s string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// place says which field a column fills.
type place struct {
	field field
	rank  int    // of columns for one field the lowest wins
	key   string // of a feature or category
	kind  placeKind
}

type placeKind int

const (
	ignored placeKind = iota
	ofField
	ofFeature
	ofCategory
)

// binder finds the place of columns by their names.
type binder struct {
	places  map[string]place
	dynamic map[string]place // prefixed columns, as they come
}

// newBinder takes a map of fields to columns; see checkColumns.
func newBinder(columns map[string]string) *binder {
	b := &binder{places: map[string]place{}, dynamic: map[string]place{}}
	taken := map[string]bool{}
	for f, column := range columns {
		taken[column] = true
		if kind, key := prefixed(f); kind != ignored {
			b.places[column] = place{kind: kind, key: key}
		}
	}
	for f := range fields {
		list := append([]string{names[f]}, strings.Fields(usual[f])...)
		if column, ok := columns[names[f]]; ok {
			b.places[column] = place{kind: ofField, field: f}
			continue
		}
		for rank, name := range list {
			if _, ok := b.places[name]; !ok && !taken[name] {
				b.places[name] = place{kind: ofField, field: f, rank: rank}
			}
		}
	}
	return b
}

func prefixed(name string) (placeKind, string) {
	if key, ok := strings.CutPrefix(name, "feature."); ok && key != "" {
		return ofFeature, key
	}
	if key, ok := strings.CutPrefix(name, "category."); ok && key != "" {
		return ofCategory, key
	}
	return ignored, ""
}

func (b *binder) of(column string) place {
	if p, ok := b.places[column]; ok {
		return p
	}
	p, ok := b.dynamic[column]
	if !ok {
		p.kind, p.key = prefixed(column)
		b.dynamic[strings.Clone(column)] = p
	}
	return p
}
