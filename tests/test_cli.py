"""The command line's frame: help, names, exit statuses, and one line for whatever goes wrong."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref
from ecref import cli
from ecref.cli import names, streams
from ecref.hashes import HASH_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parent.parent


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str) -> tuple[int, str, str]:
        status = cli.main(argv)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def child(command: str, folder: Path) -> tuple[int, str, str]:
    """The same by a shell, with `ecref` this tree's."""
    command = command.replace("ecref", f'"{sys.executable}" -m ecref')
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def unusable(result: tuple[int, str, str], *, says: str) -> None:
    """Assert status 2, nothing on standard output, and one line on standard error."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert re.fullmatch(r"ecref: .+\n", err), err
    assert says in err


# ---------------------------------------------------------------- help


def test_help_begins_with_the_warning_and_names_each_command(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    assert "NOT FOR SECRETS" in out
    for command in cli.COMMANDS:
        assert re.search(rf"^    {command} +\w", out, re.MULTILINE)


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_each_command_has_help_with_an_example(run: Run, command: str) -> None:
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "")
    assert re.search(rf"^example:\n  .*ecref {command}", out, re.MULTILINE)


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"ecref {ecref.__version__}\n", "")


def test_the_module_is_the_command(tmp_path: Path) -> None:
    assert child("ecref --version", tmp_path) == (0, f"ecref {ecref.__version__}\n", "")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("scheme", "spellings"),
    [
        (ecref.ed25519, "ed25519 Ed25519 ED25519 edwards25519"),
        (ecref.ed448, "ed448 Ed448 ED448 edwards448"),
        (ecref.p256, "p256 P-256 P256 prime256v1 secp256r1 nistp256 NIST-P256 NISTP256"),
        (ecref.p384, "p384 P-384 P384 secp384r1 nistp384"),
        (ecref.secp256k1, "secp256k1 SECP256K1 K-256 p256k1"),
    ],
)
def test_a_curve_by_each_of_its_names(scheme: names.Scheme, spellings: str) -> None:
    for name in spellings.split():
        assert names.curve(name) is scheme


@pytest.mark.parametrize(
    ("known", "spellings"),
    [
        ("SHA-1", "sha1 SHA1 sha-1"),
        ("SHA-256", "sha256 SHA256 sha_256 SHA-256"),
        ("SHA-512/256", "sha512/256 sha512_256 sha512-256 SHA-512/256"),
        ("SHA3-256", "sha3-256 sha3_256 SHA3-256"),
        ("SHAKE128", "shake128 shake_128"),
        ("Keccak-256", "keccak256 KECCAK-256"),
    ],
)
def test_a_hash_by_each_of_its_names(known: str, spellings: str) -> None:
    for name in spellings.split():
        assert names.hash_name(name) == known


def test_each_hash_has_its_own_name() -> None:
    assert [names.hash_name(name) for name in HASH_NAMES] == list(HASH_NAMES)


def test_names_that_are_not_known() -> None:
    for read in [names.curve, names.scheme, names.hash_name]:
        for name in ["", "p521", "md5", "\ud800", "x" * 10**6]:
            with pytest.raises(ArgumentTypeError, match="there are"):
                read(name)


def test_hex_octets() -> None:
    assert names.hex_octets("") == b""
    assert names.hex_octets("00fF") == b"\x00\xff"
    for text in ["0", "0g", "00 00", " 00", "0x00", "\uff10\uff10"]:
        with pytest.raises(ArgumentTypeError, match="hex"):
            names.hex_octets(text)


# ---------------------------------------------------------------- what can't be used


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "COMMAND"),
        ("frobnicate", "frobnicate"),
        ("--frobnicate", "COMMAND"),
        ("keygen --frobnicate", "--frobnicate"),
        ("keygen --cur ed25519", "--cur"),  # no abbreviations
        ("keygen", "--curve"),
        ("keygen --curve", "--curve"),
        ("keygen --curve p521", "no curve 'p521'"),
        ("keygen --curve ed25519 --force", "--out"),
        ("keygen --curve ed25519 --out no/folder", "no/folder: No such file"),
        ("keygen --curve ed25519 --out .", ".: File exists"),
        ("keygen --curve ed25519 --out . --force", "neither a file nor a link"),
        ("keygen --curve Ed25519ph", "say --scheme Ed25519ph"),
        ("keygen --curve ed25519 --to pem", "'pem'"),
        ("keygen --curve ed25519 --to spki-pem", "'spki-pem'"),
        ("pubkey", "--key"),
        ("pubkey --key missing", "missing: No such file"),
        ("pubkey --key .", ".: Is a directory"),
        ("pubkey --key empty", "empty: "),
        ("pubkey --key key --curve ed25519 --to pem", "--to"),
        ("pubkey --key key --curve ed25519 --key-format pem", "'pem'"),
        ("sign --curve ed25519 --key key", "FILE"),
        ("sign --key key message", "--curve"),
        ("sign --curve ed25519 --key key missing", "missing: No such file"),
        ("sign --curve ed25519 --key - -", "standard input"),
        ("sign --curve ed25519 --key key --hash sha256 message", "--hash"),
        ("sign --curve ed25519 --key key --digest message", "--digest"),
        ("sign --curve ed25519 --key key --low-s message", "--low-s"),
        ("sign --curve ed25519 --key key --nonce random message", "--nonce"),
        ("sign --curve ed25519 --key key --format der message", "no format 'der' of Ed25519; there are raw, sshsig"),
        ("sign --curve p256 --key key --format ber message", "'ber'"),
        ("sign --curve p256 --key key --format ber-hex message", "'ber'"),
        ("sign --curve ed25519 --key key --namespace git message", "--namespace has no meaning for the format raw"),
        ("sign --curve ed25519 --key key --format sshsig --namespace= message", "namespace"),
        ("sign --curve ed25519 --key key --format sshsig --context 00 message", "--context"),
        ("sign --curve ed25519 --key key --format sshsig --hash sha384 message", "SHA-256 or SHA-512"),
        ("sign --curve p256 --key key --format sshsig --digest message", "--digest"),
        ("sign --curve p256 --key key --format sshsig --low-s message", "--low-s"),
        ("sign --curve secp256k1 --key key --format sshsig message", "secp256k1"),
        ("sign --scheme Ed25519ph --key key --format sshsig message", "Ed25519ph"),
        ("sign --curve ed25519 --key key --context 00 message", "Ed25519 has no context"),
        ("sign --scheme Ed25519ctx --key key message", "context"),
        (f"sign --scheme Ed25519ph --key key --context {'00' * 256} message", "256 octets"),
        ("sign --scheme Ed25519ph --key key --context 0x00 message", "hex"),
        ("sign --scheme Ed25519ph --curve ed448 --key key message", "Ed25519ph"),
        ("sign --scheme ECDSA --key key message", "no scheme 'ECDSA'"),
        ("sign --curve p256 --key key --context 00 message", "--context"),
        ("sign --curve p256 --key key --hash md5 message", "no hash 'md5'"),
        ("sign --curve p256 --key key --hash shake128 message", "SHAKE128"),
        ("sign --curve p256 --key key --format raw message", "'raw'"),
        ("sign --curve p256 --key key --nonce zero message", "--nonce"),
        ("sign --curve p256 --key key --digest --hash sha256 message", "wanted 32"),
        ("sign --curve p256 --key key --digest empty", "1 to 64"),
        ("verify --curve ed25519 --key key message", "--signature"),
        ("verify --curve ed25519 --key key --signature missing message", "missing: No such file"),
        ("verify --curve ed25519 --key key --signature key missing", "missing: No such file"),
        ("verify --curve ed25519 --key key --signature - -", "standard input"),
        ("verify --curve ed25519 --key key --signature key --rules none message", "no rule set 'none'"),
        ("verify --curve ed25519 --key key --signature key --digest message", "digest"),
        ("verify --curve ed25519 --key key --signature key --hash sha256 message", "hash"),
        ("verify --curve ed25519 --key key --signature key --format der message", "'der'"),
        ("verify --curve ed25519 --key key --signature key --namespace file message", "namespace"),
        ("verify --curve ed448 --key key --signature key message", "key: "),
        ("verify --curve p256 --key key --signature key message", "key: "),
        ("verify --curve ed25519 --key key --signature huge message", "huge: longer"),
        ("serve x", "x"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, line: str, says: str) -> None:
    Path("key").write_text("5e" * 32)
    Path("message").write_bytes(b"message")
    Path("empty").write_bytes(b"")
    Path("huge").write_bytes(bytes(1 << 21))
    before = sorted(Path().iterdir())
    result = run(*line.split())
    unusable(result, says=says)
    assert "5e5e" not in result[2]
    assert sorted(Path().iterdir()) == before


def test_what_is_strange_in_a_name_is_escaped(run: Run) -> None:
    unusable(run("pubkey", "--curve", "ed25519", "--key", "a\nb\x1b\udcff"), says=r"a\nb\x1b\udcff: No such file")


def test_a_file_that_may_not_be_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: str, *_: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("builtins.open", denied)
    unusable(run("pubkey", "--curve", "ed25519", "--key", "key"), says="key: Permission denied")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (MemoryError(), "out of memory"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError("odd"), "odd"),
    ],
)
def test_what_interrupts_a_command(run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, says: str) -> None:
    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr("ecref.cli.keygen.run", fail)
    unusable(run("keygen", "--curve", "ed25519"), says=says)


# ---------------------------------------------------------------- standard input and output


def test_streams_that_are_closed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["serve"]) == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(["serve"]) == 2
    assert cli.main(["keygen", "--curve", "ed25519"]) == 2
    assert capsys.readouterr().err == (
        "ecref: standard input is closed\necref: standard output is closed\necref: standard output is closed\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux's")
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("ecref keygen --curve ed25519 >/dev/full", "No space left"),
        ("ecref --help >/dev/full", "No space left"),
        ("echo | ecref serve >/dev/full", "No space left"),
        ("ecref serve <&-", "standard input is closed"),
        ("echo | ecref serve >&-", "standard output is closed"),
        ("ecref pubkey --curve ed25519 --key /dev/zero", "/dev/zero: longer than"),
        ("ecref keygen --curve ed25519 --out /dev/null --force", "/dev/null: neither"),
    ],
)
def test_a_stream_that_fails_is_one_line(tmp_path: Path, command: str, says: str) -> None:
    unusable(child(command, tmp_path), says=says)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full is Linux's")
@pytest.mark.parametrize("stream", ["2>/dev/full", "2>&-"])
def test_where_nobody_is_told_the_status_tells(tmp_path: Path, stream: str) -> None:
    assert child(f"ecref keygen {stream}", tmp_path) == (2, "", "")
    assert child(f"ecref keygen --curve p521 {stream}", tmp_path) == (2, "", "")
    key = "01" + "00" * 31  # of small order: warned of
    (tmp_path / "key").write_text(key)
    (tmp_path / "signature").write_text(key + "00" * 32)
    verify = f"ecref verify --curve ed25519 --key key --signature signature key {stream}"
    assert child(verify, tmp_path) == (0, "valid\n", "")


def test_text_that_a_stream_does_not_know_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    octets = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(octets, "ascii", write_through=True))
    streams.say("caf\u00e9 \u65e5")
    assert octets.getvalue() == b"caf\\xe9 \\u65e5\n"


@pytest.mark.parametrize("buffered", ["", "1"])
def test_nobody_reads_the_output(tmp_path: Path, buffered: str) -> None:
    command = f"(sleep 0.5; PYTHONUNBUFFERED={buffered} ecref keygen --curve ed25519; echo $? >status) | :"
    status, out, err = child(command, tmp_path)
    assert (status, out) == (0, "")
    unusable((int((tmp_path / "status").read_text()), "", err), says="Broken pipe")


def test_a_long_pipe_is_signed_and_verified(tmp_path: Path) -> None:
    pipe = "head -c 17000000 /dev/zero |"  # over 16 MiB
    assert child("ecref keygen --curve ed25519 --out key && ecref pubkey --key key --out public", tmp_path)[0] == 0
    status, out, err = child(f"{pipe} ecref sign --key key --out signature -", tmp_path)
    assert (status, out) == (0, "")
    assert "17,000,000 octets were put into a temporary file" in err
    assert child(f"{pipe} ecref verify --key public --signature signature -", tmp_path) == (0, "valid\n", "")


def test_a_failing_standard_output_is_abandoned_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    abandoned = []
    monkeypatch.setattr(cli, "abandon_output", lambda: abandoned.append(True))
    monkeypatch.setattr(sys, "stdout", Full())
    for status, argv in [(2, ["keygen", "--curve", "ed25519"]), (2, ["keygen"]), (2, ["--version"])]:
        assert cli.main(argv) == status
        assert capsys.readouterr().err.count("\n") == 1
    assert len(abandoned) == 3


def test_an_error_is_one_line_whatever_was_noted_before(capsys: pytest.CaptureFixture[str]) -> None:
    streams.note("first")
    streams.note("second\nline")
    streams.print_notes()
    assert capsys.readouterr() == ("", "note: first\nnote: second\\nline\n")
    streams.note("third")
    streams.complain("error")
    streams.print_notes()
    assert capsys.readouterr() == ("", "ecref: error\n")


def test_complaining_keeps_what_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert streams.complain("é \t\u2028\ud800") == 2
    assert capsys.readouterr().err == "ecref: é \\t\\u2028\\ud800\n"
