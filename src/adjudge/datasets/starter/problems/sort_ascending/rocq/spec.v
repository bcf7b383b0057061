Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Sorting.Sorted.
Require Import Coq.Sorting.Permutation.
Import ListNotations.
Open Scope Z_scope.

Definition sort_ascending_pre (nums : list Z) : Prop :=
  Z.of_nat (length nums) <= 1000.

Definition sort_ascending_spec (nums : list Z) (result : list Z) : Prop :=
  StronglySorted Z.le result /\ Permutation nums result.
