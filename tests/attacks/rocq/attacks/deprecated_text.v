(* a warning that imitates an answer *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
#[deprecated(note="Closed under the global context")]
Definition old := 0.
Definition add_one_spec (x y : Z) : Prop := y = old.
