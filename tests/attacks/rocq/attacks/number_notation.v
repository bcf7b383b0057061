(* numerals with another meaning *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition seven : Z := 7.
Declare Scope evil_scope. Delimit Scope evil_scope with Z.
Notation "1" := seven : evil_scope.
Definition add_one_spec (x y : Z) : Prop := y = (x + 1)%Z.
