(* the plain specification *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
