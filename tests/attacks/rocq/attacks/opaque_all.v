(* conversion strategies changed globally *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
#[global] Opaque Z.add Z.eqb.
Global Strategy expand [Z.add].
Definition add_one_spec (x y : Z) : Prop := y = x.
