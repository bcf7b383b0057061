(** The domains of variables that stand for real numbers: what [Search] does for data.

    A variable that is bound on the way is replaced by the image of a rational, so that the terms
    which it occurs in can be computed. *)
From Coq Require Import Reals QArith Qreals List.
From Adjudge Require Import Synthesis.
From Adjudge Require Export RealTerms.
Import ListNotations.
Set Implicit Arguments.
Unset Strict Implicit.

(** The generated file says it so, whichever module has it. *)
Notation real_of := Q2R (only parsing).

(** ** Chaining *)
Section Chaining.
Variables (T U : Type) (f : U -> T) (t : T).

Lemma cov_image_in l x : In x l -> t = f x -> CovImage f t (Some l).
Proof. intros i ->. now apply in_map. Qed.

Lemma cov_image_flat B (y : B) l (F : B -> option (list U)) :
  In y l -> CovImage f t (F y) -> CovImage f t (oflat F l).
Proof.
  induction l as [|x r IH]; [easy|]. intros i H. cbn [oflat]. destruct i as [->|i].
  - destruct (F y) as [a|], (oflat F r) as [b|]; cbn [CovImage] in *; auto.
    rewrite map_app. apply in_or_app. now left.
  - specialize (IH i H). destruct (F x) as [a|], (oflat F r) as [b|]; cbn [CovImage] in *; auto.
    rewrite map_app. apply in_or_app. now right.
Qed.

Lemma cov_image_bind A B (g : B -> A) (y : A) D (F : B -> option (list U)) :
  CovImage g y D -> (forall u, y = g u -> CovImage f t (F u)) -> CovImage f t (obind D F).
Proof.
  destruct D as [l|]; cbn [obind CovImage]; auto. intros Hy Ht.
  apply in_map_iff in Hy as (u & E & i). apply cov_image_flat with (y := u); auto.
Qed.
Lemma cov_image_bind_data B (y : B) D (F : B -> option (list U)) :
  Cov y D -> CovImage f t (F y) -> CovImage f t (obind D F).
Proof. destruct D as [l|]; cbn [obind Cov]; auto. apply cov_image_flat. Qed.

Lemma cov_image_or (A B : Prop) D E :
  A \/ B -> (A -> CovImage f t D) -> (B -> CovImage f t E) -> CovImage f t (oapp D E).
Proof.
  destruct D, E; cbn [oapp CovImage]; auto.
  intros [a|b] HA HB; rewrite map_app; apply in_or_app; auto.
Qed.
Lemma cov_image_guard (G : Prop) p n D :
  Tri G p n -> G -> CovImage f t D -> CovImage f t (if n then Some [] else D).
Proof. intros H g C. destruct n; auto. destruct (tri_n H eq_refl g). Qed.
End Chaining.

(** [CoversImage G f t D]: if [G] holds then [D] covers [t], which is an image. *)
Definition CoversImage (G : Prop) T U (f : U -> T) (t : T) (D : option (list U)) :=
  G -> CovImage f t D.
Lemma covered_image (G : Prop) T U (f : U -> T) (t : T) D : G -> CoversImage G f t D -> CovImage f t D.
Proof. intros g H. exact (H g). Qed.

(** Data are the images of themselves. *)
Definition itself T (x : T) := x.
Lemma cov_itself T (t : T) D : Cov t D -> CovImage (@itself T) t D.
Proof. destruct D; cbn [Cov CovImage]; auto. intros H. exact (in_map (@itself T) _ _ H). Qed.

Lemma cov_data (G : Prop) T (t : T) D : CoversImage G (@itself T) t D -> Covers G t D.
Proof.
  intros H g. specialize (H g). destruct D as [l|]; cbn [Cov CovImage] in *; auto.
  apply in_map_iff in H as (u & <- & i). exact i.
Qed.

(** ** The table *)
Lemma image_head (l : list Q) c r : map Q2R l = c :: r -> CovImage Q2R c (Some (heads l)).
Proof. destruct l; intros E; [discriminate|]. injection E as <- _. now left. Qed.
Lemma image_tail (l : list Q) c r : map Q2R l = c :: r -> CovImage (map Q2R) r (Some (tails l)).
Proof. destruct l; intros E; [discriminate|]. injection E as _ <-. now left. Qed.
Lemma image_eq x a q : x = a -> RQ a q -> CovImage Q2R x (lift1 (fun u => Some [u]) q).
Proof. destruct q; cbn [RQ lift1 CovImage]; auto. intros -> ->. now left. Qed.
Lemma image_list_eq x a q : x = a -> RL a q -> CovImage (map Q2R) x (lift1 (fun u => Some [u]) q).
Proof. destruct q; cbn [RL lift1 CovImage]; auto. intros -> ->. now left. Qed.
Lemma image_in x l q : In x l -> RL l q -> CovImage Q2R x q.
Proof. destruct q; cbn [RL CovImage]; auto. now intros H ->. Qed.
Lemma image_nth x l i q : nth_error l i = Some x -> RL l q -> CovImage Q2R x q.
Proof. intros H. apply image_in. eapply nth_error_In; eauto. Qed.

Ltac image_by_itself H := match goal with E : forall _, _ |- _ => eapply E; exact H end.
Ltac image_by_other H := eapply (covered_image H); solve [eauto 1 with enumerators nocore].

(** Solves [CovImage f t ?D] by the hypothesis [H]. *)
Ltac image_by H := let h := type of H in lazymatch goal with |- CovImage _ ?t _ =>
  (multimatch h with
    | map Q2R _ = t :: _ => apply (image_head H)
    | map Q2R _ = _ :: t => apply (image_tail H)
    | t :: _ = map Q2R _ => apply (image_head (eq_sym H))
    | _ :: t = map Q2R _ => apply (image_tail (eq_sym H))
    | t = _ => first [eapply (image_eq H); rq | eapply (image_list_eq H); rl]
    | _ = t => first [eapply (image_eq (eq_sym H)); rq | eapply (image_list_eq (eq_sym H)); rl]
    | In t _ => eapply (image_in H); rl
    | nth_error _ _ = Some t => eapply (image_nth H); rl
    | context [t] => image_by_other H
    | context [t] => image_by_itself H
    end) end.

(** ** The search *)
Ltac image_scope G := lazymatch goal with |- @CovImage _ ?U _ _ ?D =>
  assert_succeeds (let E := open_constr:(mention G (_ : option (list U))) in unify D E) end.
Ltac image_prune := repeat match goal with
  | _ : Known deciding |- _ => fail 1
  | H : ?G |- CovImage _ _ _ =>
      lazymatch type of G with Prop => idtac end;
      lazymatch G with
      | Known _ => fail | Whole _ => fail | forall _, _ => fail | ~ CovImage _ _ _ => fail
      | _ => idtac end;
      fresh_here H; image_scope G;
      eapply (@cov_image_guard _ _ _ _ G);
      [clear H; mark deciding; solve [tri] | exact H | mark H]
  end.

(** The next variable gets its value: a real one is replaced by an image. *)
Ltac image_bind := match goal with y : ?A |- CovImage _ ?t _ =>
  tryif constr_eq y t then fail else idtac;
  let bound := (let u := fresh "u" in let E := fresh "E" in intros u E; subst y) in
  lazymatch A with
  | R => eapply (@cov_image_bind _ _ _ _ R Q Q2R y);
      [match goal with H : _ |- _ => image_by H end | bound]
  | list R => eapply (@cov_image_bind _ _ _ _ (list R) (list Q) (map Q2R) y);
      [match goal with H : _ |- _ => image_by H end | bound]
  | _ =>
      lazymatch type of A with Prop => fail | _ => idtac end;
      fresh_here y; tryif image_scope (y = y) then fail else idtac;
      eapply (@cov_image_bind_data _ _ _ _ _ y);
      [first [cover_direct | cover_enumerated] | mark y]
  end end.


Ltac image_now := lazymatch goal with
  | |- CovImage (@itself _) _ _ => apply cov_itself; first [cover_direct | apply cov_here]
  | |- _ => match goal with H : _ |- _ => image_by H end
  end.
Ltac image_cover n := image_prune; first
  [ image_now
  | lazymatch n with S ?m => image_bind; image_cover m end
  | match goal with H : _ \/ _ |- _ =>
      eapply (cov_image_or H); clear H; intro; prepare; image_cover n end ].

(** From [H], a disjunction with one part for each constructor. *)
Ltac image_enumeration H := lazymatch type of H with
  | _ \/ _ => eapply (cov_image_or H); clear H; intro H; image_enumeration H
  | _ => prepare; image_cover 24%nat
  end.

(** ** Case distinctions on lists of reals *)
Lemma rtri_m_list (a : list Q) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 ->
  (forall u r, Tri (P1 (Q2R u) (map Q2R r)) (p1 u r) (n1 u r)) ->
  Tri (match map Q2R a with nil => P0 | x :: l => P1 x l end)
    (match a with nil => p0 | u :: r => p1 u r end)
    (match a with nil => n0 | u :: r => n1 u r end).
Proof. destruct a; cbn [map]; auto. Qed.
