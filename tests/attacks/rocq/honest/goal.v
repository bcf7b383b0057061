(* a goal without a name *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Goal True. Proof. exact I. Qed.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
