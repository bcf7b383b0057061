(** The table of domains: what one hypothesis says about one variable, and how rules chain.

    [Cov x D] says that the domain [D] covers [x]. The tactic [cover] of [Cover] applies these
    rules: a new entry needs its lemma here, its line in [cover_by] and two lines in the tests. *)
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
Lemma cov_index (i : Z) (l : list T) x : nth_error l (Z.to_nat i) = Some x -> (0 <= i)%Z ->
  Cov i (Some (zseq 0 (Z.of_nat (List.length l)))).
Proof.
  intros H N. apply in_zseq. assert (K : nth_error l (Z.to_nat i) <> None) by congruence.
  apply nth_error_Some in K. lia.
Qed.
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

(** Divisors and factors. Zero is a multiple of everything, and numbers are not walked for long. *)
Definition divisible (a : Z) : bool := if Z.eqb a 0 then false else Z.ltb (Z.abs a) (10 ^ 12).
Definition known_divisors (a : Z) : option (list Z) :=
  if divisible a then Some (0%Z :: divisors a) else None.
Definition natural_divisors (n : nat) : option (list nat) :=
  option_map (fun l => 0 :: map Z.to_nat (filter (Z.leb 1) l)) (known_divisors (Z.of_nat n)).

Lemma cov_divides x a : (x | a)%Z -> Cov x (known_divisors a).
Proof.
  intros H. unfold known_divisors. destruct (divisible a) eqn:E; [|exact I]. right.
  apply divisors_ok; auto. intros ->. discriminate.
Qed.
Lemma cov_mod0 x a : (a mod x = 0)%Z -> Cov x (known_divisors a).
Proof.
  intros H. destruct (Z.eq_dec x 0) as [->|N]; [|now apply cov_divides, Z.mod_divide].
  unfold known_divisors. destruct (divisible a); [now left | exact I].
Qed.
Lemma cov_rem0 x a : Z.rem a x = 0%Z -> Cov x (known_divisors a).
Proof.
  intros H. destruct (Z.eq_dec x 0) as [->|N]; [|now apply cov_divides, Z.rem_divide].
  unfold known_divisors. destruct (divisible a); [now left | exact I].
Qed.
Lemma cov_factor_l x y a : a = (x * y)%Z -> Cov x (known_divisors a).
Proof. intros ->. apply cov_divides, Z.divide_factor_l. Qed.
Lemma cov_factor_r x y a : a = (y * x)%Z -> Cov x (known_divisors a).
Proof. intros ->. apply cov_divides, Z.divide_factor_r. Qed.
Lemma cov_factor_ll x y z a : a = (x * y * z)%Z -> Cov x (known_divisors a).
Proof. intros ->. apply cov_divides. exists (y * z)%Z. ring. Qed.
Lemma cov_factor_lr x y z a : a = (y * x * z)%Z -> Cov x (known_divisors a).
Proof. intros ->. apply cov_divides. exists (y * z)%Z. ring. Qed.
(** With a factor that is not zero. *)
Definition known_factors (a : Z) : option (list Z) :=
  if Z.eqb a 0 then Some [0%Z] else known_divisors a.
Lemma cov_factors x y a : a = (x * y)%Z -> y <> 0%Z -> Cov x (known_factors a).
Proof.
  intros -> N. unfold known_factors. destruct (Z.eqb_spec (x * y) 0) as [E|E].
  - left. nia.
  - apply cov_divides, Z.divide_factor_l.
Qed.
Lemma cov_factors_r x y a : a = (y * x)%Z -> y <> 0%Z -> Cov x (known_factors a).
Proof. rewrite Z.mul_comm. apply cov_factors. Qed.
Lemma cov_factors_ll x y z a : a = (x * y * z)%Z -> y <> 0%Z -> z <> 0%Z -> Cov x (known_factors a).
Proof. intros -> Y Z. apply cov_factors with (y := (y * z)%Z); [ring | nia]. Qed.
Lemma cov_factors_lr x y z a : a = (y * x * z)%Z -> y <> 0%Z -> z <> 0%Z -> Cov x (known_factors a).
Proof. intros -> Y Z. apply cov_factors with (y := (y * z)%Z); [ring | nia]. Qed.
Lemma cov_natural_divides x n : Nat.divide x n -> Cov x (natural_divisors n).
Proof.
  intros (k & ->). unfold natural_divisors.
  assert (C : Cov (Z.of_nat x) (known_divisors (Z.of_nat (k * x)))).
  { apply cov_divides. exists (Z.of_nat k). apply Nat2Z.inj_mul. }
  destruct (known_divisors _); [|exact I]. cbn [Cov option_map] in *.
  destruct x; [now left|]. right. rewrite <- (Nat2Z.id (S x)).
  apply in_map, filter_In. split; auto. apply Z.leb_le. lia.
Qed.
Lemma cov_natural_mod0 x n : n mod x = 0 -> Cov x (natural_divisors n).
Proof.
  intros H. destruct x; [|now apply cov_natural_divides, Nat.mod_divide].
  unfold natural_divisors. destruct (known_divisors _); [now left | exact I].
Qed.
Lemma cov_natural_factor_l x y n : n = x * y -> Cov x (natural_divisors n).
Proof. intros ->. apply cov_natural_divides, Nat.divide_factor_l. Qed.
Lemma cov_natural_factor_r x y n : n = y * x -> Cov x (natural_divisors n).
Proof. intros ->. apply cov_natural_divides, Nat.divide_factor_r. Qed.
Lemma cov_natural_factor_ll x y z n : n = x * y * z -> Cov x (natural_divisors n).
Proof. intros ->. apply cov_natural_divides. exists (y * z). ring. Qed.
Lemma cov_natural_factor_lr x y z n : n = y * x * z -> Cov x (natural_divisors n).
Proof. intros ->. apply cov_natural_divides. exists (y * z). ring. Qed.

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
(** What stands before a known text, and what begins with it. *)
Definition until (c s : string) : list string :=
  filter (fun a => prefix c (sdrop (String.length a) s)) (sprefixes s).
Lemma prefix_append c r : prefix c (append c r) = true.
Proof.
  induction c as [|x c IH]; simpl; [now destruct r|].
  destruct (ascii_dec x x); [exact IH | contradiction].
Qed.
Lemma cov_string_until (s a r c z : string) : s = append a r -> r = append c z ->
  Cov a (Some (until c s)).
Proof.
  intros -> ->. apply filter_In. split; [eapply sprefixes_ok; reflexivity|].
  rewrite sdrop_append. apply prefix_append.
Qed.
Lemma cov_string_from (s a r c z : string) : s = append a r -> r = append c z ->
  Cov r (Some (filter (prefix c) (ssuffixes s))).
Proof.
  intros -> ->. apply filter_In. split; [eapply ssuffixes_ok; reflexivity | apply prefix_append].
Qed.
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
Lemma cov_multiple c n k : k = (Zpos c * n)%Z -> Cov n (Some [k / Zpos c]%Z).
Proof. intros ->. left. rewrite Z.mul_comm. now apply Z.div_mul. Qed.
Lemma cov_multiple' c n k : k = (n * Zpos c)%Z -> Cov n (Some [k / Zpos c]%Z).
Proof. intros ->. left. now apply Z.div_mul. Qed.
Lemma cov_natural_multiple c n k : k = S c * n -> Cov n (Some [k / S c]).
Proof. intros ->. left. rewrite Nat.mul_comm. now apply Nat.div_mul. Qed.
Lemma cov_natural_multiple' c n k : k = n * S c -> Cov n (Some [k / S c]).
Proof. intros ->. left. now apply Nat.div_mul. Qed.
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
