"""The Pythons that the package says it runs on are those that nox and .ci/run try, and one that is missing is told."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from release import lock

ROOT = Path(__file__).parent.parent
PYTHONS = ["3.10", "3.11", "3.12", "3.13"]


def text(name: str) -> str:
    """The text of a file of this tree."""
    return (ROOT / name).read_text("utf-8")


def test_they_are_the_same_everywhere() -> None:
    project = text("pyproject.toml")
    assert re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project) == PYTHONS
    assert f'requires-python = ">={PYTHONS[0]}"' in project
    assert f'target-version = "py{PYTHONS[0].replace(".", "")}"' in project
    assert f"PYTHONS = {PYTHONS}".replace("'", '"') in text("noxfile.py")
    assert re.findall(r"for version in (.*); do", text(".ci/run")) == 2 * [" ".join(PYTHONS)]
    assert list(lock.PYTHONS) == PYTHONS


def test_nox_does_not_skip_a_missing_one_and_fetches_none() -> None:
    options = dict(re.findall(r"^nox\.options\.(\w+) = (.*)$", text("noxfile.py"), re.MULTILINE))
    assert options["error_on_missing_interpreters"] == "True"
    assert options["download_python"] == '"never"'


@pytest.mark.parametrize("missing", [[], ["3.10", "3.12"], ["3.10", "3.12", "3.13"]])
def test_ci_names_what_is_missing(missing: list[str], tmp_path: Path) -> None:
    """The last part of .ci/run, on a machine where 3.11 is ours and make prints what it is asked for."""
    script = text(".ci/run")
    part = script[script.index("ours=") : script.index('say "all of it holds"')]
    functions = re.search(r"^say\(\).*?$", script, re.MULTILINE)
    assert functions is not None
    programs = {"make": "echo made: $*", "ours": "echo 3.11"}
    programs |= {f"python{version}": f"exit {127 * (version in missing)}" for version in PYTHONS}
    for name, line in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    command = ["bash", "-euo", "pipefail", "-c", f"PYTHON=ours; left_out=()\n{functions[0]}\n{part}"]
    environment = {"PATH": f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    sessions = [f"{name}-{v}" for v in PYTHONS if v not in ["3.11", *missing] for name in ("quick", "vectors", "dist")]
    made = [f"made: interpreters ARGS=--session {' '.join(sessions)}"] if sessions else []
    lines = [line for line in done.stdout.splitlines() if line and not line.startswith("== the quick")]
    assert lines == made + [f"== LEFT OUT: nothing ran on Python {v}, which is not on this machine" for v in missing]
