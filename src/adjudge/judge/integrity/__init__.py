"""Integrity: whether a candidate left alone what it had to leave alone."""

from __future__ import annotations

from adjudge.judge.integrity.compare import compare
from adjudge.judge.integrity.report import Aspect, Change, Excerpt, Kind, Report

__all__ = ["Aspect", "Change", "Excerpt", "Kind", "Report", "compare"]
