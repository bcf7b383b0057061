"""Managed installs of Verus: release archives whose digests are pinned.

Nothing of an archive is unpacked before its SHA-256 is the expected one, and nothing of a failed
install stays behind. Adjudge itself pins no release: whoever installs one says its digest, on the
command line or in a table of releases (`docs/reference/toolchains.md`).
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import re
import shutil
import stat
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any

import msgspec

from adjudge.errors import BadInput, InfraError
from adjudge.verus.tool.toolchain import managed_folder

RELEASES_VARIABLE = "ADJUDGE_RELEASES"
MAX_ARCHIVE = 2 << 30
MAX_UNPACKED = 8 << 30
MAX_FILES = 100_000

_CHUNK = 1 << 20
_WAIT = 60  # seconds without a byte


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One archive of one release.

    Attributes:
        version: The release's version, which names the install.
        url: Where its archive is: `https:`, `http:` or `file:`.
        sha256: The archive's digest, 64 hexadecimal digits.
        platform: What it runs on, as in `linux-x86_64`.
    """

    version: str
    url: str
    sha256: str
    platform: str = ""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    verus: list[Release] = []


def this_platform() -> str:
    """The name of this machine's platform in a table of releases."""
    return f"{platform.system().lower()}-{platform.machine()}"


def releases_file() -> Path:
    """The table of releases: `ADJUDGE_RELEASES`, else a file in the user's settings."""
    if named := os.environ.get(RELEASES_VARIABLE):
        return Path(named)
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "adjudge" / "releases.toml"


def find_release(version: str | None, table: Path) -> Release:
    """The release of that version for this platform; by default the table's first.

    Raises:
        BadInput: If the table is broken or does not have it.
    """
    mend = (
        "take an archive and its SHA-256 from a release that you trust, and give them by "
        "--version VERSION --from URL --sha256 DIGEST, or list them in a table of releases"
    )
    try:
        raw: dict[str, Any] = tomllib.loads(table.read_text(encoding="utf-8"))
        releases = msgspec.convert(raw, _Table).verus
    except FileNotFoundError:
        raise BadInput(
            "no release of Verus is pinned: no archive's digest could be checked where this "
            "version was made, and there is no table of your own",
            where=str(table),
            mend=mend,
        ) from None
    except (OSError, ValueError) as error:
        raise BadInput(f"no table of releases: {error}", where=str(table), mend=mend) from None
    here = this_platform()
    for release in releases:
        if release.platform in ("", here) and version in (None, release.version):
            return release
    wanted = f"Verus {version}" if version else "any Verus"
    raise BadInput(f"no archive of {wanted} for {here} in it", where=str(table), mend=mend)


def install(release: Release) -> Path:
    """Downloads, checks and unpacks a release; returns its program.

    Raises:
        BadInput: If the release is not well described, is there already, or has another digest.
        InfraError: If it cannot be downloaded or unpacked. Nothing is left behind.
    """
    _check(release)
    folder = managed_folder()
    target = folder / release.version
    if target.exists():
        raise BadInput(f"Verus {release.version} is installed", mend=f"remove {target} first")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".installing-") as temporary:
            archive, unpacked = Path(temporary, "archive"), Path(temporary, "unpacked")
            _download(release, archive)
            unpacked.mkdir()
            _unpack(archive, unpacked)
            _root(unpacked).rename(target)
    except OSError as error:
        raise InfraError(f"cannot install Verus {release.version}: {error}") from None
    return target / "verus"


def _check(release: Release) -> None:
    if not re.fullmatch(r"[0-9A-Za-z][\w.+-]{0,80}", release.version):
        raise BadInput(f"{release.version[:80]!r} is no version")
    if not re.fullmatch(r"[0-9a-fA-F]{64}", release.sha256):
        raise BadInput(f"{release.sha256[:80]!r} is no SHA-256", mend="64 hexadecimal digits")
    if not release.url.startswith(("https://", "http://", "file://")):
        raise BadInput(f"{release.url[:80]!r} is no URL", mend="https://, http:// or file://")


def _download(release: Release, archive: Path) -> None:
    digest, size = hashlib.sha256(), 0
    try:
        with (
            urllib.request.urlopen(release.url, timeout=_WAIT) as answer,
            archive.open("wb") as file,
        ):
            announced = answer.headers.get("Content-Length")
            while chunk := answer.read(_CHUNK):
                size += len(chunk)
                if size > MAX_ARCHIVE:
                    raise InfraError(f"{release.url} has more than {MAX_ARCHIVE} bytes")
                digest.update(chunk)
                file.write(chunk)
    except (OSError, ValueError) as error:
        raise InfraError(f"cannot download {release.url}: {error}") from None
    if announced is not None and announced.isdigit() and int(announced) != size:
        raise InfraError(f"{release.url} ended after {size} of {announced} bytes", mend="try again")
    if digest.hexdigest() != release.sha256.lower():
        raise BadInput(
            f"its SHA-256 is {digest.hexdigest()}, not {release.sha256.lower()}",
            where=release.url,
            mend="do not use it unless you know why it differs",
        )


class _Member(msgspec.Struct, frozen=True):
    """A regular file or a folder (no mode) in an archive."""

    path: str
    size: int
    executable: bool
    is_folder: bool
    source: Any


def _unpack(archive: Path, folder: Path) -> None:
    """Unpacks regular files and folders below `folder`; anything else is refused, first of all."""
    with _opened(archive) as (members, read):
        for member in members:
            _placed(folder, member.path)
        if sum(member.size for member in members) > MAX_UNPACKED or len(members) > MAX_FILES:
            raise InfraError(f"the archive unpacks to more than {MAX_UNPACKED} bytes")
        for member in members:
            path = _placed(folder, member.path)
            if member.is_folder:
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            with read(member) as source, path.open("xb") as file:
                shutil.copyfileobj(_Bounded(source, member.size), file, _CHUNK)
            path.chmod(0o755 if member.executable else 0o644)


class _Bounded:
    """A reader that refuses to give more than was announced."""

    def __init__(self, source: IO[bytes], size: int) -> None:
        self._source = source
        self._left = size

    def read(self, size: int = -1) -> bytes:
        chunk = self._source.read(size)
        self._left -= len(chunk)
        if self._left < 0:
            raise InfraError("the archive holds more than it announces")
        return chunk


@contextlib.contextmanager
def _opened(archive: Path) -> Iterator[tuple[list[_Member], Any]]:
    """The members of a zip or tar archive, and a function that opens one."""
    try:
        if zipfile.is_zipfile(archive):
            with zipfile.ZipFile(archive) as zipped:
                members = [_zip_member(entry) for entry in zipped.infolist()]
                yield members, lambda member: zipped.open(member.source)
        else:
            with tarfile.open(archive) as tarred:
                members = [_tar_member(entry) for entry in tarred]
                yield members, lambda member: tarred.extractfile(member.source)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, NotImplementedError) as error:
        raise InfraError(f"the archive cannot be unpacked: {error}") from None


def _zip_member(entry: zipfile.ZipInfo) -> _Member:
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InfraError(f"the archive holds {entry.filename!r}, which is no regular file")
    return _Member(entry.filename, entry.file_size, bool(mode & 0o100), entry.is_dir(), entry)


def _tar_member(entry: tarfile.TarInfo) -> _Member:
    if not (entry.isreg() or entry.isdir()):
        raise InfraError(f"the archive holds {entry.name!r}, which is no regular file")
    return _Member(entry.name, entry.size, bool(entry.mode & 0o100), entry.isdir(), entry)


def _placed(folder: Path, name: str) -> Path:
    """Where a member goes; never outside of `folder`."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        raise InfraError(f"the archive holds {name!r}, which leads out of it")
    return folder.joinpath(*path.parts)


def _root(unpacked: Path) -> Path:
    """The folder of the release: the archive's root, or the only folder in it."""
    inside = list(unpacked.iterdir())
    root = inside[0] if len(inside) == 1 and inside[0].is_dir() else unpacked
    program = root / "verus"
    if not program.is_file() or not os.access(program, os.X_OK):
        raise InfraError("the archive holds no executable file `verus`")
    return root
