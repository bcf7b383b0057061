(** Propositions about real numbers that are images of rationals, decided on the rationals; see
    [RealTerms]. *)
From Coq Require Import Reals QArith Qreals Qround Lra Lia List ZArith Permutation Sorted Bool.
From Adjudge Require Import Synthesis.
From Adjudge Require Export RealTerms RealSearch.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope R_scope.

(** ** Atoms *)
Definition known2 (f : Q -> Q -> bool) (x y : option Q) : bool :=
  match x, y with Some u, Some v => f u v | _, _ => false end.
Definition qltb u v := negb (Qle_bool v u).

Section Atoms.
Variables (a b : R) (x y : option Q).
Hypotheses (A : RQ a x) (B : RQ b y).
Ltac open_atom := destruct x as [u|], y as [v|]; simpl in *; try exact (tri_unk _); subst.

Lemma rtri_lt : Tri (a < b) (known2 qltb x y) (known2 (fun u v => negb (qltb u v)) x y).
Proof.
  open_atom. refine (tri_equiv _ (tri_Qlt _ _)). split; [apply Rlt_Qlt | apply Qlt_Rlt].
Qed.
Lemma rtri_le : Tri (a <= b) (known2 Qle_bool x y) (known2 (fun u v => negb (Qle_bool u v)) x y).
Proof.
  open_atom. refine (tri_equiv _ (tri_Qle _ _)). split; [apply Rle_Qle | apply Qle_Rle].
Qed.
Lemma rtri_eq : Tri (a = b) (known2 Qeq_bool x y) (known2 (fun u v => negb (Qeq_bool u v)) x y).
Proof.
  open_atom. refine (tri_equiv _ (tri_Qeq _ _)). split; [apply eqR_Qeq | apply Qeq_eqR].
Qed.
End Atoms.

Lemma rtri_ge a b x y : RQ a x -> RQ b y ->
  Tri (a >= b) (known2 Qle_bool y x) (known2 (fun u v => negb (Qle_bool u v)) y x).
Proof. intros A B. refine (tri_equiv _ (@rtri_le _ _ _ _ B A)). split; [apply Rge_le | apply Rle_ge]. Qed.

(** Square roots, compared by squares. *)
Section Roots.
Variables (a b : R).
Ltac by_square := destruct (Rle_lt_dec 0 b) as [P|N];
  [ pose proof (sqrt_sqrt b P); pose proof (sqrt_pos b) | rewrite (sqrt_neg_0 b) by lra ].

Lemma root_lt : sqrt b < a <-> 0 < a /\ b < a * a.
Proof. by_square; split; [intros; split | intros [U V] | intros; split | intros [U V]]; nra. Qed.
Lemma lt_root : a < sqrt b <-> a < 0 \/ a * a < b.
Proof.
  by_square; split; intros U.
  - destruct (Rlt_le_dec a 0); [now left | right; nra].
  - destruct U; nra.
  - now left.
  - destruct U; nra.
Qed.
Lemma root_eq : sqrt b = a <-> 0 <= a /\ (a * a = b \/ a = 0 /\ b < 0).
Proof.
  by_square; split.
  - intros <-. split; [lra|]. now left.
  - intros [U [V|[V W]]]; nra.
  - intros <-. split; [lra|]. right. lra.
  - intros [U [V|[V W]]]; nra.
Qed.
Lemma le_not_lt (u v : R) : u <= v <-> ~ v < u.
Proof. split; [apply Rle_not_lt | apply Rnot_lt_le]. Qed.
Lemma ge_not_lt (u v : R) : u >= v <-> ~ u < v.
Proof. split; [apply Rge_not_lt | apply Rnot_lt_ge]. Qed.
Lemma eq_root : a = sqrt b <-> 0 <= a /\ (a * a = b \/ a = 0 /\ b < 0).
Proof. rewrite <- root_eq. split; now symmetry. Qed.
End Roots.

Lemma rtri_other T (E : EqB T) (a b : T) x y : RX a x -> RX b y ->
  Tri (a = b) (match x, y with Some u, Some v => eqb u v | _, _ => false end)
    (match x, y with Some u, Some v => negb (eqb u v) | _, _ => false end).
Proof.
  destruct x, y; cbn [RX]; try (intros; exact (tri_unk _)). intros -> ->. apply tri_eq.
Qed.

Lemma rtri_if A B (d : {A} + {B}) P S pa na p n q m : (B -> ~ A) -> Tri A pa na ->
  Tri P p n -> Tri S q m ->
  Tri (if d then P else S) (if pa then p else if na then q else false)
    (if pa then n else if na then m else false).
Proof.
  intros E [X N] T U. destruct d as [h|h], pa, na; auto; try exact (tri_unk _).
  - destruct (N eq_refl h).
  - destruct (E h (X eq_refl)).
  - destruct (E h (X eq_refl)).
Qed.

Lemma rtri_nth_error l x i a q : RL l x -> RQ a q ->
  Tri (nth_error l i = Some a)
    (match x, q with Some l, Some q =>
      match nth_error l i with Some u => Qeq_bool u q | None => false end | _, _ => false end)
    (match x, q with Some l, Some q =>
      match nth_error l i with Some u => negb (Qeq_bool u q) | None => true end | _, _ => false end).
Proof.
  destruct x as [k|], q as [v|]; cbn [RL RQ]; try (intros; exact (tri_unk _)). intros -> ->.
  rewrite nth_error_map. destruct (nth_error k i) as [u|]; cbn [option_map].
  - apply tri_equiv with (Q := Q2R u = Q2R v).
    + split; [now intros [= H] | now intros ->].
    + apply (@rtri_eq (Q2R u) (Q2R v) (Some u) (Some v)); reflexivity.
  - apply tri_no. discriminate.
Qed.

(** Lists of reals are compared in reduced form, where equality is identity. *)
Lemma map_Qred l : map Q2R l = map Q2R (map Qred l).
Proof. rewrite map_map. apply map_ext. intros q. symmetry. apply Qeq_eqR, Qred_correct. Qed.

Definition reduced l := Forall (fun q => Qred q = q) l.
Lemma reduced_map l : reduced (map Qred l).
Proof. induction l; constructor; auto. apply Qred_complete, Qred_correct. Qed.
Lemma reduced_eq q r : Qred q = q -> Qred r = r -> Q2R q = Q2R r -> q = r.
Proof. intros <- <- H. apply Qred_complete. apply eqR_Qeq in H. now rewrite !Qred_correct in H. Qed.
Lemma reduced_map_eq a : forall b, reduced a -> reduced b -> map Q2R a = map Q2R b -> a = b.
Proof.
  induction a as [|q a IH]; intros [|r b] A B H; try discriminate; auto.
  inversion A; inversion B; subst. injection H as E1 E2. f_equal; auto using reduced_eq.
Qed.
Lemma reduced_in q l : Qred q = q -> reduced l -> In (Q2R q) (map Q2R l) -> In q l.
Proof.
  intros Hq Hl H. apply in_map_iff in H as (r & E & H).
  unfold reduced in Hl. rewrite Forall_forall in Hl. now rewrite (@reduced_eq _ _ Hq (Hl r H) (eq_sym E)).
Qed.

Lemma real_list_eq a b : map Q2R a = map Q2R b <-> map Qred a = map Qred b.
Proof.
  rewrite (map_Qred a), (map_Qred b). split; [|now intros ->].
  apply reduced_map_eq; apply reduced_map.
Qed.
Lemma real_permutation a b :
  Permutation (map Q2R a) (map Q2R b) <-> Permutation (map Qred a) (map Qred b).
Proof.
  rewrite (map_Qred a), (map_Qred b). split; [|apply Permutation_map]. intros H.
  apply Permutation_map_inv in H as (c & E & H). apply reduced_map_eq in E.
  - rewrite E. now symmetry.
  - apply reduced_map.
  - unfold reduced. eapply Permutation_Forall; [exact H | apply reduced_map].
Qed.
Lemma real_in q l : In (Q2R q) (map Q2R l) <-> In (Qred q) (map Qred l).
Proof.
  rewrite (map_Qred l), <- (Qeq_eqR _ _ (Qred_correct q)). split; [|apply in_map].
  apply reduced_in; [apply Qred_complete, Qred_correct | apply reduced_map].
Qed.
Lemma real_nodup l : NoDup (map Q2R l) <-> NoDup (map Qred l).
Proof.
  induction l as [|q l IH]; simpl; [split; constructor|].
  now rewrite !NoDup_cons_iff, IH, real_in.
Qed.

Definition known_lists (f : list Q -> list Q -> bool) (x y : option (list Q)) : bool :=
  match x, y with Some u, Some v => f (map Qred u) (map Qred v) | _, _ => false end.

Lemma rtri_list_eq a b x y : RL a x -> RL b y ->
  Tri (a = b) (known_lists eqb x y) (known_lists (fun u v => negb (eqb u v)) x y).
Proof.
  destruct x, y; simpl; try (intros; exact (tri_unk _)). intros -> ->.
  refine (tri_equiv (real_list_eq _ _) (tri_eq _ _ _)).
Qed.
Lemma rtri_permutation a b x y : RL a x -> RL b y ->
  Tri (Permutation a b) (known_lists (permb _) x y)
    (known_lists (fun u v => negb (permb _ u v)) x y).
Proof.
  destruct x, y; simpl; try (intros; exact (tri_unk _)). intros -> ->.
  refine (tri_equiv (real_permutation _ _) (tri_perm _ _ _)).
Qed.
Lemma rtri_in a l x y : RQ a x -> RL l y ->
  Tri (In a l)
    (match x, y with Some q, Some l => lany (eqb (Qred q)) (map Qred l) | _, _ => false end)
    (match x, y with Some q, Some l => negb (lany (eqb (Qred q)) (map Qred l)) | _, _ => false end).
Proof.
  destruct x, y; simpl; try (intros; exact (tri_unk _)). intros -> ->.
  refine (tri_equiv (real_in _ _) (tri_In _ _ _)).
Qed.
Lemma rtri_nodup l x : RL l x ->
  Tri (NoDup l) (match x with Some l => nodupb _ (map Qred l) | None => false end)
    (match x with Some l => negb (nodupb _ (map Qred l)) | None => false end).
Proof.
  destruct x; simpl; try (intros; exact (tri_unk _)). intros ->.
  refine (tri_equiv (real_nodup _) (tri_NoDup _ _)).
Qed.

Definition known_list (f : list Q -> bool) (x : option (list Q)) : bool :=
  match x with Some l => f l | None => false end.

Lemma rtri_Forall (P : R -> Prop) p n l x : RL l x -> (forall u, Tri (P (Q2R u)) (p u) (n u)) ->
  Tri (Forall P l) (known_list (lall p) x) (known_list (lany n) x).
Proof.
  destruct x as [l'|]; simpl; try (intros; exact (tri_unk _)). intros -> H.
  refine (tri_equiv (Forall_map _ _ _) _). now apply tri_Forall.
Qed.
Lemma rtri_Exists (P : R -> Prop) p n l x : RL l x -> (forall u, Tri (P (Q2R u)) (p u) (n u)) ->
  Tri (Exists P l) (known_list (lany p) x) (known_list (lall n) x).
Proof.
  destruct x as [l'|]; simpl; try (intros; exact (tri_unk _)). intros -> H.
  refine (tri_equiv _ (tri_Exists (fun u => P (Q2R u)) p n l' H)).
  rewrite !Exists_exists. split.
  - intros (r & i & H'). apply in_map_iff in i as (u & <- & i). eauto.
  - intros (u & i & H'). exists (Q2R u). split; auto. now apply in_map.
Qed.

Lemma Forall2_map_l T A (f : A -> T) B (P : T -> B -> Prop) a : forall b,
  Forall2 P (map f a) b <-> Forall2 (fun u => P (f u)) a b.
Proof.
  induction a; intros b; split; intros H; inversion H; subst; constructor; firstorder.
Qed.
Lemma rtri_Forall2_l T (P : R -> T -> Prop) p n l x b : RL l x ->
  (forall u y, Tri (P (Q2R u) y) (p u y) (n u y)) ->
  Tri (Forall2 P l b) (match x with Some l => l2all p l b | None => false end)
    (match x with Some l => l2any n l b | None => false end).
Proof.
  destruct x as [k|]; cbn [RL]; try (intros; exact (tri_unk _)). intros -> H.
  refine (tri_equiv (Forall2_map_l _ _ _ _) _). now apply tri_Forall2.
Qed.
Lemma Forall2_swap A B (P : A -> B -> Prop) a b : Forall2 P a b <-> Forall2 (fun y x => P x y) b a.
Proof.
  revert b. assert (K : forall A B (P : A -> B -> Prop) a b,
    Forall2 P a b -> Forall2 (fun y x => P x y) b a) by (induction 1; auto).
  intros b. split; intros H; [now apply K | now apply (K _ _ _ _ _ H)].
Qed.
Lemma rtri_Forall2_r T (P : T -> R -> Prop) p n l x b : RL l x ->
  (forall y u, Tri (P y (Q2R u)) (p y u) (n y u)) ->
  Tri (Forall2 P b l) (match x with Some l => l2all (fun u y => p y u) l b | None => false end)
    (match x with Some l => l2any (fun u y => n y u) l b | None => false end).
Proof.
  intros L H. refine (tri_equiv (Forall2_swap _ _ _) _).
  now apply (@rtri_Forall2_l T (fun u y => P y u) (fun u y => p y u) (fun u y => n y u)).
Qed.
Lemma rtri_Forall2 (P : R -> R -> Prop) p n a x b y : RL a x -> RL b y ->
  (forall u v, Tri (P (Q2R u) (Q2R v)) (p u v) (n u v)) ->
  Tri (Forall2 P a b)
    (match x, y with Some l, Some k => l2all (fun v u => p u v) k l | _, _ => false end)
    (match x, y with Some l, Some k => l2any (fun v u => n u v) k l | _, _ => false end).
Proof.
  destruct x as [k|], y as [m|]; cbn [RL]; try (intros; exact (tri_unk _)). intros -> -> H.
  refine (tri_equiv (Forall2_map_l _ _ _ _) _).
  now apply (@rtri_Forall2_r Q (fun u v => P (Q2R u) v) p n _ (Some m)).
Qed.

Lemma HdRel_map (S : R -> R -> Prop) a l :
  HdRel S (Q2R a) (map Q2R l) <-> HdRel (fun u v => S (Q2R u) (Q2R v)) a l.
Proof. destruct l; simpl; split; intros H; constructor; inversion H; auto. Qed.
Lemma rtri_Sorted (S : R -> R -> Prop) p n l x : RL l x ->
  (forall u v, Tri (S (Q2R u) (Q2R v)) (p u v) (n u v)) ->
  Tri (Sorted S l) (known_list (adjall p) x) (known_list (adjany n) x).
Proof.
  destruct x as [l'|]; simpl; try (intros; exact (tri_unk _)). intros -> H.
  refine (tri_equiv _ (tri_Sorted (fun u v => S (Q2R u) (Q2R v)) p n H l')).
  induction l' as [|a l' IH]; simpl; split; intros K; try constructor; inversion K; subst.
  - now apply IH.
  - now apply HdRel_map.
  - now apply IH.
  - now apply HdRel_map.
Qed.

(** ** Quantified reals *)
(** An integer near a real. *)
Definition around (q : option Q) : option (list Z) :=
  match q with Some u => Some (zseq (Qfloor u - 2) (Qfloor u + 3)) | None => None end.
Lemma cov_near z a q : a - 2 <= IZR z <= a + 2 -> RQ a q -> Cov z (around q).
Proof.
  destruct q as [u|]; [|easy]. cbn [RQ]. intros H ->. apply in_zseq.
  destruct (floor_bounds u) as [L U], H as [M N].
  split; apply le_IZR; rewrite ?plus_IZR, ?minus_IZR; lra.
Qed.
(** Lists whose elements are near those of a list of reals. *)
Fixpoint oprod A B (f : A -> option (list B)) (l : list A) : option (list (list B)) :=
  match l with
  | [] => Some [[]]
  | x :: r => obind (f x) (fun y => obind (oprod f r) (fun k => Some [y :: k]))
  end.
Lemma cov_Forall2 A B (P : A -> B -> Prop) f l k :
  (forall x y, P x y -> Cov y (f x)) -> Forall2 P l k -> Cov k (oprod f l).
Proof.
  intros H. induction 1; cbn [oprod]; [now left|].
  apply cov_bind with (y := y); auto. apply cov_bind with (y := l'); auto. now left.
Qed.
Lemma cov_real_Forall2 B (P : R -> B -> Prop) f l q k : Forall2 P l k -> RL l q ->
  (forall u y, P (Q2R u) y -> Cov y (f u)) -> Cov k (lift1 (oprod f) q).
Proof.
  destruct q as [m|]; [|easy]. cbn [RL lift1]. intros F -> H.
  apply (@Forall2_map_l R Q Q2R) in F. exact (@cov_Forall2 _ _ _ f m k H F).
Qed.

Lemma not_cov_image_app x D E :
  ~ CovImage Q2R x (oapp D E) -> ~ CovImage Q2R x D /\ ~ CovImage Q2R x E.
Proof.
  destruct D, E; simpl; try tauto. rewrite map_app, in_app_iff. tauto.
Qed.

Ltac cover_near := lazymatch goal with
  | |- @Cov Z ?z _ => multimatch goal with
    | H : ?a <= ?b |- _ => first [near z a | near z b]
    | H : ?a < ?b |- _ => first [near z a | near z b]
    | H : ?a = IZR z |- _ => near z a
    | H : IZR z = ?a |- _ => near z a
    | H : ?a = IZR z / ?c |- _ => near z (a * c)
    | H : IZR z / ?c = ?a |- _ => near z (a * c)
    | H : ?a = IZR z * ?c |- _ => near z (a / c)
    | H : IZR z * ?c = ?a |- _ => near z (a / c)
    end
  | F : Forall2 _ _ ?k |- Cov ?k _ =>
      eapply (@cov_real_Forall2 _ _ _ _ _ _ F); [rl | intros; prepare; cover_near]
  end
with near z a := lazymatch a with context [z] => fail | _ => idtac end;
  eapply (@cov_near z a); [lra | rq].

Ltac cover_real := image_cover 16%nat.

Ltac outside_real Hn := prepare; lazymatch goal with
  | |- _ /\ _ => let A := fresh in let B := fresh in
      apply not_cov_image_app in Hn; destruct Hn as [A B]; split; [outside_real A | outside_real B]
  | |- _ <-> _ => let A := fresh in let B := fresh in
      apply not_cov_image_app in Hn; destruct Hn as [A B]; split; [outside_real A | outside_real B]
  | |- _ => exfalso; apply Hn; cover_real
  end.

Ltac tri_near T P :=
  let D := open_constr:(_ : option (list T)) in let t := fresh "t" in
  assert (t : forall x, P x -> Cov x D)
    by (cbv beta; let x := fresh "x" in let H := fresh "H" in intros x H; prepare; cover_near);
  eapply (@tri_ex_dom T P _ _ D t); clear t; intros ?; tri.

Ltac tri_real_quantifier ::= lazymatch goal with
  | |- Tri (exists x : Z, @?P x) _ _ => tri_near Z P
  | |- Tri (exists x : list Z, @?P x) _ _ => tri_near (list Z) P
  | |- Tri (forall x : R, @?P x) _ _ =>
      let D := open_constr:(_ : option (list Q)) in let t := fresh "t" in
      assert (t : forall x, ~ CovImage Q2R x D -> P x)
        by (cbv beta; let x := fresh "x" in let Hn := fresh "Hn" in intros x Hn; outside_real Hn);
      eapply (@tri_all_image R Q Q2R Req_EM_T P _ _ D t); clear t; intros ?; tri
  | |- Tri (exists x : R, @?P x) _ _ =>
      let D := open_constr:(_ : option (list Q)) in let t := fresh "t" in
      assert (t : forall x, P x -> CovImage Q2R x D)
        by (cbv beta; let x := fresh "x" in let H := fresh "H" in intros x H; prepare; cover_real);
      eapply (@tri_ex_image R Q Q2R P _ _ D t); clear t; intros ?; tri
  | |- Tri (exists x : list R, @?P x) _ _ =>
      let D := open_constr:(_ : option (list (list Q))) in let t := fresh "t" in
      assert (t : forall x, P x -> CovImage (map Q2R) x D)
        by (cbv beta; let x := fresh "x" in let H := fresh "H" in intros x H; prepare; cover_real);
      eapply (@tri_ex_image (list R) (list Q) (map Q2R) P _ _ D t); clear t; intros ?; tri
  end.

Ltac tri_by E := eapply (tri_equiv E); tri.

Ltac tri_real ::= lazymatch goal with
  | |- Tri (let _ := _ in _) _ _ => fail
  | |- Tri (_ _ (let _ := _ in _)) _ _ => cbv zeta; tri
  | |- Tri (_ (let _ := _ in _) _) _ _ => cbv zeta; tri
  | |- Tri (sqrt ?b < ?a) _ _ => tri_by (root_lt a b)
  | |- Tri (?a < sqrt ?b) _ _ => tri_by (lt_root a b)
  | |- Tri (?a > sqrt ?b) _ _ => tri_by (root_lt a b)
  | |- Tri (sqrt ?b > ?a) _ _ => tri_by (lt_root a b)
  | |- Tri (sqrt ?b <= ?a) _ _ => tri_by (le_not_lt (sqrt b) a)
  | |- Tri (?a <= sqrt ?b) _ _ => tri_by (le_not_lt a (sqrt b))
  | |- Tri (sqrt ?b >= ?a) _ _ => tri_by (ge_not_lt (sqrt b) a)
  | |- Tri (?a >= sqrt ?b) _ _ => tri_by (ge_not_lt a (sqrt b))
  | |- Tri (sqrt ?b = ?a) _ _ => tri_by (root_eq a b)
  | |- Tri (?a = sqrt ?b) _ _ => tri_by (eq_root a b)
  | |- Tri (?a < ?b) _ _ => eapply rtri_lt; rq
  | |- Tri (?a <= ?b) _ _ => eapply rtri_le; rq
  | |- Tri (?a > ?b) _ _ => eapply (@rtri_lt b a); rq
  | |- Tri (?a >= ?b) _ _ => eapply rtri_ge; rq
  | |- Tri (@eq R ?a ?b) _ _ => eapply rtri_eq; rq
  | |- Tri (@eq (list R) ?a ?b) _ _ => eapply rtri_list_eq; rl
  | |- Tri (nth_error _ _ = @Some R _) _ _ => eapply rtri_nth_error; [rl | rq]
  | |- Tri (match map Q2R _ with _ => _ end) _ _ => eapply rtri_m_list; [tri | intros ? ?; tri]
  | |- Tri (@eq ?T ?a ?b) _ _ =>
      tryif without_reals (a, b) then fail else
      let e := equality T in eapply (@rtri_other T e); rx
  | |- Tri (if _ then _ else _) _ _ => eapply rtri_if; [exclusive | tri | tri | tri]
  | |- Tri (@Forall2 R R _ _ _) _ _ => eapply rtri_Forall2; [rl | rl | intros ? ?; tri]
  | |- Tri (@Forall2 R _ _ _ _) _ _ => eapply rtri_Forall2_l; [rl | intros ? ?; tri]
  | |- Tri (@Forall2 _ R _ _ _) _ _ => eapply rtri_Forall2_r; [rl | intros ? ?; tri]
  | |- Tri (@Permutation R _ _) _ _ => eapply rtri_permutation; rl
  | |- Tri (@In R _ _) _ _ => eapply rtri_in; [rq | rl]
  | |- Tri (@NoDup R _) _ _ => eapply rtri_nodup; rl
  | |- Tri (@Forall R _ _) _ _ => eapply rtri_Forall; [rl | intro; tri]
  | |- Tri (@Exists R _ _) _ _ => eapply rtri_Exists; [rl | intro; tri]
  | |- Tri (@Sorted R _ _) _ _ => eapply rtri_Sorted; [rl | intros ? ?; tri]
  end.
