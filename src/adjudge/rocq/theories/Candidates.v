(** Likely witnesses, for quantifiers whose domain is not found: one of them may show that an
    [exists] holds or that a [forall] does not. Any list is sound here. *)
From Coq Require Import List String Ascii ZArith Arith Permutation.
From Adjudge Require Import Tri Domains Equality Lists.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Digits of numbers *)
Fixpoint digits_from (fuel : nat) (base n : Z) : list Z :=
  match fuel with
  | O => []
  | S f => if Z.leb n 0 then [] else (n mod base)%Z :: digits_from f base (n / base)%Z
  end.

(** The lowest digit first. *)
Definition digits (base n : Z) : list Z := digits_from (S (Z.to_nat (Z.log2 n))) base n.
Definition digit_lists (n : Z) : list (list Z) :=
  let both l := [l; rev l] in
  [0%Z] :: both (digits 10 (Z.abs n)) ++ both (digits 2 (Z.abs n)).
Definition bit_lists (n : Z) : list (list bool) := map (map (fun d => negb (Z.eqb d 0))) (digit_lists n).
Definition natural_digit_lists (n : Z) : list (list nat) := map (map Z.to_nat) (digit_lists n).

(** ** Words of a text *)
Fixpoint split (is_end : ascii -> bool) (s : string) : list string :=
  match s with
  | EmptyString => [EmptyString]
  | String c r =>
      if is_end c then EmptyString :: split is_end r
      else match split is_end r with
           | [] => [String c EmptyString]
           | w :: l => String c w :: l
           end
  end.
Definition is_space (c : ascii) := Ascii.eqb c " "%char.
Definition is_separator (c : ascii) := if is_space c then true else Ascii.eqb c ","%char.
Definition filled (l : list string) := filter (fun w => negb (String.eqb w EmptyString)) l.
Definition word_lists (s : string) : list (list string) :=
  [split is_space s; filled (split is_space s); filled (split is_separator s)].

(** ** Differences of lists *)
Section Difference.
Variables (T : Type) (E : EqB T).
Fixpoint without (x : T) (l : list T) : list T :=
  match l with [] => [] | y :: r => if eqb x y then r else y :: without x r end.
Definition difference (a b : list T) : list T := fold_left (fun r x => without x r) b a.

Lemma without_perm x l : In x l -> Permutation l (x :: without x l).
Proof.
  induction l as [|y l IH]; simpl; [easy|]. intros H. destruct (eqb x y) eqn:F.
  - apply (proj1 (eqb_ok x y)) in F. now subst.
  - destruct H as [->|H]; [now rewrite (proj2 (eqb_ok x x) eq_refl) in F|].
    rewrite (IH H) at 1. apply perm_swap.
Qed.
Lemma difference_perm b : forall a r, Permutation a (b ++ r) -> Permutation (difference a b) r.
Proof.
  induction b as [|x b IH]; simpl; intros a r H; auto. apply IH.
  assert (I : In x a) by (apply (Permutation_in _ (Permutation_sym H)); now left).
  rewrite (without_perm _ _ I) in H. now apply Permutation_cons_inv in H.
Qed.

(** What is left of [a] without [b] is known up to order. *)
Lemma tri_ex_rest a b (S : list T -> Prop) p n :
  (forall u v, Permutation u v -> S u -> S v) -> (forall u, Tri (S u) (p u) (n u)) ->
  Tri (exists u, Permutation a (b ++ u) /\ S u)
    (let d := difference a b in if permb E a (b ++ d) then p d else false)
    (let d := difference a b in if permb E a (b ++ d) then n d else true).
Proof.
  intros V H. cbv zeta. set (d := difference a b). destruct (permb E a (b ++ d)) eqn:F.
  - apply permb_ok in F. apply tri_equiv with (Q := S d); auto. split.
    + intros (u & K & L). apply difference_perm in K. apply V with (u := u); auto. now symmetry.
    + intros L. now exists d.
  - apply tri_no. intros (u & K & L). enough (permb E a (b ++ d) = true) by congruence.
    apply permb_ok. unfold d. rewrite (difference_perm _ _ K). exact K.
Qed.
End Difference.

(** Solves [Permutation u v -> S u -> S v] where [S] speaks of members and lengths. *)
Ltac up_to_order := let K := fresh in let H := fresh in intros ? ? K H;
  first [ rewrite <- (Permutation_length K); exact H
        | repeat match type of H with
          | _ /\ _ => let A := fresh in destruct H as [A H]; split; [intros; eapply A; eauto using Permutation_in, Permutation_sym|]
          end; intros; eapply H; eauto using Permutation_in, Permutation_sym ].

(** ** Everything of one type that can be made of the variables in scope *)
Ltac variables T := match goal with
  | a : T, b : T, c : T |- _ => constr:([a; b; c])
  | a : T, b : T |- _ => constr:([a; b])
  | a : T |- _ => constr:([a])
  | _ => constr:(@nil T)
  end.

Ltac differences A := let T := constr:(list A) in match goal with
  | a : T, b : T |- _ =>
      let e := constr:(ltac:(typeclasses eauto) : EqB A) in
      constr:([difference e a b; difference e b a])
  | _ => constr:(@nil T)
  end.

Ltac list_candidates A := let own := variables (list A) in let less := differences A in
  lazymatch A with
  | Z => let n := variables Z in
      constr:(([] :: own ++ map zsort own ++ map (fun l => rev (zsort l)) own
        ++ flat_map digit_lists n ++ less)%list)
  | nat => let n := variables Z in let k := variables nat in
      constr:(([] :: own ++ flat_map natural_digit_lists (n ++ map Z.of_nat k) ++ less)%list)
  | bool => let n := variables Z in let k := variables nat in
      constr:(([] :: own ++ flat_map bit_lists (n ++ map Z.of_nat k))%list)
  | string => let s := variables string in
      constr:(([] :: own ++ flat_map word_lists s ++ less)%list)
  | ascii => let s := variables string in
      constr:(([] :: own ++ map list_ascii_of_string s ++ less)%list)
  | _ => constr:(([] :: own ++ less)%list)
  end.

Ltac candidates T := lazymatch T with
  | nat => constr:(seq 0 64)
  | Z => constr:(zseq (-64) 64)
  | list ?A => list_candidates A
  | _ => match goal with
    | a : list T, b : list T |- _ => constr:((a ++ b)%list)
    | a : list T |- _ => constr:(a)
    | _ => variables T
    end
  end.
