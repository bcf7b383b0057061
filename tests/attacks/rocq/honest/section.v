(* a section variable, discharged *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Section S. Variable k : Z. Definition shift (x : Z) := x + k. End S.
Definition add_one_spec (x y : Z) : Prop := y = shift 1 x.
