"""Inspection: everything with marks by its name, every reading of what has none, every fault; never a secret."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from containers import (
    HOSTILE,
    HUGE_INTEGER,
    SCHEMES,
    bit_string,
    damaged,
    key_of,
    needs_openssl,
    octet_string,
    openssl,
    seq,
)
from ecref import UnusableInput, der, ed448, ed25519, p256, p384, secp256k1
from ecref.formats import PRIVATE_FORMATS, PUBLIC_FORMATS, dump_private_key, dump_public_key, jws, pem, pkcs8, sshsig
from ecref.formats.inspection import Inspection, inspect
from ecref.formats.openssh import write_private, write_public
from ecref.formats.ssh import string
from ecref.formats.things import (
    KEY_FINDINGS,
    KEY_ONLY,
    OTHER,
    PRIVATE_KEY,
    PUBLIC_KEY,
    SIGNATURE,
    TOKEN,
    WITHHELD,
    Thing,
)
from ecref.signatures import encode

if TYPE_CHECKING:
    from pathlib import Path

# RFC 8032, 7.1, test 1. The thumbprint stands in RFC 8037, A.3; ssh-keygen and openssl gave the hashes.
KEY = ed25519.private_key(bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
FACTS = {
    "curve": "Ed25519",
    "public_key": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "openssh_fingerprint": "SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8",
    "spki_sha256": "BuP9j9opu2CrWVV95h7bCuzbIxE0vjDnW0Vfjht5L6k=",
    "jwk_thumbprint": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
}
EC = p256.private_key(0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721)  # RFC 6979, A.2.5
OID_ED25519 = seq(der.write(der.OID, bytes.fromhex("2b6570")))


def only(data: Any, **how: Any) -> Thing:
    """The one thing that data is."""
    found = inspect(data, **how)
    assert not found.alternatives
    (thing,) = found.things
    assert found.sound is not bool(thing.findings)
    return thing


def inspected(data: bytes, **how: Any) -> Inspection | None:
    """What was found, or None where it is refused; no other exception leaves."""
    try:
        return inspect(data, **how)
    except UnusableInput as fault:
        refusal = str(fault)
    assert len(refusal) < 250
    return None


def refused(data: Any, **how: Any) -> str:
    """The error of what isn't recognised or can't be read."""
    with pytest.raises(UnusableInput) as caught:
        inspect(data, **how)
    assert len(str(caught.value)) < 250
    return str(caught.value)


def octets_of(signature: Any) -> bytes:
    assert isinstance(signature, bytes)
    return signature


def can_write(key: Any, form: str) -> bytes | None:
    dump: Any = dump_private_key if hasattr(key, "public_key") else dump_public_key
    try:
        return octets_of(dump(key, form))
    except UnusableInput:
        return None


# ---------------------------------------------------------------- keys


@pytest.mark.parametrize("form", ["pkcs8-der", "pkcs8-pem", "jwk", "openssh"])
def test_a_private_key(form: str) -> None:
    thing = only(dump_private_key(KEY, form))
    assert (thing.kind, thing.what, thing.format) == (PRIVATE_KEY, "an Ed25519 private key", form)
    assert dict(thing.facts) == FACTS
    assert (thing.notes, thing.findings) == ((), ())


@pytest.mark.parametrize("form", ["spki-der", "spki-pem", "jwk", "openssh"])
def test_a_public_key(form: str) -> None:
    thing = only(dump_public_key(KEY.public_key, form))
    assert (thing.kind, thing.what, thing.format) == (PUBLIC_KEY, "an Ed25519 public key", form)
    assert dict(thing.facts) == FACTS
    assert (thing.notes, thing.findings) == ((), ())


@pytest.mark.parametrize("name", SCHEMES)
def test_every_container_on_every_curve(name: str) -> None:
    key = key_of(name)
    for one, forms in ((key, PRIVATE_FORMATS), (key.public_key, PUBLIC_FORMATS)):
        for form in forms:
            data = can_write(one, form)
            if data is None or form in ("raw", "sec1", "ed25519-expanded"):
                continue
            thing = only(data)
            assert thing.format == form
            assert dict(thing.facts)["public_key"] == key.public_key.to_bytes().hex()
            assert ("openssh_fingerprint" in dict(thing.facts)) is (name in ("Ed25519", "P-256", "P-384"))
            assert not thing.findings


@needs_openssl
@pytest.mark.parametrize("name", SCHEMES)
def test_the_spki_hash_is_openssls(name: str) -> None:
    spki = dump_public_key(key_of(name).public_key, "spki-der")
    written = openssl("pkey", "-pubin", "-inform", "DER", "-outform", "DER", data=spki)
    digest = base64.b64encode(hashlib.sha256(written).digest()).decode()
    assert dict(only(spki).facts)["spki_sha256"] == digest


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
@pytest.mark.parametrize("name", ["Ed25519", "P-256", "P-384"])
def test_the_fingerprint_is_ssh_keygens(name: str, tmp_path: Path) -> None:
    path = tmp_path / "key.pub"
    path.write_bytes(write_public(key_of(name).public_key, "me@home"))
    done = subprocess.run(["ssh-keygen", "-lf", path], capture_output=True, text=True, check=True)
    facts = dict(only(path.read_bytes()).facts)
    assert done.stdout.split()[1:3] == [facts["openssh_fingerprint"], facts["comment"]]


def test_a_comment() -> None:
    assert dict(only(write_private(KEY, "me@home")).facts)["comment"] == "me@home"
    assert "comment" not in dict(only(write_private(KEY)).facts)


@needs_openssl
@pytest.mark.parametrize("form", ["certificate-pem", "certificate-der", "csr-pem", "csr-der"])
def test_certificates_and_requests(form: str, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(dump_private_key(KEY, "pkcs8-pem"))
    kind, _, outform = form.partition("-")
    how = ["-x509"] if kind == "certificate" else ["-new"]
    thing = only(openssl("req", *how, "-key", str(key), "-subj", "/CN=x", "-outform", outform))
    assert (thing.kind, thing.what, thing.format) == (PUBLIC_KEY, "an Ed25519 public key", form)
    assert dict(thing.facts) == FACTS
    assert (thing.notes, thing.findings) == ((KEY_ONLY,), ())


# ---------------------------------------------------------------- faults of keys


def ring(seed: bytes, public: bytes) -> bytes:
    """PKCS#8 as ring wrote it before its version 0.17."""
    half = der.write(der.context(1), bit_string(public))
    return seq(der.write_integer(1), OID_ED25519, octet_string(octet_string(seed)), half)


def test_halves_that_do_not_match() -> None:
    other = ed25519.private_key(bytes(32)).public_key.to_bytes()
    says = "in a PKCS#8 private key: the public half is not that of the private half"
    thing = only(ring(KEY.private_bytes(), other))
    assert (thing.kind, thing.what, thing.format) == (PRIVATE_KEY, "a PKCS#8 private key", "pkcs8-der")
    assert (thing.facts, thing.findings) == ((), (("invalid-key", says),))
    assert only(pem.write("PRIVATE KEY", ring(KEY.private_bytes(), other))).findings == (("invalid-key", says),)
    mixed = json.loads(dump_private_key(KEY, "jwk")) | {"x": base64.urlsafe_b64encode(other).decode().rstrip("=")}
    thing = only(json.dumps(mixed).encode())
    assert (thing.kind, thing.what, thing.format) == (OTHER, "a JWK", "jwk")
    assert thing.findings == (("invalid-key", "in a JWK: the public half is not that of the private half"),)


def test_rings_old_form() -> None:
    thing = only(ring(KEY.private_bytes(), KEY.public_key.to_bytes()))
    assert dict(thing.facts) == FACTS
    assert (thing.notes, thing.findings) == ((), (("old-form", pkcs8.RING),))


IDENTITY = b"\1" + bytes(31)
NOT_CANONICAL = (ed25519.curve.p + 1).to_bytes(32, "little")
MIXED = (ed25519.curve.decode(bytes(32)) + ed25519.curve.B).encode()  # y = 0 has order 4


@pytest.mark.parametrize(
    ("octets", "codes"),
    [
        (IDENTITY, ["small-order-key"]),
        (NOT_CANONICAL, ["small-order-key", "non-canonical-key"]),
        (MIXED, ["mixed-order-key"]),
        (b"\2" + bytes(31), ["invalid-key"]),
    ],
)
def test_public_keys_that_verifiers_differ_about(octets: bytes, codes: list[str]) -> None:
    thing = only(dump_public_key(ed25519.public_key(octets), "spki-pem"))
    assert dict(thing.facts)["public_key"] == octets.hex()
    assert [code for code, _ in thing.findings] == codes
    assert all(KEY_FINDINGS.get(code, sentence) == sentence for code, sentence in thing.findings)


@pytest.mark.parametrize(
    ("data", "what", "form", "finding"),
    [
        (
            b'{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}',
            "a JWK",
            "jwk",
            ("bad-length", "in a JWK: x has 3 octets, wanted 32: zero octets at its front may not be left out"),
        ),
        (
            b"ssh-ed25519 AAAA",
            "an OpenSSH public key",
            "openssh",
            ("bad-encoding", "in an OpenSSH public key: "),
        ),
        (
            b"-----BEGIN PUBLIC KEY-----\nMCo=\n-----END PUBLIC KEY-----\n",
            "a public key (SubjectPublicKeyInfo)",
            "spki-pem",
            ("bad-encoding", "in a SubjectPublicKeyInfo: "),
        ),
        (
            dump_private_key(KEY, "pkcs8-der") + b"more",
            "a PKCS#8 private key",
            "pkcs8-der",
            ("bad-encoding", "in a PKCS#8 private key: "),
        ),
        (
            dump_public_key(KEY.public_key, "spki-der") + b"\n",
            "a public key (SubjectPublicKeyInfo)",
            "spki-der",
            ("bad-encoding", "with a line's end behind it, wanted it without"),
        ),
    ],
)
def test_what_is_recognised_and_damaged(data: bytes, what: str, form: str, finding: tuple[str, str]) -> None:
    thing = only(data)
    assert (thing.what, thing.format, thing.facts) == (what, form, ())
    ((code, detail),) = thing.findings
    assert code == finding[0]
    assert finding[1] in detail


# ---------------------------------------------------------------- several in one file


def test_several_blocks() -> None:
    blocks = [
        dump_private_key(KEY, "pkcs8-pem"),
        pem.write("EC PARAMETERS", der.write(der.OID, bytes.fromhex("2a8648ce3d030107"))),
        pem.write("EC PRIVATE KEY", seq(der.write_integer(1), octet_string(EC.private_bytes()))),
        pem.write("RSA PRIVATE KEY", b"\0"),
        sshsig.sign(KEY, b"", "file"),
        pem.write("EC PRIVATE KEY", seq(der.write_integer(1), octet_string(EC.private_bytes()))),
    ]
    found = inspect(b"".join(blocks))
    assert not found.alternatives
    assert [(thing.kind, thing.what) for thing in found.things] == [
        (PRIVATE_KEY, "an Ed25519 private key"),
        (PRIVATE_KEY, "a P-256 private key"),
        (OTHER, "a PEM block 'RSA PRIVATE KEY'"),
        (SIGNATURE, "an SSH signature by an Ed25519 public key"),
        (PRIVATE_KEY, "a SEC 1 private key"),  # the parameters were those of the key before it
    ]
    assert found.things[2].notes == (
        "not read: got an RSA private key (PKCS#1), wanted an Ed25519, Ed448 or ECDSA key",
    )
    assert [bool(thing.findings) for thing in found.things] == [False, False, False, False, True]
    assert not found.sound
    assert inspect(b"".join(blocks[:-1])).sound


def test_one_block_after_its_parameters() -> None:
    parameters = pem.write("EC PARAMETERS", der.write(der.OID, bytes.fromhex("2a8648ce3d030107")))
    key = pem.write("EC PRIVATE KEY", seq(der.write_integer(1), octet_string(EC.private_bytes())))
    assert only(b"\xef\xbb\xbf" + parameters + key).what == "a P-256 private key"
    assert refused(parameters).endswith("got EC parameters without a key, wanted an Ed25519, Ed448 or ECDSA key")


# ---------------------------------------------------------------- signatures


@pytest.mark.parametrize("bare", [False, True])
def test_an_ssh_signature(bare: bool) -> None:
    data = sshsig.sign(KEY, b"message", "git", "sha256")
    found = sshsig.read(data)
    assert isinstance(found.signature, bytes)
    if bare:
        data = pem.read(data)[0].octets
    wanted = {"namespace": "git", "hash": "sha256", **FACTS}
    wanted |= {"R": found.signature[:32].hex(), "S": found.signature[32:].hex()}
    for how in {}, {"format": "sshsig"}, {"curve": "ed25519"}:
        thing = only(data, **how)
        assert (thing.kind, thing.what) == (SIGNATURE, "an SSH signature by an Ed25519 public key")
        assert (thing.format, dict(thing.facts)) == ("sshsig", wanted)
        assert (thing.notes, thing.findings) == (("nothing was verified",), ())


def test_an_ssh_signature_of_ecdsa() -> None:
    data = sshsig.sign(EC, b"message", "file")
    r, s = sshsig.read(data).signature
    facts = dict(only(data).facts)
    assert (facts["r"], facts["s"]) == (f"{r:064x}", f"{s:064x}")


def test_faults_of_an_ssh_signature() -> None:
    blob = pem.read(sshsig.sign(KEY, b"", "file"))[0].octets
    reserved = string(b"file") + string(b"")
    assert reserved in blob
    thing = only(blob.replace(reserved, string(b"file") + string(b"more")))
    assert thing.findings == (("reserved", "the reserved string has 4 octets, wanted none"),)
    too_large = blob[:-32] + b"\xff" * 32
    assert only(too_large).findings == (("s-out-of-range", "S is not below L"),)
    (fault,) = only(blob[:-1]).findings
    assert fault[0] == "signature-encoding"
    assert only(blob[:-1]).what == "an SSH signature"


R, S = EC.sign(b"sample", format=None)
assert isinstance(R, int)
assert isinstance(S, int)


@pytest.mark.parametrize("form", ["der", "compact", "eth", "der-hex", "der-base64", "eth-base64url"])
def test_a_signature_of_a_curve(form: str) -> None:
    plain, _, encoding = form.partition("-")
    octets = octets_of(EC.sign(b"sample", format=plain))
    texts = {
        "": octets,
        "hex": octets.hex().encode() + b"\n",
        "base64": base64.b64encode(octets),
        "base64url": base64.urlsafe_b64encode(octets).rstrip(b"="),
    }
    facts: dict[str, object] = {"curve": "P-256", "r": f"{R:064x}", "s": f"{S:064x}", "high_s": True}
    if plain != "der":
        facts["recid"] = 0
    for how in {"curve": p256}, {"curve": "p256", "format": form}:
        thing = only(texts[encoding], **how)
        assert (thing.kind, thing.what, thing.format) == (SIGNATURE, "a P-256 signature", form)
        assert dict(thing.facts) == facts
        assert (thing.notes, thing.findings) == (("nothing was verified",), ())


def test_a_signature_without_its_curve() -> None:
    """Strict DER fits each curve of ECDSA, unless r or s is too large for it."""
    found = inspect(encode(R, S, 0, "der", p256.curve.n))
    assert found.alternatives
    assert found.sound
    assert [thing.what for thing in found.things] == [
        "a P-256 signature",
        "a P-384 signature",
        "a secp256k1 signature",
    ]
    wide = octets_of(p384.private_key(1).sign(b"sample"))
    assert only(wide).what == "a P-384 signature"


def test_values_that_may_be_secret_are_withheld_until_somebody_says_that_they_are_a_signature() -> None:
    signature = KEY.sign(b"")
    assert inspect(signature).alternatives
    for thing in inspect(signature).things:
        assert not {"R", "S", "r", "s"} & set(dict(thing.facts))
        assert WITHHELD in thing.notes
    thing = only(signature, curve="ed25519", format="raw")
    assert dict(thing.facts) == {"curve": "Ed25519", "R": signature[:32].hex(), "S": signature[32:].hex()}
    assert thing.notes == ("nothing was verified",)
    p1363 = octets_of(EC.sign(b"", format="p1363"))
    assert not any("r" in dict(thing.facts) for thing in inspect(p1363).things)
    assert "r" in dict(only(p1363, curve="p256").facts)  # whose private keys are shorter


@pytest.mark.parametrize(
    ("data", "how", "codes"),
    [
        (encode(0, 1, 0, "der", p256.curve.n), {"curve": p256}, ["r-out-of-range"]),
        (encode(1, p256.curve.n, 0, "der", p256.curve.n), {"curve": p256}, ["s-out-of-range"]),
        (b"\x30\6\2\1\xff\2\1\xff", {"curve": p256, "format": "der"}, ["r-out-of-range", "s-out-of-range"]),
        (b"\x30\x80\2\1\1\2\1\1\0\0", {"curve": p256}, ["lax-encoding"]),
        (b"\x30\6\2\1\1\2\1\1more", {"curve": secp256k1, "format": "ber"}, ["lax-encoding"]),
        (b"\x30", {"curve": p256, "format": "der"}, ["signature-encoding"]),
        (bytes(63), {"curve": p256, "format": "p1363"}, ["signature-length"]),
        (b"\xff" * 64, {"curve": ed25519, "format": "raw"}, ["R-non-canonical", "s-out-of-range"]),
        (b"\2" + bytes(63), {"curve": ed25519, "format": "raw"}, ["R-not-on-curve"]),
        (b"!", {"curve": ed25519, "format": "raw-hex"}, ["signature-encoding"]),
    ],
)
def test_faults_of_signatures(data: bytes, how: dict[str, Any], codes: list[str]) -> None:
    thing = only(data, **how)
    assert thing.kind == SIGNATURE
    assert [code for code, _ in thing.findings] == codes


# ---------------------------------------------------------------- raw keys


def test_a_seed_and_a_public_key_are_as_long() -> None:
    """Both readings are told; the octets themselves not, since they may be the seed."""
    found = inspect(KEY.private_bytes(), curve="ed25519")
    assert found.alternatives
    private, public = found.things
    assert (private.kind, private.format, dict(private.facts)) == (PRIVATE_KEY, "raw", FACTS)
    assert (public.kind, public.format) == (PUBLIC_KEY, "raw")
    assert set(dict(public.facts)) == {"curve", "openssh_fingerprint", "spki_sha256", "jwk_thumbprint"}
    assert public.notes == (WITHHELD,)


def test_both_halves_leave_no_doubt() -> None:
    data = KEY.private_bytes() + KEY.public_key.to_bytes()
    thing = only(data, curve="ed25519")
    assert (thing.kind, thing.format, dict(thing.facts)) == (PRIVATE_KEY, "raw", FACTS)
    thing = only(data.hex().encode(), curve="ed25519")
    assert (thing.kind, thing.notes) == (PRIVATE_KEY, ("written in hex digits",))


def test_halves_that_differ_may_be_a_signature() -> None:
    found = inspect(KEY.public_key.to_bytes() + bytes(32), curve="ed25519")
    assert [(thing.kind, thing.format, bool(thing.findings)) for thing in found.things] == [
        (PRIVATE_KEY, "raw", True),
        (SIGNATURE, "raw", False),
    ]
    assert found.alternatives
    assert found.sound


def test_an_expanded_key_is_a_reading() -> None:
    expanded = KEY.s.to_bytes(32, "little") + KEY.prefix
    found = inspect(expanded, curve="ed25519")
    formats = [(thing.kind, thing.format) for thing in found.things]
    assert (PRIVATE_KEY, "ed25519-expanded") in formats
    assert (SIGNATURE, "raw") in formats
    assert [dict(thing.facts) for thing in found.things if thing.format == "ed25519-expanded"] == [FACTS]


@pytest.mark.parametrize("compressed", [False, True])
def test_a_point(compressed: bool) -> None:
    point = EC.public_key.to_bytes(compressed=compressed)
    for data in point, point.hex().encode():
        for how in ({}, {"curve": "p256"}) if not compressed or data == point else ({"curve": "p256"},):
            found = inspect(data, **how)
            (thing,) = [thing for thing in found.things if thing.what == "a P-256 public key"]
            assert (thing.kind, thing.format) == (PUBLIC_KEY, "sec1")
            assert dict(thing.facts)["public_key"] == EC.public_key.to_bytes().hex()


def test_a_point_that_is_none() -> None:
    """Where the curve is named the fault is told; else chance would make too many of them."""
    data = b"\4" + bytes(63) + b"\1"
    (thing,) = [thing for thing in inspect(data, curve="p256").things if thing.kind == PUBLIC_KEY]
    assert (thing.what, thing.format) == ("a P-256 public key", "sec1")
    assert [code for code, _ in thing.findings] == ["invalid-key"]
    assert refused(data).startswith("bad-encoding: got 65 octets; tried ")


def test_a_scalar_out_of_range() -> None:
    thing = only(bytes(32), curve="p256")
    assert (thing.kind, thing.what, thing.format) == (PRIVATE_KEY, "a P-256 private key", "raw")
    assert thing.findings == (("invalid-key", "in a raw private key: the private key lies outside [1, n-1]"),)


def test_without_a_curve_every_curve_is_tried() -> None:
    found = inspect(EC.private_bytes())
    names = [(thing.kind, dict(thing.facts)["curve"]) for thing in found.things]
    assert names == [
        (PRIVATE_KEY, "Ed25519"),
        *([(PUBLIC_KEY, "Ed25519")] if (PUBLIC_KEY, "Ed25519") in names else []),
        (PRIVATE_KEY, "P-256"),
        (PRIVATE_KEY, "secp256k1"),
    ]


# ---------------------------------------------------------------- tokens


def test_a_token() -> None:
    token = jws.sign(KEY, b"payload", header={"kid": "1"}).encode()
    for data in token, token + b"\n":
        thing = only(data)
        assert (thing.kind, thing.what, thing.format) == (TOKEN, "a JWS token", "jws")
        assert dict(thing.facts) == {"header": {"alg": "Ed25519", "kid": "1"}}
        assert thing.notes == ("nothing was verified, the header neither",)
        assert not thing.findings


def test_a_token_without_a_signature() -> None:
    header = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=")
    assert only(header + b"..").findings == (("jws-algorithm", "alg is none: there is no signature"),)


# ---------------------------------------------------------------- what isn't read


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "bad-encoding: got no octets; tried PEM, DER, JWK"),
        (b" \n", "bad-encoding: got white space only; tried PEM, DER, JWK"),
        (b"hello\n", "and raw keys and signatures of every curve"),
        (bytes(7), "bad-encoding: got 7 octets; tried PEM"),
        (b"ssh-rsa AAAAB3NzaC1yc2E=", "wrong-key: in an OpenSSH public key: got an RSA key"),
        (pem.write("RSA PRIVATE KEY", b"\0"), "wrong-key: got an RSA private key (PKCS#1)"),
        (b"-----BEGIN PGP MESSAGE-----\n\n-----END PGP MESSAGE-----", "wrong-key: "),
        (b"PuTTY-User-Key-File-3: x", "wrong-key: got a PuTTY private key"),
        (pem.write("ENCRYPTED PRIVATE KEY", b"\0"), "openssl pkey -in FILE -out DECRYPTED"),
        (b'{"kty":"oct","k":"AAAA"}', "wrong-key: in a JWK: got a symmetric key (kty oct)"),
        (b'{"keys":[]}', "wrong-key: in a JWK: got a JWK Set"),
        (seq(der.write_integer(3), seq()), "wrong-key: got a PKCS#12 keystore"),
        (seq(der.write_integer(1 << 2047), der.write_integer(65537)), "got an RSA public key (PKCS#1), or"),
        (seq(*[der.write_integer(5)] * 9), "wrong-key: got an RSA private key (PKCS#1)"),
        (b"\xfe\xed\xfe\xed\0\0\0\2", "wrong-key: got a Java keystore"),
        (bytes((1 << 20) + 1), "bad-length: got 1048577 octets, wanted at most 1048576"),
    ],
)
def test_what_is_named_or_unknown(data: bytes, says: str) -> None:
    assert says in refused(data)


def test_arguments() -> None:
    assert refused(b"x", format="der") == "bad-request: a signature in the format 'der' needs a curve named"
    assert "no curve 'p521'" in refused(b"x", curve="p521")
    assert refused(b"x", curve="p256").endswith("and raw keys and signatures of P-256")
    assert "wanted an Ed448 private key" in refused(dump_private_key(KEY, "pkcs8-pem"), curve="ed448")
    assert "der" in refused(b"x", curve="ed25519", format="der")
    with pytest.raises(TypeError, match="what is inspected must be bytes"):
        inspect("text")  # type: ignore[arg-type]


def test_the_records() -> None:
    thing = Thing(TOKEN, "a", None)
    assert Inspection([thing]) == Inspection((thing,))
    assert Inspection([thing]) != Inspection([thing], alternatives=True)
    assert hash(thing) == hash(Thing(TOKEN, "a", None, [], [], []))


# ---------------------------------------------------------------- no secret


def secrets_of(key: Any) -> list[bytes]:
    """The private key, and what stands for it: as octets."""
    secrets: list[bytes] = [key.private_bytes()]
    if hasattr(key, "prefix"):
        secrets += [key.s.to_bytes(key.scheme.curve.size, "little"), key.prefix]
    return secrets


def shown_forms(secret: bytes) -> list[str]:
    """Ways to show octets, without what padding would change at the ends."""
    middle = secret[3:-5]
    texts = [secret.hex()[8:-8], repr(middle)[2:-1]]
    texts += [str(int.from_bytes(secret, "big")), str(int.from_bytes(secret, "little"))]
    for start in range(3):
        text = base64.b64encode(middle[start:])[:-8].decode()
        texts += [text, text.replace("+", "-").replace("/", "_")]
    return texts


@pytest.mark.parametrize("name", SCHEMES)
def test_no_private_key_is_shown(name: str) -> None:
    key: Any = SCHEMES[name].private_key(hashlib.shake_256(name.encode()).digest(SCHEMES[name].curve.size))
    files = [data for form in PRIVATE_FORMATS if (data := can_write(key, form))]
    files.append(key.private_bytes() + key.public_key.to_bytes())
    files.append(key.private_bytes() + bytes(len(key.public_key.to_bytes())))
    if hasattr(key, "prefix"):
        files.append(key.s.to_bytes(key.scheme.curve.size, "little") + key.prefix)
    files += [data[:-1] for data in files] + [data + b"\n" for data in files]
    files += [data.hex().encode() for data in files] + [base64.b64encode(data) for data in files]
    files += [base64.urlsafe_b64encode(data).rstrip(b"=") for data in files]
    seen = 0
    for data in files:
        for curve in None, name:
            try:
                shown = repr(inspect(data, curve=curve))
                seen += 1
            except UnusableInput as fault:
                shown = str(fault)
            for secret in secrets_of(key):
                assert not [text for text in shown_forms(secret) if text in shown]
    assert seen > 20


def test_the_check_would_see_a_secret() -> None:
    secret = KEY.private_bytes()
    for text in (
        secret.hex(),
        repr(secret),
        base64.b64encode(secret).decode(),
        base64.urlsafe_b64encode(b"x" + secret).decode(),
        base64.b64encode(b"xy" + secret).decode(),
        repr(dump_private_key(KEY, "jwk")),
        str(int.from_bytes(secret, "big")),
    ):
        assert [shown for shown in shown_forms(secret) if shown in text]


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_octets_are_refused_at_once(what: str) -> None:
    for how in {}, {"curve": "p256"}, {"curve": "p256", "format": "ber"}:
        inspected(HOSTILE[what], **how)


def test_a_million_digits() -> None:
    data = seq(HUGE_INTEGER, HUGE_INTEGER)
    assert "an RSA public key (PKCS#1), or an ECDSA signature" in refused(data)
    assert [code for code, _ in only(data, curve="p256").findings] == ["r-out-of-range", "s-out-of-range"]


SOURCES = [
    dump_private_key(KEY, "pkcs8-pem"),
    dump_private_key(EC, "sec1-pem") + dump_public_key(EC.public_key, "spki-pem"),
    dump_public_key(ed448.private_key(bytes(57)).public_key, "jwk"),
    write_private(KEY, "me@home"),
    sshsig.sign(EC, b"", "file"),
    pem.read(sshsig.sign(KEY, b"", "file"))[0].octets,
    jws.sign(KEY, b"payload").encode(),
    octets_of(EC.sign(b"")),
    KEY.sign(b""),
]


@settings(deadline=None)
@given(st.sampled_from(SOURCES).flatmap(damaged), st.sampled_from([None, *SCHEMES]))
def test_damage_is_told_or_refused(data: bytes, curve: str | None) -> None:
    """And what was inspected can be shown as JSON."""
    found = inspected(data, curve=curve)
    if found is not None:
        assert found.things
        json.dumps([dict(thing.facts) for thing in found.things])


@given(st.binary(max_size=200), st.sampled_from([None, *SCHEMES]))
def test_any_octets(data: bytes, curve: str | None) -> None:
    found = inspected(data, curve=curve)
    assert found is None or found.things
