"""Judges: what a candidate did, in three values, with evidence."""
