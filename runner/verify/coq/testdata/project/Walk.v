From Walk Require Import Base.

(* A comment with a "string. that" holds (* another. *) one. *)
Lemma double_zero : double 0 = 0.
Proof. reflexivity. Qed.

Section pairs.
  Context (A B : Type).
  Local Notation "'swap' p" := (snd p, fst p) (at level 10).

  Lemma swap_twice (p : A * B) : swap (swap p) = p.
  Proof.
    destruct p as [a b].
    simpl.
    reflexivity.
  Qed.

  Lemma swap_pair (a : A) (b : B) : swap (a, b) = (b, a).
  Proof. reflexivity. Qed.
End pairs.

Lemma double_plus n : double n + 0 = double n.
Proof.
  - apply plus_zero.
Qed.

Definition two : { n : nat | n = double 1 }.
Proof. exists 2. reflexivity. Defined.

Lemma two_is : proj1_sig two = 2.
Proof. reflexivity. Qed.
