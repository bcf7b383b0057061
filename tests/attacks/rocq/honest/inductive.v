(* an inductive relation *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Inductive next : Z -> Z -> Prop := next_intro : forall x, next x (x + 1).
Definition add_one_spec (x y : Z) : Prop := next x y.
