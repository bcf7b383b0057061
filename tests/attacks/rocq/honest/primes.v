(* identifiers with primes *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition x' (x : Z) := x + 1.
Definition add_one_spec (x y : Z) : Prop := y = x' x.
