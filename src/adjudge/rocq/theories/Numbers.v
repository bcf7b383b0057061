(** Order, parity, divisibility and primality on nat, N, Z and Q. *)
From Coq Require Import Arith ZArith NArith QArith Znumtheory Lia Bool.
From Adjudge Require Import Tri Loops.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** ** Order *)
Lemma tri_le x y : Tri (x <= y) (Nat.leb x y) (negb (Nat.leb x y)).
Proof. apply tri_dec, Nat.leb_le. Qed.

Lemma tri_lt x y : Tri (x < y) (Nat.ltb x y) (negb (Nat.ltb x y)).
Proof. apply tri_dec, Nat.ltb_lt. Qed.

Lemma tri_Zle x y : Tri (x <= y)%Z (Z.leb x y) (negb (Z.leb x y)).
Proof. apply tri_dec, Z.leb_le. Qed.

Lemma tri_Zlt x y : Tri (x < y)%Z (Z.ltb x y) (negb (Z.ltb x y)).
Proof. apply tri_dec, Z.ltb_lt. Qed.

Lemma tri_Zge x y : Tri (x >= y)%Z (Z.leb y x) (negb (Z.leb y x)).
Proof. apply tri_dec. rewrite Z.leb_le. lia. Qed.

Lemma tri_Zgt x y : Tri (x > y)%Z (Z.ltb y x) (negb (Z.ltb y x)).
Proof. apply tri_dec. rewrite Z.ltb_lt. lia. Qed.

Lemma tri_Nle x y : Tri (x <= y)%N (N.leb x y) (negb (N.leb x y)).
Proof. apply tri_dec, N.leb_le. Qed.

Lemma tri_Nlt x y : Tri (x < y)%N (N.ltb x y) (negb (N.ltb x y)).
Proof. apply tri_dec, N.ltb_lt. Qed.

Lemma tri_Qle x y : Tri (x <= y)%Q (Qle_bool x y) (negb (Qle_bool x y)).
Proof. apply tri_dec, Qle_bool_iff. Qed.

Lemma tri_Qlt x y : Tri (x < y)%Q (negb (Qle_bool y x)) (negb (negb (Qle_bool y x))).
Proof.
  apply tri_dec. rewrite negb_true_iff. split; intros H. apply Qnot_le_lt. intro Q.
  apply Qle_bool_iff in Q. congruence. apply not_true_iff_false. intro Q.
  apply Qle_bool_iff in Q. now apply (Qlt_not_le _ _ H).
Qed.

Lemma tri_Qeq x y : Tri (x == y)%Q (Qeq_bool x y) (negb (Qeq_bool x y)).
Proof. apply tri_dec, Qeq_bool_iff. Qed.

(** ** Parity *)
Lemma tri_Even x : Tri (Nat.Even x) (Nat.even x) (negb (Nat.even x)).
Proof. apply tri_dec, Nat.even_spec. Qed.

Lemma tri_Odd x : Tri (Nat.Odd x) (Nat.odd x) (negb (Nat.odd x)).
Proof. apply tri_dec, Nat.odd_spec. Qed.

Lemma tri_ZEven x : Tri (Z.Even x) (Z.even x) (negb (Z.even x)).
Proof. apply tri_dec, Z.even_spec. Qed.

Lemma tri_ZOdd x : Tri (Z.Odd x) (Z.odd x) (negb (Z.odd x)).
Proof. apply tri_dec, Z.odd_spec. Qed.

(** ** Divisibility *)
Definition ndivb d n := if Nat.eqb d 0 then Nat.eqb n 0 else Nat.eqb (n mod d) 0.
Lemma ndivb_ok d n : ndivb d n = true <-> Nat.divide d n.
Proof.
  unfold ndivb. destruct (Nat.eqb_spec d 0). subst. rewrite Nat.eqb_eq. split. intros ->.
  apply Nat.divide_refl. apply Nat.divide_0_l. rewrite Nat.eqb_eq. now apply Nat.mod_divide.
Qed.

Lemma tri_ndiv d n : Tri (Nat.divide d n) (ndivb d n) (negb (ndivb d n)).
Proof. apply tri_dec, ndivb_ok. Qed.

Definition zdivb d n := if Z.eqb d 0 then Z.eqb n 0 else Z.eqb (n mod d) 0.
Lemma zdivb_ok d n : zdivb d n = true <-> Z.divide d n.
Proof.
  unfold zdivb. destruct (Z.eqb_spec d 0). subst. rewrite Z.eqb_eq. split. intros ->.
  apply Z.divide_refl. apply Z.divide_0_l. rewrite Z.eqb_eq. now apply Z.mod_divide.
Qed.

Lemma tri_zdiv d n : Tri (Z.divide d n) (zdivb d n) (negb (zdivb d n)).
Proof. apply tri_dec, zdivb_ok. Qed.

Lemma tri_exdiv1 d n : Tri (exists k, n = d * k) (ndivb d n) (negb (ndivb d n)).
Proof. apply tri_dec. rewrite ndivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exdiv2 d n : Tri (exists k, n = k * d) (ndivb d n) (negb (ndivb d n)).
Proof. apply tri_dec. rewrite ndivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exdiv3 d n : Tri (exists k, d * k = n) (ndivb d n) (negb (ndivb d n)).
Proof. apply tri_dec. rewrite ndivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exdiv4 d n : Tri (exists k, k * d = n) (ndivb d n) (negb (ndivb d n)).
Proof. apply tri_dec. rewrite ndivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exzdiv1 d n : Tri (exists k, n = d * k)%Z (zdivb d n) (negb (zdivb d n)).
Proof. apply tri_dec. rewrite zdivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exzdiv2 d n : Tri (exists k, n = k * d)%Z (zdivb d n) (negb (zdivb d n)).
Proof. apply tri_dec. rewrite zdivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exzdiv3 d n : Tri (exists k, d * k = n)%Z (zdivb d n) (negb (zdivb d n)).
Proof. apply tri_dec. rewrite zdivb_ok. split; intros (k&H); exists k; lia. Qed.

Lemma tri_exzdiv4 d n : Tri (exists k, k * d = n)%Z (zdivb d n) (negb (zdivb d n)).
Proof. apply tri_dec. rewrite zdivb_ok. split; intros (k&H); exists k; lia. Qed.

(** ** Primes and greatest common divisors *)
Local Open Scope Z_scope.

Definition primeb p := if Z.ltb 1 p then zall 2 (Z.sqrt p) (fun d => negb (Z.eqb (p mod d) 0))
  else false.
Lemma primeb_ok p : primeb p = true <-> prime p.
Proof.
  unfold primeb. destruct (Z.ltb_spec 1 p). 2:{ split; [discriminate|]. intros [? _]; lia.
  } rewrite zall_spec. split; intros Q.
  - apply prime_alt. split; auto. intros d Hd (k&Hk). assert (Hk0 : 0 < k) by nia.
  assert (D : forall e f, p = e * f -> 2 <= e -> 2 <= f -> e <= f -> False).
  { intros e f He H2e H2f Hef. assert (e <= Z.sqrt p) by (apply Z.sqrt_le_square; nia).
  specialize (Q e ltac:(lia)). rewrite negb_true_iff, Z.eqb_neq in Q. apply Q. subst p.
  apply Z.mod_divide; [lia|]. exists f. lia.
  } destruct (Z.le_gt_cases d k); [apply (D d k)|apply (D k d)]; nia.
  - intros d Hd. rewrite negb_true_iff, Z.eqb_neq. intro E. apply prime_alt in Q as [_ Q].
  assert (Z.sqrt p < p) by (apply Z.sqrt_lt_lin; lia). apply (Q d ltac:(lia)).
  apply Z.mod_divide; auto; lia.
Qed.

Lemma tri_prime p : Tri (prime p) (primeb p) (negb (primeb p)).
Proof. apply tri_dec, primeb_ok. Qed.

Lemma tri_relprime a b : Tri (rel_prime a b) (Z.eqb (Z.gcd a b) 1) (negb (Z.eqb (Z.gcd a b) 1)).
Proof. apply tri_dec. rewrite Z.eqb_eq. apply Zgcd_1_rel_prime. Qed.

Lemma tri_isgcd a b g : Tri (Zis_gcd a b g) (Z.eqb (Z.gcd a b) (Z.abs g)) (negb (Z.eqb (Z.gcd a b)
  (Z.abs g))).
Proof.
  apply tri_dec. rewrite Z.eqb_eq. split.
  - intros H. pose proof (Zgcd_is_gcd a b) as K. rewrite H in K. destruct K as [X Y W].
  constructor. now apply Z.divide_abs_l. now apply Z.divide_abs_l. intros x Hx Hy.
  apply Z.divide_abs_r. auto.
  - intros [X Y W]. apply Z.gcd_unique. apply Z.abs_nonneg. now apply Z.divide_abs_l.
  now apply Z.divide_abs_l. intros q Hq Hr. apply Z.divide_abs_r. auto.
Qed.

(** ** What divisibility says about size: facts for the proofs that quantifiers are bounded *)
Close Scope Z_scope.

Lemma mod0_le n d : n mod d = 0 -> 0 < n -> d <= n.
Proof.
  intros H P. destruct (le_lt_dec d n); auto. rewrite Nat.mod_small in H by lia. lia.
Qed.

Lemma zmod0_le n d : (n mod d = 0 -> 0 < n -> d <= n)%Z.
Proof.
  intros H P. destruct (Z.le_gt_cases d n); auto. rewrite Z.mod_small in H by lia. lia.
Qed.

Lemma zmod0_ge n d : (n mod d = 0 -> 0 < n -> - n <= d)%Z.
Proof.
  intros H P. destruct (Z.le_gt_cases (-n) d); auto. assert (d <> 0)%Z by lia.
  apply Z.mod_divide in H; auto. destruct H as (k&H).
  assert (k <= -1 \/ k = 0 \/ 1 <= k)%Z as [?|[?|?]] by lia; nia.
Qed.

Lemma zrem0_le n d : (Z.rem n d = 0 -> 0 < n -> d <= n)%Z.
Proof.
  intros H P. destruct (Z.le_gt_cases d n); auto. rewrite Z.rem_small in H by lia. lia.
Qed.

Lemma zdiv_le n d : (Z.divide d n -> 0 < n -> -n <= d <= n)%Z.
Proof.
  intros (k&H) P. assert (k <= -1 \/ k = 0 \/ 1 <= k)%Z as [?|[?|?]] by lia; nia.
Qed.

Lemma ndiv_le n d : (Nat.divide d n -> 0 < n -> d <= n).
Proof. intros. apply Nat.divide_pos_le; auto. Qed.

(** ** Powers of an integer *)
Local Open Scope Z_scope.

Definition highest (x : Z) : nat := S (S (Z.to_nat (Z.log2 (Z.abs x)))).
Definition powerb (n x : Z) : bool := nany (S (highest x)) (fun k => Z.eqb x (n ^ Z.of_nat k)).

Lemma power_small n k : exists j, (j <= highest (n ^ Z.of_nat k))%nat /\ n ^ Z.of_nat k = n ^ Z.of_nat j.
Proof.
  destruct (Z.le_gt_cases 2 (Z.abs n)) as [B|S].
  - exists k. split; auto. unfold highest. rewrite Z.abs_pow.
    enough (Z.of_nat k <= Z.log2 (Z.abs n ^ Z.of_nat k)) by lia.
    rewrite <- (Z.log2_pow2 (Z.of_nat k)) at 1 by lia. apply Z.log2_le_mono.
    apply Z.pow_le_mono_l. lia.
  - assert (n = 0 \/ n = 1 \/ n = -1) as [Z|[Z|Z]] by lia; subst n.
    + destruct k; [exists 0%nat | exists 1%nat]; (split; [unfold highest; lia|]); [easy|].
      now rewrite !Z.pow_0_l by lia.
    + exists 0%nat. split; [lia|]. now rewrite !Z.pow_1_l by lia.
    + destruct (Nat.Even_or_Odd k) as [(m & H)|(m & H)]; subst k.
      * exists 0%nat. split; [lia|]. rewrite Nat2Z.inj_mul, Z.pow_mul_r by lia.
        now rewrite Z.pow_1_l by lia.
      * exists 1%nat. split; [unfold highest; lia|].
        rewrite Nat2Z.inj_add, Z.pow_add_r, Nat2Z.inj_mul, Z.pow_mul_r by lia.
        now rewrite Z.pow_1_l by lia.
Qed.
Lemma powerb_ok n x : powerb n x = true <-> exists k : nat, x = n ^ Z.of_nat k.
Proof.
  unfold powerb. rewrite nany_spec. split.
  - intros (k & _ & E). exists k. now apply Z.eqb_eq.
  - intros (k & ->). destruct (power_small n k) as (j & L & E). exists j. split; [lia|].
    now apply Z.eqb_eq.
Qed.
Lemma tri_power n x : Tri (exists k : nat, x = n ^ Z.of_nat k) (powerb n x) (negb (powerb n x)).
Proof. apply tri_dec, powerb_ok. Qed.
Lemma tri_power' n x : Tri (exists k : nat, n ^ Z.of_nat k = x) (powerb n x) (negb (powerb n x)).
Proof.
  apply tri_dec. rewrite powerb_ok. split; intros (k & H); exists k; now symmetry.
Qed.
Lemma tri_power_Z n x : Tri (exists k, 0 <= k /\ x = n ^ k) (powerb n x) (negb (powerb n x)).
Proof.
  apply tri_dec. rewrite powerb_ok. split.
  - intros (k & ->). exists (Z.of_nat k). split; auto using Nat2Z.is_nonneg.
  - intros (k & L & ->). exists (Z.to_nat k). now rewrite Z2Nat.id.
Qed.
Lemma tri_power_Z' n x : Tri (exists k, 0 <= k /\ n ^ k = x) (powerb n x) (negb (powerb n x)).
Proof.
  refine (tri_equiv _ (tri_power_Z n x)). split; intros (k & L & H); exists k; auto.
Qed.
