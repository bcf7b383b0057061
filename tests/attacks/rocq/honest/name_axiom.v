(* a name that begins like a command *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition axiom_like (x : Z) := x + 1.
Definition add_one_spec (x y : Z) : Prop := y = axiom_like x.
