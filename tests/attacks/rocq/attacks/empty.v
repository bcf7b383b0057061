(* an empty file *)
