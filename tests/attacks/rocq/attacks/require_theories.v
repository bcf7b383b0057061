(* requires our library *)
From Adjudge Require Import Synthesis.
Definition add_one_spec (x y : nat) : Prop := y = x.
