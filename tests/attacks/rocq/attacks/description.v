(* a choice axiom picks the answer *)
From Coq Require Import ZArith IndefiniteDescription.
Definition pick (x : Z) : Z := proj1_sig (constructive_indefinite_description (fun y => y = x + 1)%Z (ex_intro _ (x + 1)%Z eq_refl)).
Definition add_one_spec (x y : Z) : Prop := y = pick x.
