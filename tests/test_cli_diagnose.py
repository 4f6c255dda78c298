"""ecref diagnose: what the command prints, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line import runner
from ecref import ed25519, ed25519ctx, p256, secp256k1
from ecref.cli import diagnose
from ecref.formats import dump_private_key, dump_public_key, sshsig
from ecref.hashes import hash_named
from ecref.referee.diagnosis import ecdsa_search, eddsa_search
from ecref.signatures import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

KEY = p256.private_key(7)
TWISTED = ed25519.private_key(bytes(32))
MESSAGE = b"message"
DIAGNOSE = "diagnose --key public.pem --signature signature"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with keys, a message and a signature; standard input is what is given."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ecdsa_search, "MOST_DIGESTS", 30)
    monkeypatch.setattr(eddsa_search, "MOST_CHECKS", 30)
    Path("message").write_bytes(MESSAGE)
    Path("public.pem").write_bytes(dump_public_key(KEY.public_key, "spki-pem"))
    Path("private.pem").write_bytes(dump_private_key(KEY, "pkcs8-pem"))
    Path("twisted.pem").write_bytes(dump_public_key(TWISTED.public_key, "spki-pem"))
    Path("signature").write_bytes(der())
    return runner(monkeypatch, capsys)


def der(message: bytes = MESSAGE, **how: str) -> bytes:
    signature = KEY.sign(message, **how)  # type: ignore[arg-type]
    assert isinstance(signature, bytes)
    return signature


def test_a_signature_that_holds(run: Run) -> None:
    out = (
        "reading 1 of 1: ECDSA on P-256, SHA-256, rules fips186-5, low-s\n"
        "Change nothing: the signature holds as given.\n"
    )
    assert run(f"{DIAGNOSE} message") == (0, out, "")
    assert run(f"{DIAGNOSE} -", stdin=MESSAGE)[0] == 0
    Path("signature").write_bytes(der().hex().encode() + b"\n")
    assert run(f"{DIAGNOSE} message")[0] == 0
    Path("signature").write_bytes(der(format="p1363"))  # as `ecref verify` reads it
    assert run(f"{DIAGNOSE} message")[0] == 0
    assert run("verify --key public.pem --signature signature message")[:2] == (0, "valid\n")


def test_two_changes(run: Run) -> None:
    Path("signature").write_bytes(der(hash="SHA-512", format="p1363"))
    out = (
        "reading 1 of 1: ECDSA on P-256, SHA-512, rules fips186-5\n"
        "  signature: p1363: read the signature as p1363 (r||s)\n"
        "  hash: SHA-512: hash with SHA-512\n"
        "Read the signature as p1363 (r||s), and hash with SHA-512.\n"
    )
    assert run(f"{DIAGNOSE} --format der message") == (1, out, "warning: reading 1: high-s\n")


def test_several_readings_and_a_warning(run: Run) -> None:
    key = secp256k1.private_key(7)
    Path("key").write_bytes(key.public_key.to_bytes())
    signed = (key.sign(MESSAGE, unsafe_k=k, format=None) for k in range(1, 99))
    r, s = next(pair for pair in signed if isinstance(pair, tuple) and secp256k1.is_high(pair[1]))
    Path("signature").write_bytes(encode(r, s, 0, "der", secp256k1.curve.n))
    line = "diagnose --key key --signature signature --curve secp256k1"
    out = (
        "reading 1 of 2: ECDSA on secp256k1, SHA-256, rules fips186-5, low-s\n"
        "  signature: n-s: replace s by n - s, which is low\n"
        "reading 2 of 2: ECDSA on secp256k1, SHA-256, rules fips186-5\n"
        "  rules: fips186-5: verify under the rule set fips186-5\n"
        "Replace s by n - s, which is low.\n"
    )
    assert run(f"{line} --rules low-s message") == (1, out, "warning: reading 2: high-s\n")
    assert run(f"{line} message")[0] == 0


def test_nothing_holds(run: Run) -> None:
    Path("signature").write_bytes(der(b"another"))
    advice = "No reading holds: look for another key, another message, or a signature that was damaged."
    assert run(f"{DIAGNOSE} message") == (1, f"{advice}\n", "")
    status, out, err = run(f"{DIAGNOSE} --json message")
    assert (status, json.loads(out), err) == (1, {"valid": False, "readings": [], "advice": advice, "left_out": 0}, "")


def test_json(run: Run) -> None:
    assert json.loads(run(f"{DIAGNOSE} --json message")[1]) == {
        "valid": True,
        "readings": [
            {
                "changes": [],
                "advice": "Change nothing: the signature holds as given.",
                "scheme": "ECDSA",
                "curve": "P-256",
                "hash": "SHA-256",
                "public_key": KEY.public_key.to_bytes().hex(),
                "rules": ["fips186-5", "low-s"],
                "warnings": [],
            }
        ],
        "advice": "Change nothing: the signature holds as given.",
        "left_out": 0,
    }


def test_a_digest(run: Run) -> None:
    Path("digest").write_bytes(hash_named("SHA-256").digest(MESSAGE))
    for how in ["--digest", "--digest --hash sha256"]:
        status, out, _ = run(f"{DIAGNOSE} {how} digest")
        assert (status, out.splitlines()[0]) == (0, "reading 1 of 1: ECDSA on P-256, a digest, rules fips186-5, low-s")
    status, out, _ = run(f"{DIAGNOSE} digest")
    assert (status, out.splitlines()[-1]) == (1, "Take the message for its digest and don't hash it.")
    assert run(f"{DIAGNOSE} --digest message")[1].endswith("Take the digest for a message and hash it.\n")


def test_the_curve_of_the_key_is_found(run: Run) -> None:
    status, out, err = run("diagnose --key private.pem --signature signature message")
    assert (status, out.splitlines()[-1], err) == (1, "Take the public half of the key, which is a private one.", "")
    assert run(f"{DIAGNOSE} --curve secp256k1 message")[1].splitlines()[-1] == "Take P-256 for the curve."
    Path("key").write_bytes(KEY.public_key.to_bytes()[1:])
    line = "diagnose --key key --signature signature"
    status, out, err = run(f"{line} message")
    assert (status, out) == (2, "")
    assert err.startswith("ecref: key: got 64 octets")
    assert run(f"{line} --curve p256 message")[1].splitlines()[-1] == "Put 04 before the key, which is x||y."
    status, out, err = run(f"{line} --curve p256 public.pem")  # of which it is no signature either
    assert (status, out.count("\n"), err.count("\n")) == (2, 0, 1)


def test_eddsa(run: Run) -> None:
    Path("signature").write_bytes(ed25519ctx.private_key(bytes(32)).sign(MESSAGE, context=b"c"))
    line = "diagnose --key twisted.pem --signature signature"
    status, out, _ = run(f"{line} --context 63 message")
    assert (status, out.splitlines()[-1]) == (1, "Verify with Ed25519ctx.")
    status, out, _ = run(f"{line} --scheme Ed25519ctx --context 63 message")
    assert (status, out.splitlines()[0].split(", ")[0]) == (0, "reading 1 of 1: Ed25519ctx")
    assert run(f"{line} --scheme Ed25519ctx message") == (2, "", "ecref: Ed25519ctx needs a context, if an empty one\n")


def test_an_ssh_signature(run: Run) -> None:
    Path("signature").write_bytes(sshsig.sign(TWISTED, MESSAGE, "git"))
    line = "diagnose --key twisted.pem --signature signature"
    assert run(f"{line} --namespace git message")[0] == 0
    status, out, _ = run(f"{line} message")
    assert (status, out.splitlines()[-1]) == (1, "Verify for the namespace 'git'.")


def test_a_signature_that_fits_two_formats(run: Run) -> None:
    """64 octets that are P1363, and DER as well."""
    octets = bytes.fromhex("303e 021d" + "01" * 29 + "021d" + "01" * 29)
    Path("signature").write_bytes(octets)
    assert len(octets) == 64
    assert run("verify --key public.pem --signature signature message")[0] == 2
    assert run(f"{DIAGNOSE} message")[0] == 1


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (f"{DIAGNOSE} nowhere", "nowhere: No such file or directory"),
        (f"{DIAGNOSE} --key - -", "only one file can be read from standard input"),
        (f"{DIAGNOSE} --format pem message", "no signature format 'pem' of P-256"),
        (f"{DIAGNOSE} --rules rfc8032 message", "no rule set 'rfc8032'"),
        (f"{DIAGNOSE} --context 00 message", "--context has no meaning for P-256"),
        (f"{DIAGNOSE} --key twisted.pem --hash sha256 message", "--hash has no meaning for Ed25519"),
        (f"{DIAGNOSE} --key twisted.pem --digest message", "--digest has no meaning for Ed25519"),
        (f"{DIAGNOSE} --key message message", "message: got"),
    ],
)
def test_what_cannot_be_used(run: Run, line: str, error: str) -> None:
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"ecref: {error}")


def test_a_message_that_is_too_long(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnose, "LONGEST", len(MESSAGE))
    assert run(f"{DIAGNOSE} message")[0] == 0
    monkeypatch.setattr(diagnose, "LONGEST", len(MESSAGE) - 1)
    error = "ecref: message: longer than 6 octets; for ECDSA, its digest will do (--digest)\n"
    assert run(f"{DIAGNOSE} message") == (2, "", error)


def test_a_long_message_is_not_read_in_every_way(run: Run) -> None:
    Path("message").write_bytes(b"m" * (1 << 20))
    status, _, err = run(f"{DIAGNOSE} message")
    assert (status, err) == (1, "note: not every reading was tried, since the message is long\n")
