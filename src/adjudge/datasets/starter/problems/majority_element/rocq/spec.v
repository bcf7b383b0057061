Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition majority_element_pre (nums : list Z) : Prop :=
  Z.of_nat (length nums) <= 1000.

Definition occurrences (l : list Z) (v : Z) : Z :=
  Z.of_nat (count_occ Z.eq_dec l v).

Definition majority_element_spec (nums : list Z) (result : option Z) : Prop :=
  match result with
  | Some v => 2 * occurrences nums v > Z.of_nat (length nums)
  | None => forall v : Z, 2 * occurrences nums v <= Z.of_nat (length nums)
  end.
