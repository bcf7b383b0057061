(* loads a plug-in *)
Declare ML Module "unix".
Definition add_one_spec (x y : nat) : Prop := y = x.
