(* a module of its own *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module M. Definition inc (x : Z) := x + 1. End M.
Definition add_one_spec (x y : Z) : Prop := y = M.inc x.
