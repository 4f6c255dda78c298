"""ecref nonces: what the command prints, and its exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from command_line import runner
from ecref import cli, p256
from ecref.formats import dump_private_key
from nonce_files import ecdsa_line, honest, json_lines, nonce_with

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parent.parent
KEY, OTHER = p256.private_key(1234567), p256.private_key(7)
PUBLIC = KEY.public_key.to_bytes().hex()
REPEATED = [ecdsa_line(KEY, b"one", 5), ecdsa_line(KEY, b"two", 5, sign=-1)]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with files of signatures and a private key."""
    monkeypatch.chdir(tmp_path)
    Path("clean").write_bytes(json_lines(honest(4, OTHER)))
    Path("repeated").write_bytes(json_lines(REPEATED))
    Path("bad").write_bytes(json_lines([*honest(2), {"a": 1}]))
    Path("key.pem").write_bytes(dump_private_key(OTHER, "pkcs8-pem"))
    return runner(monkeypatch, capsys)


def test_a_clean_file(run: Run) -> None:
    assert run("nonces clean") == (
        0,
        "4 signatures, 0 of them duplicates\nlattice test of 1 of the 1 keys with signatures enough\nnothing found\n",
        "",
    )
    assert run("nonces --lattice 0 clean")[:2] == (0, "4 signatures, 0 of them duplicates\nnothing found\n")
    status, out, _ = run("nonces --lattice-keys 0 clean")
    assert (status, "lattice test of 0 of the 1 keys" in out) == (0, True)


def test_a_finding(run: Run) -> None:
    status, out, err = run("nonces repeated")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "2 signatures, 0 of them duplicates",
        "repeated-nonce: a nonce was used for different messages, and gives the private key away",
        f"  key: P-256 {PUBLIC}",
        "  lines: 1, 2; nonces: 1",
        f"  the private key of P-256 {PUBLIC} was found and checked (--show-secrets)",
    ]


def test_no_secret_unless_asked_for(run: Run) -> None:
    secret = f"{1234567:064x}"
    for options in "", "--json":
        assert secret not in "".join(run(f"nonces {options} repeated")[1:])
        status, out, err = run(f"nonces --show-secrets {options} repeated")
        assert (status, err) == (1, "warning: the output shows private keys\n")
        assert secret in out
    assert run("nonces --show-secrets clean")[2] == ""


def test_json(run: Run) -> None:
    status, out, err = run("nonces --json repeated")
    assert (status, err) == (1, "")
    assert json.loads(out)["findings"][0]["recovered"] == [PUBLIC]
    status, out, err = run("nonces --json bad")
    assert (status, json.loads(out)["bad_lines"]["count"]) == (2, 1)
    assert err == (
        "ecref: bad: nothing was found, but not all could be judged: 1 lines could not be read, first line 3: "
        "unknown key 'a'\n"
    )


def test_lines_that_cannot_be_read(run: Run) -> None:
    status, out, err = run("nonces bad")
    assert status == 2
    assert out.splitlines()[1:] == ["line 3 could not be read: bad-request: unknown key 'a'"]
    assert err.count("\n") == 1
    Path("worse").write_bytes(json_lines([{"a": 1}] * 13 + REPEATED))
    status, out, err = run("nonces worse")
    assert (status, err) == (1, "")
    assert out.splitlines()[-1] == "and 3 more lines could not be read"


def test_what_cannot_be_judged(run: Run) -> None:
    status, out, err = run("nonces --hash sha1 repeated")
    assert status == 2
    doubt = out.splitlines()[-1].removeprefix("not judged: ")
    assert doubt.startswith("1 nonces that stand there twice, and no key explains it")
    assert err == f"ecref: repeated: nothing was found, but not all could be judged: {doubt}\n"


def test_a_private_key(run: Run) -> None:
    status, out, err = run("nonces --key key.pem clean")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[1] == "tests of the nonces of the key, and how likely chance alone gives that or worse:"
    assert sum("  k: low 4 bits: " in line for line in lines) == 1
    rnd = Random(1)
    Path("short").write_bytes(
        json_lines(ecdsa_line(OTHER, b"%d" % i, nonce_with(p256.curve.n, rnd, high=(0, 30))) for i in range(4))
    )
    status, out, err = run("nonces --key key.pem short")
    assert (status, err) == (1, "")
    assert "biased-nonce: the nonces are not uniform: " in out


def test_a_raw_key_and_lines_that_leave_out_the_curve(run: Run) -> None:
    Path("raw").write_bytes(OTHER.private_bytes())
    Path("csv").write_text(
        "key,message,signature\n"
        + "".join(f"{line['key']},{line['message']},{line['signature']}\n" for line in honest(2, OTHER))
    )
    assert run("nonces --curve p256 --key raw csv")[0] == 0
    status, _, err = run("nonces --key raw csv")
    assert (status, "see --curve" in err) == (2, True)
    assert run("nonces csv")[0] == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--key-format raw clean", "--key-format has no meaning without --key"),
        ("--key - -", "only one file can be read from standard input"),
        ("--lattice 101 clean", "argument --lattice: wanted a number from 0 to 100, not '101'"),
        ("--lattice-keys x clean", "argument --lattice-keys: wanted a number from 0 to 999, not 'x'"),
        ("none", "none: No such file or directory"),
        ("key.pem", "key.pem: line 1: unknown column '-----BEGIN PRIVATE KEY-----'"),
        (os.devnull, f"{os.devnull}: there is no line in the file"),
    ],
)
def test_what_cannot_be_used(run: Run, line: str, says: str) -> None:
    status, out, err = run(f"nonces {line}")
    assert (status, out) == (2, "")
    assert err.startswith(f"ecref: {says}")
    assert err.count("\n") == 1


def test_a_pipe_is_kept_in_a_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ecref", "nonces", "-"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, input=json_lines(REPEATED), cwd=tmp_path, env=environment, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"lines: 1, 2; nonces: 1" in done.stdout


def test_a_file_on_standard_input_is_read_as_it_is(run: Run) -> None:
    status, out, _ = run("nonces -", json_lines(REPEATED))
    assert (status, "lines: 1, 2; nonces: 1" in out) == (1, True)


def test_a_pipe_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, json_lines(REPEATED))
    os.close(write_end)
    with os.fdopen(read_end) as pipe:
        monkeypatch.setattr(sys, "stdin", pipe)
        assert cli.main(["nonces", "-"]) == 1
