(** Equality of data, decided by booleans.

    One instance for each type that specifications use; a user's own inductive type of data gets
    its instance from [decide equality]. *)
From Coq Require Import List ZArith NArith String Ascii QArith Bool.
From Adjudge Require Import Tri.
Import ListNotations.
Set Implicit Arguments.

Class EqB (T : Type) :=
  { eqb : T -> T -> bool;
    eqb_ok : forall x y, eqb x y = true <-> x = y }.

Lemma eqb_dec T (E : EqB T) (x y : T) : {x = y} + {x <> y}.
Proof.
  destruct (eqb x y) eqn:F. left; now apply (proj1 (eqb_ok _ _)). right; intro Q.
  apply (proj2 (eqb_ok x y)) in Q. congruence.
Defined.

#[export] Instance EqB_nat : EqB nat := {| eqb := Nat.eqb; eqb_ok := Nat.eqb_eq |}.

#[export] Instance EqB_Z : EqB Z := {| eqb := Z.eqb; eqb_ok := Z.eqb_eq |}.

#[export] Instance EqB_N : EqB N := {| eqb := N.eqb; eqb_ok := N.eqb_eq |}.

#[export] Instance EqB_pos : EqB positive := {| eqb := Pos.eqb; eqb_ok := Pos.eqb_eq |}.

Lemma beqb_ok x y : Bool.eqb x y = true <-> x = y.
Proof. destruct x, y; simpl; split; congruence. Qed.

#[export] Instance EqB_bool : EqB bool := {| eqb := Bool.eqb; eqb_ok := beqb_ok |}.

#[export] Instance EqB_ascii : EqB ascii := {| eqb := Ascii.eqb; eqb_ok := Ascii.eqb_eq |}.

#[export] Instance EqB_string : EqB string := {| eqb := String.eqb; eqb_ok := String.eqb_eq |}.

#[export] Instance EqB_unit : EqB unit.
Proof. refine {| eqb := fun _ _ => true |}. now intros [] []. Defined.

Fixpoint leqb T (e : T -> T -> bool) (a b : list T) : bool := match a, b with nil, nil => true | x
  :: a, y :: b => if e x y then leqb e a b else false | _, _ => false end.

Lemma leqb_ok T (E : EqB T) : forall a b : list T, leqb eqb a b = true <-> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try (split; congruence).
  destruct (eqb x y) eqn:F. apply (proj1 (eqb_ok _ _)) in F; subst.
  rewrite IH; split; [intros ->; reflexivity|intros Q; inversion Q; reflexivity].
  split; [discriminate|]. intros [= -> ->]. rewrite <- F. now apply (proj2 (eqb_ok _ _)).
Qed.

#[export] Instance EqB_list T (E : EqB T) : EqB (list T) := {| eqb := leqb eqb; eqb_ok := leqb_ok
  E |}.

#[export] Instance EqB_option T (E : EqB T) : EqB (option T).
Proof.
  refine {| eqb := fun a b => match a, b with Some x, Some y => eqb x y | None, None => true | _,
      _ => false end |}.
  intros [x|] [y|]; try (split; congruence). rewrite eqb_ok; split; congruence.
Defined.

#[export] Instance EqB_prod T U (E : EqB T) (F : EqB U) : EqB (T * U).
Proof.
  refine {| eqb := fun a b => match a, b with (x, u), (y, v) => if eqb x y then eqb u v else false
      end |}.
  intros [x u] [y v]. destruct (eqb x y) eqn:G. apply (proj1 (eqb_ok _ _)) in G; subst.
  rewrite eqb_ok; split; congruence. split; [discriminate|]. intros [= -> ->]. rewrite <- G.
  now apply (proj2 (eqb_ok _ _)).
Defined.

#[export] Instance EqB_sum T U (E : EqB T) (F : EqB U) : EqB (T + U).
Proof.
  refine {| eqb := fun a b => match a, b with inl x, inl y => eqb x y | inr x, inr y => eqb x y |
      _, _ => false end |}.
  intros [x|x] [y|y]; try (split; congruence); rewrite eqb_ok; split; congruence.
Defined.

#[export] Instance EqB_comparison : EqB comparison.
Proof.
  refine {| eqb := fun a b => match a, b with Lt, Lt | Eq, Eq | Gt, Gt => true | _, _ => false end
      |}.
  intros [] []; split; congruence.
Defined.

#[export] Instance EqB_Q : EqB Q.
Proof.
  refine {| eqb := fun a b => if Z.eqb (Qnum a) (Qnum b) then Pos.eqb (Qden a) (Qden b) else false
      |}.
  intros [a b] [c d]; simpl. destruct (Z.eqb_spec a c). rewrite Pos.eqb_eq; split; congruence.
  split; congruence.
Defined.

Lemma EqB_of_dec T (d : forall x y : T, {x = y} + {x <> y}) : forall x y, (if d x y then true else
  false) = true <-> x = y.
Proof. intros x y; destruct (d x y); split; congruence. Qed.

#[export] Hint Extern 100 (EqB ?T) =>
  refine {| eqb := fun x y : T => if (ltac:(decide equality; solve [apply eqb_dec; typeclasses eauto])
                                       : {x = y} + {x <> y}) then true else false;
            eqb_ok := EqB_of_dec _ |} : typeclass_instances.

Lemma tri_eq T (E : EqB T) (x y : T) : Tri (x = y) (eqb x y) (negb (eqb x y)).
Proof. apply tri_dec, eqb_ok. Qed.
