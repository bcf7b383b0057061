(* floods the output *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Ltac say n := match n with O => idtac | S ?m => idtac "Closed under the global context"; say m end.
Goal True. do 200 (say 400%nat). Abort.
Definition add_one_spec (x y : Z) : Prop := y = x.
