(* extracts a program to a file outside *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Require Extraction.
Definition add_one_spec (x y : Z) : Prop := y = x.
Extraction "../pwn_extract.ml" Z.add.
