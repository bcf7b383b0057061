Require Import Coq.ZArith.ZArith.
Require Import Coq.Lists.List.
Require Import Coq.Strings.Ascii.
Require Import Coq.Strings.String.
Import ListNotations.
Open Scope Z_scope.

(* A string holds the bytes of UTF-8; a byte 10xxxxxx continues a character. *)
Definition continues (c : ascii) : bool :=
  (Nat.leb 128 (nat_of_ascii c) && Nat.ltb (nat_of_ascii c) 192)%bool.

(* The characters of a string, each as the bytes that write it. *)
Fixpoint characters (s : string) : list string :=
  match s with
  | EmptyString => []
  | String c rest =>
      match characters rest with
      | (String d _ as first) :: others =>
          if continues d then String c first :: others
          else String c EmptyString :: first :: others
      | _ => [String c EmptyString]
      end
  end.

Definition is_palindrome_pre (s : string) : Prop :=
  Z.of_nat (List.length (characters s)) <= 1000.

Definition is_palindrome_spec (s : string) (result : bool) : Prop :=
  result = true <-> rev (characters s) = characters s.
