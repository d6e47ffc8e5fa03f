(** What every row is made of. A full stop. "And a string." *)
Declare Scope row_scope.
Delimit Scope row_scope with row.

Class Ripe (A : Type) := ripen { ripe : A -> bool; turn : A -> A }.

Inductive fruit := apple | pear (size : nat).

Fixpoint count (xs : list fruit) : nat :=
  match xs with
  | nil => 0
  | cons _ ys => S (count ys)
  end.

Notation "x '~~' y" := (x = y :> nat) (at level 70) : row_scope.
Notation tally := count.

Lemma count_nil : count nil = 0.
Proof. reflexivity. Qed.

Lemma count_cons x xs : count (cons x xs) = S (count xs).
Proof.
  simpl.
  reflexivity.
Qed.

Local Lemma count_two x y : count (cons x (cons y nil)) = 2.
Proof. rewrite count_cons, count_cons; rewrite count_nil; reflexivity. Qed.

Axiom weather : nat.
Lemma by_term : count nil = 0.
Proof count_nil.
Definition always : 0 = 0 := eq_refl.
Example given : let n := 0 in n = 0 := eq_refl.
