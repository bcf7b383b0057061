"""Rocq: reading specifications, and deciding them on cases with kernel-checked proofs."""
