(* the specification is the relation *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Inductive add_one_spec : Z -> Z -> Prop := intro_spec : forall x y, y = x + 1 -> add_one_spec x y.
