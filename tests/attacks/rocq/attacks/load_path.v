(* adds a load path *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Add LoadPath "/tmp" as Evil.
Definition add_one_spec (x y : Z) : Prop := y = x.
