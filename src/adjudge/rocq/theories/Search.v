(** The search for the domain of a variable, by the rules of [Cover].

    A goal [Cov t ?D] is reached by binding other variables first, the cheapest way first, until one
    rule determines [t]. Whatever is known of the variables so far cuts the enumeration short. *)
From Coq Require Import List ZArith String Ascii Permutation Lia.
From Adjudge Require Import Tri Domains Quantify Arrangements Cover.
Import ListNotations.
Set Implicit Arguments.
Local Open Scope nat_scope.

(** [Known y] marks variables whose domain has been found, and hypotheses that were used up. *)
Definition Known T (x : T) := True.

Ltac fresh_here y := lazymatch goal with _ : Known y |- _ => fail | _ => idtac end.
Ltac mark y := let K := fresh "known" in pose proof (I : Known y) as K.

Ltac cover_direct := multimatch goal with H : _ |- _ => cover_by H end.

(** ** Enumerators *)

(** Enumerators of the user's relations, added by the generated file. *)
Create HintDb enumerators.

(** [Covers G t D]: if [G] holds then [D] covers [t]. *)
Definition Covers (G : Prop) T (t : T) (D : option (list T)) := G -> Cov t D.
Lemma covered (G : Prop) T (t : T) D : G -> Covers G t D -> Cov t D.
Proof. intros g H. exact (H g). Qed.

(* Premises are tried in the order in which they are written: data mostly flow that way. *)
(** By the enumerator that is being built, or by that of another relation. *)
Ltac enumerated_by_itself H := match goal with E : forall _, _ |- _ => eapply E; exact H end.
Ltac enumerated_by_other H := eapply (covered H); solve [eauto 1 with enumerators nocore].
Ltac cover_enumerated_by H := first [enumerated_by_itself H | enumerated_by_other H].

Ltac cover_enumerated := multimatch reverse goal with H : ?G |- _ =>
  lazymatch type of G with Prop => cover_enumerated_by H end end.

(** ** Small ranges, where nothing better is known *)
Ltac cover_exhaustively := match goal with
  | |- @Cov ascii _ _ => apply cov_ascii
  | |- @Cov bool _ _ => apply cov_bool
  | H : Permutation _ ?x |- Cov ?x _ => apply (cov_permutation H)
  | H : Permutation ?x _ |- Cov ?x _ => apply (cov_permutation (Permutation_sym H))
  end.
Ltac cover_range := match goal with
  | H : ?x < _ |- Cov ?x _ => apply (cov_below H)
  | H : ?x <= _ |- Cov ?x _ => apply (cov_below (le_n_S _ _ H))
  | H : (?L <= ?x)%Z, K : (?x <= _)%Z |- Cov ?x _ => apply (cov_between (conj H K))
  | H : (?L <= ?x)%Z, K : (?x < _)%Z |- Cov ?x _ =>
      apply (cov_between (conj H (proj1 (Z.lt_le_pred _ _) K)))
  | H : (?L < ?x)%Z, K : (?x <= _)%Z |- Cov ?x _ =>
      apply (cov_between (conj (proj1 (Z.le_succ_l _ _) H) K))
  | H : (?L < ?x)%Z, K : (?x < _)%Z |- Cov ?x _ =>
      apply (cov_between (conj (proj1 (Z.le_succ_l _ _) H) (proj1 (Z.lt_le_pred _ _) K)))
  end.

(** A bound of a term with the variable, where that bounds the variable too. *)
Ltac mentions G y := lazymatch G with context [y] => idtac end.
Ltac cover_bounded := match goal with
  | H : ?a <= ?b |- @Cov nat ?x _ => mentions a x; apply (@cov_below x (S b)); lia
  | H : ?a < ?b |- @Cov nat ?x _ => mentions a x; apply (@cov_below x b); lia
  | H : (?a <= ?b)%Z |- @Cov Z ?x _ => mentions a x; apply (@cov_between x 0 b); lia
  | H : (?a < ?b)%Z |- @Cov Z ?x _ => mentions a x; apply (@cov_between x 0 b); lia
  end.

(** Numbers of which nothing is known, where only likely values are wanted: a false assumption. *)
Definition Guessing : Prop :=
  (forall n, Cov n (Some (seq 0 128))) /\ (forall z, Cov z (Some (zseq (-64) 64))).
Ltac cover_likely := match goal with
  | G : Guessing |- @Cov nat _ _ => apply (proj1 G)
  | G : Guessing |- @Cov Z _ _ => apply (proj2 G)
  end.

(** By a premise under a condition; see [Synthesis]. *)
Lemma cov_when (A : Prop) p n T (t : T) D E :
  Tri A p n -> (A -> Cov t D) -> Cov t E -> Cov t (if p then D else E).
Proof. intros H K L. destruct p; auto. apply K, (tri_p H eq_refl). Qed.
Ltac cover_conditional := fail.

(** By what a function of the candidate's own yields; see [Inverse]. *)
Ltac cover_inverse := fail.

(** ** Scope: what a domain may mention

    The domain to be found is an existential variable of the outer context: it may mention a term
    if it can be unified with something that does. *)
Definition mention (G : Prop) T (D : option (list T)) := D.

Ltac in_scope y := lazymatch goal with |- @Cov ?T _ ?D =>
  assert_succeeds (let E := open_constr:(obind (Some [y]) (fun _ => _ : option (list T))) in
                   unify D E) end.

Ltac is_in_scope G := lazymatch goal with |- @Cov ?T _ ?D =>
  assert_succeeds (let E := open_constr:(mention G (_ : option (list T))) in unify D E) end.

(** Case distinctions *)
Lemma cov_match_option A T (t : T) (e : option A) D E :
  (forall a, e = Some a -> Cov t (D a)) -> (e = None -> Cov t E) ->
  Cov t (match e with Some a => D a | None => E end).
Proof. destruct e; auto. Qed.
Lemma cov_match_list A T (t : T) (e : list A) D E :
  (e = [] -> Cov t D) -> (forall a l, e = a :: l -> Cov t (E a l)) ->
  Cov t (match e with [] => D | a :: l => E a l end).
Proof. destruct e; auto. Qed.
Lemma cov_match_nat T (t : T) (e : nat) D E :
  (e = 0 -> Cov t D) -> (forall n, e = S n -> Cov t (E n)) ->
  Cov t (match e with O => D | S n => E n end).
Proof. destruct e; auto. Qed.

(** Premises that can be decided cut an enumeration short; see [Synthesis]. *)
Ltac prune := idtac.

(** ** Binding one more variable on the way to the goal *)
Ltac bindable y := lazymatch goal with |- Cov ?t _ =>
  lazymatch type of y with ?T => lazymatch type of T with Prop => fail | _ => idtac end end;
  fresh_here y; tryif constr_eq y t then fail else idtac; tryif in_scope y then fail else idtac end.

(** An equation for [y] says nothing more once [y] is bound by it. *)
Ltac mark_equation H y := lazymatch type of H with
  | y = _ => mark H | _ = y => mark H | _ => idtac end.

Ltac bind_by rule := match goal with H : ?G |- _ =>
  lazymatch type of G with Prop => idtac end;
  match goal with y : _ |- _ =>
    mentions G y; bindable y;
    eapply (@cov_bind _ _ y); [once (rule H) | mark y; mark_equation H y]
  end end.

Ltac bind_enumerated rule := match reverse goal with H : ?G |- _ =>
  lazymatch type of G with Prop => idtac end; fresh_here H;
  match goal with y : _ |- _ =>
    mentions G y; bindable y;
    eapply (@cov_bind _ _ y); [once (rule H) | mark y]
  end end.

Ltac bind_conditional := match goal with H : _ -> ?G, y : _ |- _ =>
  mentions G y; bindable y;
  eapply (@cov_bind _ _ y); [once cover_conditional | mark y]
  end.

Ltac bind_inverse := match goal with y : list _ |- _ =>
  bindable y; eapply (@cov_bind _ _ y); [once cover_inverse | mark y] end.

Ltac bind_range := match goal with y : _ |- _ =>
  bindable y; eapply (@cov_bind _ _ y); [first [cover_range | cover_bounded | cover_exhaustively] | mark y] end.

Ltac bind_likely := match goal with _ : Guessing |- _ => match goal with y : _ |- _ =>
  bindable y; eapply (@cov_bind _ _ y); [cover_likely | mark y] end end.

(** ** The search *)
Ltac cover_now := first
  [ cover_direct
  | apply cov_here
  | cover_range
  | cover_bounded
  | prune; cover_enumerated
  | cover_inverse
  | cover_conditional ].

Ltac bind_one := first
  [ bind_by cover_point
  | bind_by cover_several
  | bind_enumerated cover_enumerated_by
  | bind_conditional
  | bind_inverse
  | bind_range
  | bind_likely ].

(** Binds no more than it must. All letters, or all arrangements, are the last resort: another
    variable may determine which one it is. *)
Ltac cover_greedily n := first
  [ cover_now
  | lazymatch n with S ?m => bind_by cover_point; prune; cover_greedily m end
  | cover_exhaustively
  | lazymatch n with S ?m => bind_one; prune; cover_greedily m end ].

Ltac split_cases H next := eapply (@cov_or _ _ _ _ _ _ H); clear H;
  let K := fresh "case" in intro K;
  lazymatch type of K with _ \/ _ => split_cases K next | _ => prepare; prune; next end.
Ltac forget_all_but H := repeat match goal with K : ?G |- _ =>
  lazymatch type of G with Prop => idtac end;
  lazymatch G with Known _ => fail | _ => tryif constr_eq K H then fail else clear K end end.
(** The cases of [x] itself, by themselves: those of other variables may be many. *)
Ltac by_own_cases next := match goal with H : ?A \/ ?B |- Cov ?x _ =>
  mentions (A \/ B) x; forget_all_but H; split_cases H next end.
Ltac by_cases next := first
  [ by_own_cases next | match goal with H : _ \/ _ |- _ => split_cases H next end ].

(** By a look-up in known texts: each text that [x] is compared with is a case, and if it is none of
    them the look-up fails. *)
Lemma cov_never T (x : T) : False -> Cov x (Some []).
Proof. easy. Qed.
Lemma compared (c x : string) : x = c \/ String.eqb c x = false /\ String.eqb x c = false.
Proof.
  rewrite !String.eqb_neq. destruct (string_dec x c) as [->|N]; [now left|].
  right. split; congruence.
Qed.
Ltac compare_each H x n := lazymatch n with S ?m => cbn -[String.eqb] in H; first
  [ apply cov_never; solve [discriminate H | contradiction H]
  | let by_text c := (eapply (@cov_or _ _ _ _ _ _ (compared c x));
      [ let E := fresh "E" in intro E; apply (cov_eq E)
      | let E := fresh "E" in intro E; rewrite ?(proj1 E), ?(proj2 E) in H; clear E;
        compare_each H x m ]) in
    lazymatch type of H with
    | context [String.eqb ?c x] => by_text c
    | context [String.eqb x ?c] => by_text c
    end ] end.
Ltac cover_compared := match goal with H : ?a = _ |- @Cov string ?x _ =>
  mentions a x; compare_each H x 64 end.

(** By a case distinction on what is known already: each case may use its own equations. *)
Ltac by_match next := match goal with H : match ?e with _ => _ end |- Cov _ _ =>
  in_scope e;
  let E := fresh "E" in
  first
  [ eapply (@cov_match_option _ _ _ e)
  | eapply (@cov_match_list _ _ _ e)
  | eapply (@cov_match_nat _ _ e) ];
  intros; match goal with E : e = _ |- _ => rewrite E in H end; prepare; prune; next end.

(** Solves [Cov x ?D]. *)
Ltac cover := first
  [ cover_direct
  | by_own_cases ltac:(idtac; cover_direct)
  | cover_greedily 16
  | by_cases ltac:(cover)
  | cover_compared
  | by_match ltac:(cover)
  | cover_likely ].

(** For an enumerator: binds whatever is determined, so that each premise cuts the enumeration short
    before the recursion and before anything is guessed. A variable that was bound stays bound:
    what fails then would fail without. *)
Ltac bind_determined := first
  [ bind_by cover_point
  | bind_enumerated enumerated_by_other
  | bind_conditional ].
Ltac bind_guessed := first
  [ bind_enumerated enumerated_by_itself
  | bind_by cover_several
  | bind_range ].
Ltac enumerate n := prune; lazymatch n with S ?m =>
  tryif bind_determined then enumerate m else first
  [ cover_now
  | by_match ltac:(enumerate m)
  | cover_exhaustively
  | bind_guessed; enumerate m ] end.

(** From [H], a disjunction with one part for each constructor. *)
Ltac enumeration H := lazymatch type of H with
  | _ \/ _ => eapply (@cov_or _ _ _ _ _ _ H); clear H; intro H; enumeration H
  | _ => prepare; first
      [enumerate 24 | by_cases ltac:(enumerate 24)]
  end.
