(* a witness with an equation *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec (x y : Z) : Prop := exists k, k = 1 /\ y = x + k.
