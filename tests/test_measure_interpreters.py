"""Other interpreters: this one as a child, and everything that can be in the way."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from ecref.measure import interpreters
from ecref.measure.bench import Result
from ecref.measure.environment import environment
from ecref.measure.interpreters import add_interpreter

if TYPE_CHECKING:
    from pathlib import Path


def noted(path: str, node_modules: str = "node_modules") -> str:
    result = Result(environment(), {}, [])
    add_interpreter(result, path, [], node_modules)
    assert result.rows == []
    (note,) = result.notes
    return note


def program(path: Path, text: str) -> str:
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return str(path)


def test_this_interpreter_as_a_child() -> None:
    result = Result(environment(), {}, [])
    arguments = ["--quick", "--curve", "ed25519", "--operation", "keygen"]
    add_interpreter(result, sys.executable, arguments, "node_modules")
    assert result.notes == []
    (row,) = result.rows
    assert row.implementation == f"{sys.implementation.name} {sys.version.split()[0]}"
    assert list(result.versions) == [row.implementation]
    assert row.counts is not None


def test_an_old_python_is_told_so(tmp_path: Path) -> None:
    path = program(tmp_path / "pypy", "print('pypy 3 9')")
    assert noted(path) == f"{path}: it is pypy 3.9; ecref needs Python 3.10 or newer"


def test_nothing_there() -> None:
    assert noted("/nowhere/python") == "/nowhere/python: No such file or directory"


def test_a_program_that_fails_is_told_by_its_last_line(tmp_path: Path) -> None:
    path = program(tmp_path / "bad", "import sys; sys.exit('first\\nlast')")
    assert noted(path) == f"{path}: last"
    path = program(tmp_path / "mute", "import sys; sys.exit(3)")
    assert noted(path) == f"{path}: it ended with status 3"


def test_pyodide_needs_node(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "which", lambda _: None)
    assert noted("pyodide") == "pyodide: Pyodide needs the program node, which isn't found"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js is not installed")
def test_pyodide_is_a_package(tmp_path: Path) -> None:
    assert noted("pyodide", str(tmp_path)).startswith(f"pyodide: the package pyodide is not in {tmp_path}; ")


def test_pyodides_rows_are_named_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a program in place of node that runs ecref on this interpreter."""
    text = f"import os, sys; os.execv({sys.executable!r}, [{sys.executable!r}, '-m', 'ecref', *sys.argv[4:]])"
    fake = program(tmp_path / "node", text)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert shutil.which("node") == fake
    result = Result(environment(), {}, [])
    add_interpreter(result, "pyodide", ["--quick", "--curve", "p256", "--operation", "keygen"], "node_modules")
    assert [row.implementation for row in result.rows] == [f"pyodide {sys.version.split()[0]}"]
