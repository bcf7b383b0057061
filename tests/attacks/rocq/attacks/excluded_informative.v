(* a decision by an axiom *)
From Coq Require Import ZArith ClassicalDescription.
Definition add_one_spec (x y : Z) : Prop := if excluded_middle_informative (y = x + 1)%Z then True else False.
