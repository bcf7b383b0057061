(* a transparent definition by tactics *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition inc (x : Z) : Z. Proof. exact (x + 1). Defined.
Definition add_one_spec (x y : Z) : Prop := y = inc x.
