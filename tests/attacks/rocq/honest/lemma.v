(* a proved lemma beside it *)
From Coq Require Import ZArith List.
Import ListNotations.
Open Scope Z_scope.
Lemma succ : forall x : Z, x + 1 = Z.succ x. Proof. intros. reflexivity. Qed.
Definition add_one_spec (x y : Z) : Prop := y = x + 1.
