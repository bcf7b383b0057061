Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Bool.Bool.
Import ListNotations.
Open Scope Z_scope.

Definition count_in_range_pre (nums : list Z) (low high : Z) : Prop :=
  Z.of_nat (length nums) <= 100000 /\ low <= high.

Definition count_in_range_spec (nums : list Z) (low high : Z) (result : Z) : Prop :=
  result =
  Z.of_nat (length (filter (fun x => (low <=? x) && (x <=? high)) nums)).
