(** Places where the end of a sentence is easily missed. "*)" *)
Require Import List.
Import ListNotations.
(*) one comment (* another. *) "(*" *)
Notation "x '..' y" := (x + y) (at level 50). (* apart *)
Check [1; 2].
Check (f_equal (* a. b *) S).
Definition λ_1' := 1.
#[local] Lemma a : True /\ True. Time Proof with auto.
Time split. Time { exact I. Time } {
idtac... }
Qed.
Lemma b : (True /\ True) /\ True.
Proof.
  split.
  + split. -- (* - *) exact I.
    --{ exact I. }
  + 1: { exact I. }
Qed.
Lemma c : exists n, n = 0 /\ True.
Proof.
  eexists ?[n]. Timeout 5 split. 2: { exact I. } [n]: exact 0. reflexivity.
Qed.
Lemma c' : exists n : nat, n = n. eexists ?[n]. [n]: { exact 0. } reflexivity. Qed.
Lemma d : exists n, n = 0. Proof. eexists ?[n]. reflexivity. Qed.
Fail Check x. Fail Fail Check I.
Record r := { f : nat; g : nat -> nat }.
Definition h := {| f := 1; g := fun x => x |}.(f).
Lemma e : 1 = 1. Proof. all: reflexivity. Qed.
Lemma i : True -> True. refine (fun x => _). { Show. Fail } exact x. } Qed.
