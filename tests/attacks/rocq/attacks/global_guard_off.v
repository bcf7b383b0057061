(* flags switched off in whoever requires the file *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Global Unset Guard Checking. Global Unset Positivity Checking.
#[export] Unset Universe Checking.
Definition add_one_spec (x y : Z) : Prop := True /\ False.
