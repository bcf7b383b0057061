(** The synthesis of a checker from the shape of a proposition.

    [tri] solves [Tri P ?p ?n] for any [P]: what it cannot decide becomes [tri_unk], so that the
    rest can still accept or reject. [checker] solves [Checker P]. *)
From Coq Require Import List ZArith NArith String Ascii Lia Permutation Sorted Bool Arith QArith.
From Coq Require Import Znumtheory.
From Adjudge Require Export Tri Loops Equality Numbers Lists Distinct Matches Domains Quantify Cover
  Search Candidates Representatives Absences Inverse Numerals.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Bounds of ranges: candidates from the hypotheses, proved by [lia] *)
Ltac nat_bound N := multimatch goal with
  | H : (_ < ?b)%nat |- _ => unify N (S b)
  | H : (_ <= ?b)%nat |- _ => unify N (S b)
  | H : @eq nat _ ?b |- _ => unify N (S b)
  | H : @eq nat ?b _ |- _ => unify N (S b)
  | H : (_ < ?b)%Z |- _ => unify N (S (Z.to_nat b))
  | H : (_ <= ?b)%Z |- _ => unify N (S (Z.to_nat b))
  | H : nth_error ?l _ = Some _ |- _ => unify N (List.length l)
  | H : Nat.divide _ ?b |- _ => unify N (S b)
  | H : (?b mod _)%nat = 0 |- _ => unify N (S b)
  end.

Ltac beyond_lists :=
  rewrite ?nth_overflow by lia;
  repeat match goal with
    |- context [nth_error ?l ?i] => rewrite (proj2 (nth_error_None l i)) by lia end;
  solve [reflexivity | lia | congruence | auto].

(** What is proved without a domain gets the default one. *)
Ltac by_default D d := try unify D d.
(** Solves [forall i, N <= i -> P i], finding [N]. *)
Ltac nat_tail N := let i := fresh "i" in let Hi := fresh "Hi" in
  intros i Hi; repeat first [progress prepare | split];
  first
  [ nat_bound N; solve [exfalso; lia | lia]
  | match goal with |- context [nth_error ?a i] => match goal with |- context [nth_error ?b i] =>
      unify N (List.length a + List.length b) end end; beyond_lists
  | match goal with |- context [nth i ?a _] => match goal with |- context [nth i ?b _] =>
      unify N (List.length a + List.length b) end end; beyond_lists ].

Ltac Z_bound L := multimatch goal with
  | H : (?a < ?b)%Z |- _ => (unify L a + unify L b)
  | H : (?a <= ?b)%Z |- _ => (unify L a + unify L b)
  | H : @eq Z ?a ?b |- _ => (unify L a + unify L b)
  | H : Z.divide _ ?b |- _ => (unify L b + unify L (Z.opp b))
  | H : (?n mod _)%Z = 0%Z |- _ => (unify L n + unify L (Z.opp n))
  | H : Z.rem ?n _ = 0%Z |- _ => unify L n
  end.

(** Conditions on arguments under which a range is a domain. *)
Ltac Z_condition ok H := match goal with
  | K : Z.divide _ ?b |- _ => unify ok (Z.ltb 0 b); apply Z.ltb_lt in H
  | K : (?n mod _)%Z = 0%Z |- _ => unify ok (Z.ltb 0 n); apply Z.ltb_lt in H
  | K : Z.rem ?n _ = 0%Z |- _ => unify ok (Z.ltb 0 n); apply Z.ltb_lt in H
  end.

Ltac Z_tail ok L U := let i := fresh "i" in let Hi := fresh "Hi" in let Ho := fresh "Ho" in
  intros Ho i Hi; repeat first [progress prepare | split];
  first [ unify ok true; Z_bound L; Z_bound U; solve [exfalso; lia | lia]
        | Z_condition ok Ho; Z_bound L; Z_bound U; solve [exfalso; lia | lia] ].

(** ** Domains of [forall]: outside of the domain the body must hold *)
Ltac count_beyond Hn :=
  lazymatch goal with
  | |- ?R (count_occ _ ?a ?x) (count_occ _ ?b ?x) =>
      lazymatch type of Hn with ~ Cov x ?D => unify D (Some (a ++ b)%list) end
  | |- ?R (count_occ _ ?a ?x) _ => lazymatch type of Hn with ~ Cov x ?D => unify D (Some a) end
  | |- context [count_occ _ ?a ?x] => lazymatch type of Hn with ~ Cov x ?D => unify D (Some a) end
  end;
  unfold Cov in Hn; rewrite ?in_app_iff in Hn;
  rewrite !(proj1 (count_occ_not_In _ _ _)) by tauto; solve [cbn; lia | reflexivity | auto].

Ltac equality T := constr:(ltac:(typeclasses eauto) : EqB T).
Ltac hashing T := constr:(ltac:(typeclasses eauto) : Hash T).

(** [a <> b \/ P] is [a = b -> P]. *)
Lemma or_by_equation T (E : EqB T) (a b : T) (P : Prop) : (a = b -> P) -> a <> b \/ P.
Proof. intros H. destruct (eqb_dec E a b); auto. Qed.
Ltac by_equation := try match goal with |- ~ (@eq ?T _ _) \/ _ =>
  let e := equality T in apply (@or_by_equation T e); intro; prepare; by_equation end.

(** Solves [P] from [Hn : ~ Cov x ?D]; where [P] has two sides, each gets a domain of its own. *)
Ltac outside Hn := prepare; by_equation; lazymatch goal with
  | |- _ /\ _ => let A := fresh in let B := fresh in
      apply not_cov_app in Hn; destruct Hn as [A B]; split; [outside A | outside B]
  | |- _ <-> _ => let A := fresh in let B := fresh in
      apply not_cov_app in Hn; destruct Hn as [A B]; split; [outside A | outside B]
  | |- match ?e with _ => _ end => destruct e eqn:?; first [exact I | outside Hn]
  | |- _ => first [ exfalso; apply Hn; cover | count_beyond Hn | absent_beyond Hn ]
  end.

Ltac one_point Hn := prepare; by_equation; exfalso; apply Hn;
  first [cover_direct | apply cov_here | cover_enumerated].

(** ** Synthesis *)

(** Checkers of the user's relations, added by the generated file. *)
Create HintDb checkers.
Ltac tri_hook := solve [eauto 1 with checkers nocore].
(** [Known deciding]: a guard is being made; see below. *)
Definition deciding := tt.
(** The checker that is being built may assume one for the recursive occurrences. A guard may not:
    what it decides is decided once more behind it, and so on at each step. *)
Ltac tri_assumed := lazymatch goal with
  | _ : Known deciding |- _ => fail
  | _ => multimatch goal with H : forall _, _ |- Tri _ _ _ => solve [apply H] end
  end.
(** Checkers of real numbers; see [Reals]. *)
Ltac tri_real := fail.
Ltac tri_real_quantifier := fail.

(** What could not be decided is told to this hook, for explanations. *)
Ltac report_unknown P := idtac.
Ltac unknown P := report_unknown P; eapply tri_unk.

(** A case distinction on a variable would carry along what is known of it, out of the scope of
    the booleans to be found. *)
Ltac forget e := try (is_var e;
  repeat match goal with H : context [e] |- _ => clear H end).

(** What may be assumed, taken apart: a domain to be found may depend on variables only. *)
Ltac take_apart H := lazymatch type of H with
  | _ /\ _ => let A := fresh "H" in let B := fresh "H" in
      destruct H as [A B]; take_apart A; take_apart B
  | _ => idtac end.
Ltac intro_fact := let H := fresh "H" in intro H; take_apart H.

(** That a body is not decided for any value: then no likely ones are tried. *)
Ltac never p := lazymatch eval cbv beta iota zeta in p with fun _ => false => idtac end.

(** A list that is known up to order stands for all its arrangements. *)
Ltac representative e x W :=
  let stands K y := (exists y; split; [let P := fresh "P" in pose proof K as P; red in W; arranged P W | cover]) in
  match goal with
  | K : Permutation ?a (?b :: x) |- _ => stands (rest_without e K) (without e b a)
  | K : Permutation (?b :: x) ?a |- _ => stands (rest_without e (Permutation_sym K)) (without e b a)
  | K : Permutation ?a (?b ++ x) |- _ => stands (rest_difference e K) (difference e a b)
  | K : Permutation (?b ++ x) ?a |- _ =>
      stands (rest_difference e (Permutation_sym K)) (difference e a b)
  end.

Ltac tri := cbv beta; lazymatch goal with
  | |- Tri ?P _ _ => lazymatch P with
    | True => eapply tri_True
    | False => eapply tri_False
    | ?A /\ ?B => eapply tri_and; [tri | intro_fact; tri]
    | ?A \/ ?B => eapply tri_or; [tri | tri]
    | ~ ?A => eapply tri_not; tri
    | ?A <-> ?B => eapply tri_iff; [tri | tri]
    | ?A -> ?B => lazymatch type of A with
        | Prop => eapply tri_imp; [tri | intro_fact; tri]
        | _ => tri_forall end
    | forall _, _ => tri_forall
    | exists k, ?n = (?d * k)%nat => first [eapply (tri_exdiv1 d n) | tri_exists]
    | exists k, ?n = (k * ?d)%nat => first [eapply (tri_exdiv2 d n) | tri_exists]
    | exists k, (?d * k)%nat = ?n => first [eapply (tri_exdiv3 d n) | tri_exists]
    | exists k, (k * ?d)%nat = ?n => first [eapply (tri_exdiv4 d n) | tri_exists]
    | exists k, ?n = (?d * k)%Z => first [eapply (tri_exzdiv1 d n) | tri_exists]
    | exists k, ?n = (k * ?d)%Z => first [eapply (tri_exzdiv2 d n) | tri_exists]
    | exists k, (?d * k)%Z = ?n => first [eapply (tri_exzdiv3 d n) | tri_exists]
    | exists k, (k * ?d)%Z = ?n => first [eapply (tri_exzdiv4 d n) | tri_exists]
    | exists k, ?x = (?n ^ Z.of_nat k)%Z => first [eapply (tri_power n x) | tri_exists]
    | exists k, (?n ^ Z.of_nat k)%Z = ?x => first [eapply (tri_power' n x) | tri_exists]
    | exists k, (0 <= k)%Z /\ ?x = (?n ^ k)%Z => first [eapply (tri_power_Z n x) | tri_exists]
    | exists k, (0 <= k)%Z /\ (?n ^ k)%Z = ?x => first [eapply (tri_power_Z' n x) | tri_exists]
    | exists u : list ?T, Permutation ?a (?b ++ u) /\ @?S u => first
      [ let e := equality T in
        eapply (@tri_ex_rest T e a b S); [cbv beta; solve [up_to_order] | intro; tri]
      | tri_exists ]
    | exists _, _ => tri_exists
    | @ex ?T ?F => change (@ex T F) with (exists x : T, F x); tri_exists
    | let x := _ in _ => cbv zeta; tri
    | match _ with _ => _ end => first [ progress cbn iota; tri | tri_real | tri_match | tri_unfold ]
    | _ => first [ tri_assumed | tri_hook | tri_real | tri_atom P | tri_unfold ]
    end
  end
with tri_atom P := lazymatch P with
    | @eq ?T ?a ?b => lazymatch T with
        | Prop => unknown P
        | _ => first [ let e := equality T in eapply (@tri_eq T e a b) | unknown P ] end
    | (?a <= ?b)%nat => eapply (tri_le a b)
    | (?a < ?b)%nat => eapply (tri_lt a b)
    | (?a >= ?b)%nat => eapply (tri_le b a)
    | (?a > ?b)%nat => eapply (tri_lt b a)
    | (?a <= ?b)%Z => eapply (tri_Zle a b)
    | (?a < ?b)%Z => eapply (tri_Zlt a b)
    | (?a >= ?b)%Z => eapply (tri_Zge a b)
    | (?a > ?b)%Z => eapply (tri_Zgt a b)
    | (?a <= ?b)%N => eapply (tri_Nle a b)
    | (?a < ?b)%N => eapply (tri_Nlt a b)
    | (?a <= ?b)%Q => eapply (tri_Qle a b)
    | (?a < ?b)%Q => eapply (tri_Qlt a b)
    | (?a == ?b)%Q => eapply (tri_Qeq a b)
    | Nat.Even ?a => eapply (tri_Even a)
    | Nat.Odd ?a => eapply (tri_Odd a)
    | Z.Even ?a => eapply (tri_ZEven a)
    | Z.Odd ?a => eapply (tri_ZOdd a)
    | Nat.divide ?a ?b => eapply (tri_ndiv a b)
    | Z.divide ?a ?b => eapply (tri_zdiv a b)
    | prime ?a => eapply (tri_prime a)
    | rel_prime ?a ?b => eapply (tri_relprime a b)
    | Zis_gcd ?a ?b ?g => eapply (tri_isgcd a b g)
    | @In ?T ?x ?l => let e := equality T in eapply (@tri_In T e x l)
    | @NoDup ?T ?l => let e := equality T in eapply (@tri_NoDup T e l)
    | @Permutation ?T ?a ?b => let e := equality T in eapply (@tri_perm T e a b)
    | @incl ?T ?a ?b => let e := equality T in eapply (@tri_incl T e a b)
    | Forall ?Q ?l => eapply tri_Forall; intro; tri
    | Exists ?Q ?l => eapply tri_Exists; intro; tri
    | Forall2 ?R ?a ?b => eapply tri_Forall2; intro; intro; tri
    | Sorted ?R ?l => eapply tri_Sorted; intro; intro; tri
    | LocallySorted ?R ?l => eapply tri_LSorted; intro; intro; tri
    | StronglySorted ?R ?l => eapply tri_SSorted; intro; intro; tri
    | ForallOrdPairs ?R ?l => eapply tri_FOP; intro; intro; tri
    | HdRel ?R ?a ?l => eapply tri_HdRel; intro; intro; tri
    end
with tri_match := first
  [ eapply tri_m_bool; [tri|tri]
  | eapply tri_m_sb; [tri|tri]
  | eapply tri_m_list; [tri|intro; intro; tri]
  | eapply tri_m_opt; [intro; tri|tri]
  | eapply tri_m_nat; [tri|intro; tri]
  | eapply tri_m_prod; intro; intro; tri
  | eapply tri_m_str; [tri|intro; intro; tri]
  | eapply tri_m_cmp; [tri|tri|tri]
  | eapply tri_m_sum; [intro; tri|intro; tri]
  | eapply tri_m_ascii; do 8 intro; tri
  | eapply tri_m_Z; [tri|intro; tri|intro; tri]
  | eapply tri_m_N; [tri|intro; tri]
  | eapply tri_m_pos; [intro; tri|intro; tri|tri]
  | tri_m_any ]
with tri_m_any := lazymatch goal with |- Tri ?P _ _ => lazymatch P with match ?e with _ => _ end =>
    let c := constr:(ltac:(forget e; destruct e; eexists; eexists; tri) : Checker P) in
    exact (tri_of_checker c) end end
with tri_unfold := lazymatch goal with |- Tri ?P _ _ => let P' := eval hnf in P in
    tryif constr_eq P P' then unknown P else (change P with P'; tri) end
with tri_forall := lazymatch goal with
  | |- Tri (forall x : ?T, @?P x) _ _ => lazymatch T with
    | bool => eapply (@tri_all_bool P); intro; tri
    | ?A -> ?B => unknown (forall x, P x)
    | _ => lazymatch type of T with Prop => unknown (forall x, P x) | _ => first
      [ tri_real_quantifier
      | tri_all_within T P ltac:(fun H => one_point H)
      | lazymatch T with
        | nat => let N := open_constr:(_ : nat) in let t := fresh "t" in
            assert (t : forall i, N <= i -> P i) by (cbv beta; nat_tail N);
            by_default N 0; eapply (@tri_all_nat P _ _ N t); clear t; intro; intro_fact; tri
        | Z => let ok := open_constr:(_ : bool) in
            let L := open_constr:(_ : Z) in let U := open_constr:(_ : Z) in let t := fresh "t" in
            assert (t : ok = true -> forall i, (i < L \/ U < i)%Z -> P i)
              by (cbv beta; Z_tail ok L U);
            by_default ok true; by_default L 0%Z; by_default U 0%Z;
            eapply (@tri_all_Z P _ _ L U ok t); clear t; intro; intro_fact; tri
        end
      | tri_all_within T P ltac:(fun H => outside H)
      | tri_all_guessed T P
      | let D := candidates T in report_unknown (forall x, P x); tri_all_likely T P D ] end
    end
  end
with tri_all_guessed T P :=
  let W := open_constr:(_ : option (list T)) in let t := fresh "t" in
  assert (t : Guessing -> forall x, ~ Cov x W -> P x)
    by (cbv beta; let x := fresh "x" in let Hn := fresh "Hn" in intros G x Hn; mark G; outside Hn);
  clear t; let D := candidates T in report_unknown (forall x, P x);
  tri_all_likely T P constr:(listed W ++ D)
with tri_all_likely T P D :=
  let p := open_constr:(_ : T -> bool) in let n := open_constr:(_ : T -> bool) in
  let t := fresh "t" in
  assert (t : forall x, Tri (P x) (p x) (n x)) by (cbv beta; intro; tri);
  tryif never n then eapply tri_unk else exact (@tri_all_some T P p n D t)
with tri_all_within T P find :=
  let D := open_constr:(_ : option (list T)) in let t := fresh "t" in
  let e := equality T in
  assert (t : forall x, ~ Cov x D -> P x)
    by (cbv beta; let x := fresh "x" in let Hn := fresh "Hn" in intros x Hn; find Hn);
  by_default D (Some (@nil T)); eapply (@tri_all_dom T e P _ _ D t); clear t; intros ?; tri
with tri_exists := lazymatch goal with
  | |- Tri (exists x : list ?T, @?P x) _ _ =>
      first [ tri_set T P | tri_found T P | tri_number T P | tri_rest T P | tri_exists_any ]
  | _ => tri_exists_any
  end
with tri_number T P := lazymatch T with Z => tri_numeral P ltac:(tri) end
with tri_set T P :=
  let U := fresh "U" in let t := fresh "t" in
  let D := open_constr:(_ : option (list T)) in
  let Q := open_constr:(_ : T -> Prop) in let S := open_constr:(_ : nat -> Prop) in
  let e := equality T in
  assert (t : (exists U, P U) <-> (exists U, NoDup U /\ (forall x, In x U <-> Q x) /\ S (List.length U)))
    by (cbv beta; as_set);
  eapply (@tri_equiv _ _ _ _ t); clear t;
  let h := hashing T in
  eapply (@Quantify.tri_set T e h Q S _ _ D _ _); cbv beta;
  [ let x := fresh "x" in let H := fresh "H" in intros x H; prepare; cover | intro; tri | intro; tri ]
with tri_found T P :=
  let t := fresh "t" in
  let D := open_constr:(_ : option (list T)) in
  let Q := open_constr:(_ : T -> Prop) in let S := open_constr:(_ : nat -> Prop) in
  let e := equality T in
  assert (t : forall U, P U -> NoDup U /\ (forall x, In x U <-> Q x) /\ S (List.length U))
    by as_found Q S;
  let h := hashing T in
  eapply (@Quantify.tri_found T e h P Q S _ _ D _ _ _ _ t); clear t; cbv beta;
  [ let x := fresh "x" in let H := fresh "H" in intros x H; prepare; cover
  | intro; tri | intro; tri | intro; tri ]
with tri_rest T P := lazymatch P with context [@Permutation T] => idtac end;
  let D := open_constr:(_ : option (list (list T))) in let t := fresh "t" in
  let e := equality T in
  assert (t : forall x, P x -> exists y, P y /\ Cov y D)
    by (let x := fresh "x" in let H := fresh "H" in let W := fresh "W" in intros x H;
        pose proof (H : Whole (P x)) as W; cbv beta in *; prepare; representative e x W);
  eapply (@tri_ex_representative _ P _ _ D t); clear t; intros ?; tri
with tri_exists_any := lazymatch goal with
  | |- Tri (exists x : ?T, @?P x) _ _ => lazymatch T with
    | bool => eapply (@tri_ex_bool P); intro; tri
    | ?A -> ?B => unknown (exists x, P x)
    | _ => lazymatch type of T with
      | Prop => eapply tri_ex_prop; [intro; reflexivity | tri | intro; tri]
      | _ => first
      [ tri_real_quantifier
      | tri_ex_within T P ltac:(first [cover_direct | apply cov_here | cover_enumerated])
      | lazymatch T with
        | nat => let N := open_constr:(_ : nat) in let t := fresh "t" in
            assert (t : forall i, N <= i -> P i -> False) by (cbv beta; nat_tail N);
            by_default N 0; eapply (@tri_ex_nat P _ _ N t); clear t; intro; intro_fact; tri
        | Z => let ok := open_constr:(_ : bool) in
            let L := open_constr:(_ : Z) in let U := open_constr:(_ : Z) in let t := fresh "t" in
            assert (t : ok = true -> forall i, (i < L \/ U < i)%Z -> P i -> False)
              by (cbv beta; Z_tail ok L U);
            by_default ok true; by_default L 0%Z; by_default U 0%Z;
            eapply (@tri_ex_Z P _ _ L U ok t); clear t; intro; intro_fact; tri
        end
      | tri_ex_within T P ltac:(cover)
      | tri_members P
      | tri_ex_guessed T P
      | let D := candidates T in report_unknown (exists x, P x); tri_ex_likely T P D ] end
    end
  end
with tri_members P := lazymatch type of P with list ?T -> Prop =>
  let W := open_constr:(_ : option (list T)) in let Q := open_constr:(_ : T -> Prop) in
  let q := open_constr:(_ : T -> bool) in let nq := open_constr:(_ : T -> bool) in
  let e := equality T in let t := fresh "t" in let U := fresh "U" in let H := fresh "H" in
  assert (t : forall U, P U -> True) by (cbv beta; intros U H; members_of U Q; exact I);
  clear t;
  assert (t : forall x, Q x -> Cov x W)
    by (cbv beta; let x := fresh "x" in intros x H; prepare; cover);
  clear t;
  assert (t : forall x, Tri (Q x) (q x) (nq x)) by (cbv beta; intro; tri);
  clear t;
  let h := hashing T in
  eapply (@tri_ex_some _ P _ _ (as_witness e h q W)); intro; tri end
with tri_ex_guessed T P :=
  let W := open_constr:(_ : option (list T)) in let t := fresh "t" in
  assert (t : Guessing -> forall x, P x -> Cov x W)
    by (cbv beta; let x := fresh "x" in let H := fresh "H" in intros G x H; mark G; prepare; cover);
  clear t; let D := candidates T in report_unknown (exists x, P x);
  tri_ex_likely T P constr:(listed W ++ D)
with tri_ex_likely T P D :=
  let p := open_constr:(_ : T -> bool) in let n := open_constr:(_ : T -> bool) in
  let t := fresh "t" in
  assert (t : forall x, Tri (P x) (p x) (n x)) by (cbv beta; intro; tri);
  tryif never p then eapply tri_unk else exact (@tri_ex_some T P p n D t)
with tri_ex_within T P find :=
  let D := open_constr:(_ : option (list T)) in let t := fresh "t" in
  assert (t : forall x, P x -> Cov x D)
    by (cbv beta; let x := fresh "x" in let H := fresh "H" in intros x H; prepare; find);
  by_default D (Some (@nil T)); eapply (@tri_ex_dom T P _ _ D t); clear t; intros ?; tri.

Ltac checker := eexists; eexists; tri.

(** Guards for enumerations: premises that can be decided once their variables are known.
    No guards within guards. *)
Ltac guards := repeat match goal with
  | _ : Known deciding |- _ => fail 1
  | H : ?G |- Cov _ _ =>
      lazymatch type of G with Prop => idtac end;
      lazymatch G with
      | Known _ => fail | forall _, _ => fail | ~ Cov _ _ => fail | _ => idtac end;
      fresh_here H; is_in_scope G;
      let P := lazymatch G with Whole ?P => P | _ => G end in
      eapply (@cov_guard P _ _); [clear H; mark deciding; solve [tri] | exact H | mark H]
  end.

Ltac prune ::= guards.

(** [A1 -> y = t1] and so on: the first condition that holds gives the domain. *)
Ltac conditional := match goal with H : ?A -> ?G |- Cov ?y _ =>
  lazymatch type of A with Prop => idtac end; mentions G y; is_in_scope A;
  eapply (@cov_when A);
  [ clear H; mark deciding; solve [tri]
  | let a := fresh "a" in intro a; specialize (H a); prepare;
    first [cover_direct | cover_enumerated]
  | clear H; first [conditional | apply cov_none] ] end.
Ltac cover_conditional ::= first [cover_present | conditional].
(** Unfolds the candidate's plain definitions; set by the generated file. *)
Ltac open_definitions := idtac.
Ltac open_definitions_in H := idtac.
