"""Reading files that people and models wrote: every complaint names file, line and remedy."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from adjudge.errors import BadInput
from adjudge.model import SCHEMA, values

_MAX_BYTES = 4 << 30


def kind_of(path: Path) -> Literal["file", "folder", ""]:
    """What a path leads to; empty for nothing, also where it can lead to nothing."""
    try:
        return "folder" if path.is_dir() else "file" if path.exists() else ""
    except OSError:  # such as a name that is too long
        return ""


def read_text(path: Path) -> str:
    """The text of a file, or of a gzip file by its suffix.

    Raises:
        BadInput: If it is missing, unreadable, no UTF-8 or no gzip.
    """
    try:
        raw = path.read_bytes()
        if path.suffix == ".gz":
            raw = gzip.decompress(raw)
        if len(raw) > _MAX_BYTES:
            raise BadInput("larger than 4 GiB", where=str(path))
        return raw.decode("utf-8")
    except FileNotFoundError:
        raise BadInput("no such file", where=str(path), mend="check the path") from None
    except IsADirectoryError:
        raise BadInput("a folder, expected a file", where=str(path)) from None
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise BadInput("invalid UTF-8", where=f"{path}:{line}", mend="save it as UTF-8") from None
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BadInput("a damaged gzip file", where=str(path)) from None
    except OSError as error:
        raise BadInput(error.strerror or "unreadable", where=str(path)) from None


def read_text_if_there(path: Path) -> str | None:
    """The text of a file, or None where there is none."""
    return read_text(path) if path.is_file() else None


def read_jsonl(path: Path) -> Iterator[tuple[str, Any]]:
    """The JSON values of a JSONL file, each with its place `file:line`; blank lines are skipped.

    Raises:
        BadInput: At the first line that is no JSON.
    """
    # Not splitlines(): a JSON string may hold U+2028 and its kin as themselves.
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            where = f"{path}:{number}"
            try:
                yield where, values.loads(line)
            except BadInput as error:
                raise error.at(where) from None


def convert(raw: Any, type_: type[Any], where: str) -> Any:
    """`raw` as a value of the wire type `type_`.

    Raises:
        BadInput: If it does not fit, or if it was written by a newer schema.
    """
    if not isinstance(raw, dict):
        raise BadInput(f"expected an object, found {type(raw).__name__}", where=where)
    schema = raw.get("schema", SCHEMA)
    if not isinstance(schema, int) or isinstance(schema, bool) or not 1 <= schema <= SCHEMA:
        found = repr(schema)[:40]
        raise BadInput(
            f"schema {found}, this version reads up to {SCHEMA}", where=where, mend="update adjudge"
        )
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as error:
        raise BadInput(str(error).replace("`$.", "`"), where=where) from None
