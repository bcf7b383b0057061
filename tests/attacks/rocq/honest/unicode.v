(* identifiers with other letters *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition añadir (x : Z) := x + 1.
Definition add_one_spec (x y : Z) : Prop := y = añadir x.
