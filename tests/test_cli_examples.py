"""Each command's help ends with an example, and each example runs."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ecref import cli, ed25519, secp256k1
from ecref.formats import dump_private_key, dump_public_key, jws

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
SLOW = {"bench", "study"}  # they measure for minutes; tests/test_cli_bench.py and test_studies_*.py run them on less


def parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser's commands, their commands, and so on."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield command
                yield from parsers(command)


COMMANDS = {command.prog.removeprefix("ecref "): command for command in parsers(cli.parser())}


def example(command: str) -> str:
    """The last line of a help text."""
    lines = COMMANDS[command].format_help().splitlines()
    assert lines[-2] == "example:"
    return lines[-1].strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files that examples speak of."""
    key = ed25519.private_key(bytes(32))
    (tmp_path / "FILE").write_bytes(b"message")
    (tmp_path / "key.pem").write_bytes(dump_private_key(key, "pkcs8-pem"))
    (tmp_path / "key.pem").chmod(0o600)
    (tmp_path / "public-key.pem").write_bytes(dump_public_key(key.public_key, "spki-pem"))
    (tmp_path / "signature").write_bytes(key.sign(b"message"))
    (tmp_path / "TOKENFILE").write_text(jws.sign(key, b"payload"))
    line = {"key": key.public_key.octets.hex(), "curve": "ed25519", "message": "", "signature": key.sign(b"").hex()}
    (tmp_path / "SIGNATURES").write_text(json.dumps(line))
    return tmp_path


def test_subcommands_are_found() -> None:
    assert {*cli.COMMANDS, "explain sign", "explain verify"} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_is_of_its_command(command: str) -> None:
    assert f"ecref {command}" in example(command)


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no POSIX shell")
@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in SLOW])
def test_an_example_runs(command: str, folder: Path) -> None:
    line = example(command)
    words = line.split()
    if "--out" in words:
        (folder / words[words.index("--out") + 1]).unlink(missing_ok=True)  # no file is overwritten
    if "--curve secp256k1" in line:
        signature = secp256k1.private_key(1).sign(b"message")
        assert isinstance(signature, bytes)
        (folder / "signature").write_bytes(signature)
    line = line.replace("ecref", f'"{sys.executable}" -m ecref')
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, [line for line in done.stderr.splitlines() if line.startswith("ecref: ")]) == (0, [])
