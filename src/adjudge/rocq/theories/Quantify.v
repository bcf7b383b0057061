(** Quantifiers over finite domains.

    A domain may be missing ([None]: no proof was found, or an enumeration ran out of fuel); then
    nothing is known. Its premise says that what lies outside decides nothing. Where no domain is
    found at all, a few candidates can still witness an [exists] or refute a [forall]. *)
From Coq Require Import List ZArith Lia Permutation.
From Adjudge Require Import Tri Loops Equality Distinct.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** [Cov x D]: the domain [D], if there is one, covers [x]. *)
Definition Cov T (x : T) (D : option (list T)) : Prop :=
  match D with Some l => In x l | None => True end.

Definition listed T (D : option (list T)) : list T := match D with Some l => l | None => [] end.
Definition oall T (f : T -> bool) (D : option (list T)) :=
  match D with Some l => lall f l | None => false end.
Definition oany T (f : T -> bool) (D : option (list T)) :=
  match D with Some l => lany f l | None => false end.

Lemma tri_all_dom T (E : EqB T) (P : T -> Prop) p n D :
  (forall x, ~ Cov x D -> P x) -> (forall x, Tri (P x) (p x) (n x)) ->
  Tri (forall x, P x) (oall p D) (oany n D).
Proof.
  intros out H. split; destruct D as [l|]; simpl; try discriminate; intros K.
  - rewrite lall_spec in K. intros x. destruct (in_dec (eqb_dec E) x l) as [i|i].
    + apply (tri_p (H x)); auto.
    + now apply out.
  - apply lany_spec in K as (x & _ & K). intro Q. exact (tri_n (H x) K (Q x)).
Qed.

Lemma tri_ex_dom T (P : T -> Prop) p n D :
  (forall x, P x -> Cov x D) -> (forall x, Tri (P x) (p x) (n x)) ->
  Tri (exists x, P x) (oany p D) (oall n D).
Proof.
  intros cov H. split; destruct D as [l|]; simpl; try discriminate; intros K.
  - apply lany_spec in K as (x & _ & K). exists x. now apply (tri_p (H x)).
  - rewrite lall_spec in K. intros (x & Q). exact (tri_n (H x) (K x (cov x Q)) Q).
Qed.

(** The same where elements are images: [f] maps what computes to what the statement is about. *)
Definition CovImage T U (f : U -> T) (x : T) (D : option (list U)) : Prop :=
  match D with Some l => In x (map f l) | None => True end.

Lemma tri_all_image T U (f : U -> T) (dec : forall x y : T, {x = y} + {x <> y})
    (P : T -> Prop) p n D :
  (forall x, ~ CovImage f x D -> P x) -> (forall u, Tri (P (f u)) (p u) (n u)) ->
  Tri (forall x, P x) (oall p D) (oany n D).
Proof.
  intros out H. split; destruct D as [l|]; simpl; try discriminate; intros K.
  - rewrite lall_spec in K. intros x. destruct (in_dec dec x (map f l)) as [i|i].
    + apply in_map_iff in i as (u & <- & i). apply (tri_p (H u)); auto.
    + now apply out.
  - apply lany_spec in K as (u & _ & K). intro Q. exact (tri_n (H u) K (Q (f u))).
Qed.

Lemma tri_ex_image T U (f : U -> T) (P : T -> Prop) p n D :
  (forall x, P x -> CovImage f x D) -> (forall u, Tri (P (f u)) (p u) (n u)) ->
  Tri (exists x, P x) (oany p D) (oall n D).
Proof.
  intros cov H. split; destruct D as [l|]; simpl; try discriminate; intros K.
  - apply lany_spec in K as (u & _ & K). exists (f u). now apply (tri_p (H u)).
  - rewrite lall_spec in K. intros (x & Q). specialize (cov x Q). simpl in cov.
    apply in_map_iff in cov as (u & <- & i). exact (tri_n (H u) (K u i) Q).
Qed.

(** ** Ranges, walked without making a list *)
Lemma tri_all_nat (P : nat -> Prop) p n N :
  (forall i, N <= i -> P i) -> (forall i, i < N -> Tri (P i) (p i) (n i)) ->
  Tri (forall i, P i) (nall N p) (nany N n).
Proof.
  intros T H; split; intros E.
  - rewrite nall_spec in E. intros i. destruct (le_lt_dec N i); auto. apply (tri_p (H i l)); auto.
  - apply nany_spec in E as (x & Hx & E). intro Q. exact (tri_n (H x Hx) E (Q x)).
Qed.

Lemma tri_ex_nat (P : nat -> Prop) p n N :
  (forall i, N <= i -> P i -> False) -> (forall i, i < N -> Tri (P i) (p i) (n i)) ->
  Tri (exists i, P i) (nany N p) (nall N n).
Proof.
  intros T H; split; intros E.
  - apply nany_spec in E as (x & Hx & E). exists x. now apply (tri_p (H x Hx)).
  - rewrite nall_spec in E. intros (i & Hi).
    destruct (le_lt_dec N i); eauto. apply (tri_n (H i l)); auto.
Qed.

(** Integers. [ok] is a condition on the arguments under which the range is a domain. *)
Lemma tri_all_Z (P : Z -> Prop) p n L U ok :
  (ok = true -> forall i, (i < L \/ U < i)%Z -> P i) ->
  (forall i, (L <= i <= U)%Z -> Tri (P i) (p i) (n i)) ->
  Tri (forall i, P i) (if ok then zall L U p else false) (zany L U n).
Proof.
  intros T H; split; intros E.
  - destruct ok; [|discriminate]. rewrite zall_spec in E. intros i.
    assert (i < L \/ U < i \/ L <= i <= U)%Z as [?|[?|?]] by lia; auto.
    apply (tri_p (H i H0)); auto.
  - apply zany_spec in E as (x & Hx & E). intro Q. exact (tri_n (H x Hx) E (Q x)).
Qed.

Lemma tri_ex_Z (P : Z -> Prop) p n L U ok :
  (ok = true -> forall i, (i < L \/ U < i)%Z -> P i -> False) ->
  (forall i, (L <= i <= U)%Z -> Tri (P i) (p i) (n i)) ->
  Tri (exists i, P i) (zany L U p) (if ok then zall L U n else false).
Proof.
  intros T H; split; intros E.
  - apply zany_spec in E as (x & Hx & E). exists x. now apply (tri_p (H x Hx)).
  - destruct ok; [|discriminate]. rewrite zall_spec in E. intros (i & Hi).
    assert (i < L \/ U < i \/ L <= i <= U)%Z as [?|[?|?]] by lia; eauto.
    apply (tri_n (H i H0)); auto.
Qed.

(** ** Candidates: one direction only *)
Lemma tri_all_some T (P : T -> Prop) p n D :
  (forall x, Tri (P x) (p x) (n x)) -> Tri (forall x, P x) false (lany n D).
Proof.
  intros H; split; [discriminate|]; intros E. apply lany_spec in E as (x & _ & E).
  intro Q. exact (tri_n (H x) E (Q x)).
Qed.

Lemma tri_ex_some T (P : T -> Prop) p n D :
  (forall x, Tri (P x) (p x) (n x)) -> Tri (exists x, P x) (lany p D) false.
Proof.
  intros H; split; [|discriminate]; intros E. apply lany_spec in E as (x & _ & E).
  exists x. now apply (tri_p (H x)).
Qed.

(** ** Truth values *)
Lemma tri_all_bool (P : bool -> Prop) p n : (forall x, Tri (P x) (p x) (n x)) ->
  Tri (forall x, P x) (if p true then p false else false) (if n true then true else n false).
Proof.
  intros H; split; intros E.
  - intros [|]; apply (tri_p (H _)); destruct (p true); auto; discriminate.
  - intro Q. destruct (n true) eqn:F; [now apply (tri_n (H true))|now apply (tri_n (H false))].
Qed.

Lemma tri_ex_bool (P : bool -> Prop) p n : (forall x, Tri (P x) (p x) (n x)) ->
  Tri (exists x, P x) (if p true then true else p false) (if n true then n false else false).
Proof.
  intros H; split; intros E.
  - destruct (p true) eqn:F; [exists true|exists false]; now apply (tri_p (H _)).
  - intros ([|] & Q); destruct (n true) eqn:F; try discriminate.
    + now apply (tri_n (H true)).
    + now apply (tri_n (H false)).
Qed.

(** ** Sets, given by their members *)
Section Sets.
Variables (T : Type) (E : EqB T) (h : Hash T) (Q : T -> Prop) (q nq : T -> bool).
Variable D : option (list T).
Hypothesis covered : forall x, Q x -> Cov x D.
Hypothesis decides : forall x, Tri (Q x) (q x) (nq x).

(** Whether it is known of all of [l] whether they belong to the set. *)
Definition sorted_out (l : list T) : bool := lall (fun x => if q x then true else nq x) l.
Definition members (l : list T) : list T := distinct E h (filter q l).

Lemma members_ok l : D = Some l -> sorted_out l = true -> forall x, In x (members l) <-> Q x.
Proof.
  intros EQ K x. unfold members. rewrite distinct_in, filter_In. split.
  - intros [_ H]. now apply (tri_p (decides x)).
  - intros H. assert (I : In x l) by (specialize (covered H); now rewrite EQ in covered).
    split; auto. unfold sorted_out in K. rewrite lall_spec in K. specialize (K x I).
    destruct (q x) eqn:F; auto. now destruct (tri_n (decides x) K).
Qed.

Lemma tri_ex_set (S : nat -> Prop) p n :
  (forall k, Tri (S k) (p k) (n k)) ->
  Tri (exists U, NoDup U /\ (forall x, In x U <-> Q x) /\ S (List.length U))
    (match D with Some l => if sorted_out l then p (List.length (members l)) else false
     | None => false end)
    (match D with Some l => if sorted_out l then n (List.length (members l)) else false
     | None => false end).
Proof.
  intros H. pose proof members_ok as M. destruct D as [l|]; [|apply tri_unk].
  destruct (sorted_out l) eqn:K; [|apply tri_unk]. specialize (M l eq_refl K).
  apply tri_equiv with (Q := S (List.length (members l))); auto. split.
  - intros (U & N & I & P). replace (List.length (members l)) with (List.length U); auto.
    apply Permutation_length, NoDup_Permutation; auto; [apply distinct_nodup|].
    intros x. now rewrite I, M.
  - intros P. exists (members l). split; [apply distinct_nodup|]. split; auto.
Qed.

(** Where the body says more of the set, which is known up to order: acceptance by the set itself,
    rejection by what [S] says of its size. *)
Lemma tri_ex_found (P : list T -> Prop) (S : nat -> Prop) p np s n :
  (forall U, P U -> NoDup U /\ (forall x, In x U <-> Q x) /\ S (List.length U)) ->
  (forall U, Tri (P U) (p U) (np U)) -> (forall k, Tri (S k) (s k) (n k)) ->
  Tri (exists U, P U)
    (match D with Some l => if sorted_out l then p (members l) else false | None => false end)
    (match D with Some l => if sorted_out l then n (List.length (members l)) else false
     | None => false end).
Proof.
  intros F H K. pose proof members_ok as M. destruct D as [l|]; [|apply tri_unk].
  destruct (sorted_out l) eqn:E'; [|apply tri_unk]. specialize (M l eq_refl E'). split.
  - intros A. exists (members l). exact (tri_p (H _) A).
  - intros R (U & A). destruct (F U A) as (N & I & L). apply (tri_n (K _) R).
    replace (List.length (members l)) with (List.length U); auto.
    apply Permutation_length, NoDup_Permutation; auto; [apply distinct_nodup|].
    intros x. now rewrite I, M.
Qed.

(** As a witness, if the body says more of the set. *)
Definition as_witness : list (list T) :=
  match D with Some l => [members l] | None => [] end.
End Sets.

(* The arguments in the order in which a tactic knows them. *)
Definition tri_set T (E : EqB T) (h : Hash T) (Q : T -> Prop) (S : nat -> Prop) q nq D p n covered decides :=
  @tri_ex_set T E h Q q nq D covered decides S p n.

Definition tri_found (T : Type) (E : EqB T) (h : Hash T) (P : list T -> Prop) (Q : T -> Prop) (S : nat -> Prop)
  q nq D p np s n found covered decides := @tri_ex_found T E h Q q nq D covered decides P S p np s n found.

(** Solves [(exists U, P U) <-> exists U, NoDup U /\ (forall x, In x U <-> Q x) /\ S (length U)],
    finding [Q] and [S]: all else that [P] says of [U] must be about its length. *)
Ltac known_length U S R := lazymatch R with
  | ?A /\ ?B => lazymatch A with
    | NoDup U => known_length U S B
    | (forall x, In x U <-> _) => known_length U S B
    | _ => lazymatch B with
      | NoDup U => known_length U S A
      | (forall x, In x U <-> _) => known_length U S A
      | NoDup U /\ ?C => known_length U S (A /\ C)
      | (forall x, In x U <-> _) /\ ?C => known_length U S (A /\ C)
      | _ => rest_of U S R
      end
    end
  | NoDup U => unify S (fun _ : nat => True)
  | (forall x, In x U <-> _) => unify S (fun _ : nat => True)
  | _ => rest_of U S R
  end
with rest_of U S R := lazymatch eval pattern (List.length U) in R with
  | ?f _ => lazymatch f with context [U] => fail | _ => unify S f end end.
Ltac members_of U Q := lazymatch goal with
  | _ : context [forall x, In x U <-> @?p x] |- _ => unify Q p
  | _ : context [forall x, In x U -> @?p x] |- _ => unify Q p
  end.
(** Members that are named by their components. *)
Lemma of_pairs A B (U : list (A * B)) (P : A -> B -> Prop) :
  (forall a b, In (a, b) U <-> P a b) <-> (forall x, In x U <-> let (a, b) := x in P a b).
Proof. split; intros H. - intros [a b]. apply H. - intros a b. apply (H (a, b)). Qed.
Lemma of_triples A B C (U : list (A * B * C)) (P : A -> B -> C -> Prop) :
  (forall a b c, In (a, b, c) U <-> P a b c) <->
  (forall x, In x U <-> let (ab, c) := x in let (a, b) := ab in P a b c).
Proof. split; intros H. - intros [[a b] c]. apply H. - intros a b c. apply (H (a, b, c)). Qed.

Ltac as_set := let U := fresh "U" in let H := fresh "H" in
  split; intros [U H]; exists U; rewrite ?of_pairs, ?of_triples in *; lazymatch goal with
  | _ : ?R |- _ /\ (forall x, In x U <-> ?q x) /\ ?s (List.length U) =>
      lazymatch R with context [forall x, In x U <-> @?p x] => unify q p end;
      known_length U s R; cbv beta; tauto
  | _ => cbv beta in *; tauto
  end.

(** Solves [forall U, P U -> NoDup U /\ (forall x, In x U <-> Q x) /\ S (length U)], finding [Q],
    which is what [P] says of every member, and [S], the parts of [P] that are about the length. *)
Ltac length_part U R := lazymatch R with
  | ?A /\ ?B => let a := length_part U A in let b := length_part U B in
      constr:(fun k : nat => a k /\ b k)
  | _ => lazymatch eval pattern (List.length U) in R with ?f _ =>
      lazymatch f with context [U] => constr:(fun _ : nat => True) | _ => f end end
  end.
Ltac take_all := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  end.
(** That what has the property of all members is a member. *)
Ltac belongs U :=
  try solve [match goal with K : _ |- _ => apply K; repeat split; assumption end];
  repeat match goal with
  | K : forall i, _ -> _, H : _ |- _ => specialize (K _ H)
  | H : match ?e with _ => _ end |- _ => destruct e; try contradiction
  end; take_all; subst; first [assumption | tauto | eauto].
Ltac as_found Q S := let U := fresh "U" in let H := fresh "H" in intros U H; cbv beta in H;
  members_of U Q;
  let s := lazymatch type of H with ?R => length_part U R end in unify S s;
  take_all; cbv beta; split; [assumption | split; [|repeat split; assumption]];
  let x := fresh "x" in let M := fresh "M" in intros x; split; intros M;
  [ match goal with K : forall x, In x U -> _ |- _ => exact (K x M) end
  | take_all; solve [belongs U] ].
