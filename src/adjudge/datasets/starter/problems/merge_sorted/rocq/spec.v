Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Sorting.Sorted.
Require Import Coq.Sorting.Permutation.
Import ListNotations.
Open Scope Z_scope.

Definition merge_sorted_pre (left right : list Z) : Prop :=
  Z.of_nat (length left) <= 100000 /\
  Z.of_nat (length right) <= 100000 /\
  StronglySorted Z.le left /\
  StronglySorted Z.le right.

Definition merge_sorted_spec (left right : list Z) (result : list Z) : Prop :=
  StronglySorted Z.le result /\ Permutation (left ++ right) result.
