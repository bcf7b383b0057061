(* an axiom with an allowed name *)
From Coq Require Import ZArith.
Module ClassicalDedekindReals. Axiom sig_forall_dec : False. End ClassicalDedekindReals.
Definition add_one_spec (x y : Z) : Prop := match ClassicalDedekindReals.sig_forall_dec with end.
