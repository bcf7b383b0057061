(** Loops over lists and ranges that stop as soon as the answer is known.

    Written with [if]: the virtual machine would evaluate both sides of [&&]. Ranges of integers
    recur on the binary length, so that a large range costs nothing until it is walked. *)
From Coq Require Import List ZArith Lia Bool.
Import ListNotations.
Set Implicit Arguments.

(** ** Lists *)
Fixpoint lall A (f : A -> bool) (l : list A) : bool := match l with nil => true | x :: r => if f x
  then lall f r else false end.

Fixpoint lany A (f : A -> bool) (l : list A) : bool := match l with nil => false | x :: r => if f
  x then true else lany f r end.
Lemma lall_spec A (f : A -> bool) l : lall f l = true <-> forall x, In x l -> f x = true.
Proof.
  induction l as [|a l IH]; simpl; [intuition; contradiction|].
  destruct (f a) eqn:E; split; intros H.
  - intros x [->|Hx]; [easy|]. now apply IH.
  - apply IH. auto.
  - discriminate.
  - rewrite <- E. auto.
Qed.

Lemma lany_spec A (f : A -> bool) l : lany f l = true <-> exists x, In x l /\ f x = true.
Proof.
  induction l as [|a l IH]; simpl. split; [discriminate|intros (x&[]&_)].
  destruct (f a) eqn:E; split; intros H; eauto.
  - apply IH in H as (x&?&?); eauto.
  - apply IH. destruct H as (x&[->|Hx]&Hf); [congruence|eauto].
Qed.

(** ** Natural numbers below a bound *)
Fixpoint nall_from (k i : nat) (f : nat -> bool) : bool := match k with O => true | S k' => if f i
  then nall_from k' (S i) f else false end.

Definition nall N f := nall_from N 0 f.

Definition nany N f := negb (nall N (fun i => negb (f i))).
Lemma nall_from_spec k : forall i f, nall_from k i f = true <-> forall x, i <= x < i + k -> f x = true.
Proof.
  induction k; intros i f; simpl. split; [intros; lia|auto].
  destruct (f i) eqn:E; split; intros H.
  - intros x Hx. destruct (Nat.eq_dec x i) as [->|]; auto. apply (IHk (S i) f); auto; lia.
  - apply IHk. intros; apply H; lia.
  - discriminate.
  - rewrite <- E. apply H; lia.
Qed.

Lemma nall_spec N f : nall N f = true <-> forall x, x < N -> f x = true.
Proof. unfold nall. rewrite nall_from_spec. split; intros H x Hx; apply H; lia. Qed.

Lemma nany_spec N f : nany N f = true <-> exists x, x < N /\ f x = true.
Proof.
  unfold nany. destruct (nall N (fun i => negb (f i))) eqn:E; simpl; split; intros H; try easy.
  - destruct H as (x&?&?). rewrite nall_spec in E. specialize (E x H). now rewrite H0 in E.
  - clear H. assert (~ (nall N (fun i => negb (f i)) = true)) by congruence. clear E.
  induction N. exfalso; apply H; reflexivity. destruct (f N) eqn:E. exists N; split; auto.
  destruct IHN as (x&?&?). 2:{ exists x; split; auto. } intro Q. apply H.
  rewrite nall_spec in *. intros x Hx. destruct (Nat.eq_dec x N) as [->|]. now rewrite E.
  apply Q; lia.
Qed.

(** ** Integers between two bounds *)
Local Open Scope Z_scope.

Fixpoint pall (p : positive) (f : Z -> bool) (z : Z) : bool := match p with | xH => f z | xO q =>
  if pall q f z then pall q f (z + Zpos q) else false | xI q => if f z then (if pall q f (z+1)
  then pall q f (z+1+Zpos q) else false) else false end.
Lemma pall_spec p : forall f z, pall p f z = true <-> forall i, z <= i < z + Zpos p -> f i = true.
Proof.
  induction p; intros f z; simpl.
  - destruct (f z) eqn:E.
  + destruct (pall p f (z+1)) eqn:E1; [destruct (pall p f (z+1+Zpos p)) eqn:E2|].
  * rewrite IHp in E1, E2. split; auto; intros _ i Hi. destruct (Z.eq_dec i z) as [->|]; auto.
  destruct (Z.lt_ge_cases i (z+1+Zpos p)); [apply E1|apply E2]; lia.
  * split; [discriminate|]; intros H. rewrite <- E2. apply IHp. intros; apply H; lia.
  * split; [discriminate|]; intros H. rewrite <- E1. apply IHp. intros; apply H; lia.
  + split; [discriminate|]; intros H. rewrite <- E. apply H; lia.
  - destruct (pall p f z) eqn:E1; [destruct (pall p f (z+Zpos p)) eqn:E2|].
  * rewrite IHp in E1, E2. split; auto; intros _ i Hi.
  destruct (Z.lt_ge_cases i (z+Zpos p)); [apply E1|apply E2]; lia.
  * split; [discriminate|]; intros H. rewrite <- E2. apply IHp. intros; apply H; lia.
  * split; [discriminate|]; intros H. rewrite <- E1. apply IHp. intros; apply H; lia.
  - split. intros H i Hi. now replace i with z by lia. intros H; apply H; lia.
Qed.

Definition zall L U f := match U - L + 1 with Zpos p => pall p f L | _ => true end.

Definition zany L U f := negb (zall L U (fun i => negb (f i))).
Lemma zall_spec L U f : zall L U f = true <-> forall x, L <= x <= U -> f x = true.
Proof.
  unfold zall.
  destruct (U - L + 1) eqn:E; [split; auto; intros; lia| |split; auto; intros; lia].
  rewrite pall_spec. split; intros H x Hx; apply H; lia.
Qed.

Lemma pall_neg p : forall f z, pall p f z = false -> exists i, z <= i < z + Zpos p /\ f i = false.
Proof.
  induction p; intros f z; simpl.
  - destruct (f z) eqn:E. 2:{ intros _; exists z; split; auto; lia.
  } destruct (pall p f (z+1)) eqn:E1; intros H.
  all: [> apply IHp in H as (i&?&?) | apply IHp in E1 as (i&?&?)]; exists i; split; auto; lia.
  - destruct (pall p f z) eqn:E1; intros H.
  all: [> apply IHp in H as (i&?&?) | apply IHp in E1 as (i&?&?)]; exists i; split; auto; lia.
  - intros H; exists z; split; auto; lia.
Qed.

Lemma zany_spec L U f : zany L U f = true <-> exists x, L <= x <= U /\ f x = true.
Proof.
  unfold zany.
  destruct (zall L U (fun i => negb (f i))) eqn:E; simpl; split; intros H; try easy.
  - destruct H as (x&?&?). rewrite zall_spec in E. specialize (E x H). now rewrite H0 in E.
  - unfold zall in E. destruct (U - L + 1) eqn:EE; try discriminate.
  apply pall_neg in E as (i&?&?). exists i; split; [lia|]. now destruct (f i).
Qed.
