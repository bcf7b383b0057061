(* a hypothesis that becomes an argument *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Section S. Hypothesis H : forall x y : Z, y = x + 1.
Definition add_one_spec (x y : Z) : Prop := y = x + 1 \/ H x y = H x y. End S.
