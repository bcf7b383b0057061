(* a notation of its own *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Notation "a +1" := (a + 1) (at level 50).
Definition add_one_spec (x y : Z) : Prop := y = x +1.
