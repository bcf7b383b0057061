Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition running_sum_pre (nums : list Z) : Prop :=
  Z.of_nat (length nums) <= 100000 /\
  Forall (fun x => -1000000000 <= x <= 1000000000) nums.

Definition sum (l : list Z) : Z := fold_right Z.add 0 l.

Definition running_sum_spec (nums : list Z) (result : list Z) : Prop :=
  length result = length nums /\
  forall i : nat, (i < length nums)%nat ->
    nth i result 0 = sum (firstn (S i) nums).
