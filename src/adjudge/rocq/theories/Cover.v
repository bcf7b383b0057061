(** Finding the domain of a quantified variable from what is known about it.

    The goal is [Cov x ?D] with hypotheses about [x] and about the variables between: the tactic
    [cover] finds [?D] from terms that exist outside of the quantifier. One rule of [CoverTable] says
    how one hypothesis determines one variable; rules chain through [flat_map], so that
    [exists y, In y l /\ x = y + 1] gives [x] the domain [flat_map (fun y => [y + 1]) l]. *)
From Coq Require Import List String Ascii ZArith NArith Arith QArith Lia Permutation Sorted Znumtheory.
From Adjudge Require Import Tri Loops Equality Numbers Domains Quantify Arrangements.
From Adjudge Require Export CoverTable.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Preparing the context *)

Ltac note P := let T := type of P in lazymatch goal with K : T |- _ => fail | _ => pose proof P end.

Ltac has_var t := match t with context [?y] => is_var y end.

(** What the hypotheses say about sizes; one entry a line. *)
Ltac enrich := repeat match goal with
  | H : Nat.divide ?a ?b |- _ => note (@ndiv_le b a H)
  | H : Z.divide ?a ?b |- _ => note (@zdiv_le b a H)
  | H : prime ?p |- _ => note (prime_ge_2 p H)
  | H : (?n mod ?d)%nat = 0 |- _ => note (@mod0_le n d H)
  | H : (?n mod ?d)%Z = 0%Z |- _ => first [note (@zmod0_le n d H) | note (@zmod0_ge n d H)]
  | H : Z.rem ?n ?d = 0%Z |- _ => note (@zrem0_le n d H)
  | H : nth_error ?l ?i = Some ?x |- _ => note (@nth_error_lt _ l i x H)
  | H : _ = S (S ?n) |- _ => has_var n; note (peel_S H)
  | H : S (S ?n) = _ |- _ => has_var n; note (peel_S (eq_sym H))
  | H : _ = _ :: ?y :: ?r |- _ => has_var (y :: r); note (peel_cons H)
  | H : _ :: ?y :: ?r = _ |- _ => has_var (y :: r); note (peel_cons (eq_sym H))
  | H : _ = String _ (String ?y ?r) |- _ => has_var (String y r); note (peel_string H)
  | H : String _ (String ?y ?r) = _ |- _ => has_var (String y r); note (peel_string (eq_sym H))
  | H : _ = (_, _, _) |- _ => note (peel_fst H)
  | H : (_, _, _) = _ |- _ => note (peel_fst (eq_sym H))
  | H : _ = Some (_, _) |- _ => note (proj1 (peel_some H)); note (proj2 (peel_some H))
  end.

(** Patterns within patterns: the inner one gets a name, so that one rule sees one layer. *)
Ltac compound t := tryif is_var t then fail else has_var t.
Ltac name_term t := compound t; let z := fresh "z" in let E := fresh "E" in remember t as z eqn:E.
Ltac name_append a r := tryif is_var a then fail else lazymatch r with append _ _ => name_term r end.
(* An optional output of a relation. *)
Ltac name_optional R t := lazymatch R with
  | @eq _ _ => fail | _ => name_term (Some t) end.
Ltac flatten := repeat match goal with
  | H : _ = ?t :: ?r |- _ => first [name_term t | name_term r]
  | H : ?t :: ?r = _ |- _ => first [name_term t | name_term r]
  | H : _ = String _ ?r |- _ => name_term r
  | H : String _ ?r = _ |- _ => name_term r
  | H : _ = (?t, ?r) |- _ => first [name_term t | name_term r]
  | H : _ = Some ?t |- _ => name_term t
  | H : _ = append _ (append ?a (append ?b ?r)) |- _ => name_term (append a (append b r))
  | H : _ = append ?a ?r |- _ => tryif compound a then fail else name_append a r
  | H : ?R (Some ?t) |- _ => name_optional R t
  end.

Ltac order_Z := repeat match goal with
  | H : (_ > _)%Z |- _ => apply Z.gt_lt in H
  | H : (_ >= _)%Z |- _ => apply Z.ge_le in H
  end.

Lemma both_cases (b : bool) (A B : Prop) :
  (if b then A else B) -> b = true /\ A \/ b = false /\ B.
Proof. destruct b; auto. Qed.

(** A case distinction of which only one case is possible. *)
Ltac only_case H e := first
  [ lazymatch goal with |- Cov ?y _ => is_var e; lazymatch y with context [e] => destruct e end end
  | destruct e eqn:?; try solve [destruct H | discriminate H | congruence]; [idtac] ].

(** An existential hypothesis as it was before it was taken apart: it may be decided as a whole. *)
Definition Whole (P : Prop) := P.
Ltac open_exists H := lazymatch type of H with ?G =>
  let W := fresh "whole" in assert (W : Whole G) by exact H; destruct H end.

(** Calls of the candidate's own functions; see [Inverse]. *)
Ltac name_calls := idtac.

(** Introduces everything and takes it apart, except disjunctions. *)
Ltac prepare := repeat first [ progress intros | match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => open_exists H
  | H : False |- _ => destruct H
  | H : _ <-> _ |- _ => destruct H
  | H : unique _ _ |- _ => red in H; cbv beta in H
  | H : let _ := _ in _ |- _ => cbv zeta in H
  | H : match ?e with _ => _ end |- _ => only_case H e
  | H : match ?e with _ => _ end = _ |- _ => only_case H e
  | H : if _ then _ else _ |- _ => apply both_cases in H
  | |- ~ _ => intro
  end ]; unfold gt, ge, Nat.lt, Nat.le in *; order_Z; name_calls; flatten; enrich.

(** ** The tactic *)

(** A list that is sorted by an order of numbers, rising or falling. *)
Ltac order_facts := cbv beta; intros; unfold ge, gt in *;
  rewrite ?Z.leb_le, ?Z.leb_gt, ?Nat.leb_le, ?Nat.leb_gt in *; lia.
Ltac sorted_by H K :=
  let use leb := (eapply (@cov_sorted_by _ _ leb); [| | | | exact H | exact K]; order_facts) in
  first [ use Z.leb | use (fun x y => Z.leb y x) | use Nat.leb | use (fun x y => Nat.leb y x) ].

(** The rules, one entry a line: each solves [Cov y ?D] by the hypothesis [H]. First those that
    leave at most one value for [y], then those that leave several. *)
Ltac cover_point H := let h := type of H in
  (multimatch h with
    | _ = Some _ => apply (cov_some H)
    | Some _ = _ => apply (cov_some' H)
    | _ = (_, _) => apply (cov_pair_fst H)
    | _ = (_, _) => apply (cov_pair_snd H)
    | (_, _) = _ => apply (cov_pair_fst' H)
    | (_, _) = _ => apply (cov_pair_snd' H)
    | _ = _ :: _ => apply (cov_head H)
    | _ = _ :: _ => apply (cov_tail H)
    | _ :: _ = _ => apply (cov_head (eq_sym H))
    | _ :: _ = _ => apply (cov_tail (eq_sym H))
    | _ = String _ _ => apply (cov_string_head H)
    | _ = String _ _ => apply (cov_string_tail H)
    | String _ _ = _ => apply (cov_string_head (eq_sym H))
    | String _ _ = _ => apply (cov_string_tail (eq_sym H))
    | _ = _ => apply (cov_eq H)
    | _ = _ => apply (cov_eq' H)
    | _ = S _ => apply (cov_S H)
    | S _ = _ => apply (cov_S (eq_sym H))
    | _ = (_ + _)%nat => apply (cov_add_l H)
    | _ = (_ + _)%nat => apply (cov_add_r H)
    | (_ + _)%nat = _ => apply (cov_add_l (eq_sym H))
    | (_ + _)%nat = _ => apply (cov_add_r (eq_sym H))
    | _ = (_ + _)%Z => apply (cov_Zadd_l H)
    | _ = (_ + _)%Z => apply (cov_Zadd_r H)
    | (_ + _)%Z = _ => apply (cov_Zadd_l (eq_sym H))
    | (_ + _)%Z = _ => apply (cov_Zadd_r (eq_sym H))
    | _ = (_ - _)%Z => apply (cov_Zsub_l H)
    | _ = (_ - _)%Z => apply (cov_Zsub_r H)
    | _ = (Zpos _ * _)%Z => apply (cov_multiple H)
    | _ = (_ * Zpos _)%Z => apply (cov_multiple' H)
    | _ = (S _ * _)%nat => apply (cov_natural_multiple H)
    | _ = (_ * S _)%nat => apply (cov_natural_multiple' H)
    | _ = (- _)%Z => apply (cov_opp H)
    | _ = Z.of_nat _ => apply (cov_of_nat H)
    | Z.of_nat _ = _ => apply (cov_of_nat (eq_sym H))
    | list_ascii_of_string _ = _ => apply (cov_of_list H)
    | _ = list_ascii_of_string _ => apply (cov_of_list (eq_sym H))
    | string_of_list_ascii _ = _ => apply (cov_of_string H)
    | _ = string_of_list_ascii _ => apply (cov_of_string (eq_sym H))
    | _ = rev _ => apply (cov_rev H)
    | rev _ = _ => apply (cov_rev (eq_sym H))
    | _ = map string_of_list_ascii _ => apply (cov_of_strings H)
    | _ = _ ++ [_] => apply (cov_init H)
    | _ = _ ++ [_] => apply (cov_end H)
    | _ = _ ++ _ => apply (cov_before H)
    | _ ++ _ = _ => apply (cov_before (eq_sym H))
    | _ = _ ++ _ => apply (cov_behind H)
    | _ ++ _ = _ => apply (cov_behind (eq_sym H))
    | _ = append _ (String _ EmptyString) => apply (cov_string_init H)
    | _ = append _ (String _ EmptyString) => apply (cov_string_end H)
    | _ = append _ _ => apply (cov_string_before H)
    | append _ _ = _ => apply (cov_string_before (eq_sym H))
    | _ = append _ _ => apply (cov_string_behind H)
    | append _ _ = _ => apply (cov_string_behind (eq_sym H))
    | _ = append _ (append _ _) => apply (cov_string_last' H)
    | append _ (append _ _) = _ => apply (cov_string_last' (eq_sym H))
    | Permutation _ ?x => match goal with K : Sorted Z.le x |- _ => apply (cov_sorted H K) end
    | Permutation ?x _ => match goal with K : Sorted Z.le x |- _ => apply (cov_sorted' H K) end
    | Permutation _ ?x => match goal with K : Sorted _ x |- _ => sorted_by H K end
    | Permutation ?x _ => match goal with K : Sorted _ x |- _ => sorted_by (Permutation_sym H) K end
    end).

(** Bounds that may be given as booleans. *)
Ltac by_bounds := repeat match goal with
  | H : orb _ _ = false |- _ => apply Bool.orb_false_iff in H; destruct H
  | H : andb _ _ = true |- _ => apply Bool.andb_true_iff in H; destruct H
  end; rewrite ?Z.ltb_ge, ?Z.ltb_lt, ?Z.leb_le, ?Z.leb_gt in *; lia.

Ltac cover_several H := let h := type of H in
  (multimatch h with
    | In _ _ => apply (cov_in H)
    | _ = append _ ?r => match goal with K : r = append _ _ |- _ => apply (cov_string_until H K) end
    | _ = append _ ?r => match goal with K : r = append _ _ |- _ => apply (cov_string_from H K) end
    | In (_, _) _ => apply (cov_in_fst H)
    | In (_, _) _ => apply (cov_in_snd H)
    | _ = Some _ => apply (cov_nth_error H)
    | nth_error _ (Z.to_nat _) = Some _ => apply (cov_index H); by_bounds
    | nth _ _ _ = _ => apply (cov_nth H)
    | _ = nth _ _ _ => apply (cov_nth' _ _ _ H)
    | _ = _ ++ _ => apply (cov_prefix H)
    | _ ++ _ = _ => apply (cov_prefix (eq_sym H))
    | _ = _ ++ _ => apply (cov_suffix H)
    | _ ++ _ = _ => apply (cov_suffix (eq_sym H))
    | _ = _ ++ _ ++ _ => apply (cov_last H)
    | _ ++ _ ++ _ = _ => apply (cov_last (eq_sym H))
    | _ = _ ++ _ ++ _ => apply (cov_middle H)
    | _ ++ _ ++ _ = _ => apply (cov_middle (eq_sym H))
    | _ = _ ++ _ :: _ => apply (cov_element H)
    | _ = _ ++ _ :: _ => apply (cov_after H)
    | _ = _ ++ _ ++ _ :: _ => apply (cov_element2 H)
    | _ = _ ++ _ ++ _ :: _ => apply (cov_after2 H)
    | _ = append _ _ => apply (cov_string_prefix H)
    | append _ _ = _ => apply (cov_string_prefix (eq_sym H))
    | _ = append _ _ => apply (cov_string_suffix H)
    | append _ _ = _ => apply (cov_string_suffix (eq_sym H))
    | _ = append _ (append _ _) => apply (cov_string_last H)
    | append _ (append _ _) = _ => apply (cov_string_last (eq_sym H))
    | _ = append _ (append _ _) => apply (cov_string_middle H)
    | append _ (append _ _) = _ => apply (cov_string_middle (eq_sym H))
    | _ = Qmake _ _ => apply (cov_numerator H)
    | Qmake _ _ = _ => apply (cov_numerator (eq_sym H))
    | (_ ^ _)%Z = _ => apply (cov_root H); lia
    | _ = (_ ^ _)%Z => apply (cov_root (eq_sym H)); lia
    | (?k * ?k)%Z = _ => apply (cov_square H)
    | _ = (?k * ?k)%Z => apply (cov_square (eq_sym H))
    | (?k * ?k * ?k)%Z = _ => apply (cov_cube H)
    | _ = (?k * ?k * ?k)%Z => apply (cov_cube (eq_sym H))
    | (?k * (?k * ?k))%Z = _ => apply (cov_cube' H)
    | _ = (?k * (?k * ?k))%Z => apply (cov_cube' (eq_sym H))
    | Z.divide _ _ => apply (cov_divides H)
    | (_ mod _)%Z = 0%Z => apply (cov_mod0 H)
    | Z.rem _ _ = 0%Z => apply (cov_rem0 H)
    | _ = (_ * _)%Z => first [apply (cov_factors H); lia | apply (cov_factor_l H)]
    | _ = (_ * _)%Z => first [apply (cov_factors_r H); lia | apply (cov_factor_r H)]
    | _ = (_ * _ * _)%Z => first [apply (cov_factors_ll H); lia | apply (cov_factor_ll H)]
    | _ = (_ * _ * _)%Z => first [apply (cov_factors_lr H); lia | apply (cov_factor_lr H)]
    | Nat.divide _ _ => apply (cov_natural_divides H)
    | (_ mod _)%nat = 0 => apply (cov_natural_mod0 H)
    | _ = (_ * _)%nat => apply (cov_natural_factor_l H)
    | _ = (_ * _)%nat => apply (cov_natural_factor_r H)
    | _ = (_ * _ * _)%nat => apply (cov_natural_factor_ll H)
    | _ = (_ * _ * _)%nat => apply (cov_natural_factor_lr H)
    | context [count_occ ?d ?l ?x] => apply (@cov_counted _ d l x); lia
    | context [filter (fun y => Z.eqb y ?x) ?l] =>
        apply (@cov_filtered _ _ l x (fun y => proj1 (Z.eqb_eq y x))); lia
    | context [filter (fun y => Z.eqb ?x y) ?l] =>
        apply (@cov_filtered _ _ l x (fun y E => eq_sym (proj1 (Z.eqb_eq x y) E))); lia
    | Permutation _ ?x => match goal with K : _ = map _ x |- _ => apply (cov_arranged_image _ _ H K) end
    | Permutation ?x _ => match goal with K : _ = map _ x |- _ => apply (cov_arranged_image _ _ (Permutation_sym H) K) end
    end).

Ltac cover_by H := (cover_point H + cover_several H).
