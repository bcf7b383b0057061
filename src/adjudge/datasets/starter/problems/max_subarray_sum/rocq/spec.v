Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Open Scope Z_scope.

Definition max_subarray_sum_pre (nums : list Z) : Prop :=
  (1 <= length nums <= 1000)%nat /\
  Forall (fun x => - 2 ^ 31 <= x < 2 ^ 31) nums.

(* The sum of the numbers at positions l, .., r - 1. *)
Definition segment_sum (nums : list Z) (l r : nat) : Z :=
  fold_right Z.add 0 (firstn (r - l) (skipn l nums)).

Definition max_subarray_sum_spec (nums : list Z) (result : Z) : Prop :=
  (exists l r : nat, (l < r <= length nums)%nat /\ segment_sum nums l r = result) /\
  (forall l r : nat, (l < r <= length nums)%nat -> segment_sum nums l r <= result).
