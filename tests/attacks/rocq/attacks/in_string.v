(* the specification is a string *)
From Coq Require Import String.
Definition s := "Definition add_one_spec (x y : Z) : Prop := y = x + 1."%string.
