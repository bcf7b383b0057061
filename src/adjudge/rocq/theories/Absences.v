(** Recursive functions of the candidate's own on elements that a list does not have, on keys that
    a list of pairs does not have, or on positions that a list or a text does not have.

    [Absence x l a b]: where [x] is not in [l], [a], which counts or looks up [x] in [l], is [b], which
    does so in the empty list. The generated file proves it of each such function. *)
From Coq Require Import List String Ascii ZArith Arith Lia.
From Adjudge Require Import Tri Equality Quantify.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

Definition Absence T U (x : T) (l : list T) (a b : U) : Prop := ~ In x l -> a = b.

(** What the generated file proves. *)
Create HintDb absences.

Lemma cov_absence T (E : EqB T) U (x : T) l (a b : U) : Absence x l a b -> a <> b -> Cov x (Some l).
Proof. intros H N. destruct (in_dec (eqb_dec E) x l) as [i|i]; [exact i | destruct (N (H i))]. Qed.

(** Where it depends on a known value whether absent ones have it. *)
Lemma cov_absence_unless T (E : EqB T) U (F : EqB U) (x : T) l (a b m : U) :
  Absence x l a b -> a = m -> Cov x (if eqb b m then None else Some l).
Proof.
  intros H ->. destruct (eqb b m) eqn:K; [exact I|]. apply (cov_absence E H). intros ->.
  now rewrite (proj2 (eqb_ok b b) eq_refl) in K.
Qed.

(** Proves [Absence x l (f x l) (f x [])]. *)
Ltac told_equal := first
  [ congruence
  | match goal with E : _ = true |- _ =>
      first [ apply Nat.eqb_eq in E | apply Z.eqb_eq in E | apply N.eqb_eq in E
            | apply String.eqb_eq in E | apply Ascii.eqb_eq in E | apply Bool.eqb_prop in E ];
      congruence end ].
Ltac absence l := unfold Absence; intros; match goal with H : ~ In _ _ |- _ => revert H end;
  let y := fresh "y" in let r := fresh "r" in let IH := fresh "IH" in let H := fresh "H" in
  induction l as [|y r IH]; intros H; [reflexivity |]; try destruct y as [? ?]; cbn in *;
  rewrite ?IH by (intro; apply H; now right);
  repeat match goal with |- context [match ?e with _ => _ end] => destruct e eqn:? end;
  first [reflexivity | congruence | exfalso; apply H; left; told_equal].

(** Proves [Absence i (positions of l) (f i l) (f i [])]. *)
Ltac beyond i l := unfold Absence; intros; match goal with H : ~ In i _ |- _ =>
    let K := fresh "K" in pose proof (fun k => H (proj2 (in_seq _ 0 i) k)) as K; clear H; revert i K end;
  let IH := fresh "IH" in let K := fresh "K" in
  induction l as [|? ? IH]; intros [|i] K; cbn in *; try reflexivity; [exfalso; lia |];
  rewrite IH by lia; destruct i; reflexivity.

(** What [x] may be an element of: a list, or the keys of a list of pairs. *)
Ltac elements x l := let K := type of x in lazymatch type of l with
  | list K => l
  | list (K * _) => constr:(map fst l)
  end.
(** The positions in [l] that a number may be. *)
Ltac positions i l := lazymatch type of i with nat =>
  lazymatch type of l with
  | list _ => constr:(seq 0 (List.length l))
  | string => constr:(seq 0 (String.length l))
  end end.
(** What is beside [x] in a term. *)
Ltac possible x l := match l with _ => elements x l | _ => positions x l end.
Ltac beside x t := match t with
  | context [?f x ?l] => possible x l
  | context [?f ?l x] => possible x l
  end.

(** Rewrites what is said of [x] in lists that do not have it. *)
Ltac absent_in x l t := lazymatch l with nil => fail | EmptyString => fail | _ => idtac end;
  let rewrite_by k := (let E := fresh "E" in
    eassert (E : Absence x k t _) by eauto 1 with absences nocore; rewrite E by tauto; clear E) in
  first [let k := elements x l in rewrite_by k | let k := positions x l in rewrite_by k].
Ltac rewrite_absent x := repeat match goal with
  | |- context [?f x ?l] => absent_in x l (f x l)
  | |- context [?f ?l x] => absent_in x l (f l x)
  end.

(** Solves a goal about [x] by [Hn : ~ Cov x ?D], finding the lists. *)
Ltac absent_beyond Hn := lazymatch type of Hn with ~ Cov ?x ?D =>
  lazymatch goal with |- ?R ?a ?b =>
    first [ let l := beside x a in let m := beside x b in unify D (Some (l ++ m)%list)
          | let l := beside x a in unify D (Some l)
          | let l := beside x b in unify D (Some l) ] end;
  unfold Cov in Hn; rewrite ?in_app_iff in Hn;
  rewrite_absent x; cbn; solve [reflexivity | lia | congruence | auto] end.

(** Solves [Cov x ?D] where something is said of [x] that is not so if it is absent. *)
Ltac cover_present := match goal with
  | H : context [?f ?x ?l] |- @Cov ?T ?x _ => present_in T x l (f x l)
  | H : context [?f ?l ?x] |- @Cov ?T ?x _ => present_in T x l (f l x)
  end
with present_in T x l t := first
  [ let k := elements x l in first [present T x k t | present_unless T x k t]
  | let k := positions x l in present T x k t ]
with present_unless T x l t := match goal with H : t = ?m |- _ =>
  let e := constr:(ltac:(typeclasses eauto) : EqB T) in
  let A := fresh "A" in eassert (A : Absence x l t _) by eauto 1 with absences nocore;
  lazymatch type of A with Absence _ _ _ ?b => let v := eval cbn in b in
    change (Absence x l t v) in A end;
  eapply (@cov_absence_unless T e _ _ x l t _ m A H) end
with present T x l t :=
  let e := constr:(ltac:(typeclasses eauto) : EqB T) in
  eapply (@cov_absence T e _ x l t);
  [ eauto 1 with absences nocore
  | lazymatch goal with |- _ <> ?b => let v := eval cbn in b in change b with v end;
    solve [lia | congruence | intro; destruct x; cbn in *; congruence] ].
