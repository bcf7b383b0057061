(* nested comments with a string *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
(* outer (* Axiom a : False. *) "unclosed ( *" *)
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
