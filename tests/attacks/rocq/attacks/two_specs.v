(* a good specification out of reach, a bad one in its place *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module A. Definition add_one_spec (x y : Z) : Prop := y = x + 1. End A.
Definition add_one_spec (x y : Z) : Prop := True.
