(* a definition that only fails *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Fail Definition add_one_spec (x y : Z) : Prop := y = x + .
