(* a lambda instead of parameters *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec : Z -> Z -> Prop := fun x y => y = x + 1.
