package main

import (
	"crypto/rand"
	"fmt"
	"math"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"proofgrid/experiments/notebook"
	"proofgrid/experiments/responses"
	"proofgrid/runner/money"
	"proofgrid/runner/plan"
	"proofgrid/runner/sandbox"
)

// responsesFlag names the response store.
var responsesFlag = &cli.StringFlag{Name: "responses", Usage: "`DIR` of the response store (default: responses in the notebook)", EnvVars: []string{"PROOFGRID_RESPONSES"}}

// responsesDir returns the folder of the response store.
func responsesDir(c *cli.Context) string {
	if dir := c.String("responses"); dir != "" {
		return dir
	}
	return filepath.Join(c.String("notebook"), "responses")
}

// world is what a plan takes from this process.
func world(c *cli.Context, p Process) plan.World {
	return plan.World{
		Now: p.Now, Getenv: p.Getenv, Sandbox: sandbox.Detect(c.Context, p.Getenv("PATH")),
		Workers: c.Int("workers"), Nonce: rand.Text,
	}
}

// openStore opens the response store when the plan's models need one; nil otherwise.
// A replay only reads it.
func openStore(c *cli.Context, pl *plan.Plan) (*responses.Store, error) {
	if !pl.Asks() {
		return nil, nil
	}
	open := responses.Open
	if c.Bool("replay") {
		open = responses.OpenReadOnly
	} else if err := pl.Ready(); err != nil {
		return nil, err
	}
	store, err := open(responsesDir(c))
	if err != nil {
		return nil, withCode(codeOf(err), fmt.Errorf("response store: %w", err))
	}
	return store, nil
}

// connect gives the plan's models their store and says what an earlier crash may
// have lost.
func connect(c *cli.Context, p Process, pl *plan.Plan, run *notebook.Run, store *responses.Store) error {
	if note := store.Recovered(); note != "" {
		fmt.Fprintf(p.Err, "note: response store: %s\n", note)
	}
	if err := pl.Connect(run.Name(), store, c.Bool("replay")); err != nil {
		return withCode(exitOutside, err)
	}
	if n := len(store.InDoubt(responses.Filter{Run: run.Name()})); n > 0 {
		fmt.Fprintf(p.Err, "note: %d calls were under way when an earlier session of this run ended; each may have been answered and paid without the answer being kept, and is asked for again with the same idempotency key. 'proofgrid responses list --in-doubt' names them\n", n)
	}
	return nil
}

// totals says what calls took.
func totals(t money.Totals) string {
	s := fmt.Sprintf("%d calls", t.Calls)
	if t.Tokens >= 0 {
		s += fmt.Sprintf(", %d tokens", t.Tokens)
	} else {
		s += ", an unknown number of tokens"
	}
	if math.IsNaN(t.Cost) {
		return s + ", at unknown cost"
	}
	return s + fmt.Sprintf(", %.4f USD", t.Cost)
}
