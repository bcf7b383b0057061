from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adjudge.rocq.decide import Decider
from adjudge.rocq.toolchain import Toolchain, find_rocq
from adjudge.run.sandbox import Sandbox, choose_sandbox

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def toolchain() -> Toolchain:
    return find_rocq()


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    return choose_sandbox()


@pytest.fixture(scope="session")
def decider(toolchain: Toolchain, sandbox: Sandbox) -> Decider:
    return Decider(toolchain, sandbox)


@pytest.fixture(scope="session")
def shapes() -> list[tuple[str, str]]:
    return _rows("shapes.txt")


@pytest.fixture(scope="session")
def real_shapes() -> list[tuple[str, str]]:
    return _rows("real_shapes.txt")


def _rows(name: str) -> list[tuple[str, str]]:
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ", 1) for line in lines if not line.startswith("#")]
    return [(verdict, proposition) for verdict, proposition in rows]
