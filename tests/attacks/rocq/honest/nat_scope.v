(* over nat, without any import *)
Definition add_one_spec (x y : nat) : Prop := y = x + 1.
