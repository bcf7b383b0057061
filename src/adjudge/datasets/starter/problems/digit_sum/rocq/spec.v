Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Open Scope Z_scope.

Definition digit_sum_pre (n : Z) : Prop :=
  0 <= n < 2 ^ 64.

(* The decimal digit of weight 10 ^ i. *)
Definition digit (n : Z) (i : nat) : Z :=
  (n / 10 ^ Z.of_nat i) mod 10.

(* Numbers below 2 ^ 64 have at most twenty digits. *)
Definition digit_sum_spec (n : Z) (result : Z) : Prop :=
  result = fold_right Z.add 0 (map (digit n) (seq 0 20)).
