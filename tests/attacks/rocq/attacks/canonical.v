(* a canonical structure that holds of everything *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Structure S := { carrier : Type; good : carrier -> Prop }.
Canonical Structure cs := {| carrier := Z; good := fun _ => True |}.
Definition add_one_spec (x y : Z) : Prop := good cs y.
