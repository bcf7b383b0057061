(** Recursion by fuel: checkers and enumerators of the user's inductive relations and of
    recursive propositions.

    The generated file proves that a relation is equivalent to its one-step unfolding; [tri] makes a
    checker of that unfolding which uses a given checker for the recursive occurrences; here it is
    iterated. Out of fuel means unknown, so any fuel is sound. *)
From Adjudge Require Import Tri Equality.
Set Implicit Arguments.

Fixpoint iterate (X : Type) (step : X -> X) (base : X) (k : nat) : X :=
  match k with O => base | S k => step (iterate step base k) end.

Lemma iterate_ok (X : Type) (Good : X -> Prop) (step : X -> X) (base : X) :
  Good base -> (forall x, Good x -> Good (step x)) -> forall k, Good (iterate step base k).
Proof. induction k; simpl; auto. Qed.

(** Enough for every recursion that ends in reasonable time. *)
Definition fuel : nat := 50 * 100.

(* Comparing two checkers must not unroll them; the virtual machine unfolds them all the same. *)
#[global] Opaque iterate fuel.

(** ** Premises that are the conclusion again; see `rules.py` *)
Lemma eq_or_not T (E : EqB T) (x y : T) : x = y \/ x <> y.
Proof. destruct (eqb_dec E x y); auto. Qed.

Lemma and_or_not (A B : Prop) : A \/ ~ A -> B \/ ~ B -> A /\ B \/ ~ (A /\ B).
Proof. tauto. Qed.

Ltac decide_equations :=
  repeat apply and_or_not; apply eq_or_not; typeclasses eauto.

(** The goal is what [ih] says, by equations in the context. *)
Ltac same_step ih := lazymatch goal with |- ?G =>
  let T := type of ih in let E := fresh in
  assert (E : T = G) by congruence; rewrite <- E; exact ih end.
