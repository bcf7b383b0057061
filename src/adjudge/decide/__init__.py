"""Deciding whether a specification accepts a case, by whatever engine can tell."""
