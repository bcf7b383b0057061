(* a module called as our library *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module Adjudge. Module Tri. Definition Tri := True. End Tri. End Adjudge.
Definition add_one_spec (x y : Z) : Prop := y = x.
