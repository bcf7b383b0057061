(** Finite sets of candidates: the parts of a list or string, ranges, sorted lists. *)
From Coq Require Import List String Ascii ZArith Arith Lia Permutation Sorted.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Parts of lists *)
Definition prefixes T (l : list T) := map (fun k => firstn k l) (seq 0 (S (List.length l))).

Definition suffixes T (l : list T) := map (fun k => skipn k l) (seq 0 (S (List.length l))).
Lemma prefixes_ok T (l a b : list T) : l = a ++ b -> In a (prefixes l).
Proof.
  intros ->. unfold prefixes. apply in_map_iff. exists (List.length a). split.
  rewrite firstn_app, Nat.sub_diag, firstn_all. simpl. apply app_nil_r. apply in_seq.
  rewrite app_length. lia.
Qed.

Lemma suffixes_ok T (l a b : list T) : l = a ++ b -> In b (suffixes l).
Proof.
  intros ->. unfold suffixes. apply in_map_iff. exists (List.length a). split.
  rewrite skipn_app, Nat.sub_diag, skipn_all. reflexivity. apply in_seq. rewrite app_length.
  lia.
Qed.

Definition segments T (l : list T) := flat_map (fun s => prefixes s) (suffixes l).
Lemma segments_ok T (l a x b : list T) : l = a ++ x ++ b -> In x (segments l).
Proof.
  intros H. unfold segments. apply in_flat_map. exists (x ++ b). split.
  eapply suffixes_ok; eauto. eapply prefixes_ok; eauto.
Qed.

(** ** Parts of strings *)
Fixpoint sprefixes (s : string) : list string := match s with EmptyString => [EmptyString] |
  String c r => EmptyString :: map (String c) (sprefixes r) end.

Fixpoint ssuffixes (s : string) : list string := s :: match s with EmptyString => [] | String c r
  => ssuffixes r end.
Lemma sprefixes_ok a : forall s b, s = append a b -> In a (sprefixes s).
Proof.
  induction a; simpl; intros s b ->; simpl. destruct b; now left. right. apply in_map. eauto.
Qed.

Lemma ssuffixes_ok a : forall s b, s = append a b -> In b (ssuffixes s).
Proof.
  induction a; simpl; intros s b ->; simpl. destruct b; simpl; auto. right; eauto.
Qed.

Fixpoint string_take n s := match n, s with
  | S n, String c r => String c (string_take n r)
  | _, _ => EmptyString
  end.

Fixpoint string_init s := match s with
  | EmptyString | String _ EmptyString => EmptyString
  | String c r => String c (string_init r)
  end.

Fixpoint string_lasts s := match s with
  | EmptyString => []
  | String c EmptyString => [c]
  | String _ r => string_lasts r
  end.

Lemma string_take_ok a b : string_take (String.length a) (append a b) = a.
Proof. induction a; simpl; congruence. Qed.

Lemma string_init_ok a c : string_init (append a (String c EmptyString)) = a.
Proof.
  induction a as [|d a IH]; simpl; auto. rewrite IH. destruct a; reflexivity.
Qed.

Lemma string_lasts_ok a c : string_lasts (append a (String c EmptyString)) = [c].
Proof.
  induction a as [|d a IH]; simpl; auto. rewrite IH. destruct a; reflexivity.
Qed.

Lemma append_length a b : String.length (append a b) = String.length a + String.length b.
Proof. induction a; simpl; congruence. Qed.

(** ** Characters and ranges *)
Definition all_ascii := map ascii_of_nat (seq 0 256).

Lemma all_ascii_ok a : In a all_ascii.
Proof.
  rewrite <- (ascii_nat_embedding a). apply in_map, in_seq.
  pose proof (nat_ascii_bounded a). lia.
Qed.

Definition zseq L U := map (fun k => (L + Z.of_nat k)%Z) (seq 0 (Z.to_nat (U - L + 1))).

Lemma in_zseq L U x : (L <= x <= U)%Z -> In x (zseq L U).
Proof.
  intros H. unfold zseq. apply in_map_iff. exists (Z.to_nat (x - L)). split; [lia|].
  apply in_seq. lia.
Qed.

(** ** Divisors, by trial up to the root *)
Section Divisors.
Local Open Scope Z_scope.

Definition positive_divisors (a : Z) : list Z :=
  flat_map (fun d => if Z.eqb (a mod d) 0 then [d; a / d] else []) (zseq 1 (Z.sqrt a)).
Definition divisors (a : Z) : list Z := flat_map (fun d => [d; - d]) (positive_divisors (Z.abs a)).

Lemma positive_divisors_ok x a : 0 < x -> 0 < a -> (x | a) -> In x (positive_divisors a).
Proof.
  intros X A (k & ->). assert (0 < k) by nia. apply in_flat_map.
  destruct (Z.le_ge_cases x k) as [L|L]; [exists x | exists k];
    (split; [apply in_zseq; split; [lia|]; apply Z.sqrt_le_square; nia|]).
  - rewrite Z.mod_mul by lia. now left.
  - rewrite Z.mul_comm, Z.mod_mul, Z.div_mul by lia. right. now left.
Qed.
Lemma divisors_ok x a : a <> 0 -> (x | a) -> In x (divisors a).
Proof.
  intros A H. assert (x <> 0) by (destruct H; nia). apply in_flat_map. exists (Z.abs x). split.
  - apply positive_divisors_ok; [lia..|]. now apply Z.divide_abs_l, Z.divide_abs_r.
  - destruct (Z.abs_spec x) as [[_ ->]|[_ ->]]; [now left|]. right. left. lia.
Qed.
End Divisors.

(** ** The sorted arrangement of a list of integers, which is unique *)
Fixpoint zins x l := match l with nil => [x] | y :: r => if Z.leb x y then x :: l else y :: zins x
  r end.

Definition zsort l := fold_right zins [] l.
Lemma zins_perm x l : Permutation (x :: l) (zins x l).
Proof.
  induction l; simpl; auto. destruct (Z.leb x a); auto. rewrite perm_swap. now constructor.
Qed.

Lemma zsort_perm l : Permutation l (zsort l).
Proof. induction l; simpl; auto. rewrite <- zins_perm. now constructor. Qed.

Lemma zins_sorted x l : Sorted Z.le l -> Sorted Z.le (zins x l).
Proof.
  induction 1; simpl; auto. destruct (Z.leb_spec x a). constructor. now constructor.
  now constructor. constructor; auto. destruct l; simpl in *. constructor; lia.
  inversion H0; subst. destruct (Z.leb x z); constructor; lia.
Qed.

Lemma zsort_sorted l : Sorted Z.le (zsort l).
Proof. induction l; simpl; auto using zins_sorted. Qed.

Lemma sorted_uniq (a b : list Z) : Sorted Z.le a -> Sorted Z.le b -> Permutation a b -> a = b.
Proof.
  intros Ha Hb. apply Sorted_StronglySorted in Ha, Hb; try (intros ? ? ? ? ?; lia). revert b Hb.
  induction Ha as [|x a Ha IH Fx]; intros b Hb P. now apply Permutation_nil in P.
  destruct Hb as [|y b Hb Fy]. symmetry in P; now apply Permutation_nil in P.
  rewrite Forall_forall in Fx, Fy. assert (x = y).
  { assert (Hx : In x (y :: b)) by (eapply Permutation_in; eauto; now left).
  assert (Hy : In y (x :: a)) by (eapply Permutation_in; [symmetry; eauto|now left]).
  destruct Hx as [|Hx]; auto. destruct Hy as [|Hy]; auto. apply Fy in Hx. apply Fx in Hy. lia.
  } subst. f_equal. apply IH; auto. now apply Permutation_cons_inv in P.
Qed.

Lemma zsort_uniq l s : Permutation l s -> Sorted Z.le s -> s = zsort l.
Proof.
  intros. apply sorted_uniq; auto using zsort_sorted. rewrite <- H. apply zsort_perm.
Qed.

(** ** The sorted arrangement under any decidable total order, also unique *)
Section SortedBy.
Variables (T : Type) (R : T -> T -> Prop) (leb : T -> T -> bool).
Hypotheses (yes : forall x y, leb x y = true -> R x y) (no : forall x y, leb x y = false -> R y x).
Hypotheses (trans : forall x y z, R x y -> R y z -> R x z) (anti : forall x y, R x y -> R y x -> x = y).

Fixpoint insert_by (x : T) (l : list T) : list T :=
  match l with [] => [x] | y :: r => if leb x y then x :: l else y :: insert_by x r end.
Definition sort_by (l : list T) : list T := fold_right insert_by [] l.

Lemma insert_by_perm x l : Permutation (x :: l) (insert_by x l).
Proof.
  induction l; simpl; auto. destruct (leb x a); auto. rewrite perm_swap. now constructor.
Qed.
Lemma sort_by_perm l : Permutation l (sort_by l).
Proof. induction l; simpl; auto. rewrite <- insert_by_perm. now constructor. Qed.
Lemma insert_by_sorted x l : Sorted R l -> Sorted R (insert_by x l).
Proof.
  induction 1 as [|a l S IH H]; simpl; auto. destruct (leb x a) eqn:E.
  - constructor; [now constructor | constructor; auto].
  - constructor; auto. destruct l as [|b l]; simpl in *; [constructor; now apply no|].
    inversion H; subst. destruct (leb x b); constructor; auto.
Qed.
Lemma sort_by_sorted l : Sorted R (sort_by l).
Proof. induction l; simpl; auto using insert_by_sorted. Qed.
Lemma sorted_by_unique a b : Sorted R a -> Sorted R b -> Permutation a b -> a = b.
Proof.
  intros Ha Hb. apply Sorted_StronglySorted in Ha, Hb; try exact trans. revert b Hb.
  induction Ha as [|x a Ha IH Fx]; intros b Hb P. now apply Permutation_nil in P.
  destruct Hb as [|y b Hb Fy]. symmetry in P; now apply Permutation_nil in P.
  rewrite Forall_forall in Fx, Fy. assert (x = y).
  { assert (Hx : In x (y :: b)) by (eapply Permutation_in; eauto; now left).
    assert (Hy : In y (x :: a)) by (eapply Permutation_in; [symmetry; eauto|now left]).
    destruct Hx as [|Hx]; [now subst|]. destruct Hy as [|Hy]; [now subst|]. auto. }
  subst. f_equal. apply IH; auto. now apply Permutation_cons_inv in P.
Qed.
Lemma sort_by_unique l s : Permutation l s -> Sorted R s -> s = sort_by l.
Proof.
  intros. apply sorted_by_unique; auto using sort_by_sorted. rewrite <- H. apply sort_by_perm.
Qed.
End SortedBy.

(** ** Parts of strings by length *)
Fixpoint sdrop (n : nat) (s : string) : string :=
  match n, s with S k, String _ r => sdrop k r | _, _ => s end.
Lemma sdrop_append a b : sdrop (String.length a) (append a b) = b.
Proof. now induction a. Qed.
Definition ssegments (s : string) : list string := flat_map sprefixes (ssuffixes s).
Lemma ssegments_ok s a x b : s = append a (append x b) -> In x (ssegments s).
Proof.
  intros H. apply in_flat_map. exists (append x b). split.
  - eapply ssuffixes_ok; eauto.
  - eapply sprefixes_ok; eauto.
Qed.
Lemma append_assoc a b c : append a (append b c) = append (append a b) c.
Proof. induction a; simpl; congruence. Qed.
