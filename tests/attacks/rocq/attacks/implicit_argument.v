(* an extra implicit argument *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec {p : True} (x y : Z) : Prop := y = x.
