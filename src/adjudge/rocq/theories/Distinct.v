(** Lists without repetition, found by hashing: sets of tens of thousands of elements are counted.

    Elements are looked up by the bits of their hash, in a binary tree of buckets. A hash that does
    not tell elements apart costs time only. *)
From Coq Require Import List ZArith NArith String Ascii.
From Adjudge Require Import Tri Loops Equality Lists.
Import ListNotations.
Set Implicit Arguments.

Class Hash (T : Type) := hash : T -> positive.

(** The bits of the one, then those of the other. *)
Fixpoint mix (p q : positive) : positive :=
  match p with xH => xI q | xO p => xO (mix p q) | xI p => xI (mix p q) end.

#[export] Instance Hash_positive : Hash positive := fun p => p.
#[export] Instance Hash_Z : Hash Z :=
  fun z => match z with Z0 => xH | Zpos p => xO p | Zneg p => xI p end.
#[export] Instance Hash_N : Hash N := fun n => match n with N0 => xH | Npos p => xO p end.
#[export] Instance Hash_nat : Hash nat := Pos.of_succ_nat.
#[export] Instance Hash_bool : Hash bool := fun b => if b then xI xH else xO xH.
#[export] Instance Hash_ascii : Hash ascii := fun c => hash (N_of_ascii c).
#[export] Instance Hash_prod T U (h : Hash T) (k : Hash U) : Hash (T * U) :=
  fun x => let (a, b) := x in mix (hash a) (hash b).
#[export] Instance Hash_list T (h : Hash T) : Hash (list T) :=
  fix go l := match l with [] => xH | x :: r => mix (hash x) (go r) end.
#[export] Instance Hash_string : Hash string :=
  fix go s := match s with EmptyString => xH | String c r => mix (hash c) (go r) end.
(** Of other types nothing is told apart. *)
#[export] Instance Hash_any T : Hash T | 100 := fun _ => xH.

Section Distinct.
Variables (T : Type) (E : EqB T) (h : Hash T).

Inductive buckets := Nothing | Bucket (here : list T) (even odd : buckets).
Fixpoint bucket (p : positive) (t : buckets) {struct t} : list T :=
  match t with
  | Nothing => []
  | Bucket l a b => match p with xH => l | xO p => bucket p a | xI p => bucket p b end
  end.
Fixpoint put (p : positive) (x : T) (t : buckets) : buckets :=
  let '(l, a, b) := match t with Nothing => ([], Nothing, Nothing) | Bucket l a b => (l, a, b) end in
  match p with
  | xH => Bucket (x :: l) a b
  | xO p => Bucket l (put p x a) b
  | xI p => Bucket l a (put p x b)
  end.
Lemma bucket_put x y p : forall q t,
  In y (bucket q (put p x t)) <-> (p = q /\ y = x) \/ In y (bucket q t).
Proof.
  induction p as [p IH|p IH|]; intros [q|q|] [|l a b]; simpl; rewrite ?IH; simpl;
    intuition (subst; try congruence; auto).
Qed.

Fixpoint distinct_beyond (t : buckets) (l : list T) : list T :=
  match l with
  | [] => []
  | x :: r => let p := hash x in
      if lany (eqb x) (bucket p t) then distinct_beyond t r else x :: distinct_beyond (put p x t) r
  end.
Definition distinct : list T -> list T := distinct_beyond Nothing.

Definition seen (x : T) (t : buckets) : Prop := In x (bucket (hash x) t).
Lemma seen_put x y t : seen y (put (hash x) x t) <-> y = x \/ seen y t.
Proof. unfold seen. rewrite bucket_put. intuition (subst; auto). Qed.
Lemma seen_dec x t : lany (eqb x) (bucket (hash x) t) = true <-> seen x t.
Proof.
  unfold seen. rewrite lany_spec. split.
  - intros (y & I & H). apply (proj1 (eqb_ok x y)) in H. now subst.
  - intros I. exists x. split; auto. now apply (proj2 (eqb_ok x x)).
Qed.
Lemma distinct_beyond_in y l : forall t, In y (distinct_beyond t l) <-> In y l /\ ~ seen y t.
Proof.
  induction l as [|x r IH]; intros t; simpl; [tauto|].
  destruct (lany _ _) eqn:F; simpl; rewrite IH.
  - apply seen_dec in F. split; [tauto|]. intros [[->|I] N]; tauto.
  - assert (N : ~ seen x t) by (rewrite <- seen_dec; congruence). rewrite seen_put.
    split; [intros [->|[I K]]; tauto|]. intros [[->|I] K]; auto.
    destruct (eqb_dec E x y) as [->|D]; auto. right. split; auto. intros [->|S]; tauto.
Qed.
Lemma distinct_beyond_nodup l : forall t, NoDup (distinct_beyond t l).
Proof.
  induction l as [|x r IH]; intros t; simpl; [constructor|].
  destruct (lany _ _); auto. constructor; auto. rewrite distinct_beyond_in, seen_put. tauto.
Qed.
Lemma distinct_in y l : In y (distinct l) <-> In y l.
Proof. unfold distinct. rewrite distinct_beyond_in. unfold seen. simpl. tauto. Qed.
Lemma distinct_nodup l : NoDup (distinct l).
Proof. apply distinct_beyond_nodup. Qed.
End Distinct.
