(** Real numbers that are images of rationals. *)
