From Coq Require Import Arith.
From orchard Require Import Base.
From orchard Require Kinds.Pear.
Import Kinds.Pear.Pear.

Open Scope row_scope.

#[global] Instance fruit_ripe : Ripe fruit := ripen fruit (fun _ => true) (fun x => x).

#[global] Instance nat_ripe : Ripe nat.
Proof. split; [exact (fun _ => true) | exact (fun x => x)]. Defined.

Obligation Tactic := idtac.
Program Definition plot (n : nat) : { m : nat | m = n } := n.
Next Obligation. intros; pose proof count_nil; reflexivity. Qed.

Notation "∅" := (@nil fruit) : row_scope.

Section rows.
  Notation "[ x ]" := (cons x nil) : row_scope.
  Variable r : Ripe fruit.

  (* λ → bytes are not characters *)
  Lemma one x : count [x] ~~ 1.
  Proof. rewrite count_cons. now rewrite count_nil. Qed.

  Lemma empty : tally ∅ ~~ 0.
  Proof. apply small'. Qed.

  Lemma later : forall f, turn (turn f) = turn (A := fruit) f -> True.
  Proof. Admitted.
End rows.

Corollary two x y : count (cons x (cons y nil)) = 1 + 1.
Proof.
  rewrite count_cons. rewrite one.
  { apply (Nat.add_comm 1 1). }
Qed.

Hint Resolve two : core.

Example last : count ∅ = 0.
Proof. exact (none 0 count_nil). Defined.
