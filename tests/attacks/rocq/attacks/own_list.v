(* its own type called list *)
Inductive list (A : Type) := nil_ : list A.
Definition add_one_spec (a b : list nat) : Prop := True.
