"""Containment and bookkeeping of everything that runs: sandbox, pool, store."""
