(* classical logic in a decision *)
From Coq Require Import ZArith Classical.
Definition add_one_spec (x y : Z) : Prop := match classic (y = x + 1)%Z with or_introl _ => True | or_intror _ => False end.
