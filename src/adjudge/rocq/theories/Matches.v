(** Case distinctions that yield propositions. *)
From Coq Require Import List String Ascii ZArith.
From Adjudge Require Import Tri.
Set Implicit Arguments.

Lemma tri_m_bool (b : bool) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 -> Tri P1 p1 n1 -> Tri (if b then P0
  else P1) (if b then p0 else p1) (if b then n0 else n1).
Proof. now destruct b. Qed.

Lemma tri_m_sb A B (b : {A} + {B}) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 -> Tri P1 p1 n1 -> Tri (if b
  then P0 else P1) (if b then p0 else p1) (if b then n0 else n1).
Proof. now destruct b. Qed.

Lemma tri_m_list T (e : list T) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 -> (forall x l, Tri (P1 x l) (p1
  x l) (n1 x l)) -> Tri (match e with nil => P0 | x :: l => P1 x l end) (match e with nil => p0 |
  x :: l => p1 x l end) (match e with nil => n0 | x :: l => n1 x l end).
Proof. destruct e; auto. Qed.

Lemma tri_m_opt T (e : option T) P0 P1 p0 p1 n0 n1 : (forall x, Tri (P1 x) (p1 x) (n1 x)) -> Tri
  P0 p0 n0 -> Tri (match e with Some x => P1 x | None => P0 end) (match e with Some x => p1 x |
  None => p0 end) (match e with Some x => n1 x | None => n0 end).
Proof. destruct e; auto. Qed.

Lemma tri_m_nat (e : nat) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 -> (forall x, Tri (P1 x) (p1 x) (n1 x))
  -> Tri (match e with O => P0 | S x => P1 x end) (match e with O => p0 | S x => p1 x end) (match
  e with O => n0 | S x => n1 x end).
Proof. destruct e; auto. Qed.

Lemma tri_m_prod T U (e : T * U) P1 p1 n1 : (forall x y, Tri (P1 x y) (p1 x y) (n1 x y)) -> Tri
  (match e with (x, y) => P1 x y end) (match e with (x, y) => p1 x y end) (match e with (x, y) =>
  n1 x y end).
Proof. destruct e; auto. Qed.

Lemma tri_m_str (e : string) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 -> (forall x l, Tri (P1 x l) (p1 x
  l) (n1 x l)) -> Tri (match e with EmptyString => P0 | String x l => P1 x l end) (match e with
  EmptyString => p0 | String x l => p1 x l end) (match e with EmptyString => n0 | String x l => n1
  x l end).
Proof. destruct e; auto. Qed.

Lemma tri_m_cmp (e : comparison) P0 P1 P2 p0 p1 p2 n0 n1 n2 : Tri P0 p0 n0 -> Tri P1 p1 n1 -> Tri
  P2 p2 n2 -> Tri (match e with Eq => P0 | Lt => P1 | Gt => P2 end) (match e with Eq => p0 | Lt =>
  p1 | Gt => p2 end) (match e with Eq => n0 | Lt => n1 | Gt => n2 end).
Proof. destruct e; auto. Qed.

Lemma tri_m_sum A B (e : A + B) P0 P1 p0 p1 n0 n1 :
  (forall x, Tri (P0 x) (p0 x) (n0 x)) -> (forall x, Tri (P1 x) (p1 x) (n1 x)) ->
  Tri (match e with inl x => P0 x | inr x => P1 x end)
    (match e with inl x => p0 x | inr x => p1 x end)
    (match e with inl x => n0 x | inr x => n1 x end).
Proof. destruct e; auto. Qed.

Lemma tri_m_ascii (e : ascii) P p n :
  (forall a b c d e f g h, Tri (P a b c d e f g h) (p a b c d e f g h) (n a b c d e f g h)) ->
  Tri (match e with Ascii a b c d e f g h => P a b c d e f g h end)
    (match e with Ascii a b c d e f g h => p a b c d e f g h end)
    (match e with Ascii a b c d e f g h => n a b c d e f g h end).
Proof. destruct e; auto. Qed.

Lemma tri_m_Z (e : Z) P0 P1 P2 p0 p1 p2 n0 n1 n2 : Tri P0 p0 n0 ->
  (forall x, Tri (P1 x) (p1 x) (n1 x)) -> (forall x, Tri (P2 x) (p2 x) (n2 x)) ->
  Tri (match e with Z0 => P0 | Zpos x => P1 x | Zneg x => P2 x end)
    (match e with Z0 => p0 | Zpos x => p1 x | Zneg x => p2 x end)
    (match e with Z0 => n0 | Zpos x => n1 x | Zneg x => n2 x end).
Proof. destruct e; auto. Qed.

Lemma tri_m_N (e : N) P0 P1 p0 p1 n0 n1 : Tri P0 p0 n0 ->
  (forall x, Tri (P1 x) (p1 x) (n1 x)) ->
  Tri (match e with N0 => P0 | Npos x => P1 x end)
    (match e with N0 => p0 | Npos x => p1 x end) (match e with N0 => n0 | Npos x => n1 x end).
Proof. destruct e; auto. Qed.

Lemma tri_m_pos (e : positive) P0 P1 P2 p0 p1 p2 n0 n1 n2 :
  (forall x, Tri (P0 x) (p0 x) (n0 x)) -> (forall x, Tri (P1 x) (p1 x) (n1 x)) -> Tri P2 p2 n2 ->
  Tri (match e with xI x => P0 x | xO x => P1 x | xH => P2 end)
    (match e with xI x => p0 x | xO x => p1 x | xH => p2 end)
    (match e with xI x => n0 x | xO x => n1 x | xH => n2 end).
Proof. destruct e; auto. Qed.

(** Any other type: a checker that was made case by case. *)
Lemma tri_of_checker P (c : Checker P) : Tri P (projT1 c) (proj1_sig (projT2 c)).
Proof. exact (proj2_sig (projT2 c)). Qed.
