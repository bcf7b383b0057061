(* flags changed for this file alone *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Local Set Printing All.
Local Unset Elimination Schemes.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
