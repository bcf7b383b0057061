(** Lists of digits that are known by their number.

    Zeros behind the highest digit are left out: where they do not matter to the rest of what is said,
    one list stands for all. The candidate's own evaluation is recognised by induction. *)
From Coq Require Import List ZArith Lia Bool.
From Adjudge Require Import Tri Loops Equality Quantify CoverTable Candidates Search Inverse.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope Z_scope.

(** The lowest digit comes first. *)
Fixpoint value (b : Z) (l : list Z) : Z := match l with [] => 0 | d :: r => d + b * value b r end.

Definition are_digits (b : Z) := Forall (fun d => 0 <= d < b).
Definition ends_well (l : list Z) := last l 1 <> 0.

Lemma value_nonneg b l : 2 <= b -> are_digits b l -> 0 <= value b l.
Proof. intros B. induction 1; cbn [value]; nia. Qed.

Lemma value_zero b l : 2 <= b -> are_digits b l -> ends_well l -> value b l = 0 -> l = [].
Proof.
  intros B D. induction D as [|d r Hd Hr IH]; auto. intros W V. exfalso. cbn [value] in V.
  pose proof (value_nonneg B Hr). assert (value b r = 0) by nia. assert (d = 0) by nia.
  destruct r as [|c r]; [now apply W|]. now discriminate IH.
Qed.

Lemma ends_well_tail d l : ends_well (d :: l) -> ends_well l.
Proof. destruct l; [discriminate | auto]. Qed.

Lemma value_unique b (B : 2 <= b) l : forall m, are_digits b l -> are_digits b m ->
  ends_well l -> ends_well m -> value b l = value b m -> l = m.
Proof.
  induction l as [|d l IH]; intros m L M W X V.
  - symmetry. now apply (value_zero B M).
  - destruct m as [|c m]; [now apply (value_zero B L)|].
    inversion L; inversion M; subst. cbn [value] in V.
    assert (R : forall x v, 0 <= x < b -> (x + b * v) mod b = x)
      by (intros x v H; now rewrite Z.mul_comm, Z_mod_plus_full, Z.mod_small).
    assert (d = c) by (rewrite <- (R d (value b l)), V; auto).
    subst. f_equal. apply IH; eauto using ends_well_tail. nia.
Qed.

(** The digits of [n], if they are found. *)
Definition numeral (b n : Z) : option (list (list Z)) :=
  let l := digits b n in
  if b <? 2 then None
  else if n <? 0 then Some []
  else if lall (fun d => (0 <=? d) && (d <? b)) l && negb (last l 1 =? 0) && (value b l =? n)
  then Some [l]
  else None.

Lemma cov_numeral b l n : are_digits b l -> ends_well l -> value b l = n -> Cov l (numeral b n).
Proof.
  intros D W V. unfold numeral. destruct (Z.ltb_spec b 2) as [?|B]; [exact I|].
  destruct (Z.ltb_spec n 0) as [N|_]; [pose proof (value_nonneg B D); lia|].
  destruct (_ && _) eqn:E; [|exact I].
  rewrite !andb_true_iff, negb_true_iff, Z.eqb_neq, Z.eqb_eq in E.
  destruct E as [[A X] Y]. left. apply (value_unique B); auto; [|congruence].
  apply Forall_forall. intros d i. rewrite lall_spec in A. specialize (A d i). cbv beta in A.
  rewrite andb_true_iff, Z.leb_le, Z.ltb_lt in A. lia.
Qed.

(** Whatever holds of a list holds of it without the zeros behind. *)
Lemma without_zeros (P : list Z -> Prop) :
  (forall l, P (l ++ [0]) -> P l) -> forall l, P l -> exists m, P m /\ ends_well m.
Proof.
  intros H l. induction l as [|x l IH] using rev_ind; intros p; [now exists []|].
  destruct (Z.eq_dec x 0) as [->|N]; [now apply IH, H|].
  exists (l ++ [x]). split; auto. unfold ends_well. now rewrite last_last.
Qed.

Lemma tri_ex_numeral (P : list Z -> Prop) p q b n :
  (forall l, P (l ++ [0]) -> P l) -> (forall l, P l -> are_digits b l /\ value b l = n) ->
  (forall l, Tri (P l) (p l) (q l)) ->
  Tri (exists l, P l) (oany p (numeral b n)) (oall q (numeral b n)).
Proof.
  intros S K H. apply tri_equiv with (Q := exists l, P l /\ ends_well l).
  - split; [intros (l & A); exact (without_zeros _ S l A) | intros (l & A & _); eauto].
  - pose proof (fun l => cov_numeral (b := b) (l := l) (n := n)) as C.
    split; destruct (numeral b n) as [D|] eqn:F; cbn [oany oall]; try discriminate; intros E.
    + apply lany_spec in E as (x & i & E). pose proof (tri_p (H x) E) as A.
      destruct (without_zeros _ S x A) as (m & A' & W). eauto.
    + rewrite lall_spec in E. intros (l & A & W). destruct (K l A) as [D' V].
      exact (tri_n (H l) (E l (C l D' W V)) A).
Qed.

(** ** The candidate's functions of digits *)

(** Solves [forall l, f l = value b l], finding [b]. *)
Ltac evaluates f b :=
  let c := eval vm_compute in (f [0; 1]) in unify b c;
  let l := fresh "l" in let d := fresh "d" in let IH := fresh "IH" in
  intros l; induction l as [|d l IH]; [reflexivity|]; cbv beta in *; cbn; rewrite IH; cbn [value]; lia.

(** Rewrites what is said of [l] and a zero, where the zero does not matter. *)
Ltac forget_zero H := repeat (
  let t := type of H in own_call t ltac:(fun f m reduce => lazymatch m with ?l ++ [0] =>
    let E := fresh "E" in
    assert (E : forall k, f (k ++ [0]) = f k)
      by (let k := fresh "k" in let d := fresh "d" in let IH := fresh "IH" in
          intros k; induction k as [|d k IH]; [reflexivity|]; cbv beta in *; cbn; now rewrite IH);
    cbv beta in E; rewrite E in H; clear E end)).

Ltac without_zero := let l := fresh "l" in let H := fresh "H" in
  intros l H; cbv beta in *; forget_zero H; rewrite ?Forall_app in H;
  repeat match goal with K : _ /\ _ |- _ => destruct K end;
  repeat match goal with |- _ /\ _ => split end;
  first [ tauto | let d := fresh "d" in let i := fresh "i" in intros d i;
    match goal with K : forall d, In d _ -> _ |- _ => apply K, in_or_app; now left end ].

(** Solves [are_digits b l]. *)
Ltac has_digits l := unfold are_digits; first
  [ assumption
  | eapply Forall_impl; [|eassumption]; cbv beta; intros; lia
  | let d := fresh "d" in let i := fresh "i" in apply Forall_forall; intros d i;
    match goal with K : forall d, In d l -> _ |- _ => specialize (K d i) end; lia ].

(** Solves [forall l, P l -> are_digits b l /\ value b l = n], finding [b] and [n]. *)
Ltac digits_of H l b n :=
  repeat match goal with K : _ /\ _ |- _ => destruct K end;
  match goal with K : @eq Z _ _ |- _ => let t := type of K in
    own_call t ltac:(fun f m reduce => constr_eq m l;
      let E := fresh "E" in assert (E : forall k, f k = value b k) by (evaluates f b);
      cbv beta in E; rewrite E in K;
      split; [| first [exact K | exact (eq_sym K)]]) end;
  has_digits l.

Ltac tri_numeral P next :=
  let b := open_constr:(_ : Z) in let n := open_constr:(_ : Z) in
  let s := fresh "s" in let k := fresh "k" in
  assert (k : forall l, P l -> are_digits b l /\ value b l = n)
    by (cbv beta; let l := fresh "l" in let H := fresh "H" in intros l H; digits_of H l b n);
  assert (s : forall l, P (l ++ [0]) -> P l) by without_zero;
  eapply (@tri_ex_numeral P _ _ b n s k); clear s k; intros ?; next.

(** ** The highest digit first, which is no zero *)
Lemma value_snoc b l d : value b (l ++ [d]) = value b l + d * b ^ Z.of_nat (List.length l).
Proof.
  induction l as [|c l IH]; cbn [value app List.length]; [cbn; ring|].
  rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Definition leads_well (l : list Z) := l = [0] \/ exists d r, l = d :: r /\ d <> 0.

Lemma cov_from_highest b l n : are_digits b l -> leads_well l -> value b (rev l) = n ->
  Cov l (oapp (Some [[0]]) (option_map (map (@rev Z)) (numeral b n))).
Proof.
  intros D [->|(d & r & E & N)] V; [apply cov_app_l; now left|]. apply cov_app_r.
  pose proof (@cov_numeral b (rev l) n (Forall_rev D)) as C.
  rewrite <- (rev_involutive l). destruct (numeral b n) as [k|]; [|exact I].
  apply in_map, C; auto. rewrite E. cbn [rev]. unfold ends_well. now rewrite last_last.
Qed.

Definition from_highest_value (b a : Z) (l : list Z) : Z :=
  a * b ^ Z.of_nat (List.length l) + value b (rev l).
Lemma from_highest_none b a : a = from_highest_value b a [].
Proof. unfold from_highest_value. cbn. ring. Qed.
Lemma from_highest_step b a c d l : c = b * a + d ->
  from_highest_value b c l = from_highest_value b a (d :: l).
Proof.
  intros ->. unfold from_highest_value. cbn [rev List.length].
  rewrite value_snoc, rev_length, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

(** Solves [forall l, f l = value b (rev l)] where [f] begins with zero, finding [b]. *)
Ltac evaluates_from_highest f b reduce :=
  let c := eval cbn in (f [1; 0]) in unify b c;
  lazymatch eval pattern 0 in f with ?g _ =>
    let A := fresh "A" in let l := fresh "l" in let d := fresh "d" in let IH := fresh "IH" in
    let a := fresh "a" in let E := fresh "E" in
    assert (A : forall l a, g a l = from_highest_value b a l);
    [ cbv beta; intros l; induction l as [|d l IH]; intros a; [exact (from_highest_none b a)|];
      pose proof (eq_refl (g a (d :: l))) as E; cbv beta in E; reduce E;
      lazymatch type of E with ?x = _ => lazymatch goal with |- _ = ?y => change (x = y) end end;
      rewrite IH; apply from_highest_step; lia
    | intros l; exact (A l 0) ]
  end.

(** Solves [leads_well l]; often the two cases are told. *)
Ltac led_well l := unfold leads_well; first
  [ solve [eauto 6]
  | match goal with K : _ \/ _ |- _ => let G := type of K in mentions G l; destruct K as [K|K] end;
    repeat match goal with K : _ /\ _ |- _ => destruct K | K : exists _, _ |- _ => destruct K end;
    subst l; solve [eauto 6] ].

Ltac from_highest H := lazymatch goal with |- @Cov (list Z) ?l _ =>
  let t := type of H in own_call t ltac:(fun f m reduce =>
    constr_eq m l;
    let b := open_constr:(_ : Z) in let E := fresh "E" in
    assert (E : forall k, f k = value b (rev k)) by (evaluates_from_highest f b reduce);
    eapply (@cov_from_highest b l);
    [ has_digits l | led_well l | rewrite <- E; first [exact H | exact (eq_sym H)] ]) end.
Ltac cover_inverse ::= match goal with H : @eq _ _ _ |- _ => first [inverted H | from_highest H] end.
