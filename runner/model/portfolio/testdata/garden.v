Require Import List Lia.
Import ListNotations.

Inductive bed := Empty | Row (seeds : nat) (rest : bed).

Fixpoint total (b : bed) : nat := match b with Empty => 0 | Row n r => n + total r end.
Fixpoint join (a b : bed) : bed := match a with Empty => b | Row n r => Row n (join r b) end.
Definition twice (b : bed) : bed := join b b.

Lemma total_empty : total Empty = 0.
Proof. reflexivity. Qed.

Lemma join_empty (b : bed) : join b Empty = b.
Proof. induction b as [|n r IH]; simpl; [reflexivity|now rewrite IH]. Qed.

Lemma total_join (a b : bed) : total (join a b) = total a + total b.
Proof. induction a as [|n r IH]; simpl; [reflexivity|rewrite IH; lia]. Qed.

Lemma total_twice (b : bed) : total (twice b) = 2 * total b.
Proof. unfold twice. rewrite total_join. lia. Qed.

Lemma total_swap (a b : bed) : total (join a b) = total (join b a).
Proof. rewrite !total_join. lia. Qed.

Lemma both_even (a b : bed) : total (twice a) = 2 * total a /\ total (twice b) = 2 * total b.
Proof. split; apply total_twice. Qed.

Lemma hard (b : bed) : total b = 0 -> join b b = b -> b = Empty \/ exists n r, b = Row n r /\ total r = 0 /\ False.
Proof.
  destruct b as [|n r]; [now left|]. simpl. intros _ H. exfalso. injection H as H.
  assert (L : forall a c, join a (Row n c) = a -> False).
  { induction a as [|m a IH]; simpl; intros c E; [discriminate|]. injection E as E. now apply (IH c). }
  now apply (L r r).
Qed.
