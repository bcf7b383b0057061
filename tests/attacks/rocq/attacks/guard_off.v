(* a proof of False without the guard *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Unset Guard Checking.
Fixpoint loop (n : nat) : False := loop n.
Set Guard Checking.
Definition add_one_spec (x y : Z) : Prop := match loop 0 with end.
