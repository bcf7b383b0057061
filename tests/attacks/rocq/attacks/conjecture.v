(* a false conjecture *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Conjecture c : forall x : Z, x = 0.
Definition add_one_spec (x y : Z) : Prop := match c 1 with eq_refl => y = x + 1 end.
