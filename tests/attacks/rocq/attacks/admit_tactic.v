(* an admitted function *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition f (x : Z) : Z. Proof. admit. Admitted.
Definition add_one_spec (x y : Z) : Prop := y = f x.
