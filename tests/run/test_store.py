from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.errors import BadInput, InfraError
from adjudge.run.store import Store, content_address, default_store
from adjudge.run.work import cache_folder, remove, sweep, work_folder

WRITER = """
import sys
from pathlib import Path
from adjudge.run.store import Store
store = Store(Path(sys.argv[1]))
for i in range(int(sys.argv[3])):
    store.put(f"{sys.argv[2]}{i:06x}", "finding", b"x" * 1000)
    print(i, flush=True)
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_what_is_put_is_found(store_path: Path) -> None:
    store = Store(store_path)
    assert store.get("ab") is None
    store.put("ab" * 32, "finding", b"one")
    store.put("ab" * 32, "finding", b"two")
    store.put("ac" * 32, "ruling", b"three")
    assert store.get("ab" * 32) == b"two"
    assert store.find("ab", "finding") == [("ab" * 32, b"two")]
    assert store.find("a", "finding") == [("ab" * 32, b"two")]
    assert store.find("ff", "finding") == []
    store.close()
    assert Store(store_path).get("ac" * 32) == b"three"


def test_find_gives_at_most_ten(store_path: Path) -> None:
    store = Store(store_path)
    for i in range(20):
        store.put(f"aa{i:02x}", "finding", b"")
    assert len(store.find("aa", "finding")) == 10


def test_threads_share_a_store(store_path: Path) -> None:
    store = Store(store_path)
    threads = [
        threading.Thread(target=lambda n=n: [store.put(f"{n}{i}", "k", b"") for i in range(50)])
        for n in "abcd"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(store.get(f"{n}{i}") == b"" for n in "abcd" for i in range(50))


def test_processes_share_a_store(store_path: Path) -> None:
    writers = [writer(store_path, name, 100) for name in "abcd"]
    assert [process.wait(60) for process in writers] == [0] * 4
    store = Store(store_path)
    assert all(store.get(f"{name}{i:06x}") for name in "abcd" for i in range(100))


def test_a_kill_loses_nothing_and_locks_nothing(store_path: Path) -> None:
    process = writer(store_path, "a", 1_000_000)
    assert process.stdout is not None
    printed = [process.stdout.readline() for _ in range(200)]
    process.kill()
    printed += process.stdout.readlines()
    process.wait()
    finished = [int(line) for line in printed if line.endswith("\n")]
    started = time.monotonic()
    store = Store(store_path)
    assert all(store.get(f"a{i:06x}") for i in finished)
    store.put("b", "finding", b"")
    assert time.monotonic() - started < 30, "no lock to wait for"


@given(st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.text()), max_size=4))
def test_an_address_is_of_the_content(question: dict[str, object]) -> None:
    shuffled = dict(reversed(list(question.items())))
    assert content_address(question) == content_address(shuffled)
    assert content_address({**question, "more": 1}) != content_address(question)
    assert len(content_address(question)) == 64


def test_what_is_no_store_is_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "store"
    path.write_bytes(b"this is no database, however long it may be" * 100)
    with pytest.raises(BadInput, match="no verdict store"):
        Store(path)


def test_a_table_of_another_shape_is_no_verdict(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE findings (other TEXT)")
    with pytest.raises((InfraError, BadInput)):
        Store(path).get("a")


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_store_that_cannot_be_written_is_no_verdict(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(InfraError, match="cannot be used"):
        Store(tmp_path / "store")


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(InfraError, match="cannot be used"):
        Store(tmp_path)


def test_places_follow_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("ADJUDGE_STORE", "ADJUDGE_CACHE"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert default_store() == tmp_path / "data/adjudge/store.sqlite"
    assert cache_folder() == tmp_path / "cache/adjudge"


def test_work_folders_vanish(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ADJUDGE_CACHE", str(tmp_path))
    with work_folder() as folder:
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("x")
        assert sweep() == 0, "its process lives"
    assert not folder.exists()
    with pytest.raises(ValueError, match="whatever"), work_folder() as folder:
        raise ValueError("whatever")
    assert not folder.exists()


def test_work_folders_vanish_however_deep(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    (top / "link").symlink_to(outside)
    before = Path.cwd()
    os.chdir(top)
    try:
        for _ in range(1_200):
            Path("d").mkdir()
            Path("link-out").symlink_to(outside)
            Path("closed").mkdir(0o000)
            os.chdir("d")
    finally:
        os.chdir(before)
    remove(top)
    assert not top.exists()
    assert (outside / "kept").exists()


def test_work_folders_of_killed_processes_are_swept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ADJUDGE_CACHE", str(tmp_path))
    code = (
        "import time\nfrom adjudge.run.work import work_folder\n"
        "with work_folder() as f: print(f, flush=True); time.sleep(99)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    folder = Path(process.stdout.readline().strip())
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert folder.is_dir()
    assert sweep() == 1
    assert not folder.exists()
