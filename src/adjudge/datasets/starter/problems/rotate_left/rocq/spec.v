Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition rotate_left_pre (nums : list Z) (k : Z) : Prop :=
  Z.of_nat (length nums) <= 100000 /\
  0 <= k <= 1000000000.

Definition rotate_left_spec (nums : list Z) (k : Z) (result : list Z) : Prop :=
  length result = length nums /\
  forall i : Z, 0 <= i < Z.of_nat (length nums) ->
    nth (Z.to_nat i) result 0 =
    nth (Z.to_nat ((i + k) mod Z.of_nat (length nums))) nums 0.
