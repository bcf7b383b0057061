(* a functor argument that is an axiom *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Module Type T. Axiom a : False. End T.
Declare Module M : T.
Definition add_one_spec (x y : Z) : Prop := match M.a with end.
