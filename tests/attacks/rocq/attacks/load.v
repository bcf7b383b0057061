(* loads a file of the system *)
Load "/etc/passwd".
Definition add_one_spec (x y : nat) : Prop := y = x.
