Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Strings.Ascii.
Require Import Coq.Strings.String.
Open Scope Z_scope.

Definition printable (c : ascii) : Prop :=
  (32 <= nat_of_ascii c <= 126)%nat.

(* The characters at positions l, .., r - 1 are all the same. *)
Definition is_run (s : string) (l r : nat) : Prop :=
  (l <= r <= String.length s)%nat /\
  forall k : nat, (l <= k < r)%nat -> String.get k s = String.get l s.

Definition longest_run_pre (s : string) : Prop :=
  Z.of_nat (String.length s) <= 1000 /\ Forall printable (list_ascii_of_string s).

Definition longest_run_spec (s : string) (result : Z) : Prop :=
  (exists l r : nat,
     (l <= r <= String.length s)%nat /\ is_run s l r /\ result = Z.of_nat (r - l)) /\
  (forall l r : nat,
     (l <= r <= String.length s)%nat -> is_run s l r -> Z.of_nat (r - l) <= result).
