"""The verdict store: what was decided, by content address, in one SQLite file.

Every finished verdict is committed before the next one is asked for; SQLite's write-ahead log
makes that safe against `kill -9` at any moment, and leaves no lock behind.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudge.errors import BadInput, InfraError

_TABLE = """
CREATE TABLE IF NOT EXISTS findings (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    created REAL NOT NULL,
    body BLOB NOT NULL
) WITHOUT ROWID
"""


def content_address(question: Any) -> str:
    """The name of a question: SHA-256 of its JSON, keys sorted; 64 hexadecimal digits."""
    text = json.dumps(question, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def default_store() -> Path:
    """`ADJUDGE_STORE`, else a file in the user's data folder."""
    named = os.environ.get("ADJUDGE_STORE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "adjudge" / "store.sqlite"


class Store:
    """Findings by content address. Safe to use from several threads and processes.

    Args:
        path: The file; made where it is missing.

    Raises:
        BadInput: If the file is no store.
        InfraError: If it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        with self._explained():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(path, timeout=60, check_same_thread=False)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            with self._database:
                self._database.execute(_TABLE)

    def get(self, key: str) -> bytes | None:
        """What was found under the key, or None."""
        with self._lock, self._explained():
            row = self._database.execute(
                "SELECT body FROM findings WHERE key = ?", (key,)
            ).fetchone()
        return None if row is None else row[0]

    def put(self, key: str, kind: str, body: bytes) -> None:
        """Keeps a finding for good; an earlier one under the same key is replaced."""
        with self._lock, self._explained(), self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO findings VALUES (?, ?, ?, ?)",
                (key, kind, time.time(), body),
            )

    def find(self, prefix: str, kind: str) -> list[tuple[str, bytes]]:
        """The findings of a kind whose key begins with `prefix`, at most ten."""
        with self._lock, self._explained():
            return self._database.execute(
                "SELECT key, body FROM findings WHERE key >= ? AND key < ? AND kind = ? LIMIT 10",
                (prefix, prefix + "g", kind),
            ).fetchall()

    def close(self) -> None:
        """Closes the file."""
        with self._lock:
            self._database.close()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turns SQLite's errors into ours."""
        try:
            yield
        except sqlite3.OperationalError as error:
            # Full disk, no permission, locked for a minute: nothing is wrong with the verdicts.
            raise InfraError(f"the store {self.path} cannot be used: {error}") from None
        except sqlite3.DatabaseError as error:
            raise BadInput(
                f"no verdict store: {error}", where=str(self.path), mend="move the file away"
            ) from None
        except OSError as error:
            raise InfraError(f"the store {self.path} cannot be used: {error.strerror}") from None
