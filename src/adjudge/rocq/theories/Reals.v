(** Real numbers that are images of rationals.

    Arguments of real type are [Q2R q]; terms over them are reified: [RQ a q] says that [a] is the
    image of [q], [RL l q] the same of lists, and [None] that nothing is known (a division by zero,
    whose value the reals leave open). Atoms then are decided on rationals. *)
From Coq Require Import Reals QArith Qreals Qabs Qminmax Lra Lia List ZArith Permutation Sorted Bool.
From Adjudge Require Import Synthesis.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope R_scope.

Definition RQ (a : R) (q : option Q) : Prop := match q with Some x => a = Q2R x | None => True end.
Definition RL (a : list R) (q : option (list Q)) : Prop :=
  match q with Some x => a = map Q2R x | None => True end.

Definition lift1 A B (f : A -> option B) (x : option A) : option B :=
  match x with Some a => f a | None => None end.
Definition lift2 A B C (f : A -> B -> option C) (x : option A) (y : option B) : option C :=
  match x, y with Some a, Some b => f a b | _, _ => None end.

(** ** Numbers; one entry for each operation *)
Lemma rq_image q : RQ (Q2R q) (Some q).
Proof. reflexivity. Qed.
Lemma rq_unknown a : RQ a None.
Proof. exact I. Qed.
Lemma rq_integer z : RQ (IZR z) (Some (z # 1)%Q).
Proof. simpl. unfold Q2R; simpl. field. Qed.
Lemma rq_natural n : RQ (INR n) (Some (Z.of_nat n # 1)%Q).
Proof. rewrite INR_IZR_INZ. apply rq_integer. Qed.

Section Operations.
Variables (a b : R) (x y : option Q).
Hypotheses (A : RQ a x) (B : RQ b y).
Ltac open_rq := destruct x as [u|], y as [v|]; cbn [RQ lift1 lift2] in *; auto; subst.

Lemma rq_plus : RQ (a + b) (lift2 (fun u v => Some (Qred (u + v))) x y).
Proof. open_rq. now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus. Qed.
Lemma rq_minus : RQ (a - b) (lift2 (fun u v => Some (Qred (u - v))) x y).
Proof. open_rq. now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_minus. Qed.
Lemma rq_mult : RQ (a * b) (lift2 (fun u v => Some (Qred (u * v))) x y).
Proof. open_rq. now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult. Qed.
Lemma rq_opp : RQ (- a) (lift1 (fun u => Some (- u)%Q) x).
Proof. destruct x; cbn [RQ lift1] in *; auto; subst. now rewrite Q2R_opp. Qed.
Lemma rq_div :
  RQ (a / b) (lift2 (fun u v => if Qeq_bool v 0 then None else Some (Qred (u / v))) x y).
Proof.
  open_rq. destruct (Qeq_bool v 0) eqn:E; cbn [RQ]; auto. apply Qeq_bool_neq in E.
  rewrite (Qeq_eqR _ _ (Qred_correct _)). now rewrite Q2R_div.
Qed.
Lemma rq_inv : RQ (/ a) (lift1 (fun u => if Qeq_bool u 0 then None else Some (Qred (/ u))) x).
Proof.
  destruct x as [u|]; cbn [RQ lift1] in *; auto; subst.
  destruct (Qeq_bool u 0) eqn:E; cbn [RQ]; auto.
  apply Qeq_bool_neq in E. rewrite (Qeq_eqR _ _ (Qred_correct _)). now rewrite Q2R_inv.
Qed.
Lemma rq_abs : RQ (Rabs a) (lift1 (fun u => Some (Qabs u)) x).
Proof.
  destruct x as [u|]; cbn [RQ lift1] in *; auto; subst.
  apply Qabs_case; intros H; apply Qle_Rle in H; rewrite ?RMicromega.Q2R_0 in H.
  - now apply Rabs_pos_eq.
  - rewrite Q2R_opp. now apply Rabs_left1.
Qed.
Lemma rq_max : RQ (Rmax a b) (lift2 (fun u v => Some (if Qle_bool u v then v else u)) x y).
Proof.
  open_rq. destruct (Qle_bool u v) eqn:E; cbn [RQ].
  - apply Qle_bool_iff, Qle_Rle in E. now apply Rmax_right.
  - apply Rmax_left, Qle_Rle. destruct (Qlt_le_dec v u) as [H|H]; [now apply Qlt_le_weak|].
    apply Qle_bool_iff in H. congruence.
Qed.
Lemma rq_min : RQ (Rmin a b) (lift2 (fun u v => Some (if Qle_bool u v then u else v)) x y).
Proof.
  open_rq. destruct (Qle_bool u v) eqn:E; cbn [RQ].
  - apply Qle_bool_iff, Qle_Rle in E. now apply Rmin_left.
  - apply Rmin_right, Qle_Rle. destruct (Qlt_le_dec v u) as [H|H]; [now apply Qlt_le_weak|].
    apply Qle_bool_iff in H. congruence.
Qed.
End Operations.

Fixpoint qpow (u : Q) (n : nat) : Q := match n with O => 1%Q | S k => Qred (u * qpow u k) end.
Lemma rq_pow a x n : RQ a x -> RQ (a ^ n) (lift1 (fun u => Some (qpow u n)) x).
Proof.
  destruct x as [u|]; cbn [RQ lift1]; auto. intros ->. induction n; cbn [pow qpow].
  - unfold Q2R; simpl. field.
  - now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult, IHn.
Qed.

Lemma rq_nth l x i d y : RL l x -> RQ d y ->
  RQ (nth i l d) (lift2 (fun l d => Some (nth i l d)) x y).
Proof. destruct x, y; simpl; auto. intros -> ->. apply map_nth. Qed.
Lemma rq_hd l x d y : RL l x -> RQ d y -> RQ (hd d l) (lift2 (fun l d => Some (hd d l)) x y).
Proof. destruct x as [[|]|], y; simpl; auto; intros -> ->; reflexivity. Qed.
Lemma rq_last l x d y : RL l x -> RQ d y -> RQ (last l d) (lift2 (fun l d => Some (last l d)) x y).
Proof.
  destruct x as [u|], y as [v|]; simpl; auto. intros -> ->.
  induction u as [|a [|b u] IH]; simpl in *; auto.
Qed.

Section Folds.
Variables (f : R -> R -> R) (F : Q -> Q -> option Q).
Hypothesis step : forall u v, RQ (f (Q2R u) (Q2R v)) (F u v).

Lemma rq_fold_left l x a y : RL l x -> RQ a y ->
  RQ (fold_left f l a) (lift1 (fun l => fold_left (fun s e => lift1 (fun s => F s e) s) l y) x).
Proof.
  destruct x as [l'|]; simpl; auto. intros ->. revert a y. induction l' as [|e l' IH]; simpl; auto.
  intros a y H. apply IH. destruct y as [s|]; simpl in *; auto. subst. apply step.
Qed.
Lemma rq_fold_right l x a y : RL l x -> RQ a y ->
  RQ (fold_right f a l) (lift1 (fun l => fold_right (fun e s => lift1 (F e) s) y l) x).
Proof.
  destruct x as [l'|]; simpl; auto. intros -> H. induction l' as [|e l' IH]; simpl; auto.
  destruct (fold_right (fun e s => lift1 (F e) s) y l') as [s|]; simpl in *; auto.
  rewrite IH. apply step.
Qed.
End Folds.

(** ** Lists *)
Lemma rl_image l : RL (map Q2R l) (Some l).
Proof. reflexivity. Qed.
Lemma rl_nil : RL [] (Some []).
Proof. reflexivity. Qed.
Lemma rl_cons a l x y : RQ a x -> RL l y -> RL (a :: l) (lift2 (fun a l => Some (a :: l)) x y).
Proof. destruct x, y; simpl; auto. intros -> ->. reflexivity. Qed.
Lemma rl_app a b x y : RL a x -> RL b y -> RL (a ++ b) (lift2 (fun a b => Some (a ++ b)%list) x y).
Proof. destruct x, y; simpl; auto. intros -> ->. now rewrite map_app. Qed.
Lemma rl_rev a x : RL a x -> RL (rev a) (lift1 (fun l => Some (rev l)) x).
Proof. destruct x; simpl; auto. intros ->. now rewrite map_rev. Qed.
Lemma rl_firstn n a x : RL a x -> RL (firstn n a) (lift1 (fun l => Some (firstn n l)) x).
Proof. destruct x; simpl; auto. intros ->. apply firstn_map. Qed.
Lemma rl_skipn n a x : RL a x -> RL (skipn n a) (lift1 (fun l => Some (skipn n l)) x).
Proof. destruct x; simpl; auto. intros ->. apply skipn_map. Qed.
Lemma rl_tl a x : RL a x -> RL (tl a) (lift1 (fun l => Some (tl l)) x).
Proof. destruct x as [[|]|]; simpl; auto; intros ->; reflexivity. Qed.

Fixpoint omap A B (F : A -> option B) (l : list A) : option (list B) :=
  match l with
  | [] => Some []
  | e :: r => lift2 (fun a b => Some (a :: b)) (F e) (omap F r)
  end.
Lemma rl_map_image (f : R -> R) F l x : (forall u, RQ (f (Q2R u)) (F u)) -> RL l x ->
  RL (map f l) (lift1 (omap F) x).
Proof.
  intros H. destruct x as [l'|]; simpl; auto. intros ->. induction l' as [|e r IH]; simpl; auto.
  specialize (H e). destruct (F e); simpl in *; auto.
  destruct (omap F r); simpl in *; auto. now rewrite H, IH.
Qed.
Lemma rl_map A (f : A -> R) F l : (forall u, RQ (f u) (F u)) -> RL (map f l) (omap F l).
Proof.
  intros H. induction l as [|e r IH]; simpl; auto. specialize (H e).
  destruct (F e); simpl in *; auto. destruct (omap F r); simpl in *; auto. now rewrite H, IH.
Qed.

Ltac rl := lazymatch goal with
  | |- RL (map Q2R _) _ => apply rl_image
  | |- RL nil _ => apply rl_nil
  | |- RL (_ :: _) _ => eapply rl_cons; [rq | rl]
  | |- RL (_ ++ _) _ => eapply rl_app; [rl | rl]
  | |- RL (rev _) _ => eapply rl_rev; rl
  | |- RL (firstn _ _) _ => eapply rl_firstn; rl
  | |- RL (skipn _ _) _ => eapply rl_skipn; rl
  | |- RL (tl _) _ => eapply rl_tl; rl
  | |- RL (@map R R _ _) _ => eapply rl_map_image; [intro; cbv beta; rq | rl]
  | |- RL (@map _ R _ _) _ => eapply rl_map; intro; cbv beta; rq
  end
with rq := lazymatch goal with
  | |- RQ (Q2R _) _ => apply rq_image
  | |- RQ (IZR _) _ => apply rq_integer
  | |- RQ (INR _) _ => apply rq_natural
  | |- RQ (_ + _) _ => eapply rq_plus; rq
  | |- RQ (_ - _) _ => eapply rq_minus; rq
  | |- RQ (_ * _) _ => eapply rq_mult; rq
  | |- RQ (_ / _) _ => eapply rq_div; rq
  | |- RQ (- _) _ => eapply rq_opp; rq
  | |- RQ (/ _) _ => eapply rq_inv; rq
  | |- RQ (Rabs _) _ => eapply rq_abs; rq
  | |- RQ (Rmax _ _) _ => eapply rq_max; rq
  | |- RQ (Rmin _ _) _ => eapply rq_min; rq
  | |- RQ (_ ^ _) _ => eapply rq_pow; rq
  | |- RQ (nth _ _ _) _ => eapply rq_nth; [rl | rq]
  | |- RQ (hd _ _) _ => eapply rq_hd; [rl | rq]
  | |- RQ (last _ _) _ => eapply rq_last; [rl | rq]
  | |- RQ (fold_left _ _ _) _ => eapply rq_fold_left; [intros; cbv beta; rq | rl | rq]
  | |- RQ (fold_right _ _ _) _ => eapply rq_fold_right; [intros; cbv beta; rq | rl | rq]
  | |- RQ ?a _ => let b := eval hnf in a in
      tryif constr_eq a b then fail else (change a with b; rq)
  end.

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
Lemma cov_real_in x l q : In x l -> RL l q -> CovImage Q2R x q.
Proof. destruct q; simpl; auto. now intros H ->. Qed.
Lemma cov_real_eq x a q : x = a -> RQ a q -> CovImage Q2R x (lift1 (fun u => Some [u]) q).
Proof. destruct q; simpl; auto. intros -> ->. now left. Qed.

Lemma cov_image_or (A B : Prop) x D E : A \/ B -> (A -> CovImage Q2R x D) ->
  (B -> CovImage Q2R x E) -> CovImage Q2R x (oapp D E).
Proof.
  destruct D, E; simpl; auto. intros [a|b] HA HB; rewrite map_app; apply in_or_app; auto.
Qed.
Lemma not_cov_image_app x D E :
  ~ CovImage Q2R x (oapp D E) -> ~ CovImage Q2R x D /\ ~ CovImage Q2R x E.
Proof.
  destruct D, E; simpl; try tauto. rewrite map_app, in_app_iff. tauto.
Qed.

Ltac cover_real := first
  [ multimatch goal with
    | H : In ?x _ |- CovImage _ ?x _ => eapply (@cov_real_in _ _ _ H); rl
    | H : ?x = _ |- CovImage _ ?x _ => eapply (@cov_real_eq _ _ _ H); rq
    | H : _ = ?x |- CovImage _ ?x _ => eapply (@cov_real_eq _ _ _ (eq_sym H)); rq
    end
  | match goal with H : _ \/ _ |- _ =>
      eapply (@cov_image_or _ _ _ _ _ H); clear H; intro; prepare; cover_real end ].

Ltac outside_real Hn := prepare; lazymatch goal with
  | |- _ /\ _ => let A := fresh in let B := fresh in
      apply not_cov_image_app in Hn; destruct Hn as [A B]; split; [outside_real A | outside_real B]
  | |- _ <-> _ => let A := fresh in let B := fresh in
      apply not_cov_image_app in Hn; destruct Hn as [A B]; split; [outside_real A | outside_real B]
  | |- _ => exfalso; apply Hn; cover_real
  end.

Ltac tri_real_quantifier ::= lazymatch goal with
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
  end.

Ltac tri_real ::= lazymatch goal with
  | |- Tri (?a < ?b) _ _ => eapply rtri_lt; rq
  | |- Tri (?a <= ?b) _ _ => eapply rtri_le; rq
  | |- Tri (?a > ?b) _ _ => eapply (@rtri_lt b a); rq
  | |- Tri (?a >= ?b) _ _ => eapply rtri_ge; rq
  | |- Tri (@eq R ?a ?b) _ _ => eapply rtri_eq; rq
  | |- Tri (@eq (list R) ?a ?b) _ _ => eapply rtri_list_eq; rl
  | |- Tri (@Permutation R _ _) _ _ => eapply rtri_permutation; rl
  | |- Tri (@In R _ _) _ _ => eapply rtri_in; [rq | rl]
  | |- Tri (@NoDup R _) _ _ => eapply rtri_nodup; rl
  | |- Tri (@Forall R _ _) _ _ => eapply rtri_Forall; [rl | intro; tri]
  | |- Tri (@Exists R _ _) _ _ => eapply rtri_Exists; [rl | intro; tri]
  | |- Tri (@Sorted R _ _) _ _ => eapply rtri_Sorted; [rl | intros ? ?; tri]
  end.
