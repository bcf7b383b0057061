(* an uninterpreted relation *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Axiom oracle : Z -> Z -> Prop.
Definition add_one_spec (x y : Z) : Prop := oracle x y.
