Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition peak_index_pre (nums : list Z) : Prop :=
  1 <= Z.of_nat (length nums) <= 100000.

Definition peak_index_spec (nums : list Z) (result : Z) : Prop :=
  0 <= result < Z.of_nat (length nums) /\
  (result = 0 \/
   nth (Z.to_nat result) nums 0 >= nth (Z.to_nat (result - 1)) nums 0) /\
  (result = Z.of_nat (length nums) - 1 \/
   nth (Z.to_nat result) nums 0 >= nth (Z.to_nat (result + 1)) nums 0).
