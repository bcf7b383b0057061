(* a parameter as the specification *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Parameter p : Z -> Z -> Prop.
Definition add_one_spec := p.
