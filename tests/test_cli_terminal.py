"""What a terminal gets: colours where they are seen and wanted, and a shell's completion."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from ecref import cli
from ecref.cli.colours import GREEN, RED, coloured

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parent.parent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, variables: Mapping[str, str], *, terminal: bool = True) -> str:
    for name in "NO_COLOR", "TERM", "WT_SESSION":
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
    return coloured("valid", GREEN)


# ---------------------------------------------------------------- colours


@pytest.mark.parametrize("variables", [{}, {"TERM": "xterm"}, {"NO_COLOR": ""}])
def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert shown(monkeypatch, variables) == "\033[32mvalid\033[0m"
    assert coloured("invalid", RED) == "\033[31minvalid\033[0m"


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"NO_COLOR": "0"}, {"TERM": "dumb"}])
def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    assert shown(monkeypatch, variables) == "valid"


def test_what_is_no_terminal_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(monkeypatch, {"TERM": "xterm"}, terminal=False) == "valid"
    monkeypatch.setattr(sys, "stdout", None)
    assert coloured("valid", GREEN) == "valid"


def test_an_old_console_of_windows_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert shown(monkeypatch, {}) == "valid"
    assert shown(monkeypatch, {"WT_SESSION": "1"}) == "\033[32mvalid\033[0m"


def test_verdicts_are_coloured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    key = ecref.ed25519.private_key(bytes(32))
    Path("public").write_bytes(key.public_key.to_bytes())
    Path("signature").write_bytes(key.sign(b"message"))
    Path("message").write_bytes(b"message")
    monkeypatch.setattr(sys, "platform", "linux")
    verify = "verify --curve ed25519 --key public --signature signature"
    for file, status, says in ("message", 0, "\033[32mvalid\033[0m\n"), ("public", 1, "\033[31minvalid\033[0m: "):
        shown(monkeypatch, {})
        assert cli.main([*verify.split(), file]) == status
        assert isinstance(sys.stdout, Terminal)
        assert sys.stdout.getvalue().startswith(says)
        shown(monkeypatch, {})
        assert cli.main([*verify.split(), "--json", file]) == status
        assert "\033" not in sys.stdout.getvalue()


# ---------------------------------------------------------------- completion


def completions(line: str, tmp_path: Path) -> set[str]:
    """What argcomplete offers to a shell for the word that the line ends in."""
    answer = tmp_path / "answer"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
    }
    command = [sys.executable, "-m", "ecref"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, b"")
    return {word.strip() for word in answer.read_text().splitlines()}


@pytest.mark.skipif(find_spec("argcomplete") is None, reason="argcomplete is not installed")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("ecref ", {*cli.COMMANDS}),
        ("ecref ver", {"verify"}),
        ("ecref verify --sig", {"--signature"}),
        ("ecref keygen --curve ", {"ed25519", "ed448", "p256", "p384", "secp256k1"}),
        ("ecref keygen --to pk", {"pkcs8-der", "pkcs8-pem"}),
        ("ecref sign --hash sha3", {"sha3-224", "sha3-256", "sha3-384", "sha3-512"}),
        ("ecref sign --format sshs", {"sshsig"}),
        ("ecref verify --rules zip", {"zip215"}),
        ("ecref verify --key thi", {"this-file"}),
    ],
)
def test_a_shell_completes(tmp_path: Path, line: str, offered: set[str]) -> None:
    (tmp_path / "this-file").touch()
    assert offered <= completions(line, tmp_path)
    if not line.endswith(" "):
        assert completions(line, tmp_path) == offered


def test_completion_answers_where_a_shell_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setitem(sys.modules, "argcomplete", SimpleNamespace(autocomplete=asked.append))
    assert cli.main(["--version"]) == 0
    assert asked == []
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    assert cli.main(["--version"]) == 0
    assert [parser.prog for parser in asked] == ["ecref"]


def test_all_works_without_argcomplete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete", None)  # importing it is an ImportError
    monkeypatch.setenv("_ARGCOMPLETE", "1")
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr() == (f"ecref {ecref.__version__}\n", "")


def test_help_says_how_to_switch_it_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    assert 'eval "$(register-python-argcomplete ecref)"' in capsys.readouterr().out
