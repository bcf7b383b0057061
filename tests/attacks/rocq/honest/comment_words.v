(* forbidden words in a comment *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
(* Axiom Admitted admit Parameter Unset Guard Checking *)
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
