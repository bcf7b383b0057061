(** From a checker to verdicts on many cases at once. *)
From Coq Require Import List String Ascii.
From Adjudge Require Import Tri Loops.
Set Implicit Arguments.

Section Verdicts.
Variables (Case : Type) (holds : Case -> Prop) (p n : Case -> bool).
Hypothesis sound : forall c, Tri (holds c) (p c) (n c).

(** A letter for each case: accepted, rejected or unknown. *)
Fixpoint told (l : list Case) : string := match l with
  | nil => EmptyString
  | cons c l => String (if p c then "a" else if n c then "r" else "u")%char (told l)
  end.

Lemma accept_all l : lall p l = true -> Forall holds l.
Proof. intros H. apply Forall_forall. rewrite lall_spec in H. intros c i. now apply (tri_p (sound c)), H. Qed.

Lemma reject_all l : lall n l = true -> Forall (fun c => ~ holds c) l.
Proof. intros H. apply Forall_forall. rewrite lall_spec in H. intros c i. now apply (tri_n (sound c)), H. Qed.
End Verdicts.
