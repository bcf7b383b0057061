Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Sorting.Sorted.
Import ListNotations.
Open Scope Z_scope.

Definition first_at_least_pre (nums : list Z) (target : Z) : Prop :=
  Z.of_nat (length nums) <= 100000 /\ StronglySorted Z.le nums.

Definition first_at_least_spec (nums : list Z) (target : Z) (result : Z) : Prop :=
  0 <= result <= Z.of_nat (length nums) /\
  (forall i : Z, 0 <= i < result -> nth (Z.to_nat i) nums 0 < target) /\
  (forall i : Z, result <= i < Z.of_nat (length nums) ->
     nth (Z.to_nat i) nums 0 >= target).
