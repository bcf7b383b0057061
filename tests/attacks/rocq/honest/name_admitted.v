(* a name with admitted in it *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition is_admitted (x : Z) := true.
Definition add_one_spec (x y : Z) : Prop := is_admitted x = true /\ y = x + 1.
