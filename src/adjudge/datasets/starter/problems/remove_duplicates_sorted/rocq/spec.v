Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Sorting.Sorted.
Import ListNotations.
Open Scope Z_scope.

Definition remove_duplicates_sorted_pre (nums : list Z) : Prop :=
  Z.of_nat (length nums) <= 100000 /\ StronglySorted Z.le nums.

Definition remove_duplicates_sorted_spec (nums : list Z) (result : list Z) : Prop :=
  StronglySorted Z.lt result /\
  (forall x : Z, In x result <-> In x nums).
