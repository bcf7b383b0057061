(** Membership, permutation, order and quantifiers over lists. *)
From Coq Require Import List Permutation Sorted Bool.
From Adjudge Require Import Tri Loops Equality.
Import ListNotations.
Set Implicit Arguments.

Section Lists.
Variable T : Type.

Lemma tri_In (E : EqB T) (x : T) l : Tri (In x l) (lany (eqb x) l) (negb (lany (eqb x) l)).
Proof.
  apply tri_dec. rewrite lany_spec. split. intros (y&Hy&H). apply (proj1 (eqb_ok _ _)) in H.
  now subst. intros H; exists x; split; auto. now apply (proj2 (eqb_ok _ _)).
Qed.

Lemma tri_Forall (P : T -> Prop) p n l : (forall x, Tri (P x) (p x) (n x)) -> Tri (Forall P l)
  (lall p l) (lany n l).
Proof.
  intros H; split; intros E. rewrite lall_spec in E. apply Forall_forall. intros x Hx.
  apply (tri_p (H x)); auto. apply lany_spec in E as (x&Hx&E). intro Q.
  rewrite Forall_forall in Q. apply (tri_n (H x)); auto.
Qed.

Lemma tri_Exists (P : T -> Prop) p n l : (forall x, Tri (P x) (p x) (n x)) -> Tri (Exists P l)
  (lany p l) (lall n l).
Proof.
  intros H; split; intros E. apply lany_spec in E as (x&Hx&E). apply Exists_exists.
  exists x; split; auto. now apply (tri_p (H x)). rewrite lall_spec in E. intro Q.
  apply Exists_exists in Q as (x&Hx&Q). apply (tri_n (H x)); auto.
Qed.

Fixpoint l2all U (f : T -> U -> bool) (a : list T) (b : list U) : bool := match a, b with nil, nil
  => true | x::a, y::b => if f x y then l2all f a b else false | _, _ => false end.

Fixpoint l2any U (f : T -> U -> bool) (a : list T) (b : list U) : bool := match a, b with nil, nil
  => false | x::a, y::b => if f x y then true else l2any f a b | _, _ => true end.
Lemma tri_Forall2 U (R : T -> U -> Prop) p n a b : (forall x y, Tri (R x y) (p x y) (n x y)) ->
  Tri (Forall2 R a b) (l2all p a b) (l2any n a b).
Proof.
  intros H; revert b; induction a as [|x a IH]; intros [|y b]; simpl; split; intros E; try
      discriminate; auto; try (intro Q; inversion Q; fail).
  - destruct (p x y) eqn:F; [|discriminate]. constructor. now apply (tri_p (H _ _)).
  now apply (tri_p (IH b)).
  - intro Q; inversion Q; subst. destruct (n x y) eqn:F. now apply (tri_n (H x y)).
  now apply (tri_n (IH b)).
Qed.

Fixpoint nodupb (E : EqB T) (l : list T) := match l with nil => true | x :: r => if lany (eqb x) r
  then false else nodupb E r end.
Lemma tri_NoDup (E : EqB T) l : Tri (NoDup l) (nodupb E l) (negb (nodupb E l)).
Proof.
  apply tri_dec. induction l as [|x r IH]; simpl. split; auto using NoDup_nil.
  rewrite NoDup_cons_iff. destruct (lany (eqb x) r) eqn:F. split; [discriminate|]. intros [H _].
  destruct H. now apply (tri_p (tri_In E x r)). rewrite IH. split; [|tauto].
  intros H; split; auto. apply (tri_n (tri_In E x r)). now rewrite F.
Qed.

Fixpoint remb (E : EqB T) (x : T) (l : list T) : option (list T) := match l with nil => None | y
  :: r => if eqb x y then Some r else match remb E x r with Some r' => Some (y :: r') | None =>
  None end end.

Fixpoint permb (E : EqB T) (a b : list T) : bool := match a with nil => match b with nil => true |
  _ => false end | x :: a' => match remb E x b with Some b' => permb E a' b' | None => false end
  end.
Lemma remb_some E x l : forall r, remb E x l = Some r -> Permutation l (x :: r).
Proof.
  induction l as [|y l IH]; simpl; intros r H; [discriminate|]. destruct (eqb x y) eqn:F.
  apply (proj1 (eqb_ok _ _)) in F. inversion H; subst; auto.
  destruct (remb E x l) as [r'|]; [|discriminate]. inversion H; subst. rewrite (IH r' eq_refl).
  apply perm_swap.
Qed.

Lemma remb_none E x l : remb E x l = None -> ~ In x l.
Proof.
  induction l as [|y l IH]; simpl; intros H; auto. destruct (eqb x y) eqn:F; [discriminate|].
  destruct (remb E x l); [discriminate|]. intros [->|Q]; [|now apply IH].
  assert (eqb x x = true) by now apply (proj2 (eqb_ok _ _)). congruence.
Qed.

Lemma permb_ok E a : forall b, permb E a b = true <-> Permutation a b.
Proof.
  induction a as [|x a IH]; simpl; intros b. destruct b. split; auto. split; [discriminate|].
  intros H. now apply Permutation_nil in H. destruct (remb E x b) as [b'|] eqn:F.
  apply remb_some in F. rewrite IH, F. split; intros H. now constructor.
  now apply Permutation_cons_inv in H. apply remb_none in F. split; [discriminate|]. intros H.
  exfalso; apply F. eapply Permutation_in; eauto. now left.
Qed.

Lemma tri_perm (E : EqB T) a b : Tri (Permutation a b) (permb E a b) (negb (permb E a b)).
Proof. apply tri_dec, permb_ok. Qed.

Lemma tri_incl (E : EqB T) (a b : list T) : Tri (incl a b) (lall (fun x => lany (eqb x) b) a)
  (lany (fun x => negb (lany (eqb x) b)) a).
Proof.
  eapply tri_equiv. 2: eapply tri_Forall with (P := fun x => In x b); intros; apply tri_In.
  unfold incl. now rewrite Forall_forall.
Qed.

(** ** Order, for any relation that has a checker *)
Variables (R : T -> T -> Prop) (p n : T -> T -> bool).
Hypothesis TR : forall x y, Tri (R x y) (p x y) (n x y).

Fixpoint adjall (l : list T) := match l with nil => true | x :: r => match r with nil => true | y
  :: _ => if p x y then adjall r else false end end.

Fixpoint adjany (l : list T) := match l with nil => false | x :: r => match r with nil => false |
  y :: _ => if n x y then true else adjany r end end.
Lemma tri_Sorted l : Tri (Sorted R l) (adjall l) (adjany l).
Proof.
  induction l as [|x [|y l] IH]; simpl; split; intros E; try discriminate; auto.
  - simpl in *. destruct (p x y) eqn:F; [|discriminate]. constructor. apply (tri_p IH); auto.
  constructor. now apply (tri_p (TR _ _)).
  - intro Q. inversion Q; subst. inversion H2; subst. destruct (n x y) eqn:F.
  now apply (tri_n (TR x y)). now apply (tri_n IH).
Qed.

Lemma tri_LSorted l : Tri (LocallySorted R l) (adjall l) (adjany l).
Proof.
  eapply tri_equiv; [|apply tri_Sorted]. symmetry. apply Sorted_LocallySorted_iff.
Qed.

Lemma tri_HdRel a l : Tri (HdRel R a l) (match l with nil => true | y :: _ => p a y end) (match l
  with nil => false | y :: _ => n a y end).
Proof.
  destruct l; split; intros E; try discriminate; auto. constructor; now apply (tri_p (TR _ _)).
  intro Q; inversion Q; subst; now apply (tri_n (TR a t)).
Qed.

Fixpoint ssall (l : list T) := match l with nil => true | x :: r => if lall (p x) r then ssall r
  else false end.

Fixpoint ssany (l : list T) := match l with nil => false | x :: r => if lany (n x) r then true
  else ssany r end.
Lemma tri_SSorted l : Tri (StronglySorted R l) (ssall l) (ssany l).
Proof.
  induction l as [|x l IH]; simpl; split; intros E; try discriminate; auto using SSorted_nil.
  - destruct (lall (p x) l) eqn:F; [|discriminate]. constructor. now apply (tri_p IH).
  apply (tri_p (tri_Forall (R x) (p x) (n x) l (TR x))); auto.
  - intro Q; inversion Q; subst. destruct (lany (n x) l) eqn:F.
  now apply (tri_n (tri_Forall (R x) (p x) (n x) l (TR x))). now apply (tri_n IH).
Qed.

Lemma tri_FOP l : Tri (ForallOrdPairs R l) (ssall l) (ssany l).
Proof.
  induction l as [|x l IH]; simpl; split; intros E; try discriminate; auto using FOP_nil.
  - destruct (lall (p x) l) eqn:F; [|discriminate]. constructor.
  apply (tri_p (tri_Forall (R x) (p x) (n x) l (TR x))); auto. now apply (tri_p IH).
  - intro Q; inversion Q; subst. destruct (lany (n x) l) eqn:F.
  now apply (tri_n (tri_Forall (R x) (p x) (n x) l (TR x))). now apply (tri_n IH).
Qed.

End Lists.
