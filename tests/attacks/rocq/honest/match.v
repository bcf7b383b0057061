(* a match that yields propositions *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec (x y : Z) : Prop := match y - x with 1 => True | _ => False end.
