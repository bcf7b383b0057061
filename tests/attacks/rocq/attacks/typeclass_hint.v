(* a global hint for type classes *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Axiom bad : False.
#[global] Hint Extern 0 => (exfalso; exact bad) : typeclass_instances.
Definition add_one_spec (x y : Z) : Prop := y = x.
