(** Finding the domain of a quantified variable from what is known about it.

    The goal is [Cov x ?D] with hypotheses about [x] and about the variables between: the tactic
    [cover] finds [?D] from terms that exist outside of the quantifier. One rule of the table says
    how one hypothesis determines one variable; rules chain through [flat_map], so that
    [exists y, In y l /\ x = y + 1] gives [x] the domain [flat_map (fun y => [y + 1]) l]. *)
From Coq Require Import List String Ascii ZArith NArith Arith QArith Lia Permutation Sorted Znumtheory.
From Adjudge Require Import Tri Loops Equality Numbers Domains Quantify Arrangements.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Chaining *)
Fixpoint oflat T U (f : T -> option (list U)) (l : list T) : option (list U) :=
  match l with
  | [] => Some []
  | x :: r => match f x with
              | None => None
              | Some a => match oflat f r with None => None | Some b => Some (a ++ b) end
              end
  end.

Definition obind T U (D : option (list T)) (f : T -> option (list U)) : option (list U) :=
  match D with None => None | Some l => oflat f l end.

Definition oapp T (D E : option (list T)) : option (list T) :=
  match D, E with Some a, Some b => Some (a ++ b) | _, _ => None end.

Lemma cov_bind T U (y : T) (t : U) D f : Cov y D -> Cov t (f y) -> Cov t (obind D f).
Proof.
  destruct D as [l|]; simpl; auto. intros Hy Ht.
  induction l as [|x r IH]; simpl in *; [easy|].
  destruct Hy as [->|Hy].
  - destruct (f y) as [a|]; simpl in *; auto.
    destruct (oflat f r) as [b|]; simpl; auto. apply in_or_app. now left.
  - destruct (f x) as [a|]; simpl; auto. specialize (IH Hy).
    destruct (oflat f r) as [b|]; simpl in *; auto. apply in_or_app. now right.
Qed.

Lemma cov_app_l T (t : T) D E : Cov t D -> Cov t (oapp D E).
Proof. destruct D, E; simpl; auto using in_or_app. Qed.

Lemma cov_app_r T (t : T) D E : Cov t E -> Cov t (oapp D E).
Proof. destruct D, E; simpl; auto using in_or_app. Qed.

Lemma cov_or (A B : Prop) T (t : T) D E :
  A \/ B -> (A -> Cov t D) -> (B -> Cov t E) -> Cov t (oapp D E).
Proof. intros [a|b] HA HB; [apply cov_app_l | apply cov_app_r]; auto. Qed.

Lemma not_cov_app T (t : T) D E : ~ Cov t (oapp D E) -> ~ Cov t D /\ ~ Cov t E.
Proof. split; intro K; apply H; [now apply cov_app_l | now apply cov_app_r]. Qed.

Lemma cov_guard (G : Prop) p n T (t : T) D :
  Tri G p n -> G -> Cov t D -> Cov t (if n then Some [] else D).
Proof. intros H g C. destruct n; auto. destruct (tri_n H eq_refl g). Qed.

Lemma cov_none T (t : T) : Cov t None.
Proof. exact I. Qed.

Lemma cov_here T (t : T) : Cov t (Some [t]).
Proof. now left. Qed.

(* Every argument that occurs in a later one is implicit here: an entry is applied to its
   hypothesis alone. *)
Unset Strict Implicit.

(** ** The table: what one hypothesis says about one variable *)
Section Table.
Variables T U : Type.

Lemma cov_eq (x t : T) : x = t -> Cov x (Some [t]).
Proof. now left. Qed.
Lemma cov_eq' (x t : T) : t = x -> Cov x (Some [t]).
Proof. now left. Qed.
Lemma cov_in (x : T) l : In x l -> Cov x (Some l).
Proof. auto. Qed.
Lemma cov_in_fst (x : T) (y : U) l : In (x, y) l -> Cov x (Some (map fst l)).
Proof. intros H. apply (in_map fst _ _ H). Qed.
Lemma cov_in_snd (x : U) (y : T) l : In (x, y) l -> Cov y (Some (map snd l)).
Proof. intros H. apply (in_map snd _ _ H). Qed.

Definition of_option (o : option T) := match o with Some v => [v] | None => [] end.
Lemma cov_some (x : T) o : o = Some x -> Cov x (Some (of_option o)).
Proof. intros ->. now left. Qed.
Lemma cov_some' (x : T) o : Some x = o -> Cov x (Some (of_option o)).
Proof. intros <-. now left. Qed.
Lemma cov_nth_error (x : T) l i : nth_error l i = Some x -> Cov x (Some l).
Proof. intros H. eapply nth_error_In; eauto. Qed.
Lemma cov_nth (x : T) l i d : nth i l d = x -> Cov x (Some (d :: l)).
Proof. intros <-. destruct (nth_in_or_default i l d); simpl; auto. Qed.
Lemma cov_nth' (x : T) l i d : x = nth i l d -> Cov x (Some (d :: l)).
Proof. intros ->. now apply cov_nth with i. Qed.

Lemma cov_pair_fst (x : T) (y : U) p : p = (x, y) -> Cov x (Some [fst p]).
Proof. intros ->. now left. Qed.
Lemma cov_pair_snd (x : T) (y : U) p : p = (x, y) -> Cov y (Some [snd p]).
Proof. intros ->. now left. Qed.
Lemma cov_pair_fst' (x : T) (y : U) p : (x, y) = p -> Cov x (Some [fst p]).
Proof. intros <-. now left. Qed.
Lemma cov_pair_snd' (x : T) (y : U) p : (x, y) = p -> Cov y (Some [snd p]).
Proof. intros <-. now left. Qed.

Definition heads (l : list T) := match l with x :: _ => [x] | [] => [] end.
Definition tails (l : list T) := match l with _ :: r => [r] | [] => [] end.
Lemma cov_head (x : T) r l : l = x :: r -> Cov x (Some (heads l)).
Proof. intros ->. now left. Qed.
Lemma cov_tail (x : T) r l : l = x :: r -> Cov r (Some (tails l)).
Proof. intros ->. now left. Qed.
Lemma cov_prefix (l a b : list T) : l = a ++ b -> Cov a (Some (prefixes l)).
Proof. apply prefixes_ok. Qed.
Lemma cov_suffix (l a b : list T) : l = a ++ b -> Cov b (Some (suffixes l)).
Proof. apply suffixes_ok. Qed.
Lemma cov_middle (l a x b : list T) : l = a ++ x ++ b -> Cov x (Some (segments l)).
Proof. apply segments_ok. Qed.
Lemma cov_last (l a b x : list T) : l = a ++ b ++ x -> Cov x (Some (suffixes l)).
Proof. intros ->. rewrite app_assoc. apply suffixes_ok with (a := a ++ b). reflexivity. Qed.
Lemma cov_element (x : T) l a b : l = a ++ x :: b -> Cov x (Some l).
Proof. intros ->. simpl. apply in_or_app. right. now left. Qed.
Lemma cov_after (x : T) l a b : l = a ++ x :: b -> Cov b (Some (suffixes l)).
Proof.
  intros ->. apply suffixes_ok with (a := a ++ [x]). now rewrite <- app_assoc.
Qed.
Lemma cov_after2 (x : T) l a b c : l = a ++ b ++ x :: c -> Cov c (Some (suffixes l)).
Proof.
  intros ->. apply suffixes_ok with (a := a ++ b ++ [x]). now rewrite <- !app_assoc.
Qed.
Lemma cov_element2 (x : T) l a b c : l = a ++ b ++ x :: c -> Cov x (Some l).
Proof. intros ->. simpl. rewrite !in_app_iff. right. right. now left. Qed.
(** The part before a known part: [l = a ++ b] with [b] already known. *)
Lemma cov_before (l a b : list T) : l = a ++ b -> Cov a (Some [firstn (List.length l - List.length b) l]).
Proof.
  intros ->. left. rewrite app_length, Nat.add_sub, firstn_app, Nat.sub_diag, firstn_all.
  apply app_nil_r.
Qed.
Lemma cov_behind (l a b : list T) : l = a ++ b -> Cov b (Some [skipn (List.length a) l]).
Proof. intros ->. left. now rewrite skipn_app, Nat.sub_diag, skipn_all. Qed.

(** The end of a list. *)
Definition inits (l : list T) := match l with [] => [] | _ => [removelast l] end.
Definition lasts (l : list T) := match rev l with x :: _ => [x] | [] => [] end.
Lemma cov_init (l a : list T) x : l = a ++ [x] -> Cov a (Some (inits l)).
Proof.
  intros ->. unfold inits. destruct (a ++ [x]) eqn:E; [now apply app_eq_nil in E as [_ ?]|].
  rewrite <- E, removelast_last. now left.
Qed.
Lemma cov_end (l a : list T) x : l = a ++ [x] -> Cov x (Some (lasts l)).
Proof. intros ->. unfold lasts. rewrite rev_app_distr. now left. Qed.

(** Nested patterns, one layer off. *)
Lemma peel_cons (x y : T) r l : l = x :: y :: r -> tl l = y :: r.
Proof. now intros ->. Qed.
Lemma peel_some (x : T) (y : U) o : o = Some (x, y) ->
  option_map fst o = Some x /\ option_map snd o = Some y.
Proof. now intros ->. Qed.
End Table.

Lemma peel_S n k : k = S (S n) -> k - 1 = S n.
Proof. lia. Qed.
Lemma peel_fst A B C (x : A) (y : B) (z : C) p : p = (x, y, z) -> fst p = (x, y).
Proof. now intros ->. Qed.
Definition string_rest s := match s with String _ r => r | EmptyString => EmptyString end.
Lemma peel_string x y r s : s = String x (String y r) -> string_rest s = String y r.
Proof. now intros ->. Qed.

Lemma cov_sorted (x l : list Z) : Permutation l x -> Sorted Z.le x -> Cov x (Some [zsort l]).
Proof. intros. left. symmetry. now apply zsort_uniq. Qed.
Lemma cov_sorted' (x l : list Z) : Permutation x l -> Sorted Z.le x -> Cov x (Some [zsort l]).
Proof. intros. apply cov_sorted; auto. now symmetry. Qed.

Lemma cov_sorted_by T (R : T -> T -> Prop) leb (x l : list T) :
  (forall x y, leb x y = true -> R x y) -> (forall x y, leb x y = false -> R y x) ->
  (forall x y z, R x y -> R y z -> R x z) -> (forall x y, R x y -> R y x -> x = y) ->
  Permutation l x -> Sorted R x -> Cov x (Some [sort_by leb l]).
Proof. intros. left. symmetry. now apply sort_by_unique with (R := R). Qed.

(** What is counted often enough occurs. *)
Lemma cov_counted T d (l : list T) x : 0 < count_occ d l x -> Cov x (Some l).
Proof. intros H. now apply (count_occ_In d). Qed.
Lemma cov_filtered T (f : T -> bool) l x : (forall y, f y = true -> y = x) ->
  0 < List.length (filter f l) -> Cov x (Some l).
Proof.
  intros H L. destruct (filter f l) as [|y r] eqn:E; [now apply Nat.lt_irrefl in L|].
  assert (K : In y (filter f l)) by (rewrite E; now left).
  apply filter_In in K as [K Y]. now rewrite <- (H y Y).
Qed.

Lemma cov_numerator (q : Q) z d : q = Qmake z d -> Cov z (Some [Qnum q]).
Proof. intros ->. now left. Qed.

(** Roots: [k * k <= |k ^ c|]. *)
Definition roots (a : Z) : list Z := zseq (- Z.sqrt (Z.abs a)) (Z.sqrt (Z.abs a)).
Lemma cov_root k c a : (k ^ c)%Z = a -> (2 <= c)%Z -> Cov k (Some (roots a)).
Proof.
  intros <- C. apply in_zseq. apply Z.abs_le. apply Z.sqrt_le_square; [apply Z.abs_nonneg..|].
  rewrite Z.abs_pow. destruct (Z.eq_dec k 0) as [->|N].
  - simpl. apply Z.pow_nonneg. reflexivity.
  - rewrite <- Z.pow_2_r. apply Z.pow_le_mono_r; auto. lia.
Qed.
Lemma cov_square k a : (k * k)%Z = a -> Cov k (Some (roots a)).
Proof. intros H. apply cov_root with (c := 2%Z); [now rewrite Z.pow_2_r | reflexivity]. Qed.
Lemma cov_cube k a : (k * k * k)%Z = a -> Cov k (Some (roots a)).
Proof.
  intros H. apply cov_root with (c := 3%Z); [|discriminate].
  change 3%Z with (Z.succ 2). rewrite Z.pow_succ_r, Z.pow_2_r by discriminate. lia.
Qed.
Lemma cov_cube' k a : (k * (k * k))%Z = a -> Cov k (Some (roots a)).
Proof. intros H. apply cov_cube. lia. Qed.

Definition string_heads s := match s with String c _ => [c] | EmptyString => [] end.
Definition string_tails s := match s with String _ r => [r] | EmptyString => [] end.
Lemma cov_string_head c r s : s = String c r -> Cov c (Some (string_heads s)).
Proof. intros ->. now left. Qed.
Lemma cov_string_tail c r s : s = String c r -> Cov r (Some (string_tails s)).
Proof. intros ->. now left. Qed.
Lemma cov_string_init s a c : s = append a (String c EmptyString) -> Cov a (Some [string_init s]).
Proof. intros ->. left. apply string_init_ok. Qed.
Lemma cov_string_end s a c : s = append a (String c EmptyString) -> Cov c (Some (string_lasts s)).
Proof. intros ->. simpl. rewrite string_lasts_ok. now left. Qed.
Lemma cov_string_before (s a b : string) : s = append a b ->
  Cov a (Some [string_take (String.length s - String.length b) s]).
Proof. intros ->. left. now rewrite append_length, Nat.add_sub, string_take_ok. Qed.
Lemma cov_string_prefix (s a b : string) : s = append a b -> Cov a (Some (sprefixes s)).
Proof. apply sprefixes_ok. Qed.
Lemma cov_string_suffix (s a b : string) : s = append a b -> Cov b (Some (ssuffixes s)).
Proof. apply ssuffixes_ok. Qed.
Lemma cov_string_behind (s a b : string) : s = append a b -> Cov b (Some [sdrop (String.length a) s]).
Proof. intros ->. left. apply sdrop_append. Qed.
Lemma cov_string_middle (s a x b : string) : s = append a (append x b) -> Cov x (Some (ssegments s)).
Proof. apply ssegments_ok. Qed.
Lemma cov_string_last (s a b x : string) : s = append a (append b x) -> Cov x (Some (ssuffixes s)).
Proof. intros ->. rewrite append_assoc. eapply ssuffixes_ok. reflexivity. Qed.
Lemma cov_string_last' (s a b x : string) :
  s = append a (append b x) -> Cov x (Some [sdrop (String.length (append a b)) s]).
Proof. intros ->. rewrite append_assoc. left. apply sdrop_append. Qed.
Lemma cov_of_list s l : list_ascii_of_string s = l -> Cov s (Some [string_of_list_ascii l]).
Proof. intros <-. left. apply string_of_list_ascii_of_string. Qed.
Lemma cov_of_string s l : string_of_list_ascii l = s -> Cov l (Some [list_ascii_of_string s]).
Proof. intros <-. left. apply list_ascii_of_string_of_list_ascii. Qed.
Lemma cov_of_strings (l : list (list ascii)) r :
  r = map string_of_list_ascii l -> Cov l (Some [map list_ascii_of_string r]).
Proof.
  intros ->. left. rewrite map_map, map_ext with (g := fun x => x); [apply map_id|].
  apply list_ascii_of_string_of_list_ascii.
Qed.
Lemma cov_ascii (c : ascii) : Cov c (Some all_ascii).
Proof. apply all_ascii_ok. Qed.
Lemma cov_bool (b : bool) : Cov b (Some [true; false]).
Proof. destruct b; simpl; auto. Qed.

(** Equations of numbers, solved for one variable. *)
Lemma cov_S (n k : nat) : k = S n -> Cov n (Some [k - 1]).
Proof. intros ->. left. lia. Qed.
Lemma cov_add_l (n k c : nat) : k = n + c -> Cov n (Some [k - c]).
Proof. intros ->. left. lia. Qed.
Lemma cov_add_r (n k c : nat) : k = c + n -> Cov n (Some [k - c]).
Proof. intros ->. left. lia. Qed.
Lemma cov_Zadd_l (n k c : Z) : k = (n + c)%Z -> Cov n (Some [k - c]%Z).
Proof. intros ->. left. lia. Qed.
Lemma cov_Zadd_r (n k c : Z) : k = (c + n)%Z -> Cov n (Some [k - c]%Z).
Proof. intros ->. left. lia. Qed.
Lemma cov_Zsub_l (n k c : Z) : k = (n - c)%Z -> Cov n (Some [k + c]%Z).
Proof. intros ->. left. lia. Qed.
Lemma cov_Zsub_r (n k c : Z) : k = (c - n)%Z -> Cov n (Some [c - k]%Z).
Proof. intros ->. left. lia. Qed.
Lemma cov_of_nat (n : nat) z : z = Z.of_nat n -> Cov n (Some [Z.to_nat z]).
Proof. intros ->. left. lia. Qed.
Lemma cov_to_nat (z : Z) n : n = Z.to_nat z -> (0 <= z)%Z -> Cov z (Some [Z.of_nat n]).
Proof. intros ->. left. lia. Qed.
Lemma cov_opp (n k : Z) : k = (- n)%Z -> Cov n (Some [- k]%Z).
Proof. intros ->. left. lia. Qed.

Lemma nth_error_lt T (l : list T) i x : nth_error l i = Some x -> i < List.length l.
Proof. intros H. apply nth_error_Some. congruence. Qed.

(** Ranges. *)
Lemma cov_below (n N : nat) : n < N -> Cov n (Some (seq 0 N)).
Proof. intros H. apply in_seq. lia. Qed.
Lemma cov_between (x L U : Z) : (L <= x <= U)%Z -> Cov x (Some (zseq L U)).
Proof. apply in_zseq. Qed.

Lemma cov_rev T (l m : list T) : l = rev m -> Cov m (Some [rev l]).
Proof. intros ->. left. apply rev_involutive. Qed.

Set Strict Implicit.

(** ** Preparing the context *)

Ltac note P := let T := type of P in lazymatch goal with K : T |- _ => fail | _ => pose proof P end.

Ltac has_var t := match t with context [?y] => is_var y end.

(** What the hypotheses say about sizes; one entry a line. *)
Ltac enrich := repeat match goal with
  | H : Nat.divide ?a ?b |- _ => note (@ndiv_le b a H)
  | H : Z.divide ?a ?b |- _ => note (@zdiv_le b a H)
  | H : (?n mod ?d)%nat = 0 |- _ => note (@mod0_le n d H)
  | H : (?n mod ?d)%Z = 0%Z |- _ => first [note (@zmod0_le n d H) | note (@zmod0_ge n d H)]
  | H : Z.rem ?n ?d = 0%Z |- _ => note (@zrem0_le n d H)
  | H : nth_error ?l ?i = Some ?x |- _ => note (@nth_error_lt _ l i x H)
  | H : _ = S (S ?n) |- _ => has_var n; note (peel_S H)
  | H : S (S ?n) = _ |- _ => has_var n; note (peel_S (eq_sym H))
  | H : _ = _ :: _ :: _ |- _ => note (peel_cons H)
  | H : _ :: _ :: _ = _ |- _ => note (peel_cons (eq_sym H))
  | H : _ = String _ (String _ _) |- _ => note (peel_string H)
  | H : String _ (String _ _) = _ |- _ => note (peel_string (eq_sym H))
  | H : _ = (_, _, _) |- _ => note (peel_fst H)
  | H : (_, _, _) = _ |- _ => note (peel_fst (eq_sym H))
  | H : _ = Some (_, _) |- _ => note (proj1 (peel_some H)); note (proj2 (peel_some H))
  end.

(** Patterns within patterns: the inner one gets a name, so that one rule sees one layer. *)
Ltac compound t := tryif is_var t then fail else has_var t.
Ltac name_term t := compound t; let z := fresh "z" in let E := fresh "E" in remember t as z eqn:E.
Ltac name_append a r := tryif is_var a then fail else lazymatch r with append _ _ => name_term r end.
Ltac flatten := repeat match goal with
  | H : _ = ?t :: ?r |- _ => first [name_term t | name_term r]
  | H : ?t :: ?r = _ |- _ => first [name_term t | name_term r]
  | H : _ = String _ ?r |- _ => name_term r
  | H : String _ ?r = _ |- _ => name_term r
  | H : _ = (?t, ?r) |- _ => first [name_term t | name_term r]
  | H : _ = Some ?t |- _ => name_term t
  | H : _ = append ?a ?r |- _ => tryif compound a then fail else name_append a r
  end.

Ltac order_Z := repeat match goal with
  | H : (_ > _)%Z |- _ => apply Z.gt_lt in H
  | H : (_ >= _)%Z |- _ => apply Z.ge_le in H
  end.

Lemma both_cases (b : bool) (A B : Prop) :
  (if b then A else B) -> b = true /\ A \/ b = false /\ B.
Proof. destruct b; auto. Qed.

(** A case distinction of which only one case is possible. *)
Ltac only_case H e :=
  (destruct e eqn:?; try solve [destruct H | discriminate H | congruence]); [idtac].

(** An existential hypothesis as it was before it was taken apart: it may be decided as a whole. *)
Definition Whole (P : Prop) := P.
Ltac open_exists H := lazymatch type of H with ?G =>
  let W := fresh "whole" in assert (W : Whole G) by exact H; destruct H end.

(** Introduces everything and takes it apart, except disjunctions. *)
Ltac prepare := repeat first [ progress intros | match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => open_exists H
  | H : False |- _ => destruct H
  | H : _ <-> _ |- _ => destruct H
  | H : unique _ _ |- _ => red in H; cbv beta in H
  | H : let _ := _ in _ |- _ => cbv zeta in H
  | H : match ?e with _ => _ end |- _ => only_case H e
  | H : if _ then _ else _ |- _ => apply both_cases in H
  | |- ~ _ => intro
  end ]; unfold gt, ge, Nat.lt, Nat.le in *; order_Z; flatten; enrich.

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

Ltac cover_several H := let h := type of H in
  (multimatch h with
    | In _ _ => apply (cov_in H)
    | In (_, _) _ => apply (cov_in_fst H)
    | In (_, _) _ => apply (cov_in_snd H)
    | _ = Some _ => apply (cov_nth_error H)
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
    | context [count_occ ?d ?l ?x] => apply (@cov_counted _ d l x); lia
    | context [filter (fun y => Z.eqb y ?x) ?l] =>
        apply (@cov_filtered _ _ l x (fun y => proj1 (Z.eqb_eq y x))); lia
    | context [filter (fun y => Z.eqb ?x y) ?l] =>
        apply (@cov_filtered _ _ l x (fun y E => eq_sym (proj1 (Z.eqb_eq x y) E))); lia
    | Permutation _ ?x => match goal with K : _ = map _ x |- _ => apply (cov_arranged_image _ H K) end
    | Permutation ?x _ => match goal with K : _ = map _ x |- _ => apply (cov_arranged_image _ (Permutation_sym H) K) end
    | Permutation _ _ => apply (cov_permutation H)
    | Permutation _ _ => apply (cov_permutation (Permutation_sym H))
    end).

Ltac cover_by H := (cover_point H + cover_several H).
