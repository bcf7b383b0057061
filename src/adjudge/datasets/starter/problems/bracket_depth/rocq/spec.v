Require Import Coq.ZArith.ZArith.
Require Import Coq.Strings.Ascii.
Require Import Coq.Lists.List.
Open Scope Z_scope.

Definition printable (c : ascii) : Prop :=
  (32 <= nat_of_ascii c <= 126)%nat.

(* Opening minus closing brackets among the first k characters. *)
Definition height (s : list ascii) (k : nat) : Z :=
  Z.of_nat (count_occ ascii_dec (firstn k s) "("%char)
  - Z.of_nat (count_occ ascii_dec (firstn k s) ")"%char).

Definition balanced (s : list ascii) : Prop :=
  height s (length s) = 0 /\
  forall k : nat, (k <= length s)%nat -> 0 <= height s k.

Definition is_max_height (s : list ascii) (d : Z) : Prop :=
  (exists k : nat, (k <= length s)%nat /\ height s k = d) /\
  (forall k : nat, (k <= length s)%nat -> height s k <= d).

Definition bracket_depth_pre (s : list ascii) : Prop :=
  Z.of_nat (length s) <= 1000 /\ Forall printable s.

Definition bracket_depth_spec (s : list ascii) (result : option Z) : Prop :=
  match result with
  | Some d => balanced s /\ is_max_height s d
  | None => ~ balanced s
  end.
