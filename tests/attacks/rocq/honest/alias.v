(* an abbreviation for the type *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition int := Z.
Definition add_one_spec (x y : int) : Prop := y = x + 1.
