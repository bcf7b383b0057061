(* a module called as our cases file *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module Cases. Definition case := Z. Definition case_0 : Z := 0. End Cases.
Definition add_one_spec (x y : Z) : Prop := y = x.
