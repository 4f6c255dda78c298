"""ecref convert: keys and signatures between formats, and what is said where the other format holds less."""

from __future__ import annotations

import base64
import json
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from command_line import runner
from containers import SCHEMES, key_of, needs_openssl, openssl
from ecref import UnusableInput, ed25519, p256
from ecref.cli.texts import is_text
from ecref.formats import (
    PRIVATE_FORMATS,
    PUBLIC_FORMATS,
    dump_private_key,
    dump_public_key,
    load_private_key,
    load_public_key,
)
from ecref.formats.openssh import read_private, read_public, write_private, write_public
from ecref.formats.sshsig import sign as ssh_sign

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

# RFC 8032, 7.1, test 1; RFC 8037, A.1 and A.2, prints the same key as JWKs.
SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
A = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
JWK = (
    '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",'
    '"d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}'
)
PUBLIC_JWK = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'
# What openssl and pyca/cryptography write of it.
PEM = """\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
"""
PUBLIC_PEM = """\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
-----END PUBLIC KEY-----
"""
LINE = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea"
KEY = ed25519.private_key(bytes.fromhex(SEED))
EC = p256.private_key(0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721)  # RFC 6979, A.2.5


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in a folder with a key: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    write("key", PEM)
    write("pub", PUBLIC_PEM)
    return runner(monkeypatch, capsys)


def write(name: str, data: Any) -> None:
    Path(name).write_bytes(data.encode() if isinstance(data, str) else data)


def read(name: str) -> bytes:
    return Path(name).read_bytes()


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize(
    ("source", "to", "wanted"),
    [
        ("key", "jwk", JWK),
        ("key", "pkcs8-der", f"302e020100300506032b657004220420{SEED}"),
        ("key", "raw", SEED),
        ("key", "hex", SEED),
        ("key", "pkcs8-pem", PEM.rstrip()),
        ("pub", "jwk", PUBLIC_JWK),
        ("pub", "spki-der", f"302a300506032b6570032100{A}"),
        ("pub", "raw", A),
        ("pub", "hex", A),
        ("pub", "openssh", LINE),
        ("pub", "spki-pem", PUBLIC_PEM.rstrip()),
    ],
)
def test_a_key_in_another_format(run: Run, source: str, to: str, wanted: str) -> None:
    assert run(f"convert --key {source} --to {to}") == (0, f"{wanted}\n", "")


def dumped(key: Any, to: str) -> bytes | None:
    """What the API writes; None where the format isn't the key's."""
    dump: Any = dump_private_key if hasattr(key, "public_key") else dump_public_key
    try:
        octets = dump(key, to)
    except UnusableInput:
        return None
    assert isinstance(octets, bytes)
    return octets


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("kind", ["private", "public"])
def test_every_format_into_every_other(run: Run, name: str, kind: str) -> None:
    """Each pair gives the key again; what is written is what the API writes."""
    private = kind == "private"
    key = key_of(name) if private else key_of(name).public_key
    load: Any = load_private_key if private else load_public_key
    formats = PRIVATE_FORMATS if private else PUBLIC_FORMATS
    forms = [form for form in formats if dumped(key, form) is not None and form != "ed25519-expanded"]
    assert len(forms) >= 4
    for source in forms:
        write("source", dumped(key, source))
        for to in forms:
            if source == "raw" and name.startswith("Ed") and to in PRIVATE_FORMATS and to in PUBLIC_FORMATS:
                continue  # it may be either, as the next test says
            line = f"convert --key source --key-format {source} --curve {name} --to {to} --out out --force"
            assert run(line) == (0, "", "")
            assert load(read("out"), curve=name, format=to) == key
            assert to == "openssh" or read("out") == dumped(key, to)
            if private:
                assert stat.S_IMODE(Path("out").stat().st_mode) == 0o600


@needs_openssl
def test_openssl_reads_what_is_written(run: Run) -> None:
    write("ec", dump_private_key(EC, "jwk"))
    assert run("convert --key ec --to sec1-pem --out ec.pem") == (0, "", "")
    assert openssl("pkey", "-in", "ec.pem", "-pubout") == dump_public_key(EC.public_key, "spki-pem")


def test_a_private_key_stays_in_its_file(run: Run) -> None:
    status, out, err = run("convert --key key --to jwk --out out --json")
    assert (status, json.loads(out), err) == (0, {"curve": "Ed25519", "format": "jwk"}, "")
    assert read("out") == f"{JWK}\n".encode()
    assert json.loads(run("convert --key key --to jwk --json")[1])["private_key"] == JWK
    shown = {"curve": "Ed25519", "format": "raw", "public_key": A}
    assert json.loads(run("convert --key pub --to raw --out raw --json")[1]) == shown
    assert read("raw").hex() == A


def test_no_file_is_overwritten(run: Run) -> None:
    write("out", "mine")
    status, out, err = run("convert --key key --to jwk --out out")
    assert (status, out, err) == (2, "", "ecref: out: File exists\n")
    assert read("out") == b"mine"


def test_standard_input(run: Run) -> None:
    assert run("convert --key - --to raw", stdin=PEM.encode()) == (0, f"{SEED}\n", "")


# ---------------------------------------------------------------- private or public?


def test_where_a_key_may_be_either_the_format_decides(run: Run) -> None:
    """32 octets are a seed and a public key of Ed25519, and a JWK holds either."""
    write("raw", KEY.private_bytes())
    assert run("convert --key raw --curve ed25519 --to pkcs8-pem") == (0, PEM, "")
    status, out, _ = run("convert --key raw --curve ed25519 --to spki-der")
    assert (status, out) == (0, f"302a300506032b6570032100{SEED}\n")
    status, out, err = run("convert --key raw --curve ed25519 --to jwk")
    assert (status, out) == (2, "")
    assert err == (
        "ecref: raw: it may be a private or a public key, which jwk both holds: "
        "convert it to pkcs8-pem or to spki-pem first\n"
    )


def test_of_two_keys_in_pem_the_format_decides(run: Run) -> None:
    write("both", PEM + PUBLIC_PEM)
    status, out, err = run("convert --key both --to raw")
    assert (status, out) == (2, "")
    assert "a private or a public key" in err
    assert run("convert --key both --to spki-pem") == (
        0,
        PUBLIC_PEM,
        "note: both: beside it: a PKCS#8 private key\n",
    )


def test_the_curve_has_to_be_the_keys(run: Run) -> None:
    assert run("convert --key key --curve ed25519 --to raw")[0] == 0
    assert run("convert --key key --curve ed448 --to raw") == (
        2,
        "",
        "ecref: key: got an Ed25519 private key, wanted an Ed448 private key\n",
    )


# ---------------------------------------------------------------- what is lost


def test_a_comment_that_is_lost(run: Run) -> None:
    write("id", write_private(KEY, "me@home"))
    write("id.pub", write_public(KEY.public_key, "me@home"))
    lost = "the comment 'me@home' is lost: jwk has no place for it\n"
    assert run("convert --key id --to jwk") == (0, f"{JWK}\n", f"note: id: {lost}")
    assert run("convert --key id.pub --to jwk") == (0, f"{PUBLIC_JWK}\n", f"note: id.pub: {lost}")


def test_a_comment_that_is_kept(run: Run) -> None:
    write("id", write_private(KEY, "me@home"))
    write("id.pub", write_public(KEY.public_key, "me@home"))
    assert run("convert --key id --to openssh --out out") == (0, "", "")
    assert read_private(read("out")) == (KEY, "me@home")
    status, out, err = run("convert --key id.pub --to openssh")
    assert (status, err) == (0, "")
    assert read_public(out.encode()) == (KEY.public_key, "me@home")


@pytest.mark.parametrize(
    ("members", "lost"),
    [
        ('"kid":"1","use":"sig",', "'kid', 'use'"),
        ("".join(f'"m{i}":0,' for i in range(8)), ", ".join(f"'m{i}'" for i in range(8))),
        ("".join(f'"m{i}":0,' for i in range(10)), ", ".join(f"'m{i}'" for i in range(8)) + " and 2 more"),
    ],
)
def test_members_of_a_jwk_that_are_lost(run: Run, members: str, lost: str) -> None:
    write("key", f"{{{members}{JWK[1:]}\n")
    said = f"note: key: of the JWK these members are lost: {lost}\n"
    assert run("convert --key key --to raw") == (0, f"{SEED}\n", said)


def test_the_seed_that_is_lost(run: Run) -> None:
    expanded = KEY.s.to_bytes(32, "little") + KEY.prefix
    said = "note: key: the seed is lost: the expanded form doesn't give it back\n"
    assert run("convert --key key --to ed25519-expanded") == (0, f"{expanded.hex()}\n", said)
    write("expanded", expanded)
    line = "convert --key expanded --key-format ed25519-expanded"
    assert run(f"{line} --to ed25519-expanded") == (0, f"{expanded.hex()}\n", "")
    status, out, err = run(f"{line} --to pkcs8-pem")
    assert (status, out) == (2, "")
    assert err == "ecref: expanded: an expanded key has no seed\n"


@needs_openssl
def test_the_certificate_that_is_lost(run: Run) -> None:
    openssl("req", "-x509", "-key", "key", "-subj", "/CN=x", "-out", "certificate")
    openssl("req", "-new", "-key", "key", "-subj", "/CN=x", "-out", "request")
    for name in "certificate", "request":
        said = "only the key was read: neither the signature nor the dates beside it were checked, and they are lost"
        assert run(f"convert --key {name} --to raw") == (0, f"{A}\n", f"note: {name}: {said}\n")


def test_what_is_lost_is_not_said_where_nothing_is_written(run: Run) -> None:
    write("id", write_private(KEY, "me@home"))
    write("out", "mine")
    assert run("convert --key id --to jwk --out out") == (2, "", "ecref: out: File exists\n")


# ---------------------------------------------------------------- signatures

R, S = (1 << 255) + 1, 0x7F << 240  # r's first bit is set, and s is shorter than n
P1363 = f"{R:064x}{S:064x}"
DER = f"3044022100{R:064x}021f{S:062x}"


def test_the_vector_is_der() -> None:
    from ecref.signatures import encode

    assert encode(R, S, 0, "der", p256.curve.n).hex() == DER


@pytest.mark.parametrize(
    ("source", "to", "wanted"),
    [
        ("der", "p1363", P1363),
        ("p1363", "der", DER),
        ("der", "der-hex", DER),
        ("der-base64", "p1363-hex", P1363),
        ("p1363-hex", "der-base64url", base64.urlsafe_b64encode(bytes.fromhex(DER)).decode().rstrip("=")),
        ("p1363-base64url", "p1363-base64", base64.b64encode(bytes.fromhex(P1363)).decode()),
    ],
)
def test_a_signature_in_another_format(run: Run, source: str, to: str, wanted: str) -> None:
    form, _, encoding = source.partition("-")
    octets = bytes.fromhex({"der": DER, "p1363": P1363}[form])
    texts = {
        "": octets,
        "hex": octets.hex(),
        "base64": base64.b64encode(octets),
        "base64url": base64.urlsafe_b64encode(octets).rstrip(b"="),
    }
    write("sig", texts[encoding])
    line = f"convert --signature sig --format {source} --curve p256 --to {to}"
    assert run(line) == (0, f"{wanted}\n", "")
    assert run(f"{line} --out out") == (0, "", "")
    assert read("out") == (f"{wanted}\n".encode() if is_text(to) else bytes.fromhex(wanted))
    assert json.loads(run(f"{line} --json")[1]) == {"signature": wanted, "format": to}


def test_the_format_of_a_signature_is_found(run: Run) -> None:
    write("sig", bytes.fromhex(DER))
    assert run("convert --signature sig --curve p256 --to p1363") == (0, f"{P1363}\n", "")
    write("ed.sig", KEY.sign(b""))
    assert run("convert --signature ed.sig --curve ed25519 --to raw-hex") == (0, f"{KEY.sign(b'').hex()}\n", "")


def test_a_recid_that_is_lost_or_kept(run: Run) -> None:
    signature: Any = EC.sign(b"sample", format="eth")
    write("sig", signature)
    line = "convert --signature sig --format eth --curve p256"
    p1363: Any = EC.sign(b"sample", format="p1363")
    said = "note: sig: the recid 0 is lost: p1363 has no place for it\n"
    assert run(f"{line} --to p1363") == (0, f"{p1363.hex()}\n", said)
    compact: Any = EC.sign(b"sample", format="compact")
    assert run(f"{line} --to compact-hex") == (0, f"{compact.hex()}\n", "")


def test_departures_from_der_that_are_lost(run: Run) -> None:
    write("sig", bytes.fromhex(DER + "00"))
    assert run("convert --signature sig --format ber --curve p256 --to der") == (
        0,
        f"{DER}\n",
        "note: sig: the encoding was not DER: 1 octet after the SEQUENCE\n",
    )


def test_an_ssh_signature_that_is_lost(run: Run) -> None:
    write("sig", ssh_sign(KEY, b"", "file"))
    status, out, err = run("convert --signature sig --curve ed25519 --to raw")
    assert (status, len(out)) == (0, 129)
    assert err == "note: sig: what is left of the SSHSIG signs a structure around the message, not the message\n"


# ---------------------------------------------------------------- what can't be converted


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("convert --to jwk", "--key --signature"),
        ("convert --key key", "--to"),
        ("convert --key key --signature key --to jwk", "not allowed with"),
        ("convert --key key --to spki-pem", "key, which spki-pem doesn't hold; ecref pubkey writes its public key"),
        ("convert --key pub --to pkcs8-pem", "pub: got an Ed25519 public key, which pkcs8-pem doesn't hold\n"),
        ("convert --key key --to sec1-pem", "SEC 1 has no form for an Ed25519 private key"),
        ("convert --key pub --to certificate-pem", "certificate-pem"),
        ("convert --key key --to frobnicate", "key: no key has the format 'frobnicate'; there are raw, pkcs8-der"),
        ("convert --key key --to der", "no key has the format 'der'"),
        ("convert --key key --key-format frobnicate --to jwk", "no key has the format 'frobnicate'"),
        ("convert --key key --key-format jwk --to raw", "jwk"),
        ("convert --key key --key-format spki-pem --to raw", "wanted a public key in the format spki-pem"),
        ("convert --key key --format der --to jwk", "--format is that of a signature; a key has --key-format"),
        ("convert --key key --to jwk --force", "--force has no meaning without --out"),
        ("convert --key missing --to jwk", "missing: No such file"),
        ("convert --key rsa --to jwk", "rsa: got an RSA private key (PKCS#1)"),
        ("convert --key encrypted --to jwk", "openssl pkey -in FILE -out DECRYPTED"),
        ("convert --key raw --to jwk", "wanted a curve named"),
        ("convert --key broken --to jwk", "broken: in a JWK: x has"),
        ("convert --signature sig --to der", "a signature doesn't tell its curve; name it by --curve"),
        ("convert --signature sig --curve p256 --key-format raw --to der", "--key-format is that of a key"),
        ("convert --signature sig --curve p256 --to ber", "ber is read only"),
        ("convert --signature sig --curve p256 --to sshsig", "sshsig is read only"),
        ("convert --signature sig --curve p256 --to eth", "sig: "),
        ("convert --signature sig --curve p256 --to raw", "raw"),
        ("convert --signature sig --curve p256 --format p1363 --to der", "sig: signature-length: got 70 octets"),
        ("convert --signature zero --curve p256 --to p1363", "zero: "),
        ("convert --signature two --curve p256 --to p1363", "--format"),
    ],
)
def test_what_cannot_be_converted_is_one_line(run: Run, line: str, says: str) -> None:
    write("rsa", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n")
    write("encrypted", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")
    write("raw", bytes(32))
    write("broken", '{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}')
    write("sig", bytes.fromhex(DER))
    write("zero", bytes.fromhex("3006020100020101"))
    write("two", bytes.fromhex("303e021d" + "11" * 29 + "021d" + "22" * 29))
    status, out, err = run(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert SEED not in err
