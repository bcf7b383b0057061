(* a record *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Record pair := mk { left : Z; right : Z }.
Definition add_one_spec (x y : Z) : Prop := left (mk y x) = right (mk y x) + 1.
