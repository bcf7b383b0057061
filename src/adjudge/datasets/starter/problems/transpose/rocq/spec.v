Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition is_i32 (x : Z) : Prop :=
  - 2 ^ 31 <= x < 2 ^ 31.

Definition columns (matrix : list (list Z)) : nat :=
  length (nth 0 matrix []).

(* 1 to 100 rows of the same length, 1 to 100. *)
Definition transpose_pre (matrix : list (list Z)) : Prop :=
  (1 <= length matrix <= 100)%nat /\
  (1 <= columns matrix <= 100)%nat /\
  Forall (fun row => length row = columns matrix) matrix /\
  Forall (Forall is_i32) matrix.

Definition transpose_spec (matrix result : list (list Z)) : Prop :=
  length result = columns matrix /\
  Forall (fun row => length row = length matrix) result /\
  forall r c : nat,
    (r < length matrix)%nat -> (c < columns matrix)%nat ->
    nth r (nth c result []) 0 = nth c (nth r matrix []) 0.
