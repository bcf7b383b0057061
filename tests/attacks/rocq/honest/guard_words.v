(* a flag set to what it is *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition guard_checking := true.
Set Guard Checking.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
