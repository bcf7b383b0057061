(** The arrangements of a list, all of them or those with a given image. *)
From Coq Require Import List Permutation.
From Adjudge Require Import Equality Quantify.
Import ListNotations.
Set Implicit Arguments.

Section Arrangements.
Variables (T U : Type) (fits : U -> T -> bool).

(** Each element with the rest. *)
Fixpoint picks (l : list T) : list (T * list T) :=
  match l with
  | [] => []
  | x :: r => (x, r) :: map (fun p => (fst p, x :: snd p)) (picks r)
  end.

Lemma picks_ok x b : forall a, In (x, a ++ b) (picks (a ++ x :: b)).
Proof.
  induction a as [|y a IH]; simpl; auto. right.
  apply (in_map (fun p => (fst p, y :: snd p)) _ _ IH).
Qed.

(** The arrangements of [l] whose elements fit those of [y] in order. *)
Fixpoint arrangements (y : list U) (l : list T) : list (list T) :=
  match y with
  | [] => match l with [] => [[]] | _ => [] end
  | u :: y => flat_map (fun p => if fits u (fst p)
                                 then map (cons (fst p)) (arrangements y (snd p)) else [])
                       (picks l)
  end.

Lemma arrangements_ok y x : Forall2 (fun u t => fits u t = true) y x ->
  forall l, Permutation l x -> In x (arrangements y l).
Proof.
  induction 1 as [|u t y x F _ IH]; intros l P; simpl.
  - apply Permutation_sym, Permutation_nil in P. subst. now left.
  - assert (I : In t l) by (eapply Permutation_in; [symmetry; exact P | now left]).
    apply in_split in I as (a & b & ->). apply in_flat_map. exists (t, a ++ b). split.
    + apply picks_ok.
    + simpl. rewrite F. apply in_map, IH. symmetry. apply Permutation_cons_app_inv with (a := t).
      now symmetry.
Qed.
End Arrangements.

Lemma cov_arranged_image T U (E : EqB U) (f : T -> U) l x y :
  Permutation l x -> y = map f x -> Cov x (Some (arrangements (fun u t => eqb (f t) u) y l)).
Proof.
  intros P ->. apply arrangements_ok; auto. clear P.
  induction x; simpl; constructor; auto. now apply eqb_ok.
Qed.

(** All arrangements, of short lists only: there are many. *)
Definition permutations T (l : list T) : option (list (list T)) :=
  if Nat.leb (length l) 6 then Some (arrangements (fun _ _ => true) l l) else None.
Lemma cov_permutation T (l x : list T) : Permutation l x -> Cov x (permutations l).
Proof.
  intros P. unfold permutations. destruct (Nat.leb _ _); [|exact I]. simpl.
  apply arrangements_ok; auto.
  apply Permutation_length in P. revert x P.
  induction l; intros [|y x] P; try discriminate; constructor; auto.
Qed.
