(** The arguments of the candidate's own recursive functions, found from what the functions yield.

    [f l = u] determines [l], if each step does: where [f (x :: l) = v], what is known of [v]
    determines [x] and [f l]. The generated file names the functions; see `inverses.py`. *)
From Coq Require Import List String Ascii ZArith.
From Adjudge Require Import Tri Equality Quantify Fuel Cover Search.
Import ListNotations.
Set Implicit Arguments.

Section Inverse.
Variables (T U : Type) (E : EqB U) (f : list T -> U) (D : U -> option (list (T * U))).

(** Where one step leads back to the same value, there are infinitely many arguments. *)
Fixpoint inverse (k : nat) (u : U) : option (list (list T)) :=
  match k with
  | O => None
  | S k =>
      oapp (Some (if eqb (f []) u then [[]] else []))
        (obind (D u) (fun step =>
          let (x, v) := step in
          if eqb v u then None else obind (inverse k v) (fun l => Some [x :: l])))
  end.

(** [I] is what is known of the argument and of all its ends. *)
Lemma cov_inverse (I : list T -> Prop) l u :
  f l = u -> I l -> (forall x l, I (x :: l) -> I l) ->
  (forall x l v, I (x :: l) -> f (x :: l) = v -> Cov (x, f l) (D v)) ->
  Cov l (inverse fuel u).
Proof.
  intros H i ends step. generalize fuel. intros k. revert l u H i.
  induction k as [|k IH]; [easy|]. intros [|x l] u H i; cbn [inverse].
  - apply cov_app_l. rewrite (proj2 (eqb_ok _ _) H). now left.
  - apply cov_app_r. apply cov_bind with (y := (x, f l)); [now apply step|].
    destruct (eqb (f l) u); [exact Logic.I|]. apply cov_bind with (y := l); [|now left].
    apply IH; auto. now apply ends in i.
Qed.

(** The same where the last element is a step of its own: texts that are joined by separators. *)
Variable L : U -> option (list T).
Fixpoint inverse_last (k : nat) (u : U) : option (list (list T)) :=
  match k with
  | O => None
  | S k =>
      oapp (Some (if eqb (f []) u then [[]] else []))
        (oapp (obind (L u) (fun x => Some [[x]]))
          (obind (D u) (fun step =>
            let (x, v) := step in
            if eqb v u then None else obind (inverse_last k v) (fun l => Some [x :: l]))))
  end.
Lemma cov_inverse_last (I : list T -> Prop) l u :
  f l = u -> I l -> (forall x l, I (x :: l) -> I l) ->
  (forall x v, I [x] -> f [x] = v -> Cov x (L v)) ->
  (forall x l v, I (x :: l) -> l <> [] -> f (x :: l) = v -> Cov (x, f l) (D v)) ->
  Cov l (inverse_last fuel u).
Proof.
  intros H i ends last step. generalize fuel. intros k. revert l u H i.
  induction k as [|k IH]; [easy|]. intros [|x l] u H i; cbn [inverse_last].
  - apply cov_app_l. rewrite (proj2 (eqb_ok _ _) H). now left.
  - apply cov_app_r. destruct l as [|y l].
    + apply cov_app_l. apply cov_bind with (y := x); [now apply last | now left].
    + apply cov_app_r. apply cov_bind with (y := (x, f (y :: l))); [now apply step|].
      destruct (eqb (f (y :: l)) u); [exact Logic.I|].
      apply cov_bind with (y := y :: l); [|now left].
      apply IH; auto. now apply ends in i.
Qed.
End Inverse.

Lemma incl_end T (y : list T) (x : T) l : incl (x :: l) y -> incl l y.
Proof. intros i a H. apply i. now right. Qed.

(** ** The candidate's functions; set by the generated file *)

(** Calls [next f l g] for a call [f l] in [t], where [g] reduces [f] in a hypothesis. *)
Ltac own_call t next := fail.

(** Whether a list ends in a variable whose domain is to be found. *)
Ltac open_end l := lazymatch l with
  | _ :: ?r => open_end r
  | _ => is_var l; tryif in_scope l then fail else idtac end.

(** A call gets a name, unless it stands alone; one whose argument has a head is reduced. *)
Ltac stands_alone t c := lazymatch t with
  | _ = c => idtac | c = _ => idtac | _ => fail end.
Ltac name_call H := lazymatch type of H with ?t =>
  own_call t ltac:(fun f l reduce =>
    open_end l;
    let c := eval cbv beta in (f l) in
    tryif is_var l
    then (tryif stands_alone t c then fail else
      let r := fresh "r" in let E := fresh "E" in remember c as r eqn:E)
    else reduce H) end.
Ltac name_calls ::= lazymatch goal with
  | |- Cov _ _ => repeat match goal with H : ?G |- _ =>
      lazymatch type of G with Prop => name_call H end end
  | _ => idtac
  end.

(** What is said of all elements of [y] is said of [x]. *)
Ltac told_of_elements y x i := repeat match goal with
  | K : Forall _ y |- _ => rewrite Forall_forall in K
  | K : forall d, In d y -> _ |- _ => specialize (K x i)
  end.

Ltac known_of_all y H := first
  [ exact H | exact (eq_sym H) | exact (incl_refl y) | exact (@incl_end _ y) ].

(** Solves [Cov y ?D] by [H : f y = u]: if each step determines the next. *)
Ltac by_steps T U e f y H reduce :=
  eapply (@cov_inverse T U e f _ (fun l => incl l y)); [known_of_all y H ..|];
  let x := fresh "x" in let l := fresh "l" in let v := fresh "v" in
  let i := fresh "i" in let K := fresh "K" in
  intros x l v i K; specialize (i x (or_introl eq_refl)); reduce K;
  told_of_elements y x i; clear H; clear dependent y;
  let r := fresh "r" in let E := fresh "E" in
  let c := eval cbv beta in (f l) in remember c as r eqn:E; clear E l; prepare; cover.
(** The same where the last step is another one. *)
Ltac by_last T U e f y H reduce :=
  eapply (@cov_inverse_last T U e f _ _ (fun l => incl l y)); [known_of_all y H ..| |];
  [ let x := fresh "x" in let v := fresh "v" in let i := fresh "i" in let K := fresh "K" in
    intros x v i K; specialize (i x (or_introl eq_refl)); reduce K;
    told_of_elements y x i; clear H; clear dependent y; prepare; cover
  | let x := fresh "x" in let l := fresh "l" in let v := fresh "v" in
    let i := fresh "i" in let N := fresh "N" in let K := fresh "K" in
    intros x l v i N K; specialize (i x (or_introl eq_refl)); reduce K;
    told_of_elements y x i; clear H; clear dependent y;
    let r := fresh "r" in let E := fresh "E" in
    let c := eval cbv beta in (f l) in remember c as r eqn:E; clear E;
    let z := fresh "z" in let m := fresh "m" in
    destruct l as [|z m]; [destruct (N eq_refl)|]; clear N; clear z m; prepare; cover ].
Ltac inverted H := lazymatch type of H with ?t =>
  own_call t ltac:(fun f y reduce => lazymatch goal with |- Cov y _ =>
    lazymatch type of (f y) with ?U =>
    lazymatch U with string => idtac | list _ => idtac end; (* a number is that of infinitely many *)
    lazymatch type of y with list ?T =>
    let e := constr:(ltac:(typeclasses eauto) : EqB U) in
    first [by_steps T U e f y H reduce | by_last T U e f y H reduce]
    end end end) end.
Ltac cover_inverse ::= match goal with H : @eq _ _ _ |- _ => inverted H end.
