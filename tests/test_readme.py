"""The examples of README.md run, and print what it says they print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ecref.referee import vectors
from ecref.rules import ECDSA_RULES, EDDSA_RULES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
# A fenced block of the language, then what it prints, if the README shows it.
BLOCK = r"^```{}\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?"


def examples(language: str) -> list[tuple[str, str]]:
    """Each example in the language with the output shown after it ("" where there is none)."""
    return re.findall(BLOCK.format(language), README, re.DOTALL | re.MULTILINE)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Variables under which `ecref` and `import ecref` are this tree's."""
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    command = bin_ / "ecref"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ecref "$@"\n')
    command.chmod(0o755)
    return {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}"}


def output(arguments: list[str], folder: Path, environment: dict[str, str]) -> str:
    """What a program prints in a new folder; a failure shows its standard error."""
    folder.mkdir()
    run = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_there_are_examples_in_both_languages() -> None:
    assert examples("python")
    assert examples("bash")


@pytest.mark.parametrize(("program", "printed"), examples("python"))
def test_python_example(
    program: str, printed: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    assert output([sys.executable, "-c", program], tmp_path / "here", environment) == printed
    assert len(program.splitlines()) <= 10


@pytest.mark.parametrize(("script", "printed"), examples("bash"))
def test_shell_example(
    script: str, printed: str, tmp_path: Path, environment: dict[str, str]
) -> None:
    assert output(["bash", "-euo", "pipefail", "-c", script], tmp_path / "here", environment) == printed


def test_links_lead_somewhere() -> None:
    for name in re.findall(r"\]\(([\w./-]+)\)", README):
        assert (ROOT / name).exists(), name


def test_every_rule_set_is_listed() -> None:
    rows = re.findall(r"^\| `([\w-]+)`(?: \(default\))? \|", README, re.MULTILINE)
    assert rows == [*EDDSA_RULES, *ECDSA_RULES]


def test_the_number_of_vectors_is_right() -> None:
    (number,) = re.findall(r"([\d,]+) vectors", README)
    assert number == f"{sum(len(vectors.load(suite)) for suite in vectors.suites()):,}"
