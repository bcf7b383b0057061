(* a context outside of any section *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Context (H : Z -> Z -> Prop).
Definition add_one_spec (x y : Z) : Prop := H x y.
