(** Three-valued checkers: what a pair of booleans says about a proposition.

    [Tri P p n]: if [p] computes to [true] then [P] holds; if [n] does then [P] is false; if neither
    does, nothing is known. Checkers are built from the shape of [P] (see [Synthesis]), one lemma
    for each connective, and evaluated by the kernel's virtual machine. Nothing here is trusted:
    every verdict is a theorem that the kernel has checked. *)
Set Implicit Arguments.

Record Tri (P : Prop) (p n : bool) : Prop := mk_tri
  { tri_p : p = true -> P;
    tri_n : n = true -> ~ P }.

(** A checker still to be found: what the synthesis of a specification's checker proves. *)
Definition Checker (P : Prop) := {p : bool & {n : bool | Tri P p n}}.

(** ** The ends: decidable, unknown, known *)
Lemma tri_dec (P : Prop) b : (b = true <-> P) -> Tri P b (negb b).
Proof.
  intros H; split; intros E.
  - now apply H.
  - intro Q. apply H in Q. subst. discriminate.
Qed.

Lemma tri_unk (P : Prop) : Tri P false false.
Proof. split; discriminate. Qed.

Lemma tri_yes (P : Prop) : P -> Tri P true false.
Proof. split; auto; discriminate. Qed.

Lemma tri_no (P : Prop) : ~ P -> Tri P false true.
Proof. split; auto; discriminate. Qed.

Lemma tri_True : Tri True true false.
Proof. now apply tri_yes. Qed.

Lemma tri_False : Tri False false true.
Proof. now apply tri_no. Qed.

Lemma tri_equiv (P Q : Prop) p n : (P <-> Q) -> Tri Q p n -> Tri P p n.
Proof.
  intros H [X Y]; split; intros E.
  - apply H; auto.
  - intro Z. apply (Y E), H, Z.
Qed.

(** ** Connectives

    Conditionals rather than [andb] and [orb]: the virtual machine evaluates arguments first. The
    right side of a conjunction or implication may assume the left side. *)
Section Connectives.
Variables (A B : Prop) (pa na pb nb : bool).

Lemma tri_and : Tri A pa na -> (A -> Tri B pb nb) -> Tri (A /\ B) (if pa then pb else false) (if
  na then true else nb).
Proof.
  intros [P1 N1] T. split.
  - destruct pa; [|discriminate]. intros H. specialize (P1 eq_refl). destruct (T P1); auto.
  - intros H [a b]. destruct (T a) as [P2 N2]. destruct na. exact (N1 eq_refl a).
  exact (N2 H b).
Qed.

Lemma tri_or : Tri A pa na -> Tri B pb nb -> Tri (A \/ B) (if pa then true else pb) (if na then nb
  else false).
Proof.
  intros [P1 N1] [P2 N2]. split. destruct pa; auto. destruct na; [|discriminate].
  intros H [a|b]. exact (N1 eq_refl a). exact (N2 H b).
Qed.

Lemma tri_imp : Tri A pa na -> (A -> Tri B pb nb) -> Tri (A -> B) (if na then true else pb) (if pa
  then nb else false).
Proof.
  intros [P1 N1] T. split.
  - intros H a. destruct (T a) as [P2 N2]. destruct na; [destruct (N1 eq_refl a)|]; auto.
  - destruct pa; [|discriminate]. intros H f. specialize (P1 eq_refl).
  destruct (T P1) as [P2 N2]. exact (N2 H (f P1)).
Qed.

Lemma tri_not : Tri A pa na -> Tri (~ A) na pa.
Proof. intros [P1 N1]. split; [exact N1|]. intros H f. apply f; auto. Qed.

Lemma tri_iff : Tri A pa na -> Tri B pb nb -> Tri (A <-> B) (if pa then pb else if na then nb else
  false) (if pa then nb else if na then pb else false).
Proof.
  intros [P1 N1] [P2 N2]. split.
  - destruct pa. intros H; specialize (P1 eq_refl); specialize (P2 H); tauto.
  destruct na; [|discriminate]. intros H; specialize (N1 eq_refl); specialize (N2 H); tauto.
  - destruct pa. intros H; specialize (P1 eq_refl); specialize (N2 H); tauto.
  destruct na; [|discriminate]. intros H; specialize (N1 eq_refl); specialize (P2 H); tauto.
Qed.

End Connectives.

(** A quantifier over proofs is a conjunction. *)
Lemma tri_ex_prop (A : Prop) (P : A -> Prop) (B : Prop) pa na pb nb :
  (forall a, P a <-> B) -> Tri A pa na -> (A -> Tri B pb nb) ->
  Tri (exists a : A, P a) (if pa then pb else false) (if na then true else nb).
Proof.
  intros E TA TB. apply tri_equiv with (Q := A /\ B); [|now apply tri_and].
  split; [intros (a & H) | intros (a & H); exists a]; [split; [exact a|]|]; now apply (E a).
Qed.
