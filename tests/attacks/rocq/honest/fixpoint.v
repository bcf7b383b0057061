(* a fixpoint *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Fixpoint up (n : nat) (x : Z) := match n with O => x | S k => up k (x + 1) end.
Definition add_one_spec (x y : Z) : Prop := y = up 1 x.
