(** From a checker to verdicts on many cases at once. *)
From Coq Require Import List.
From Adjudge Require Import Tri Loops.
Set Implicit Arguments.

Section Verdicts.
Variables (Case : Type) (holds : Case -> Prop) (p n : Case -> bool).
Hypothesis sound : forall c, Tri (holds c) (p c) (n c).

(** 1: accepted, 2: rejected, 0: unknown. *)
Definition verdict (c : Case) : nat := if p c then 1 else if n c then 2 else 0.

Lemma accept_all l : lall p l = true -> Forall holds l.
Proof. intros H. apply Forall_forall. rewrite lall_spec in H. intros c i. now apply (tri_p (sound c)), H. Qed.

Lemma reject_all l : lall n l = true -> Forall (fun c => ~ holds c) l.
Proof. intros H. apply Forall_forall. rewrite lall_spec in H. intros c i. now apply (tri_n (sound c)), H. Qed.
End Verdicts.
