Require Import Coq.ZArith.ZArith.
Open Scope Z_scope.

Definition climb_stairs_pre (n : Z) : Prop :=
  0 <= n <= 60.

(* The numbers of ways onto step k and onto step k + 1: the last move onto a step comes from
   one or from two steps below. *)
Fixpoint ways (k : nat) : Z * Z :=
  match k with
  | O => (1, 1)
  | S k' => let (here, above) := ways k' in (above, here + above)
  end.

Definition climb_stairs_spec (n : Z) (result : Z) : Prop :=
  result = fst (ways (Z.to_nat n)).
