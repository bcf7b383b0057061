(* its own type called Z *)
Inductive Z := ZZ.
Definition add_one_spec (a b : Z) : Prop := True.
