(* coercions around the arguments *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition up (z : Z) : Z := z + 5.
Inductive W := wrap : Z -> W.
Coercion wrap : Z >-> W.
Definition un (w : W) : Z := match w with wrap z => z end.
Definition add_one_spec (x y : W) : Prop := un y = up (un x).
