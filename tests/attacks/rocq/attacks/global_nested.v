(* proof mode options changed globally *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Global Set Nested Proofs Allowed. Global Set Default Timeout 1.
Definition add_one_spec (x y : Z) : Prop := y = x.
