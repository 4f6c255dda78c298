"""The same measuring on other interpreters: each runs `ecref bench --json` as a child process."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

from .pyperf_file import from_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .bench import Result

ROOT = str(Path(__file__).parents[2])
VERSION = "import sys; print(sys.implementation.name, *sys.version_info[:2])"


def add_interpreter(result: Result, path: str, arguments: Sequence[str], node_modules: str) -> None:
    """Run on another interpreter and add its rows, or a note that says why not. `pyodide` is Pyodide under Node.js."""
    try:
        command = _pyodide(node_modules) if path == "pyodide" else _python(path)
        text = _output([*command, "bench", "--json", *arguments])
        found = from_json(text)
    except UnusableInput as error:
        result.notes.append(f"{path}: {error.detail}")
        return
    name = "{python_implementation} {python_version}".format(**found.environment)
    if path == "pyodide":
        name = f"pyodide {found.environment['python_version']}"
    result.versions[name] = "{platform}; {python_build}; {python_compiler}".format(**found.environment)
    result.rows += [replace(row, implementation=name) for row in found.rows]


def _python(path: str) -> list[str]:
    """The command line of ecref on a Python. UnusableInput where it is none, or too old."""
    name, *version = _output([path, "-c", VERSION]).split()
    if tuple(map(int, version)) < (3, 10):
        raise UnusableInput("unsupported", f"it is {name} {'.'.join(version)}; ecref needs Python 3.10 or newer")
    return [path, "-m", "ecref"]


def _pyodide(node_modules: str) -> list[str]:
    """The command line of ecref under Pyodide."""
    node = which("node")
    if node is None:
        raise UnusableInput("unsupported", "Pyodide needs the program node, which isn't found")
    return [node, str(Path(__file__).with_name("pyodide.mjs")), str(Path(node_modules).resolve()), ROOT]


def _output(command: Sequence[str]) -> str:
    """What a command prints. UnusableInput, with its last line of standard error, where it fails."""
    path = os.pathsep.join([ROOT, *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        ran = subprocess.run(  # noqa: S603 -- an interpreter that the user named
            command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise UnusableInput("unsupported", f"{error.strerror}") from None
    if ran.returncode != 0:
        lines = ran.stderr.strip().splitlines() or [f"it ended with status {ran.returncode}"]
        raise UnusableInput("unsupported", lines[-1])
    return ran.stdout
