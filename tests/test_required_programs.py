"""ECREF_REQUIRE_PROGRAMS=1: what is not installed is a failure, and any other reason to skip still is none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest
from interop import needs

@needs("no-such-program")
def test_a_mark():
    pass

@pytest.fixture
def package():
    return pytest.importorskip("no_such_package", reason="no_such_package is not installed")

def test_a_fixture(package):
    pass

def test_a_call():
    pytest.skip("no-such-library is not installed here")

def test_another_reason():
    pytest.skip("/dev/full is Linux's")

@pytest.mark.xfail(reason="it is not installed")
def test_an_expected_failure():
    assert not "is not installed"

@needs("sh")
def test_a_program_that_is_there():
    pass
"""


@pytest.mark.parametrize(
    ("required", "outcomes"),
    [("1", "1 failed, 1 passed, 1 skipped, 1 xfailed, 2 errors"), ("", "1 passed, 4 skipped, 1 xfailed")],
)
def test_what_is_not_installed(required: str, outcomes: str, tmp_path: Path) -> None:
    here = Path(__file__).parent
    (tmp_path / "conftest.py").write_bytes((here / "conftest.py").read_bytes())
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    search = os.pathsep.join([str(here), str(here / "guard"), str(here.parent)])
    environment = {**os.environ, "ECREF_REQUIRE_PROGRAMS": required, "PYTHONPATH": search}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1].startswith(outcomes), done.stdout + done.stderr
    if required == "1":
        assert "no-such-program is not installed, and ECREF_REQUIRE_PROGRAMS=1 wants it" in done.stdout
