package coq

import (
	"testing"
	"time"
)

// TestCategories: what this package and Coq say is what the taxonomy's rules know.
func TestCategories(t *testing.T) {
	dir := project(t, "Base.v")
	v := walking(t, nil)
	want := []string{"unknown identifier", "other", "type mismatch", "unsolved goals", "tactic failure", "tactic failure", "unsolved goals", "other", ""}
	reps := check(t, v, walkTask(t, dir, "double_plus"), 3*time.Second,
		"Proof. apply nosuch. Qed.", "Proof. apply (. Qed.", "Proof. exact (plus_zero 1). Qed.", "Proof. unfold double. Qed.",
		"Proof. discriminate. Qed.", "Proof. fail. Qed.", "Proof. Admitted.", "Proof. exact (oracle _). Qed.", "Proof. apply plus_zero. Qed.")
	for i, r := range reps {
		if r.Category != want[i] {
			t.Errorf("candidate %d: %q, want %q: %+v", i, r.Category, want[i], r)
		}
	}
}
