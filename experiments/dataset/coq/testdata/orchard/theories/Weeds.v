From orchard Require Import Base.
Lemma weed : count nil = 0.
Proof. apply count_nil. Qed.
