(** Quantifiers over lists whose order does not matter: one representative is enough.

    [exists r, Permutation l (x :: r) /\ S r], where [S] cannot tell arrangements apart, is decided
    by the one list that is [l] without [x], not by all its arrangements. *)
From Coq Require Import List Permutation.
From Adjudge Require Import Tri Loops Equality Quantify Candidates.
Import ListNotations.
Set Implicit Arguments.

Lemma tri_ex_representative T (P : T -> Prop) p n D :
  (forall x, P x -> exists y, P y /\ Cov y D) -> (forall x, Tri (P x) (p x) (n x)) ->
  Tri (exists x, P x) (oany p D) (oall n D).
Proof.
  intros cov H. split; destruct D as [l|]; simpl; try discriminate; intros K.
  - apply lany_spec in K as (x & _ & K). exists x. now apply (tri_p (H x)).
  - rewrite lall_spec in K. intros (x & Q). apply cov in Q as (y & Q & i).
    exact (tri_n (H y) (K y i) Q).
Qed.

Section Rests.
Variables (T : Type) (E : EqB T).
Lemma rest_without a (x : T) r : Permutation a (x :: r) -> Permutation r (without E x a).
Proof.
  intros K. assert (I : In x a) by (apply (Permutation_in _ (Permutation_sym K)); now left).
  apply (without_perm E) in I. rewrite K in I at 1. now apply Permutation_cons_inv in I.
Qed.
Lemma rest_difference (a b r : list T) : Permutation a (b ++ r) -> Permutation r (difference E a b).
Proof. intros K. symmetry. now apply difference_perm. Qed.
End Rests.

(** The candidate's relations that cannot tell arrangements apart, added by the generated file. *)
Create HintDb arrangements.

(* The generated file requires the library without importing it. *)
#[global] Existing Instances Permutation_Equivalence Permutation_cons Permutation_app'
  Permutation_in' Permutation_length'.

(** From [K : Permutation u v] and [H : S u], proves [S v]. *)
Ltac arranged K H := lazymatch type of H with
  | _ /\ _ => let A := fresh "A" in let B := fresh "B" in
      destruct H as [A B]; split; [arranged K A | arranged K B]
  | _ \/ _ => let A := fresh "A" in let B := fresh "B" in
      destruct H as [A | B]; [left; arranged K A | right; arranged K B]
  | exists _, _ => let w := fresh "w" in let A := fresh "A" in destruct H as [w A]; exists w; arranged K A
  | _ => first
      [ exact H
      | solve [eauto 1 with arrangements nocore]
      | rewrite <- K; exact H
      | rewrite <- (Permutation_length K); exact H
      | setoid_rewrite <- K; exact H
      | subst; apply Permutation_nil in K; exact K ]
  end.
