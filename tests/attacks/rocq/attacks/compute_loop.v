(* compilation that does not end *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Fixpoint ack (m : nat) : nat -> nat := match m with O => S | S m' => fix a n := match n with O => ack m' 1%nat | S n' => ack m' (a n') end end.
Eval vm_compute in ack 4 4.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
