(* Made up for tests, with the line ends of Windows. *)
Definition twice (n : nat) := n + n.

Lemma twice_zero :
  twice 0 = 0.
Proof.
  reflexivity.
Qed.
