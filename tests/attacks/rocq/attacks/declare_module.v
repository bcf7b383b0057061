(* a declared module with axioms *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module Type T. Axiom r : Z -> Z -> Prop. End T.
Declare Module M : T.
Definition add_one_spec (x y : Z) : Prop := M.r x y.
