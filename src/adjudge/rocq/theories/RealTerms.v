(** Terms over real numbers that are images of rationals.

    Arguments of real type are [Q2R q]; terms over them are reified: [RQ a q] says that [a] is the
    image of [q], [RL l q] the same of lists, [RX a x] that [a], of a type without reals, is [x];
    [None] says that nothing is known (a division by zero, whose value the reals leave open). *)
From Coq Require Import Reals QArith Qreals Qabs Qminmax Qround Lra Lia List ZArith Permutation Sorted Bool.
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

(** ** Recursive functions of the user over a list of reals: [g []] and [g (c :: l)] from [g l] *)
Lemma rq_recursive (g : list R -> R) z F l x : RQ (g []) z ->
  (forall c (r : list Q) y, RQ (g (map Q2R r)) y -> RQ (g (Q2R c :: map Q2R r)) (F c r y)) ->
  RL l x ->
  RQ (g l) (match x with Some k => list_rect (fun _ => option Q) z F k | None => None end).
Proof.
  intros Z S. destruct x as [k|]; [|easy]. cbn [RL]. intros ->.
  induction k; [exact Z|]. cbn [map list_rect]. now apply S.
Qed.

(** ** Terms of other types that mention reals *)
Definition RX T (a : T) (x : option T) : Prop := match x with Some v => a = v | None => True end.

Definition qceil (q : Q) : Z := (Qfloor q + 1)%Z.
Lemma floor_bounds q : IZR (Qfloor q) <= Q2R q < IZR (Qfloor q) + 1.
Proof.
  pose proof (Qfloor_le q) as L. pose proof (Qlt_floor q) as U.
  apply Qle_Rle in L. apply Qlt_Rlt in U.
  assert (E : forall z, Q2R (inject_Z z) = IZR z) by (intros; unfold Q2R; simpl; field).
  rewrite E in L, U. rewrite plus_IZR in U. auto.
Qed.
Lemma rx_up a q : RQ a q -> RX (up a) (lift1 (fun u => Some (qceil u)) q).
Proof.
  destruct q as [u|]; [|easy]. cbn [RQ RX lift1]. intros ->. symmetry. unfold qceil.
  apply tech_up; rewrite plus_IZR; pose proof (floor_bounds u); lra.
Qed.
Lemma rx_int_part a q : RQ a q -> RX (Int_part a) (lift1 (fun u => Some (Qfloor u)) q).
Proof.
  intros A. apply rx_up in A. unfold Int_part. destruct q as [u|]; [|easy].
  cbn [RX lift1] in *. rewrite A. unfold qceil. lia.
Qed.

Lemma rx_apply1 A B (f : A -> B) a x : RX a x -> RX (f a) (lift1 (fun u => Some (f u)) x).
Proof. destruct x; simpl; congruence. Qed.
Lemma rx_apply2 A B C (f : A -> B -> C) a b x y : RX a x -> RX b y ->
  RX (f a b) (lift2 (fun u v => Some (f u v)) x y).
Proof. destruct x, y; simpl; congruence. Qed.
Lemma rx_length A (f : Q -> A) l : RX (List.length (map f l)) (Some (List.length l)).
Proof. apply map_length. Qed.
Lemma rx_map T (f : R -> T) F l x : (forall u, RX (f (Q2R u)) (F u)) -> RL l x ->
  RX (map f l) (lift1 (omap F) x).
Proof.
  intros H. destruct x as [k|]; [|easy]. cbn [RL lift1]. intros ->.
  induction k as [|e r IH]; cbn [map omap]; [easy|].
  specialize (H e). destruct (F e); [|easy]. destruct (omap F r); [|easy].
  cbn [RX lift2] in *. congruence.
Qed.
Lemma rx_filter_length (f : R -> bool) F l x : (forall u, RX (f (Q2R u)) (F u)) -> RL l x ->
  RX (List.length (filter f l)) (lift1 (fun k =>
    lift1 (fun bs => Some (List.length (filter (fun b => b) bs))) (omap F k)) x).
Proof.
  intros H. destruct x as [k|]; [|easy]. cbn [RL lift1]. intros ->.
  induction k as [|e r IH]; cbn [map omap filter]; [easy|].
  specialize (H e). destruct (F e) as [b|]; [|easy]. destruct (omap F r) as [bs|]; [|easy].
  cbn [RX lift1 lift2 filter] in *. rewrite H. destruct b; cbn [List.length]; congruence.
Qed.
Lemma rx_recursive T (g : list R -> T) z F l x : RX (g []) z ->
  (forall c (r : list Q) y, RX (g (map Q2R r)) y -> RX (g (Q2R c :: map Q2R r)) (F c r y)) ->
  RL l x ->
  RX (g l) (match x with Some k => list_rect (fun _ => option T) z F k | None => None end).
Proof.
  intros Z S. destruct x as [k|]; [|easy]. cbn [RL]. intros ->.
  induction k; [exact Z|]. cbn [map list_rect]. now apply S.
Qed.

(** Conditionals on comparisons of reals, which do not compute. *)
Definition decided T (p n : bool) (x y : option T) : option T :=
  if p then x else if n then y else None.
Lemma rq_if A B (d : {A} + {B}) pa na a b x y : (B -> ~ A) -> Tri A pa na -> RQ a x -> RQ b y ->
  RQ (if d then a else b) (decided pa na x y).
Proof.
  intros E [P N] X Y. unfold decided. destruct d as [h|h], pa, na; auto; try exact I.
  - destruct (N eq_refl h).
  - destruct (E h (P eq_refl)).
  - destruct (E h (P eq_refl)).
Qed.
Lemma rx_if T A B (d : {A} + {B}) pa na (a b : T) x y : (B -> ~ A) -> Tri A pa na ->
  RX a x -> RX b y -> RX (if d then a else b) (decided pa na x y).
Proof.
  intros E [P N] X Y. unfold decided. destruct d as [h|h], pa, na; auto; try exact I.
  - destruct (N eq_refl h).
  - destruct (E h (P eq_refl)).
  - destruct (E h (P eq_refl)).
Qed.
Ltac exclusive := let h := fresh in let k := fresh in intros h k;
  first [exact (h k) | lra | congruence].

(** A function of the user applied to a list of reals, as a function of that list. *)
Ltac of_list a := match a with
  | ?f ?l => lazymatch type of l with list R => constr:(f) end
  | ?f ?l ?b => lazymatch type of l with list R => constr:(fun k => f k b) end
  | ?f ?l ?b ?c => lazymatch type of l with list R => constr:(fun k => f k b c) end
  end.
Ltac list_of a := match a with
  | _ ?l => lazymatch type of l with list R => l end
  | _ ?l _ => lazymatch type of l with list R => l end
  | _ ?l _ _ => lazymatch type of l with list R => l end
  end.

#[global] Arguments Q2R _ : simpl never.
Ltac one_step := let K := fresh in intros ? ? ? K; cbv beta in K; cbn.
Ltac without_reals a := lazymatch a with context [Q2R] => fail | _ => idtac end.

Ltac rl := lazymatch goal with
  | |- RL (map Q2R _) _ => apply rl_image
  | |- RL nil _ => apply rl_nil
  | |- RL (_ :: _) _ => eapply rl_cons; [rq | rl]
  | |- RL (_ ++ _) _ => eapply rl_app; [rl | rl]
  | |- RL (rev _) _ => eapply rl_rev; rl
  | |- RL (firstn _ _) _ => eapply rl_firstn; rl
  | |- RL (skipn _ _) _ => eapply rl_skipn; rl
  | |- RL (tl _) _ => eapply rl_tl; rl
  | |- RL (@map R R _ _) _ => eapply rl_map_image; [intro; cbv beta zeta; rq | rl]
  | |- RL (@map _ R _ _) _ => eapply rl_map; intro; cbv beta zeta; rq
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
  | |- RQ (fold_left _ _ _) _ => eapply rq_fold_left; [intros; cbv beta zeta; rq | rl | rq]
  | |- RQ (fold_right _ _ _) _ => eapply rq_fold_right; [intros; cbv beta zeta; rq | rl | rq]
  | |- RQ (if _ then _ else _) _ => eapply rq_if; [exclusive | tri | rq | rq]
  | K : RQ ?a _ |- RQ ?a _ => exact K
  | |- RQ ?a _ => first
      [ let g := of_list a in let l := list_of a in
        eapply (@rq_recursive g _ _ l); [cbn; rq | one_step; rq | rl]
      | let b := eval hnf in a in tryif constr_eq a b then fail else (change a with b; rq) ]
  end
with rx := lazymatch goal with
  | |- RX (up _) _ => eapply rx_up; rq
  | |- RX (Int_part _) _ => eapply rx_int_part; rq
  | |- RX (List.length (map Q2R _)) _ => apply rx_length
  | |- RX (List.length (@filter R _ _)) _ =>
      eapply rx_filter_length; [intro; cbv beta zeta; rx | rl]
  | |- RX (@map R _ _ _) _ => eapply rx_map; [intro; cbv beta zeta; rx | rl]
  | |- RX (if _ then _ else _) _ => eapply rx_if; [exclusive | tri | rx | rx]
  | K : RX ?a _ |- RX ?a _ => exact K
  | |- RX ?a _ => tryif without_reals a then exact (eq_refl a : RX a (Some a)) else first
      [ lazymatch a with
        | ?f ?u ?v => eapply (@rx_apply2 _ _ _ f u v); [rx | rx]
        | ?f ?u => eapply (@rx_apply1 _ _ f u); rx
        end
      | let b := eval hnf in a in tryif constr_eq a b then fail else (change a with b; rx)
      | let g := of_list a in let l := list_of a in
        eapply (@rx_recursive _ g _ _ l); [cbn; rx | one_step; rx | rl] ]
  end.
