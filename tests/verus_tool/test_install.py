"""Installing releases: from a local server, with archives that lie in every way."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudge.cli.toolchain import toolchain as command
from adjudge.errors import BadInput, InfraError
from adjudge.verus.tool import find_verus, installed
from adjudge.verus.tool import install as installing
from adjudge.verus.tool.install import Release, find_release, install, this_platform
from adjudge.verus.tool.toolchain import describe

PROGRAM = b"#!/bin/sh\necho Verus\necho '  Version: 1.2.3'\n"
PARTS = {"verus": PROGRAM, "rust_verify": b"", "z3": b"solver", "vstd.vir": b"library"}


class Server:
    """Serves bodies by path; may announce more than it sends."""

    def __init__(self) -> None:
        self.bodies: dict[str, bytes] = {}
        self.announced: dict[str, int] = {}
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = outer.bodies.get(self.path)
                if body is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                length = outer.announced.get(self.path, len(body))
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def put(self, body: bytes, version: str = "1.2.3") -> Release:
        self.bodies["/archive"] = body
        url = f"http://127.0.0.1:{self.server.server_port}/archive"
        return Release(version, url, hashlib.sha256(body).hexdigest())


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("ADJUDGE_VERUS", "ADJUDGE_RELEASES", "VERUS_Z3_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    return tmp_path


def zipped(parts: dict[str, bytes], folder: str = "verus-x86-linux/", mode: int = 0o755) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, body in parts.items():
            entry = zipfile.ZipInfo(folder + name)
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, body)
    return buffer.getvalue()


def tarred(parts: dict[str, bytes], *extra: tarfile.TarInfo) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, body in parts.items():
            entry = tarfile.TarInfo(f"verus-x86-linux/{name}")
            entry.size, entry.mode = len(body), 0o755
            archive.addfile(entry, io.BytesIO(body))
        for entry in extra:
            archive.addfile(entry)
    return buffer.getvalue()


def entry(name: str, kind: bytes, link: str = "") -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.linkname = kind, link
    return made


def zip_link(target: str) -> bytes:
    buffer = io.BytesIO(zipped(PARTS))
    with zipfile.ZipFile(buffer, "a") as archive:
        link = zipfile.ZipInfo("verus-x86-linux/link")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, target)
    return buffer.getvalue()


def left_behind(home: Path) -> list[Path]:
    folder = home / "data" / "adjudge" / "toolchains" / "verus"
    return sorted(folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize("pack", [zipped, tarred, lambda parts: zipped(parts, folder="")])
def test_a_good_archive(
    server: Server, home: Path, pack: Callable[[dict[str, bytes]], bytes]
) -> None:
    program = install(server.put(pack(PARTS)))
    assert program == home / "data/adjudge/toolchains/verus/1.2.3/verus"
    assert installed() == {"1.2.3": program}
    found = find_verus()
    assert (found.program, found.version) == (program, "1.2.3")
    assert program.parent in found.readable
    assert len(left_behind(home)) == 1


def test_versions_side_by_side(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("1.9.0", "1.10.0", "0.2026.05.05.abc"):
        program = PROGRAM.replace(b"1.2.3", version.encode())
        install(server.put(zipped({**PARTS, "verus": program}), version))
    assert list(installed()) == ["0.2026.05.05.abc", "1.9.0", "1.10.0"]
    assert find_verus().version == "1.10.0"
    assert find_verus("1.9.0").version == "1.9.0"
    monkeypatch.setenv("ADJUDGE_VERUS", "0.2026.05.05.abc")
    assert find_verus().version == "0.2026.05.05.abc"
    monkeypatch.setenv("ADJUDGE_VERUS", "2.0")
    with pytest.raises(InfraError, match=r"2\.0 is not installed"):
        find_verus()


def test_the_digest_is_that_of_the_parts(server: Server) -> None:
    digests = set()
    for number, z3 in enumerate((b"solver", b"solver!")):
        version = f"1.2.{number}"
        program = install(server.put(zipped({**PARTS, "z3": z3}), version))
        digests.add(describe(program).digest)
    assert len(digests) == 2


BAD_ARCHIVES = {
    "no archive": b"<html>not found</html>",
    "empty": b"",
    "cut off": zipped(PARTS)[:-40],
    "cut off tar": tarred({**PARTS, "z3": os.urandom(5000)})[:-3000],
    "without the program": zipped({"z3": b""}),
    "program not executable": zipped(PARTS, mode=0o644),
    "leads up": zipped({**PARTS, "../../evil": b"x"}),
    "leads up in a tar": tarred({**PARTS, "../../../evil": b"x"}),
    "absolute": zipped({"evil": b"x", **PARTS}, folder="/tmp/adjudge-evil/"),
    "backslashes": zipped({**PARTS, "..\\..\\evil": b"x"}),
    "symbolic link": zip_link("/etc/passwd"),
    "symbolic link in a tar": tarred(PARTS, entry("verus-x86-linux/l", tarfile.SYMTYPE, "/etc")),
    "hard link": tarred(PARTS, entry("verus-x86-linux/l", tarfile.LNKTYPE, "/etc/passwd")),
    "device": tarred(PARTS, entry("verus-x86-linux/d", tarfile.CHRTYPE)),
    "pipe": tarred(PARTS, entry("verus-x86-linux/p", tarfile.FIFOTYPE)),
    "the same name twice": tarred(PARTS, entry("verus-x86-linux/verus", tarfile.REGTYPE)),
    "a file as a folder": zipped({**PARTS, "z3/inside": b"x"}),
}


@pytest.mark.parametrize("what", sorted(BAD_ARCHIVES))
def test_a_bad_archive_leaves_nothing(server: Server, home: Path, what: str) -> None:
    with pytest.raises(InfraError):
        install(server.put(BAD_ARCHIVES[what]))
    assert left_behind(home) == []
    assert not list(home.rglob("evil*"))
    assert not Path("/tmp/adjudge-evil").exists()


def test_a_wrong_digest_leaves_nothing(server: Server, home: Path) -> None:
    release = server.put(zipped(PARTS))
    with pytest.raises(BadInput, match="its SHA-256 is"):
        install(Release(release.version, release.url, "0" * 64))
    assert left_behind(home) == []


def test_a_truncated_download_leaves_nothing(server: Server, home: Path) -> None:
    release = server.put(zipped(PARTS))
    server.announced["/archive"] = len(server.bodies["/archive"]) + 1000
    try:
        with pytest.raises(InfraError, match=r"bytes|IncompleteRead"):
            install(release)
    finally:
        server.announced.clear()
    assert left_behind(home) == []


def test_bombs_are_refused(server: Server, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installing, "MAX_UNPACKED", 1 << 20)
    with pytest.raises(InfraError, match="unpacks to more than"):
        install(server.put(tarred({**PARTS, "z3": bytes(2 << 20)})))
    monkeypatch.setattr(installing, "MAX_FILES", 3)
    with pytest.raises(InfraError, match="more than"):
        install(server.put(zipped(PARTS)))
    monkeypatch.setattr(installing, "MAX_ARCHIVE", 100)
    with pytest.raises(InfraError, match="more than 100 bytes"):
        install(server.put(zipped(PARTS)))
    assert left_behind(home) == []


@pytest.mark.parametrize(
    "release",
    [
        Release("../up", "http://127.0.0.1:1/x", "0" * 64),
        Release("", "http://127.0.0.1:1/x", "0" * 64),
        Release(".hidden", "http://127.0.0.1:1/x", "0" * 64),
        Release("1", "http://127.0.0.1:1/x", "abc"),
        Release("1", "ftp://127.0.0.1:1/x", "0" * 64),
        Release("1", "/etc/passwd", "0" * 64),
    ],
)
def test_a_release_that_is_none(release: Release, home: Path) -> None:
    with pytest.raises(BadInput):
        install(release)
    assert left_behind(home) == []


def test_a_server_that_is_not_there(server: Server, home: Path) -> None:
    release = server.put(b"")
    with pytest.raises(InfraError, match="cannot download"):
        install(Release("1", release.url + "/nowhere", "0" * 64))
    assert left_behind(home) == []


def test_what_is_installed_stays(server: Server) -> None:
    release = server.put(zipped(PARTS))
    program = install(release)
    with pytest.raises(BadInput, match="is installed"):
        install(release)
    assert program.exists()


def test_the_command_and_the_table(server: Server, home: Path) -> None:
    release = server.put(zipped(PARTS))
    table = home / "config" / "adjudge" / "releases.toml"
    table.parent.mkdir(parents=True)
    table.write_text(
        f'[[verus]]\nversion = "9"\nplatform = "other"\nurl = "{release.url}"\n'
        f'sha256 = "{"0" * 64}"\n'
        f'[[verus]]\nversion = "1.2.3"\nplatform = "{this_platform()}"\nurl = "{release.url}"\n'
        f'sha256 = "{release.sha256}"\n'
    )
    runner = CliRunner()
    done = runner.invoke(command, ["install", "verus"])
    assert (done.exit_code, done.stdout) == (0, f"{installed()['1.2.3']}\n")
    listed = runner.invoke(command, ["list", "--json"])
    assert '"1.2.3"' in listed.stdout
    with pytest.raises(BadInput, match="no archive of Verus 9"):
        find_release("9", table)
    refused = runner.invoke(command, ["install", "verus", "--version", "4"])
    assert isinstance(refused.exception, BadInput)
    half = runner.invoke(command, ["install", "verus", "--from", release.url])
    assert isinstance(half.exception, BadInput)


def test_no_release_is_pinned_and_the_message_says_so(home: Path) -> None:
    refused = CliRunner().invoke(command, ["install", "verus"])
    assert isinstance(refused.exception, BadInput)
    said = str(refused.exception)
    for piece in (
        "no release of Verus is pinned",
        "digest",
        "--from URL --sha256",
        "releases.toml",
    ):
        assert piece in said


@pytest.mark.parametrize(
    "text", ["verus = 1", "[[verus]]\nversion = 1", "not toml", "[[verus]]\nextra = 1", "\0"]
)
def test_a_broken_table(home: Path, text: str) -> None:
    table = home / "releases.toml"
    table.write_text(text)
    with pytest.raises(BadInput, match=r"releases\.toml"):
        find_release(None, table)


@pytest.mark.parametrize("said", ["exit 1", "echo nothing", "sleep 0; printf '\\377'"])
def test_a_tool_that_does_not_answer(tmp_path: Path, said: str) -> None:
    program = tmp_path / "verus"
    program.write_text(f"#!/bin/sh\n{said}\n")
    program.chmod(0o755)
    with pytest.raises(InfraError):
        find_verus(str(program))
    with pytest.raises(InfraError):
        find_verus(str(tmp_path / "missing"))
