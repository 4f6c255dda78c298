"""sign and verify: from a key to a verdict, with every option."""

from __future__ import annotations

import io
import json
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ecref
from command_line import runner
from ecref import cli, formats
from ecref.formats import sshsig
from ecref.formats.schemes import CURVES
from ecref.formats.signatures import ECDSA_FORMATS, EDDSA_FORMATS, convert_signature
from ecref.hashes import hash_named
from ecref.inputs import CHUNK

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, bytes, str]]

MESSAGE = b"message"
VERIFY = "verify --key public.pem --signature signature message"


@pytest.fixture
def run(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a message, standard input being what is given."""
    monkeypatch.chdir(tmp_path)
    Path("message").write_bytes(MESSAGE)
    return runner(monkeypatch, capsysbinary)


def make_keys(run: Run, curve: str) -> None:
    """Make the files `key.pem` and `public.pem`."""
    assert run(f"keygen --curve {curve} --out key.pem --force") == (0, b"", "")
    assert run("pubkey --key key.pem --out public.pem --force") == (0, b"", "")


def private_key() -> Any:
    return formats.load_private_key(Path("key.pem").read_bytes())


# ---------------------------------------------------------------- the whole way


@pytest.mark.parametrize("curve", CURVES)
def test_a_signature_verifies_and_another_does_not(run: Run, curve: str) -> None:
    make_keys(run, curve)
    low_s = "" if curve.startswith("ed") else "--low-s"
    assert run(f"sign --key key.pem {low_s} --out signature message") == (0, b"", "")
    assert run(VERIFY) == (0, b"valid\n", "")
    status, out, err = run("verify --key public.pem --signature signature public.pem")
    assert (status, err) == (1, "")
    assert out.startswith(b"invalid: mismatch: ")


@pytest.mark.parametrize("curve", CURVES)
def test_hex_is_printed_and_octets_are_written(run: Run, curve: str) -> None:
    make_keys(run, curve)
    run("sign --key key.pem --out signature message")
    octets = Path("signature").read_bytes()
    shown = {"signature": octets.hex(), "format": "raw" if curve.startswith("ed") else "der"}
    sign = "sign --key key.pem"
    assert run(f"{sign} message") == (0, octets.hex().encode() + b"\n", "")
    assert run(f"{sign} --out - message") == (0, octets, "")
    assert run(f"{sign} -", stdin=MESSAGE) == (0, octets.hex().encode() + b"\n", "")
    assert json.loads(run(f"{sign} --json message")[1]) == shown
    assert json.loads(run(f"{sign} --json --out signature --force message")[1]) == shown


@pytest.mark.parametrize("stdin", ["key", "signature", "message"])
def test_each_file_may_be_standard_input(run: Run, stdin: str) -> None:
    make_keys(run, "ed25519")
    run("sign --key key.pem --out signature message")
    paths = {"key": "public.pem", "signature": "signature", "message": "message"}
    content = Path(paths[stdin]).read_bytes()
    paths[stdin] = "-"
    line = "verify --key {key} --signature {signature} {message}".format(**paths)
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
    assert run(f"sign --key key.pem {how} --out signature message")[0] == 0
    assert run(f"{VERIFY} {how}") == (0, b"valid\n", "")
    assert run(f"{VERIFY} {how} --curve {curve} --format raw") == (0, b"valid\n", "")
    if scheme != "Ed25519":
        assert run(f"{VERIFY} --curve {curve} --context ee")[0] != 0
    record = ecref.eddsa.SCHEMES[next(name for name in ecref.eddsa.SCHEMES if name.lower() == scheme.lower())]
    key = record.public_key(private_key().public_key.to_bytes())
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
    by = {"implementation": f"ecref {ecref.__version__}", "rules": "no-small-order"}
    shown = {"valid": False, "reason": "R-small-order", "warnings": ["small-order-key"], "format": "raw-hex"}
    assert answer == {**shown, **by}


# ---------------------------------------------------------------- ECDSA


def test_hashes(run: Run) -> None:
    make_keys(run, "p256")
    assert run("sign --key key.pem --hash sha1 --low-s --out signature message")[0] == 0
    assert run(f"{VERIFY} --hash SHA-1") == (0, b"valid\n", "warning: hash-shorter-than-curve\n")
    assert run(VERIFY)[0] == 1


@pytest.mark.parametrize(("hash_", "size"), [("--hash sha384", 48), ("", 1), ("", 64)])
def test_digests(run: Run, hash_: str, size: int) -> None:
    make_keys(run, "secp256k1")
    Path("message").write_bytes(b"\x07" * size)
    assert run(f"sign --key key.pem --digest {hash_} --out signature message")[0] == 0
    assert run(f"{VERIFY} --digest {hash_}")[:2] == (0, b"valid\n")


def test_a_digest_is_what_the_message_hashes_to(run: Run) -> None:
    make_keys(run, "p256")
    Path("digest").write_bytes(hash_named("SHA-256").digest(MESSAGE))
    assert run("sign --key key.pem --digest digest") == run("sign --key key.pem message")


def test_nonces(run: Run) -> None:
    make_keys(run, "p256")
    sign = "sign --key key.pem message"
    assert run(f"{sign} --nonce rfc6979") == run(sign)
    for nonce in ["hedged", "random"]:
        drawn = {run(f"{sign} --nonce {nonce}")[1] for _ in range(2)}
        assert len(drawn) == 2
        for signature in drawn:
            Path("signature").write_bytes(signature)
            assert run(VERIFY)[0] == 0


# ---------------------------------------------------------------- formats


def pairs() -> list[tuple[str, str]]:
    """(curve, a format that its signatures can be written in)."""
    both = {"p384": ECDSA_FORMATS, "ed25519": EDDSA_FORMATS}
    return [(curve, name) for curve, names in both.items() for name in names if name.partition("-")[0] != "ber"]


@pytest.mark.parametrize(("curve", "format_"), pairs())
def test_every_format_is_written_and_read(run: Run, curve: str, format_: str) -> None:
    key = CURVES[curve].private_key(b"\7" * CURVES[curve].curve.size)
    Path("key.pem").write_bytes(formats.dump_private_key(key, "pkcs8-pem"))
    run("pubkey --key key.pem --out public.pem")
    low_s = "--low-s" if curve == "p384" and format_ != "sshsig" else ""
    sign = f"sign --key key.pem --format {format_} {low_s} message"
    assert run(f"{sign} --out signature") == (0, b"", "")
    written, printed = Path("signature").read_bytes(), run(sign)[1]
    text = "-" in format_ or format_ == "sshsig"
    assert printed == (written if text else written.hex().encode() + b"\n")
    assert json.loads(run(f"{sign} --json")[1]) == {
        "signature": (written if text else printed)[:-1].decode(),
        "format": format_,
    }
    for content in written, printed:
        Path("signature").write_bytes(content)
        status, out, err = run(f"{VERIFY} --format {format_}")
        assert (status, out) == (0, b"valid\n")
        assert err.replace("warning: high-s\n", "") == ""
        status, out, err = run(VERIFY)
        err = err.replace("warning: high-s\n", "")
        assert (status, out) == (0, b"valid\n")
        found = format_ if content == written or text else f"{format_}-hex"
        usual = found.removesuffix("-hex") in ("der", "raw", "sshsig")
        assert err == ("" if usual else f"note: the signature is read as {found}\n")
        assert json.loads(run(f"{VERIFY} --json")[1])["format"] == found


def test_low_s(run: Run) -> None:
    make_keys(run, "secp256k1")
    n = ecref.secp256k1.curve.n
    signed = {
        low: [int(run(f"sign --key key.pem --format p1363 {low} {name}")[1][64:], 16) for name in names_of_messages()]
        for low in ("", "--low-s")
    }
    assert max(signed["--low-s"]) <= n // 2 < max(signed[""])
    assert {min(s, n - s) for s in signed[""]} == {*signed["--low-s"]}
    run("sign --key key.pem --low-s --out signature message")
    assert run(f"{VERIFY} --rules low-s") == (0, b"valid\n", "")


def names_of_messages() -> list[str]:
    for number in range(40):
        Path(f"m{number}").write_text(str(number))
    return [f"m{number}" for number in range(40)]


def test_octets_that_two_formats_fit_are_not_guessed(run: Run) -> None:
    """A SEQUENCE of two INTEGERs of 29 octets each has 64 octets, as r || s has."""
    make_keys(run, "p256")
    integer = b"\x02\x1d" + b"\x11" * 29
    Path("signature").write_bytes(b"\x30\x3e" + integer + integer)
    says = "ecref: the signature fits der and p1363; say by --format which it is\n"
    assert run(VERIFY) == (2, b"", says)
    Path("other").write_bytes(b"\x1f" + b"\x11" * 63 + b"\x1b")
    says = "ecref: the signature fits compact and eth; say by --format which it is\n"
    assert run(VERIFY.replace("signature signature", "signature other")) == (2, b"", says)
    for name in "der", "p1363":
        status, out, err = run(f"{VERIFY} --format {name}")
        assert (status, err) == (1, "")
        assert out.startswith(b"invalid: mismatch: ")


@pytest.mark.parametrize("encoding", ["", "-hex", "-base64"])
def test_lax_ber_is_read_only_when_asked_for(run: Run, encoding: str) -> None:
    make_keys(run, "p256")
    run("sign --key key.pem --low-s --out signature message")
    lax = Path("signature").read_bytes() + b"\0\0"
    Path("signature").write_bytes(formats.text.encode(lax, encoding[1:]) if encoding else lax)
    status, out, err = run(VERIFY)
    assert status == 1
    assert out.startswith(b"invalid: signature-encoding: ")
    assert err == f"note: the signature could be read as lax BER, by --format ber{encoding}\n"
    assert run(f"{VERIFY} --format der{encoding}")[0] == 1
    status, out, err = run(f"{VERIFY} --format ber{encoding}")
    assert (status, out) == (0, b"valid\n")
    says = "the signature is valid; the encoding is not DER: 2 octets after the SEQUENCE"
    assert err == f"warning: lax-encoding: {says}\n"
    shown = json.loads(run(f"{VERIFY} --format ber{encoding} --json")[1])
    assert shown["warnings"] == ["lax-encoding"]
    assert shown["format"] == f"ber{encoding}"


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_signature_is_octets_or_hex(run: Run, end: str) -> None:
    make_keys(run, "p256")
    text = run("sign --key key.pem --low-s message")[1].decode().strip()
    for content in [text, text.upper()]:
        Path("signature").write_text(content + end, newline="")
        assert run(VERIFY) == (0, b"valid\n", "")
    for content in [f" {text}", f"{text}\n\n", f"0x{text}", f"{text}0"]:
        Path("signature").write_text(content)
        status, out, _ = run(VERIFY)
        assert status == 1
        assert out.startswith(b"invalid: signature-encoding: ")


def test_an_empty_signature_is_invalid(run: Run) -> None:
    make_keys(run, "ed25519")
    Path("signature").write_bytes(b"")
    assert run(VERIFY) == (1, b"invalid: signature-length: got 0 octets, wanted 64\n", "")


# ---------------------------------------------------------------- SSHSIG


@pytest.mark.parametrize("curve", ["ed25519", "p256"])
def test_an_sshsig_has_a_namespace_and_a_hash(run: Run, curve: str) -> None:
    make_keys(run, curve)
    for how, namespace, hash_ in [("", "file", "sha512"), ("--namespace git --hash sha256", "git", "sha256")]:
        assert run(f"sign --key key.pem --format sshsig {how} --out signature --force message")[0] == 0
        found = sshsig.read(Path("signature").read_bytes())
        assert (found.namespace, found.hash) == (namespace, hash_)
        verdicts = {name: run(f"{VERIFY} --namespace {name}") for name in ("file", "git")}
        assert {name: verdict[0] for name, verdict in verdicts.items()} == {namespace: 0} | {
            name: 1 for name in verdicts if name != namespace
        }
    status, out, _ = run(VERIFY)  # the default is file
    assert (status, out[:17]) == (1, b"invalid: mismatch")


def test_an_sshsig_of_another_key_is_no_malformed_signature(run: Run) -> None:
    make_keys(run, "ed25519")
    run("sign --key key.pem --format sshsig --out signature message")
    make_keys(run, "p256")
    status, out, _ = run(VERIFY)
    assert status == 1
    assert out.startswith(b"invalid: mismatch: the signature is by another key")


# ---------------------------------------------------------------- long messages


def test_a_changing_file_is_not_signed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    make_keys(run, "ed25519")

    def change(_: object, value: Any, name: str, __: int) -> Any:
        if name == "R":  # after the first pass, before the second
            Path("message").write_bytes(b"another message")
        return value

    monkeypatch.setattr("ecref.verdict.Notes.__call__", change)
    says = "ecref: the message changed while it was being signed, so nothing is signed\n"
    assert run("sign --key key.pem --out signature message") == (2, b"", says)
    assert not Path("signature").exists()


@pytest.mark.parametrize(
    ("curve", "how"), [("ed25519", "--scheme Ed25519ph"), ("p256", ""), ("ed25519", ""), ("ed448", "")]
)
def test_a_long_message_is_read_in_pieces(
    run: Run, monkeypatch: pytest.MonkeyPatch, curve: str, how: str
) -> None:
    make_keys(run, curve)
    message = bytes(3 * CHUNK + 1)
    asked = []

    class Pieces(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            asked.append(size)
            return super().read(size)

    class Stdin:
        buffer = Pieces(message)

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert cli.main(f"sign {how} --key key.pem --out signature -".split()) == 0
    passes = 1 if how or curve == "p256" else 2
    assert asked == [CHUNK] * 5 * passes
    asked.clear()
    Stdin.buffer.seek(0)
    assert cli.main(f"verify {how} --key public.pem --signature signature -".split()) == 0
    assert asked == [CHUNK] * 5


@pytest.mark.parametrize("curve", ["ed25519", "p256"])
def test_a_long_message_takes_little_memory(run: Run, curve: str) -> None:
    make_keys(run, curve)
    with Path("long").open("wb") as file:
        file.truncate(32 * 1024 * 1024)
    for name in "message", "long":  # the first fills what is kept for good
        tracemalloc.start()
        try:
            assert run(f"sign --key key.pem --out signature --force {name}")[0] == 0
            assert run(f"verify --key public.pem --signature signature {name}")[0] == 0
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 4 * 1024 * 1024


class Pipe(io.BytesIO):
    """Standard input that can't be read twice."""

    def seekable(self) -> bool:
        return False


@pytest.mark.parametrize("size", [0, 1000, 1001, 5000])
def test_a_pipe_is_kept_to_be_read_twice(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, size: int
) -> None:
    make_keys(run, "ed25519")
    message = bytes(range(256)) * 20
    monkeypatch.setattr("ecref.cli.messages.IN_MEMORY", 1000)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))

    class Stdin:
        buffer = Pipe(message[:size])

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert cli.main(["sign", "--key", "key.pem", "--out", "signature", "-"]) == 0
    assert Path("signature").read_bytes() == private_key().sign(message[:size])
    says = f"note: a pipe can't be read twice, so its {size:,} octets were put into a temporary file in {tmp_path}"
    assert capsysbinary.readouterr().err.decode() == (f"{says}/temporary\n" if size > 1000 else "")
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_pipe_needs_no_keeping_where_it_is_read_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecref.cli.messages.IN_MEMORY", 0)
    for curve, how in ("ed25519", "--scheme Ed25519ph"), ("p256", ""), ("ed25519", "--format sshsig"):
        make_keys(run, curve)

        class Stdin:
            buffer = Pipe(MESSAGE)

        monkeypatch.setattr(sys, "stdin", Stdin)
        assert cli.main(f"sign {how} --key key.pem --out signature --force -".split()) == 0
        assert run(VERIFY + (f" {how}" if "ph" in how else ""))[:2] == (0, b"valid\n")


@pytest.mark.parametrize("curve", ["ed25519", "p256"])
def test_no_verdict_on_a_message_that_cannot_be_read(run: Run, curve: str) -> None:
    make_keys(run, curve)
    for command in ["sign --key key.pem", "verify --key public.pem --signature key.pem"]:
        assert run(f"{command} .") == (2, b"", "ecref: .: Is a directory\n")


def test_a_converted_signature_is_the_same(run: Run) -> None:
    make_keys(run, "p256")
    der = run("sign --key key.pem --out - message")[1]
    assert run("sign --key key.pem --format p1363-base64url message")[1][:-1] == convert_signature(
        der, "der", "p1363-base64url", "p256"
    )
