"""Adjudge: judges specifications, code and proofs that language models write."""

__version__ = "0.1.0"
