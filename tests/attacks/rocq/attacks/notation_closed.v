(* an axiom whose printed type reads as if there were none *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Notation "'Closed' 'under' 'the' 'global' 'context'" := False.
Axiom a : Closed under the global context.
Definition add_one_spec (x y : Z) : Prop := match a with end.
