From orchard Require Import Base.

Module Pear.
  Section sizes.
    Context (s : nat) (H : s = count nil).

    Lemma small : s = 0.
    Proof using H. rewrite H. apply count_nil. Qed.

    Theorem none : count nil = s.
    Proof using H.
      rewrite small.
      - exact count_nil.
    Qed.
  End sizes.

  Lemma small' : count nil = 0.
  Proof. generalize small; intros _; exact count_nil. Qed.
End Pear.
