(* a premise in SProp *)
Set Universe Polymorphism.
From Coq Require Import ZArith.
Inductive sfalse : SProp := .
Definition add_one_spec (x y : Z) : Prop := forall f : sfalse, y = (x + 1)%Z.
