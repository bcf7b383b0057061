Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Import ListNotations.
Open Scope Z_scope.

Definition reverse_digits_pre (n : Z) : Prop :=
  0 <= n < 2 ^ 32.

(* The decimal digits of n, least significant first, without leading zeros (none at all for 0);
   at most as many as the fuel allows. *)
Fixpoint digits (fuel : nat) (n : Z) : list Z :=
  match fuel with
  | O => []
  | S fuel' => if n =? 0 then [] else n mod 10 :: digits fuel' (n / 10)
  end.

(* The number that is written with these digits, most significant first. *)
Definition number (ds : list Z) : Z :=
  fold_left (fun acc d => 10 * acc + d) ds 0.

(* Numbers below 2 ^ 32 have at most ten digits. *)
Definition reverse_digits_spec (n : Z) (result : Z) : Prop :=
  result = number (digits 10 n).
