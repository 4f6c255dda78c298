"""-m quick runs the modules that tests/quick.py names, and loads no other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import quick

HERE = Path(__file__).parent


def test_every_module_is_there() -> None:
    assert {path.stem for path in HERE.glob("test_*.py")} >= quick.MODULES


def test_this_module_is_not_quick(request: pytest.FixtureRequest) -> None:
    assert Path(__file__).stem not in quick.MODULES
    assert request.node.get_closest_marker("quick") is None


@pytest.mark.parametrize(("mark", "loaded"), [("quick", False), ("not quick", True)])
def test_what_is_not_quick_is_not_loaded(mark: str, loaded: bool, tmp_path: Path) -> None:
    for name in ("conftest", "test_der", "test_errors"):
        (tmp_path / f"{name}.py").write_bytes((HERE / f"{name}.py").read_bytes())
    (tmp_path / "test_another.py").write_text("def test_it():\n    pass\n")
    search = [str(folder) for folder in (HERE, HERE / "guard", HERE.parent)]
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nmarkers = quick\npythonpath = {' '.join(search)}\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--collect-only", "-m", mark]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    modules = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert modules == ({"test_another.py"} if loaded else {"test_der.py", "test_errors.py"})
