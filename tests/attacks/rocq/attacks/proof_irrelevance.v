(* an axiom in the way of a true statement *)
From Coq Require Import ZArith ProofIrrelevance.
Definition add_one_spec (x y : Z) : Prop := match proof_irrelevance True I I with eq_refl => y = (x + 1)%Z end.
