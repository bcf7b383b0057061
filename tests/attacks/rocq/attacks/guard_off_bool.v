(* a function that is its own negation *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Unset Guard Checking.
Fixpoint loop (n : nat) : bool := negb (loop n).
Definition add_one_spec (x y : Z) : Prop := loop 0 = true.
