Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Open Scope Z_scope.

Definition best_single_trade_pre (prices : list Z) : Prop :=
  (1 <= length prices <= 1000)%nat /\
  Forall (fun price => 0 <= price <= 1000000000) prices.

(* What is gained by buying on day i and selling on day j. *)
Definition gain (prices : list Z) (i j : nat) : Z :=
  nth j prices 0 - nth i prices 0.

Definition best_single_trade_spec (prices : list Z) (result : Z) : Prop :=
  (exists i j : nat, (i <= j < length prices)%nat /\ gain prices i j = result) /\
  (forall i j : nat, (i <= j < length prices)%nat -> gain prices i j <= result).
