"""ecref recover: every key that a signature fits, and no more than what it says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import runner
from ecref import ed25519, p256, p384, secp256k1
from ecref.formats import convert_signature, load_public_key
from ecref.formats.sshsig import sign as ssh_sign
from ecref.hashes import hash_named
from ecref.signatures import encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref import ECDSA

    Run = Callable[..., tuple[int, str, str]]

KEY = p256.private_key(0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721)  # RFC 6979, A.2.5
U = (
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
)
OTHER = (
    "047f57fdb5eca3f088decb4937710c709185bd17ff938fc41cfd424249db4a2c3e"
    "58b68842e9cfeb1b1c648966cba4e790b3ce16d067184136f67b8bb3fbd5ba36"
)
NOTE = "note: a recovered key proves nothing by itself; compare it with one that you know\n"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a message and its signature."""
    monkeypatch.chdir(tmp_path)
    Path("sample").write_bytes(b"sample")
    write("sig", KEY.sign(b"sample"))
    return runner(monkeypatch, capsys)


def read(name: str) -> bytes:
    return Path(name).read_bytes()


def write(name: str, octets: Any) -> None:
    Path(name).write_bytes(octets)


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize("form", ["der", "p1363", "der-hex", "p1363-base64url"])
def test_every_key_on_a_line(run: Run, form: str) -> None:
    write("sig", convert_signature(read("sig"), "der", form, p256))
    options = f"--curve p256 --signature sig --format {form}"
    assert run(f"recover {options} sample") == (0, f"0  {U}\n1  {OTHER}\n", NOTE)
    for key in U, OTHER:
        assert p256.public_key(bytes.fromhex(key)).verdict(KEY.sign(b"sample"), b"sample")


def test_the_format_is_found(run: Run) -> None:
    assert run("recover --curve P-256 --signature sig -", stdin=b"sample") == (0, f"0  {U}\n1  {OTHER}\n", NOTE)


@pytest.mark.parametrize("form", ["compact", "eth", "eth-hex"])
def test_a_recid_leaves_one_key(run: Run, form: str) -> None:
    write("sig", KEY.sign(b"sample", format=form.partition("-")[0]))
    if form == "eth-hex":
        write("sig", read("sig").hex().encode())
    assert run(f"recover --curve p256 --signature sig --format {form} sample") == (0, f"0  {U}\n", NOTE)


def test_low_s_is_the_other_recid(run: Run) -> None:
    """-s belongs to -R."""
    write("sig", KEY.sign(b"sample", low_s=True))
    assert run("recover --curve p256 --signature sig sample") == (0, f"0  {OTHER}\n1  {U}\n", NOTE)


@pytest.mark.parametrize("scheme", [p256, p384, secp256k1], ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("hash_name", ["SHA-256", "SHA-512", "Keccak-256"])
def test_the_key_is_among_them(run: Run, scheme: ECDSA, hash_name: str) -> None:
    key = scheme.generate()
    write("sig", key.sign(b"sample", hash=hash_name))
    options = f"--curve {scheme.name} --signature sig --hash {hash_name}"
    status, out, _ = run(f"recover {options} sample")
    assert status == 0
    assert key.public_key.to_bytes().hex() in [line.split()[1] for line in out.splitlines()]
    Path("digest").write_bytes(hash_named(hash_name).digest(b"sample"))
    assert run(f"recover {options} --digest digest")[1] == out


def test_lax_ber_is_asked_for(run: Run) -> None:
    write("sig", read("sig") + b"\0")
    status, _, err = run("recover --curve p256 --signature sig sample")
    assert (status, err.count("\n")) == (2, 1)
    assert run("recover --curve p256 --signature sig --format ber sample")[:2] == (0, f"0  {U}\n1  {OTHER}\n")


def test_no_key_fits(run: Run) -> None:
    """Neither r nor r + n is the x of a point."""
    r = next(r for r in range(1, 100) if not list(p256.candidates(r, 1, bytes(32))))
    write("sig", encode(r, 1, 0, "der", p256.curve.n))
    assert run("recover --curve p256 --signature sig sample") == (1, "no key fits the signature\n", "")
    assert run("recover --curve p256 --signature sig --json sample") == (1, '{"public_keys": []}\n', "")


# ---------------------------------------------------------------- forms


@pytest.mark.parametrize("form", ["spki-pem", "jwk", "openssh", "sec1", "hex", "spki-der"])
def test_keys_in_another_form(run: Run, form: str) -> None:
    status, out, err = run(f"recover --curve p256 --signature sig --to {form} sample")
    assert (status, err) == (0, NOTE)
    if form == "spki-pem":
        blocks = [f"-----BEGIN{block}" for block in out.split("-----BEGIN")[1:]]
        assert out.startswith("0:\n-----BEGIN PUBLIC KEY-----\n")
        texts = [block.removesuffix("1:\n") for block in blocks]
    else:
        texts = [line[3:] for line in out.splitlines()]
    assert len(texts) == 2
    for text, wanted in zip(texts, (U, OTHER), strict=True):
        data = bytes.fromhex(text) if form in ("sec1", "hex", "spki-der") else text.encode()
        assert load_public_key(data, curve="p256").to_bytes().hex() == wanted


def test_json_is_the_protocols(run: Run) -> None:
    status, out, err = run("recover --curve p256 --signature sig --json sample")
    assert (status, err) == (0, "")
    keys = [{"recid": 0, "public_key": U}, {"recid": 1, "public_key": OTHER}]
    assert json.loads(out) == {"public_keys": keys}
    assert run("recover --curve p256 --signature sig --json --to jwk sample")[0] == 0


# ---------------------------------------------------------------- what can't be used


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("recover --signature sig sample", "none was named"),
        ("recover --curve ed25519 --signature sig sample", "Ed25519 has no recovery"),
        ("recover --curve p256 sample", "--signature"),
        ("recover --curve p256 --signature sig", "FILE"),
        ("recover --curve p256 --signature - -", "standard input"),
        ("recover --curve p256 --signature missing sample", "missing: No such file"),
        ("recover --curve p256 --signature sig --format p1363 sample", "sig: signature-length: got 72 octets"),
        ("recover --curve p256 --signature sample sample", "sample: signature-encoding"),
        ("recover --curve p256 --signature ssh sample", "an SSHSIG holds its key; ecref inspect shows it"),
        ("recover --curve p256 --signature zero sample", "r or s lies outside [1, n-1]"),
        ("recover --curve p256 --signature sig --hash md5 sample", "md5"),
        ("recover --curve p256 --signature sig --hash sha256 --digest sample", "wanted 32"),
        ("recover --curve p256 --signature sig --to raw sample", "raw"),
        ("recover --curve p256 --signature sig --to pkcs8-pem sample", "pkcs8-pem"),
        ("recover --curve secp256k1 --signature zero-k --to openssh sample", "OpenSSH has no secp256k1 keys"),
    ],
)
def test_what_cannot_be_used_is_one_line(run: Run, line: str, says: str) -> None:
    write("ssh", ssh_sign(ed25519.private_key(bytes(32)), b"sample", "file"))
    write("zero", encode(0, 1, 0, "der", p256.curve.n))
    write("zero-k", secp256k1.private_key(1).sign(b"sample"))
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
