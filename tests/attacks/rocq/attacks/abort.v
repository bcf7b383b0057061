(* the definition is aborted *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition add_one_spec : Z -> Z -> Prop. Proof. exact (fun x y => y = x + 1). Abort.
