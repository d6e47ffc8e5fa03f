(* Made up for tests. "Lemma not_a_lemma : False." in a comment. (* nested *) *)
Require Import Arith.
Require Import List.
Import ListNotations.

Set Implicit Arguments.
Reserved Notation "Γ ⊢ n" (at level 70).

Inductive branch : Set :=
  | leaf
  | fork (l r : branch). (* two *)

Fixpoint size (b : branch) : nat :=
  match b with
  | leaf => 1
  | fork l r => size l + size r
  end.

Definition holds (Γ : list nat) (n : nat) : Prop := In n Γ.
Notation "Γ ⊢ n" := (holds Γ n).

Lemma size_positive (b : branch)
  : 0 < size b.
Proof.
  induction b as [| l IHl r IHr]; simpl.
  - auto with arith.
  - apply Nat.lt_le_trans with (size l); auto with arith.
Qed.

Section Weaken.
  Variable Γ : list nat.
  Hypothesis Γ_zero : Γ ⊢ 0.

  Definition wide : list nat := 7 :: Γ.

  Lemma wide_zero
    : wide ⊢ 0.
  Proof. right. exact Γ_zero. Qed.

  Theorem wide_seven : wide ⊢ 7 /\ wide ⊢ 0. Proof.
    split.
    - left; reflexivity.
    - apply wide_zero.
  Qed.
End Weaken.

Definition leaf_exists : exists b, size b = 1.
Proof. exists leaf. reflexivity. Defined.

Module Tools.
  Notation "x .+1" := (S x) (at level 1).
  Definition grow (b : branch) := fork b leaf.
End Tools.

Remark grow_size (b : branch) : size (Tools.grow b) = size b + 1.
  unfold Tools.grow. simpl. reflexivity.
Qed.

Theorem size_not_zero : forall b, size b <> 0.
Proof.
  intros b H. pose proof (size_positive b) as P.
  rewrite H in P. inversion P.
Qed.
