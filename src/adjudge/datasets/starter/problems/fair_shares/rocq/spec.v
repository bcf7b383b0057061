Require Import Coq.ZArith.ZArith.
Open Scope Z_scope.

Definition can_share_pre (a b c : Z) : Prop :=
  0 <= a <= 10 ^ 18 /\ 0 <= b <= 10 ^ 18 /\ 0 <= c <= 10 ^ 18.

(* Moving coins keeps their total, and any two piles can trade coin by coin: the piles can be
   made equal exactly when three equal piles make up the total. *)
Definition can_share_spec (a b c : Z) (result : bool) : Prop :=
  result = true <-> (a + b + c) mod 3 = 0.
