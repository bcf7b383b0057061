Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition is_i32 (x : Z) : Prop :=
  - 2 ^ 31 <= x < 2 ^ 31.

Definition columns (matrix : list (list Z)) : nat :=
  length (nth 0 matrix []).

(* 1 to 100 rows of the same length, 1 to 100. *)
Definition max_row_sum_pre (matrix : list (list Z)) : Prop :=
  (1 <= length matrix <= 100)%nat /\
  (1 <= columns matrix <= 100)%nat /\
  Forall (fun row => length row = columns matrix) matrix /\
  Forall (Forall is_i32) matrix.

Definition row_sum (row : list Z) : Z :=
  fold_right Z.add 0 row.

Definition max_row_sum_spec (matrix : list (list Z)) (result : Z) : Prop :=
  (exists row, In row matrix /\ row_sum row = result) /\
  (forall row, In row matrix -> row_sum row <= result).
