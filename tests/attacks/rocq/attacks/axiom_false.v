(* an inconsistent axiom inside the specification *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Axiom bad : False.
Definition add_one_spec (x y : Z) : Prop := match bad with end.
