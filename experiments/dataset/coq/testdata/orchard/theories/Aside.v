From orchard Require Import Base.

Lemma aside : count nil = 0.
Proof. now rewrite count_nil. Qed.
