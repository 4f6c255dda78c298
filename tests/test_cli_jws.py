"""jws: a payload to a token and back, its options, and what is printed where."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref
from ecref import cli
from ecref.cli import jws as command
from ecref.formats import jwk, jws, pem, pkcs8, spki

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.formats.names import PrivateKey

    Run = Callable[..., tuple[int, bytes, str]]

PAYLOAD = b'{"iss":"joe"}\n\xff\0'
KEYS: dict[str, PrivateKey] = {
    "ES256": ecref.p256.private_key(12345),
    "ES384": ecref.p384.private_key(12345),
    "ES256K": ecref.secp256k1.private_key(12345),
    "Ed25519": ecref.ed25519.private_key(b"\x01" * 32),
    "Ed448": ecref.ed448.private_key(b"\x01" * 57),
}
KEY = KEYS["Ed25519"]
TOKEN = jws.sign(KEY, PAYLOAD).encode()


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a key, a payload and a token, standard input being what is given."""
    monkeypatch.chdir(tmp_path)
    make_keys(KEY)
    Path("payload").write_bytes(PAYLOAD)
    Path("token").write_bytes(TOKEN + b"\n")

    def run(*line: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main([*line[0].split(), *line[1:]])
        out, err = capsysbinary.readouterr()
        return status, out, err.decode()

    return run


def make_keys(key: PrivateKey) -> None:
    """Make the files `key`, a JWK, and `public`, PEM."""
    Path("key").write_bytes(jwk.write_private(key))
    Path("public").write_bytes(pem.write("PUBLIC KEY", spki.write_public(key.public_key)))


# ---------------------------------------------------------------- the whole way


@pytest.mark.parametrize("alg", KEYS)
def test_a_token_is_signed_and_verified(run: Run, alg: str) -> None:
    make_keys(KEYS[alg])
    status, token, err = run("jws sign --key key payload")
    assert (status, token, err) == (0, jws.sign(KEYS[alg], PAYLOAD).encode() + b"\n", "")
    assert run("jws verify --key public -", stdin=token) == (0, PAYLOAD, "")
    Path("private.pem").write_bytes(pem.write("PRIVATE KEY", pkcs8.write_private(KEYS[alg])))
    assert run("jws sign --key private.pem payload") == (0, token, "")
    Path("public.jwk").write_bytes(jwk.write_public(KEYS[alg].public_key))
    assert run("jws verify --key public.jwk -", stdin=token) == (0, PAYLOAD, "")


def test_a_raw_key_needs_its_curve(run: Run) -> None:
    Path("seed").write_bytes(b"\x01" * 32)
    assert run("jws sign --key seed --curve ed25519 payload") == (0, TOKEN + b"\n", "")
    status, out, err = run("jws sign --key seed payload")
    assert (status, out) == (2, b"")
    assert "curve" in err


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_a_line_end_may_follow_a_token(run: Run, end: bytes) -> None:
    assert run("jws verify --key public -", stdin=TOKEN + end) == (0, PAYLOAD, "")


def test_files_instead_of_standard_output(run: Run) -> None:
    assert run("jws sign --key key --out new payload") == (0, b"", "")
    assert Path("new").read_bytes() == TOKEN + b"\n"
    assert run("jws verify --key public --out found new") == (0, b"", "")
    assert Path("found").read_bytes() == PAYLOAD
    for line in ["jws sign --key key --out new payload", "jws verify --key public --out new token"]:
        assert run(line) == (2, b"", "ecref: new: File exists\n")
    assert run("jws verify --key public --out found --force token") == (0, b"", "")
    for line in ["jws sign --key key --force payload", "jws verify --key public --force token"]:
        assert run(line) == (2, b"", "ecref: --force has no meaning without --out\n")


# ---------------------------------------------------------------- options of sign


def test_eddsa_on_request(run: Run) -> None:
    token = jws.sign(KEY, PAYLOAD, alg="EdDSA").encode()
    assert run("jws sign --key key --alg EdDSA payload") == (0, token + b"\n", "")
    says = "ecref: got alg 'ES256', wanted Ed25519 or EdDSA of an Ed25519 private key\n"
    assert run("jws sign --key key --alg ES256 payload") == (2, b"", says)
    assert run("jws sign --key key --alg none payload") == (2, b"", "ecref: alg is none, which signs nothing\n")


def test_members_of_the_header(run: Run) -> None:
    status, token, _ = run("jws sign --key key payload --header", '{"kid": "1", "typ": "JWT"}')
    assert (status, token.decode()) == (0, jws.sign(KEY, PAYLOAD, header={"kid": "1", "typ": "JWT"}) + "\n")
    status, shown, _ = run("jws verify --key public --json -", stdin=token)
    assert json.loads(shown)["header"] == {"alg": "Ed25519", "kid": "1", "typ": "JWT"}


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("", "in --header: no JSON: Expecting value, at character 1"),
        ("[]", "in --header: no JSON object"),
        ('{"a":1,"a":1}', "in --header: duplicate key 'a'"),
        ("\udcff", "in --header: no UTF-8, at octet 1"),
        ('{"alg":"none"}', "alg can't be given as a member of the header"),
        ('{"crit":["b64"]}', "crit asks for 'b64', and no extension is understood"),
        ('{"jku":""}', "jku brings a key or its address, but a verifier chooses the key itself"),
    ],
)
def test_headers_that_are_refused(run: Run, header: str, says: str) -> None:
    assert run("jws sign --key key payload --header", header) == (2, b"", f"ecref: {says}\n")


def test_detached(run: Run) -> None:
    status, token, err = run("jws sign --key key --detached payload")
    assert (status, err) == (0, "")
    assert token.decode() == jws.sign(KEY, PAYLOAD, detached=True) + "\n"
    assert run("jws verify --key public --payload payload -", stdin=token) == (0, PAYLOAD, "")
    Path("detached").write_bytes(token)
    assert run("jws verify --key public --payload - detached", stdin=PAYLOAD) == (0, PAYLOAD, "")
    mismatch = "invalid: mismatch: [h][S]B != [h]R + [h][k]A\n"
    hint = "note: the token holds no payload; if it was detached, say where it is: --payload FILE\n"
    assert run("jws verify --key public detached") == (1, b"", mismatch + hint)
    assert run("jws verify --key public --payload key detached") == (1, b"", mismatch)
    says = "invalid: jws-encoding: the payload is in the token; wanted it detached\n"
    assert run("jws verify --key public --payload payload token") == (1, b"", says)


def test_the_token_as_json(run: Run) -> None:
    status, out, err = run("jws sign --key key --json payload")
    assert (status, json.loads(out), err) == (0, {"token": TOKEN.decode()}, "")


# ---------------------------------------------------------------- what verify says


def test_valid_as_json(run: Run) -> None:
    status, out, err = run("jws verify --key public --json token")
    assert (status, err) == (0, "")
    assert json.loads(out) == {
        "valid": True,
        "reason": None,
        "detail": "the signature is valid",
        "header": {"alg": "Ed25519"},
        "payload": TOKEN.decode().split(".")[1],
    }
    assert run("jws verify --key public --json --out found token") == (0, out, "")
    assert Path("found").read_bytes() == PAYLOAD


def test_invalid(run: Run) -> None:
    damaged = TOKEN.replace(b".", b".AAAA", 1)  # another payload
    says = "invalid: mismatch: [h][S]B != [h]R + [h][k]A\n"
    assert run("jws verify --key public --out found -", stdin=damaged) == (1, b"", says)
    assert not Path("found").exists()
    status, out, err = run("jws verify --key public --json -", stdin=damaged)
    assert (status, err) == (1, "")
    assert json.loads(out) == {
        "valid": False,
        "reason": "mismatch",
        "detail": "[h][S]B != [h]R + [h][k]A",
        "header": {"alg": "Ed25519"},
        "payload": None,
    }


@pytest.mark.parametrize(
    ("token", "says"),
    [
        (b"", "jws-encoding: got 1 part, wanted 3"),
        (TOKEN + b"\n\n", "jws-encoding: the signature: a line's end behind it"),
        (b"eyJhbGciOiJub25lIn0.e30.", "jws-algorithm: alg is none, which signs nothing"),
        (
            b"eyJhbGciOiJFUzI1NiJ9.e30.",
            "jws-algorithm: got alg 'ES256', wanted Ed25519 or EdDSA of an Ed25519 public key",
        ),
        (b"eyJhbGciOiJFZDI1NTE5In0.e30.", "signature-length: got 0 octets, wanted 64"),
    ],
)
def test_what_is_refused_is_invalid(run: Run, token: bytes, says: str) -> None:
    assert run("jws verify --key public -", stdin=token) == (1, b"", f"invalid: {says}\n")
    status, out, err = run("jws verify --key public --json -", stdin=token)
    shown = json.loads(out)
    assert (status, err) == (1, "")
    assert (shown["valid"], shown["payload"], f"{shown['reason']}: {shown['detail']}") == (False, None, says)


def test_without_standard_error_nothing_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert run("jws verify --key public -", stdin=b"e30.e30.") == (1, b"", "")


def test_a_header_that_cannot_be_read_is_null(run: Run) -> None:
    assert json.loads(run("jws verify --key public --json -", stdin=b"e30")[1])["header"] is None
    assert json.loads(run("jws verify --key public --json -", stdin=b"e30.e30.")[1])["header"] == {}


# ---------------------------------------------------------------- what can't be used


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("jws", "ACTION"),
        ("jws frobnicate", "frobnicate"),
        ("jws sign payload", "--key"),
        ("jws sign --key key", "FILE"),
        ("jws sign --key public payload", "wanted a private key"),
        ("jws sign --key key --curve p256 payload", "wanted"),
        ("jws sign --key key missing", "missing: No such file"),
        ("jws sign --key - -", "standard input"),
        ("jws verify --key public", "TOKENFILE"),
        ("jws verify --key key token", "wanted a public key"),
        ("jws verify --key public --payload missing token", "missing: No such file"),
        ("jws verify --key public --payload - -", "standard input"),
        ("jws verify --key public --detached token", "--detached"),
        ("jws verify --key public --alg EdDSA token", "--alg"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, line: str, says: str) -> None:
    status, out, err = run(line)
    assert (status, out) == (2, b"")
    assert err.startswith("ecref: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("action", ["sign", "verify"])
def test_each_action_has_help_with_an_example(run: Run, action: str) -> None:
    status, out, err = run(f"jws {action} --help")
    assert (status, err) == (0, "")
    assert f"\nexample:\n  ecref jws {action} --key ".encode() in out


def test_long_files(run: Run) -> None:
    payload = bytes(command.MAX_PAYLOAD)
    Path("payload").write_bytes(payload)
    status, token, _ = run("jws sign --key key payload")
    assert status == 0
    assert run("jws verify --key public -", stdin=token) == (0, payload, "")
    Path("payload").write_bytes(payload + b"\0")
    Path("token").write_bytes(bytes(command.MAX_TOKEN + 1))
    long = "ecref: payload: longer than 4194304 octets\n"
    assert run("jws sign --key key payload") == (2, b"", long)
    assert run("jws verify --key public --payload payload -", stdin=TOKEN) == (2, b"", long)
    assert run("jws verify --key public token") == (2, b"", "ecref: token: longer than 8388608 octets\n")
