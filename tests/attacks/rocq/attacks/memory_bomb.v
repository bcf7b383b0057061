(* evaluation that eats memory *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Fixpoint dbl (n : nat) (l : list nat) := match n with O => l | S k => dbl k (l ++ l) end.
Definition add_one_spec (x y : Z) : Prop := length (dbl 40 [1%nat]) = Z.to_nat y.
