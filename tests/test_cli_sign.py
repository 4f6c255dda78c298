"""keygen, pubkey, sign, verify: from a key to a verdict, with every option."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ecref
from ecref import cli
from ecref.cli.names import CURVES
from ecref.hashes import hash_named
from ecref.inputs import CHUNK
from ecref.signatures import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, bytes, str]]

MESSAGE = b"message"


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a message, standard input being what is given."""
    monkeypatch.chdir(tmp_path)
    Path("message").write_bytes(MESSAGE)

    def run(line: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = cli.main(line.split())
        out, err = capsysbinary.readouterr()
        return status, out, err.decode()

    return run


def make_keys(run: Run, curve: str) -> None:
    """Make the files `key` and `public`."""
    assert run(f"keygen --curve {curve} --out key --force") == (0, b"", "")
    assert run(f"pubkey --curve {curve} --key key --out public --force") == (0, b"", "")


# ---------------------------------------------------------------- the whole way


@pytest.mark.parametrize("curve", CURVES)
def test_a_signature_verifies_and_another_does_not(run: Run, curve: str) -> None:
    make_keys(run, curve)
    assert run(f"sign --curve {curve} --key key --out signature message") == (0, b"", "")
    status, out, _ = run(f"verify --curve {curve} --key public --signature signature message")
    assert (status, out) == (0, b"valid\n")
    status, out, _ = run(f"verify --curve {curve} --key public --signature signature public")
    assert status == 1
    assert out.startswith(b"invalid: mismatch: ")


@pytest.mark.parametrize("curve", CURVES)
def test_hex_is_printed_and_octets_are_written(run: Run, curve: str) -> None:
    make_keys(run, curve)
    run(f"sign --curve {curve} --key key --out signature message")
    octets = Path("signature").read_bytes()
    sign = f"sign --curve {curve} --key key"
    assert run(f"{sign} message") == (0, octets.hex().encode() + b"\n", "")
    assert run(f"{sign} --out - message") == (0, octets, "")
    assert run(f"{sign} -", stdin=MESSAGE) == (0, octets.hex().encode() + b"\n", "")
    assert json.loads(run(f"{sign} --json message")[1]) == {"signature": octets.hex()}
    assert json.loads(run(f"{sign} --json --out signature --force message")[1]) == {"signature": octets.hex()}


def test_keys_on_standard_output(run: Run) -> None:
    status, secret, _ = run("keygen --curve p256")
    assert status == 0
    assert len(bytes.fromhex(secret.decode())) == 32
    shown = json.loads(run("keygen --curve p256 --json")[1])
    assert shown.keys() == {"curve", "public_key", "private_key"}
    key = ecref.p256.private_key(bytes.fromhex(shown["private_key"]))
    public = key.public_key.to_bytes().hex()
    assert (shown["curve"], shown["public_key"]) == ("P-256", public)
    assert run("pubkey --curve p256 --key -", stdin=secret)[0] == 0
    stdin = shown["private_key"].encode()
    assert run("pubkey --curve p256 --key -", stdin=stdin) == (0, f"{public}\n".encode(), "")
    assert json.loads(run("pubkey --curve p256 --key - --json", stdin=stdin)[1]) == {
        "curve": "P-256",
        "public_key": public,
    }


def test_a_secret_in_a_file_is_not_printed_too(run: Run) -> None:
    _, out, _ = run("keygen --curve ed448 --out key --json")
    assert json.loads(out).keys() == {"curve", "public_key"}
    assert Path("key").read_bytes().strip() not in out


@pytest.mark.parametrize("stdin", ["key", "signature", "message"])
def test_each_file_may_be_standard_input(run: Run, stdin: str) -> None:
    make_keys(run, "ed25519")
    run("sign --curve ed25519 --key key --out signature message")
    paths = {"key": "public", "signature": "signature", "message": "message"}
    content = Path(paths[stdin]).read_bytes()
    paths[stdin] = "-"
    line = "verify --curve ed25519 --key {key} --signature {signature} {message}".format(**paths)
    assert run(line, stdin=content) == (0, b"valid\n", "")


# ---------------------------------------------------------------- EdDSA


@pytest.mark.parametrize(
    ("curve", "scheme", "context"),
    [
        ("ed25519", "Ed25519", None),
        ("ed25519", "Ed25519ctx", ""),
        ("ed25519", "ed25519ctx", "666f6f"),
        ("ed25519", "Ed25519ph", None),
        ("ed25519", "ED25519PH", "00FF"),
        ("ed448", "Ed448", "00"),
        ("ed448", "Ed448ph", None),
    ],
)
def test_schemes_and_contexts(run: Run, curve: str, scheme: str, context: str | None) -> None:
    make_keys(run, curve)
    how = f"--scheme {scheme}" + (f" --context={context}" if context is not None else "")
    assert run(f"sign --key key {how} --out signature message")[0] == 0
    verify = f"verify --key public --signature signature message {how}"
    assert run(verify) == (0, b"valid\n", "")
    assert run(f"{verify} --curve {curve} --format raw") == (0, b"valid\n", "")
    if scheme != "Ed25519":
        assert run(f"verify --key public --signature signature message --curve {curve} --context ee")[0] != 0
    record = ecref.eddsa.SCHEMES[next(name for name in ecref.eddsa.SCHEMES if name.lower() == scheme.lower())]
    key = record.public_key(bytes.fromhex(Path("public").read_text()))
    given = None if context is None else bytes.fromhex(context)
    key.verify(Path("signature").read_bytes(), MESSAGE, context=given)


def test_rules_and_warnings(run: Run) -> None:
    Path("public").write_text("01" + "00" * 31)  # the identity
    Path("signature").write_text("01" + "00" * 63)
    verify = "verify --curve ed25519 --key public --signature signature message"
    warnings = "warning: small-order-key\nwarning: signature-also-verifies-for-any-message\n"
    assert run(verify) == (0, b"valid\n", warnings)
    assert run(f"{verify} --rules zip215")[0] == 0
    status, out, err = run(f"{verify} --rules no-small-order")
    assert (status, err) == (1, "warning: small-order-key\n")
    assert out.startswith(b"invalid: R-small-order: ")
    status, out, err = run(f"{verify} --rules no-small-order --json")
    assert (status, err) == (1, "")
    answer = json.loads(out)
    assert answer.pop("detail")
    assert answer == {"valid": False, "reason": "R-small-order", "warnings": ["small-order-key"]}


# ---------------------------------------------------------------- ECDSA


@pytest.mark.parametrize("format_", FORMATS)
def test_formats(run: Run, format_: str) -> None:
    make_keys(run, "p384")
    sign = f"sign --curve p384 --key key --format {format_} --low-s message"
    assert run(f"{sign} --out signature") == (0, b"", "")
    verify = f"verify --curve p384 --key public --signature signature --format {format_} message"
    assert run(verify) == (0, b"valid\n", "")
    Path("signature").write_bytes(run(sign)[1])
    assert run(f"{verify} --rules low-s") == (0, b"valid\n", "")


def test_hashes(run: Run) -> None:
    make_keys(run, "p256")
    assert run("sign --curve p256 --key key --hash sha1 --low-s --out signature message")[0] == 0
    verify = "verify --curve p256 --key public --signature signature message"
    assert run(f"{verify} --hash SHA-1") == (0, b"valid\n", "warning: hash-shorter-than-curve\n")
    assert run(verify)[0] == 1


@pytest.mark.parametrize(("hash_", "size"), [("--hash sha384", 48), ("", 1), ("", 64)])
def test_digests(run: Run, hash_: str, size: int) -> None:
    make_keys(run, "secp256k1")
    Path("digest").write_bytes(b"\x07" * size)
    assert run(f"sign --curve secp256k1 --key key --digest {hash_} --out signature digest")[0] == 0
    verify = "verify --curve secp256k1 --key public --signature signature --digest"
    assert run(f"{verify} {hash_} digest")[:2] == (0, b"valid\n")


def test_a_digest_is_what_the_message_hashes_to(run: Run) -> None:
    make_keys(run, "p256")
    Path("digest").write_bytes(hash_named("SHA-256").digest(MESSAGE))
    assert run("sign --curve p256 --key key --digest digest") == run("sign --curve p256 --key key message")


def test_nonces(run: Run) -> None:
    make_keys(run, "p256")
    sign = "sign --curve p256 --key key message"
    assert run(f"{sign} --nonce rfc6979") == run(sign)
    for nonce in ["hedged", "random"]:
        drawn = {run(f"{sign} --nonce {nonce}")[1] for _ in range(2)}
        assert len(drawn) == 2
        for signature in drawn:
            Path("signature").write_bytes(signature)
            assert run("verify --curve p256 --key public --signature signature message")[0] == 0


# ---------------------------------------------------------------- signatures and messages in files


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_signature_is_octets_or_hex(run: Run, end: str) -> None:
    make_keys(run, "p256")
    _, out, _ = run("sign --curve p256 --key key --low-s message")
    text = out.decode().strip()
    verify = "verify --curve p256 --key public --signature signature message"
    for content in [text, text.upper()]:
        Path("signature").write_text(content + end, newline="")
        assert run(verify) == (0, b"valid\n", "")
    for content in [f" {text}", f"{text}\n\n", f"0x{text}", f"{text}0"]:
        Path("signature").write_text(content)
        status, out, _ = run(verify)
        assert status == 1
        assert out.startswith(b"invalid: signature-encoding: ")


def test_an_empty_signature_is_invalid(run: Run) -> None:
    make_keys(run, "ed25519")
    Path("signature").write_bytes(b"")
    status, out, _ = run("verify --curve ed25519 --key public --signature signature message")
    assert (status, out) == (1, b"invalid: signature-length: got 0 octets, wanted 64\n")


@pytest.mark.parametrize("scheme", ["--scheme Ed25519ph", "--curve p256"])
def test_a_long_message_is_read_in_pieces(run: Run, monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    curve = "p256" if "p256" in scheme else "ed25519"
    make_keys(run, curve)
    message = bytes(3 * CHUNK + 1)
    asked = []

    class Pieces(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            asked.append(size)
            return super().read(size)

    class Stdin:
        buffer = Pieces(message)

    assert run(f"sign {scheme} --key key --out signature -", stdin=message)[0] == 0
    monkeypatch.setattr(sys, "stdin", Stdin)
    assert cli.main(f"verify {scheme} --key public --signature signature -".split()) == 0
    assert asked == [CHUNK] * 5


@pytest.mark.parametrize("curve", ["ed25519", "p256"])
def test_no_verdict_on_a_message_that_cannot_be_read(run: Run, curve: str) -> None:
    make_keys(run, curve)
    for command in ["sign --key key", "verify --key public --signature public"]:
        assert run(f"{command} --curve {curve} .") == (2, b"", "ecref: .: Is a directory\n")
