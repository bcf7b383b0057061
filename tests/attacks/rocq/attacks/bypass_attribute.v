(* the guard bypassed by an attribute *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
#[bypass_check(guard)] Fixpoint loop (n : nat) : False := loop n.
Definition add_one_spec (x y : Z) : Prop := match loop 0 with end.
