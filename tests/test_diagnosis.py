"""Diagnosis: each mistake that people report is made here, and the first reading has to name it."""

from __future__ import annotations

import base64
import codecs
import hashlib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecref import ed448, ed448ph, ed25519, ed25519ctx, ed25519ph, p256, p384, secp256k1
from ecref.errors import UnusableInput
from ecref.formats import dump_private_key, dump_public_key, sshsig, verdict
from ecref.hashes import HASH_NAMES, hash_named
from ecref.referee.diagnosis import Case, Diagnosis, GivenKey, diagnose, ecdsa_search, eddsa_search, hashing, messages
from ecref.signatures import encode

if TYPE_CHECKING:
    from ecref import ECDSA, EdDSA

MESSAGE = "Grüße\r\nan alle".encode()  # a text of two lines
AS_GIVEN = "Change nothing: the signature holds as given."
KEYS = {scheme: scheme.private_key(0x1CEB00DA) for scheme in (p256, p384, secp256k1)}
KEY, Q = KEYS[p256], KEYS[p256].public_key.to_bytes()
N = p256.curve.n
SEEDS = {scheme: bytes(range(scheme.curve.size)) for scheme in (ed25519, ed25519ph, ed25519ctx, ed448, ed448ph)}
TWISTED = {scheme: scheme.private_key(seed) for scheme, seed in SEEDS.items()}
A = TWISTED[ed25519].public_key.to_bytes()


def ecdsa(
    signature: bytes, *, scheme: ECDSA = p256, key: Any = None, key_format: str | None = "sec1", **more: Any
) -> Diagnosis:
    """The diagnosis of an ECDSA signature: in DER and of MESSAGE, if nothing else is said."""
    octets = KEYS[scheme].public_key.to_bytes() if key is None else key
    what: dict[str, Any] = {"format": "der", "message": MESSAGE, "rules": "fips186-5"}
    return diagnose(Case(scheme, GivenKey(octets, key_format), signature, **what | more))


def eddsa(
    signature: bytes, *, scheme: EdDSA = ed25519, key: Any = None, key_format: str | None = "raw", **more: Any
) -> Diagnosis:
    """The diagnosis of an EdDSA signature."""
    octets = TWISTED[scheme].public_key.to_bytes() if key is None else key
    what: dict[str, Any] = {"format": "raw", "message": MESSAGE, "rules": "rfc8032"}
    return diagnose(Case(scheme, GivenKey(octets, key_format), signature, **what | more))


def shown(value: object) -> str:
    """A case's name in the list of tests: its texts."""
    return value if isinstance(value, str) else ""


def advices(found: Diagnosis) -> list[str]:
    """What each reading says."""
    return [reading.advice for reading in found.readings]


def der(message: bytes = MESSAGE, scheme: ECDSA = p256, **how: Any) -> bytes:
    signature = KEYS[scheme].sign(message, **how)
    assert isinstance(signature, bytes)
    return signature


def p1363(message: bytes = MESSAGE, scheme: ECDSA = p256, **how: Any) -> bytes:
    return der(message, scheme, format="p1363", **how)


def sign(message: bytes = MESSAGE, scheme: EdDSA = ed25519, **how: Any) -> bytes:
    return TWISTED[scheme].sign(message, **how)


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a case fast where not much about the message is to be changed."""
    monkeypatch.setattr(ecdsa_search, "MOST_DIGESTS", 20)
    monkeypatch.setattr(eddsa_search, "MOST_CHECKS", 100)


# ---------------------------------------------------------------- as given, or not at all


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("scheme", KEYS, ids=lambda scheme: scheme.name)
def test_an_ecdsa_signature_that_holds(scheme: ECDSA) -> None:
    found = ecdsa(der(scheme=scheme), scheme=scheme)
    assert advices(found) == [AS_GIVEN]
    assert found.holds_as_given
    assert found.advice == AS_GIVEN
    assert found.readings[0].changes == ()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("scheme", TWISTED, ids=lambda scheme: scheme.name)
def test_an_eddsa_signature_that_holds(scheme: EdDSA) -> None:
    context = None if scheme is ed25519 else b"context"
    found = eddsa(sign(scheme=scheme, context=context), scheme=scheme, context=context)
    assert advices(found) == [AS_GIVEN]
    assert found.holds_as_given


def test_nothing_holds() -> None:
    for found in [ecdsa(der(b"another")), eddsa(sign(b"another")), ecdsa(b""), eddsa(b"")]:
        assert found == Diagnosis((), 0)
        assert not found.holds_as_given
        assert found.advice == (
            "No reading holds: look for another key, another message, or a signature that was damaged."
        )


# ---------------------------------------------------------------- a signature of ECDSA

RAW = p1363()
r, s = RAW[:32], RAW[32:]
SHORT_R = next(raw for k in range(1, 9999) if (raw := p1363(unsafe_k=k))[0] == 0 != raw[32])
SHORT_S = next(raw for k in range(1, 9999) if (raw := p1363(unsafe_k=k))[32] == 0 != raw[0])
FULL = next(raw for k in range(1, 99) if (raw := p1363(unsafe_k=k))[0] < 0x80 <= raw[32])
NEGATIVE = "s has no leading zero octet and would be negative"
LOOSE = b"0x" + RAW.hex(" ").upper().encode() + b"\r\n\r\n"


def integer(octets: bytes) -> bytes:
    return bytes([2, len(octets)]) + octets


def sequence(content: bytes) -> bytes:
    return bytes([0x30, len(content)]) + content


@pytest.mark.parametrize(
    ("format_", "signature", "advice"),
    [
        ("der", RAW, "Read the signature as p1363 (r||s)."),
        ("der", b"\x1f" + RAW, "Read the signature as compact (a recovery header, then r||s)."),
        ("der", RAW + b"\x1b", "Read the signature as eth (r||s, then v)."),
        ("p1363", der(), "Read the signature as der."),
        ("der", der() + b"\1", "Read the signature as ber (1 octet after the SEQUENCE)."),
        (
            *("der", sequence(integer(b"\0\0" + FULL[:32]) + integer(FULL[32:]))),
            f"Read the signature as ber (r is padded with 2 zero octets; {NEGATIVE}).",
        ),
        ("p1363", RAW.hex().encode() + b"\n", "Decode the signature from hex."),
        ("p1363", base64.b64encode(RAW), "Decode the signature from base64."),
        ("p1363", LOOSE, "Decode the signature from hex, passing over what doesn't belong to it."),
        (
            *("p1363", base64.encodebytes(RAW)),
            "Decode the signature from base64, passing over what doesn't belong to it.",
        ),
        ("der-hex", der(), "Take the signature for octets, not for hex."),
        ("der-base64", der().hex().encode(), "Decode the signature from hex."),
        ("der", RAW.hex().encode(), "Decode the signature from hex, and read the signature as p1363 (r||s)."),
        ("p1363", s + r, "Swap r and s."),
        ("der", s + r, "Read the signature as p1363 (r||s), and swap r and s."),
        ("der", encode(int.from_bytes(s, "big"), int.from_bytes(r, "big"), 0, "der", N), "Swap r and s."),
        ("p1363", r[::-1] + s[::-1], "Reverse the octets of r and of s."),
        ("p1363", RAW[::-1], "Reverse the octets of the signature."),
        ("p1363", b"\x29" + RAW, "Drop the signature's first octet, 0x29."),
        ("p1363", RAW + b"\x25", "Drop the signature's last octet, 0x25."),  # v of EIP-155
        ("eth", RAW + b"\x25", "Read the signature as p1363 (r||s), and drop the signature's last octet, 0x25."),
        ("p1363", SHORT_R[1:], "Put back a zero octet before r."),
        ("p1363", SHORT_S[:32] + SHORT_S[33:], "Put back a zero octet before s."),
        ("p1363", b"\0" + r + b"\0" + s, "Take a zero octet off r and take a zero octet off s."),
        ("p1363", bytes(16) + r + bytes(16) + s, "Take 16 zero octets off r and take 16 zero octets off s."),
        ("p1363", b"\0" + SHORT_S[:32] + SHORT_S[33:], "Take a zero octet off r and put back a zero octet before s."),
        ("p1363", RAW + bytes(8), "Drop the 8 zero octets behind the signature."),
        ("p1363", RAW + MESSAGE, "Take the message off the end of the signature."),
        ("p1363", MESSAGE + RAW, "Take the message off the beginning of the signature."),
        ("sshsig", der(), "Read the signature as der."),
    ],
    ids=shown,
)
@pytest.mark.usefixtures("few")
def test_a_signature_read_otherwise(format_: str, signature: bytes, advice: str) -> None:
    found = ecdsa(signature, format=format_)
    assert advices(found)[:1] == [advice]
    assert not found.holds_as_given
    assert {change.what for change in found.readings[0].changes} == {"signature"}


@pytest.mark.usefixtures("few")
def test_a_high_s() -> None:
    k = next(k for k in range(1, 99) if secp256k1.is_high(KEYS[secp256k1].sign(MESSAGE, unsafe_k=k, format=None)[1]))
    found = ecdsa(der(scheme=secp256k1, unsafe_k=k), scheme=secp256k1, rules="low-s")
    assert advices(found) == ["Replace s by n - s, which is low.", "Verify under the rule set fips186-5."]
    assert [reading.rules for reading in found.readings] == [("fips186-5", "low-s"), ("fips186-5",)]
    assert [reading.warnings for reading in found.readings] == [(), ("high-s",)]
    assert advices(ecdsa(der(scheme=secp256k1, unsafe_k=k), scheme=secp256k1)) == [AS_GIVEN]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("format_", "place", "low"), [("eth", -1, 27), ("compact", 0, 31)])
def test_the_other_of_two_recovery_candidates(format_: str, place: int, low: int) -> None:
    signature = bytearray(der(format=format_))
    recid = signature[place] - low
    assert advices(ecdsa(bytes(signature), format=format_)) == [AS_GIVEN]
    signature[place] = low + 1 - recid
    found = ecdsa(bytes(signature), format=format_)
    assert advices(found) == [f"Write {recid} for the recovery id {1 - recid}, which means the other key."]
    assert advices(ecdsa(bytes(signature), format="der"))[0].startswith(f"Read the signature as {format_}")
    assert advices(ecdsa(RAW, format=format_)) == ["Read the signature as p1363 (r||s)."]


@pytest.mark.usefixtures("few")
def test_the_other_key_of_a_signature_read_as_another() -> None:
    swapped = s + r + b"\x1b"
    assert advices(ecdsa(swapped, format="eth")) == ["Swap r and s."]


# ---------------------------------------------------------------- a message

LINES = b"one\ntwo\n"


@pytest.mark.parametrize(
    ("given_", "signed", "advice"),
    [
        (b"one\n", b"one", "Take the final newline off the message."),
        (b"one\r\n", b"one", "Take the final newline off the message."),
        (b"one", b"one\n", "Add a final newline to the message."),
        (b"one", b"one\r\n", "Add a final CRLF to the message."),
        (b"one", b"one\0", "Add a zero octet to the message, as C ends its strings."),
        (b"one\0", b"one", "Take the final zero octet off the message."),
        (b" one \t", b"one", "Strip the white space around the message."),
        (b"one\r\ntwo\r\n", LINES, "Turn CRLF into LF in the message."),
        (LINES, b"one\r\ntwo\r\n", "Turn LF into CRLF in the message."),
        (
            *(b"one\r\ntwo\r\n", b"one\ntwo"),
            "Take the final newline off the message, and turn CRLF into LF in the message.",
        ),
        (b"6f6e65\n", b"one", "Decode the message from hex."),
        (b"6F:6E:65", b"one", "Decode the message from hex, passing over what doesn't belong to it."),
        (b"b25l", b"one", "Decode the message from base64."),
        (b"-_-_", b"\xfb\xff\xbf", "Decode the message from base64url."),
        (b"one", b"6f6e65", "Write the message in hex."),
        (b"onk", b"6F6E6B", "Write the message in upper-case hex."),
        (b"one", b"0x6f6e65", "Write the message in hex with 0x before it."),
        (b"on", b"b24=", "Write the message in base64."),
        (b"on", b"b24", "Write the message in base64url."),
        (b"on\n", b"b24", "Take the final newline off the message, and write the message in base64url."),
        (codecs.BOM_UTF8 + b"one", b"one", "Write the message's characters in UTF-8 without a byte order mark."),
        (b"one", codecs.BOM_UTF8 + b"one", "Write the message's characters in UTF-8 with a byte order mark."),
        (b"one", "one".encode("utf-16-le"), "Write the message's characters in UTF-16, little-endian."),
        (b"one", "one".encode("utf-16-be"), "Write the message's characters in UTF-16, big-endian."),
        (
            *(b"one", codecs.BOM_UTF16_LE + "one".encode("utf-16-le")),
            "Write the message's characters in UTF-16, little-endian, with a byte order mark.",
        ),
        (
            *(b"one", codecs.BOM_UTF16_BE + "one".encode("utf-16-be")),
            "Write the message's characters in UTF-16, big-endian, with a byte order mark.",
        ),
        ("one".encode("utf-16"), b"one", "Write the message's characters in UTF-8 without a byte order mark."),
        ("one".encode("utf-16-le"), b"one", "Write the message's characters in UTF-8 without a byte order mark."),
        ("one".encode("utf-16-be"), b"one", "Write the message's characters in UTF-8 without a byte order mark."),
        ("für".encode(), b"f\xfcr", "Write the message's characters in Latin-1."),
        (b"f\xfcr", "für".encode(), "Write the message's characters in UTF-8 without a byte order mark."),
        ("€".encode(), "€".encode("utf-16-le"), "Write the message's characters in UTF-16, little-endian."),
        (b"one", b"", "Sign the message itself, since what was signed is empty."),
    ],
    ids=shown,
)
def test_a_message_read_otherwise(
    given_: bytes, signed: bytes, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ecdsa_search, "MOST_DIGESTS", 500)
    monkeypatch.setattr(eddsa_search, "MOST_CHECKS", 500)
    for found in [ecdsa(der(signed), message=given_), eddsa(sign(signed), message=given_)]:
        assert advices(found)[:1] == [advice]
        assert {change.what for change in found.readings[0].changes} == {"message"}


def keccak(octets: bytes) -> bytes:
    return hash_named("Keccak-256").digest(octets)


def sha256(octets: bytes) -> bytes:
    return hash_named("SHA-256").digest(octets)


def eip_191(octets: bytes) -> bytes:
    return keccak(b"\x19Ethereum Signed Message:\n%d" % len(octets) + octets)


def bitcoin(octets: bytes, size: bytes) -> bytes:
    return sha256(sha256(b"\x18Bitcoin Signed Message:\n" + size + octets))


@pytest.mark.parametrize(
    ("message", "digest", "advice"),
    [
        (MESSAGE, sha256(sha256(MESSAGE)), "Hash the message twice."),
        (MESSAGE, sha256(sha256(MESSAGE).hex().encode()), "Hash the hex digits of the message's digest."),
        (MESSAGE, sha256(keccak(MESSAGE)), "Hash the message with Keccak-256 first."),
        (MESSAGE, sha256(keccak(MESSAGE).hex().encode()), "Hash the hex digits of the message's Keccak-256 digest."),
        (MESSAGE, keccak(keccak(MESSAGE)), "Hash the message twice, and hash with Keccak-256."),
        (
            *(MESSAGE, eip_191(MESSAGE)),
            "Put Ethereum's prefix (EIP-191) before the message, and hash with Keccak-256.",
        ),
        (
            *(MESSAGE, eip_191(keccak(MESSAGE))),
            "Put Ethereum's prefix (EIP-191) before the message's Keccak-256 digest, and hash with Keccak-256.",
        ),
        (MESSAGE, bitcoin(MESSAGE, b"\x10"), "Put Bitcoin's prefix before the message and hash twice."),
        (b"m" * 253, bitcoin(b"m" * 253, b"\xfd\xfd\0"), "Put Bitcoin's prefix before the message and hash twice."),
        (
            *(b"m" * 65536, bitcoin(b"m" * 65536, b"\xfe\0\0\1\0")),
            "Put Bitcoin's prefix before the message and hash twice.",
        ),
        (sha256(MESSAGE), sha256(MESSAGE), "Take the message for its digest and don't hash it."),
        (
            *(sha256(MESSAGE).hex().encode(), sha256(MESSAGE)),
            "Decode the message from hex, and take the message for its digest and don't hash it.",
        ),
        (
            *(b"m" * 65, b"m" * 64),
            "Take the message for its digest and don't hash it, and give the first 64 octets of the digest.",
        ),
    ],
    ids=shown,
)
def test_a_message_hashed_otherwise(message: bytes, digest: bytes, advice: str) -> None:
    assert len(MESSAGE) == 0x10
    signature = KEYS[secp256k1].sign_digest(digest, hash=None)
    assert isinstance(signature, bytes)
    found = ecdsa(signature, scheme=secp256k1, message=message)
    assert advices(found)[:1] == [advice]


@pytest.mark.parametrize("name", HASH_NAMES)
def test_another_hash(name: str) -> None:
    found = ecdsa(der(hash=name, nonce="random"))
    assert advices(found)[:1] == ([AS_GIVEN] if name == "SHA-256" else [f"Hash with {name}."])
    assert found.readings[0].hash == name


def test_the_default_hash_is_the_curves() -> None:
    assert advices(ecdsa(der(scheme=p384, hash="SHA-256"), scheme=p384)) == ["Hash with SHA-256."]
    assert advices(ecdsa(der(), hash="SHA-512")) == ["Hash with SHA-256."]


@pytest.mark.parametrize(
    ("digest", "hash_", "signed", "advice"),
    [
        (sha256(MESSAGE), "SHA-256", MESSAGE, AS_GIVEN),
        (sha256(MESSAGE), None, MESSAGE, AS_GIVEN),
        (sha256(MESSAGE), "SHA-512", MESSAGE, "Name no hash, since a digest of SHA-512 has another size."),
        (sha256(MESSAGE).hex().encode(), "SHA-256", MESSAGE, "Decode the message from hex."),
        (MESSAGE, "SHA-256", MESSAGE, "Take the digest for a message and hash it."),
        (sha256(MESSAGE), "SHA-256", sha256(MESSAGE), "Take the digest for a message and hash it."),
    ],
    ids=shown,
)
def test_a_digest_read_otherwise(digest: bytes, hash_: str | None, signed: bytes, advice: str) -> None:
    found = ecdsa(der(signed), message=digest, is_digest=True, hash=hash_)
    assert advices(found)[:1] == [advice]


def test_a_digest_that_is_too_long() -> None:
    signature = KEY.sign_digest(b"m" * 64, hash=None)
    assert isinstance(signature, bytes)
    found = ecdsa(signature, message=b"m" * 65, is_digest=True)
    assert advices(found)[:1] == ["Give the first 64 octets of the digest."]


@pytest.mark.parametrize(
    ("signed", "advice"),
    [
        (hash_named("SHA-512").digest(MESSAGE), "Take the message's SHA-512 digest for the message."),
        (
            hash_named("SHA3-256").digest(MESSAGE).hex().encode(),
            "Take the hex digits of the message's SHA3-256 digest for the message.",
        ),
    ],
    ids=shown,
)
def test_eddsa_of_a_digest(signed: bytes, advice: str) -> None:
    assert advices(eddsa(sign(signed)))[:1] == [advice]


# ---------------------------------------------------------------- a key

x, y = Q[1:33], Q[33:]
COMPRESSED = KEY.public_key.to_bytes(compressed=True)
OTHER_Y = bytes([COMPRESSED[0] ^ 1]) + COMPRESSED[1:]
SMALL_X = next(key for d in range(1, 9999) if (key := p256.private_key(d)).public_key.to_bytes()[1] == 0)
PRIVATE = "Take the public half of the key, which is a private one."


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("key", "format_", "advice"),
    [
        (COMPRESSED, "sec1", AS_GIVEN),
        (x + y, "sec1", "Put 04 before the key, which is x||y."),
        (b"\6" + x + y, "sec1", "Write 04 for the first octet of the key, a hybrid point."),
        (Q[::-1], "sec1", "Reverse the octets of the key."),
        (COMPRESSED[::-1], "sec1", "Reverse the octets of the key."),
        (b"\4" + x[::-1] + y[::-1], "sec1", "Reverse the octets of x and of y in the key."),
        (x[::-1] + y[::-1], "sec1", "Reverse the octets of x and of y in the key."),
        (y[::-1] + x[::-1], "sec1", "Reverse the octets of the key, and put 04 before it."),
        (OTHER_Y, "sec1", "Negate y of the key."),
        (Q.hex().encode(), "sec1", "Decode the key from hex, and read the key as sec1."),
        (base64.b64encode(x + y), "sec1", "Decode the key from base64, and put 04 before the key, which is x||y."),
        (dump_public_key(KEY.public_key, "spki-pem"), "sec1", "Read the key by its container's own marks."),
        (dump_public_key(KEY.public_key, "spki-pem").decode(), "openssh", "Read the key by its container's own marks."),
        (Q, "spki-der", "Read the key as sec1."),
        (KEY.private_bytes(), "sec1", PRIVATE),
        (KEY.private_bytes().hex().encode(), "sec1", f"Decode the key from hex, and {PRIVATE[0].lower()}{PRIVATE[1:]}"),
        (dump_private_key(KEY, "pkcs8-pem"), "spki-pem", PRIVATE),
        (dump_private_key(KEY, "openssh"), None, PRIVATE),
        ({"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"}, "jwk", None),
    ],
    ids=shown,
)
def test_a_key_read_otherwise(key: Any, format_: str | None, advice: str | None) -> None:
    if advice is None:
        with pytest.raises(UnusableInput, match="JWK"):
            ecdsa(RAW, key=key, key_format=format_, format="p1363")
        return
    found = ecdsa(RAW, key=key, key_format=format_, format="p1363")
    assert advices(found) == [advice]
    assert found.readings[0].key == KEY.public_key


@pytest.mark.usefixtures("few")
def test_a_key_that_is_x_alone() -> None:
    even = OTHER_Y if COMPRESSED[0] == 3 else COMPRESSED
    d = KEY.private_bytes() if even is COMPRESSED else (N - 0x1CEB00DA).to_bytes(32, "big")
    put = "Put 02 before the key, which is x alone"
    for private, advice in [
        (p256.private_key(d), f"{put}."),
        (p256.private_key(N - int.from_bytes(d, "big")), f"{put}, and negate y of the key."),
    ]:
        signature = private.sign(MESSAGE)
        assert isinstance(signature, bytes)
        assert advices(ecdsa(signature, key=x)) == [advice]


@pytest.mark.usefixtures("few")
def test_a_key_that_lost_a_zero_octet() -> None:
    octets = SMALL_X.public_key.to_bytes()
    signature = SMALL_X.sign(MESSAGE)
    assert isinstance(signature, bytes)
    for lost in [octets[2:], b"\4" + octets[2:]]:
        assert advices(ecdsa(signature, key=lost)) == ["Put back the zero octets before x or y of the key."]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("named", "meant"), [(p256, secp256k1), (secp256k1, p256)])
def test_the_wrong_curve_of_the_same_size(named: ECDSA, meant: ECDSA) -> None:
    for octets, key_format in [
        (KEYS[meant].public_key.to_bytes(), "sec1"),
        (KEYS[meant].public_key.to_bytes(compressed=True), "sec1"),
        (dump_public_key(KEYS[meant].public_key, "spki-pem"), None),
    ]:
        found = ecdsa(der(scheme=meant), scheme=named, key=octets, key_format=key_format)
        assert advices(found) == [f"Take {meant.name} for the curve."]
        assert found.readings[0].to_dict()["curve"] == meant.name


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("key", "format_", "advice"),
    [
        (A, "raw", AS_GIVEN),
        (A[::-1], "raw", "Reverse the octets of the key."),
        (b"\x40" + A, "raw", "Drop the first octet of the key."),  # OpenPGP
        (SEEDS[ed25519], "raw", PRIVATE),
        (SEEDS[ed25519] + A, "raw", PRIVATE),
        (A.hex().encode(), "raw", "Decode the key from hex, and read the key as raw."),
        (A.hex().encode(), None, AS_GIVEN),
        (dump_public_key(TWISTED[ed25519].public_key, "openssh"), "raw", "Read the key by its container's own marks."),
        (dump_private_key(TWISTED[ed25519], "jwk").decode(), "jwk", PRIVATE),
    ],
    ids=shown,
)
def test_an_eddsa_key_read_otherwise(key: Any, format_: str | None, advice: str) -> None:
    found = eddsa(sign(), key=key, key_format=format_)
    assert advices(found) == [advice]
    assert found.readings[0].to_dict()["public_key"] == A.hex()


# ---------------------------------------------------------------- EdDSA: signatures, schemes, contexts

SIGNATURE = sign()
R, S = SIGNATURE[:32], SIGNATURE[32:]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("format_", "signature", "advice"),
    [
        ("raw", SIGNATURE.hex().encode(), "Decode the signature from hex."),
        ("raw-hex", SIGNATURE, "Take the signature for octets, not for hex."),
        ("sshsig", SIGNATURE, "Read the signature as raw (R||S)."),
        ("raw", S + R, "Swap R and S."),
        ("raw", R + S[::-1], "Reverse the octets of S."),
        ("raw", R[::-1] + S[::-1], "Reverse the octets of R and of S."),
        ("raw", SIGNATURE[::-1], "Reverse the octets of the signature."),
        ("raw", b"\0" + SIGNATURE, "Drop the signature's first octet, 0x00."),
        ("raw", SIGNATURE + b"\n", "Drop the signature's last octet, 0x0a."),
        ("raw", SIGNATURE + bytes(2), "Drop the 2 zero octets behind the signature."),
        ("raw", SIGNATURE + MESSAGE, "Take the message off the end of the signature."),  # NaCl's signed message
    ],
    ids=shown,
)
def test_an_eddsa_signature_read_otherwise(format_: str, signature: bytes, advice: str) -> None:
    assert advices(eddsa(signature, format=format_)) == [advice]


@pytest.mark.usefixtures("few")
def test_the_zero_octet_at_the_end_of_ed448_is_lost() -> None:
    signature = sign(scheme=ed448)
    assert signature[-1] == 0
    found = eddsa(signature[:-1], scheme=ed448)
    assert advices(found) == ["Put back a zero octet behind the signature."]


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("asked", "context", "signed_with", "signed_context", "advice"),
    [
        (ed25519, None, ed25519ph, None, "Verify with Ed25519ph."),
        (ed25519, None, ed25519ctx, b"", "Verify with Ed25519ctx, and give an empty context."),
        (ed25519, b"c", ed25519, None, "Give no context."),
        (ed25519, b"c", ed25519ctx, b"c", "Verify with Ed25519ctx."),
        (ed25519, b"c", ed25519ph, b"c", "Verify with Ed25519ph."),
        (ed25519, b"c", ed25519ph, None, "Verify with Ed25519ph, and give an empty context."),
        (ed25519ph, None, ed25519, None, "Verify with Ed25519."),
        (ed25519ph, b"c", ed25519, None, "Verify with Ed25519, and give no context."),
        (ed25519ph, b"c", ed25519ph, b"", "Give an empty context."),
        (ed25519ctx, None, ed25519ctx, b"", "Give an empty context."),
        (ed25519ctx, b"c", ed25519ctx, b"", "Give an empty context."),
        (ed25519ctx, b"c", ed25519ph, b"c", "Verify with Ed25519ph."),
        (ed25519ctx, b"", ed25519, None, "Verify with Ed25519, and give no context."),
        (ed448, None, ed448ph, None, "Verify with Ed448ph."),
        (ed448, b"c", ed448, None, "Give an empty context."),
        (ed448ph, b"c", ed448, b"c", "Verify with Ed448."),
    ],
    ids=shown,
)
def test_another_scheme_or_context(
    asked: EdDSA, context: bytes | None, signed_with: EdDSA, signed_context: bytes | None, advice: str
) -> None:
    found = eddsa(sign(scheme=signed_with, context=signed_context), scheme=asked, context=context)
    assert advices(found)[:1] == [advice]
    assert found.readings[0].scheme == signed_with


@pytest.mark.usefixtures("few")
def test_the_prehash_is_given_as_the_message() -> None:
    for scheme, name in [(ed25519ph, "SHA-512"), (ed448ph, "SHAKE256")]:
        found = eddsa(sign(scheme=scheme), scheme=scheme, message=hash_named(name).digest(MESSAGE))
        assert advices(found) == [f"Take the message for its {name} digest, which {scheme.name} signs."]


# ---------------------------------------------------------------- rule sets


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("scheme", [ed25519, ed448], ids=lambda scheme: scheme.name)
def test_a_small_order_part_in_R(scheme: EdDSA) -> None:
    """R has a part of small order, so that the equation holds with the cofactor alone."""
    E, key = scheme.curve, TWISTED[scheme]
    torsion = E.point(0, E.p - 1)  # of order 2
    R_octets = (1000 * E.B + torsion).encode()
    k = scheme.hash_to_int(b"", R_octets, key.public_key.octets, MESSAGE)
    signature = R_octets + ((1000 + k * key.s) % E.L).to_bytes(E.size, "little")
    assert advices(eddsa(signature, scheme=scheme)) == [AS_GIVEN]
    found = eddsa(signature, scheme=scheme, rules="no-small-order")
    assert advices(found) == ["Verify under the rule set rfc8032."]
    cofactored = ("rfc8032", "cofactored-no-small-order", "zip215", *(("openssl-ed448",) if scheme is ed448 else ()))
    assert found.readings[0].rules == cofactored
    assert found.readings[0].warnings == ()


@pytest.mark.parametrize(
    ("y", "rules", "advice", "warnings"),
    [
        (1, "rfc8032", AS_GIVEN, ("small-order-key", "any")),
        (1, "rfc8032-cofactorless", AS_GIVEN, ("small-order-key", "any")),  # the identity
        (ed25519.curve.p - 1, "rfc8032", AS_GIVEN, ("small-order-key", "any")),
        (1, "no-small-order", "Verify under the rule set rfc8032.", ("small-order-key", "any")),
        (
            *(ed25519.curve.p + 1, "rfc8032", "Verify under the rule set ref10."),
            ("small-order-key", "non-canonical-key", "any"),
        ),
    ],
    ids=shown,
)
def test_a_key_that_fits_any_message_is_told_as_such(
    y: int, rules: str, advice: str, warnings: tuple[str, ...]
) -> None:
    E = ed25519.curve
    key, signature = y.to_bytes(32, "little"), E.B.encode() + (1).to_bytes(32, "little")
    for message in [b"", MESSAGE]:
        (reading,) = eddsa(signature, key=key, rules=rules, message=message).readings
        assert reading.advice == (
            f"{advice.removesuffix('.')}; but this key has a small order and fits any message, so the signature"
            " proves nothing."
        )
        any_message = "signature-also-verifies-for-any-message"
        assert reading.warnings == tuple(any_message if code == "any" else code for code in warnings)


def test_a_key_of_order_2_without_the_cofactor_does_not_fit_any_message() -> None:
    """[k]A is A or O, as k is odd or even: half of all messages verify, so one that does is no news."""
    E = ed25519.curve
    key, signature = (E.p - 1).to_bytes(32, "little"), E.B.encode() + (1).to_bytes(32, "little")
    (reading,) = eddsa(signature, key=key, rules="ref10").readings
    assert reading.warnings[0] == "small-order-key"


# ---------------------------------------------------------------- SSH signatures


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("scheme", [ed25519, p256], ids=lambda scheme: scheme.name)
def test_an_ssh_signature(scheme: Any) -> None:
    ask, key = (eddsa, TWISTED[ed25519]) if scheme is ed25519 else (ecdsa, KEY)
    usual = "raw" if scheme is ed25519 else "der"
    armored = sshsig.sign(key, MESSAGE, "git")
    how: dict[str, Any] = {"format": "sshsig", "namespace": "git"}
    assert advices(ask(armored, **how)) == [AS_GIVEN]
    assert advices(ask(armored, **how | {"format": usual})) == ["Read the signature as sshsig."]
    assert advices(ask(armored, **how | {"namespace": "file"})) == ["Verify for the namespace 'git'."]
    assert advices(ask(armored, **how, message=MESSAGE + b"\n")) == ["Take the final newline off the message."]
    assert advices(ask(sshsig.sign(scheme.generate(), MESSAGE, "git"), **how)) == []


@pytest.mark.usefixtures("few")
def test_an_ssh_signature_is_of_no_digest() -> None:
    armored = sshsig.sign(KEY, MESSAGE, "file")
    assert advices(ecdsa(armored, message=sha256(MESSAGE), is_digest=True, hash="SHA-256")) == []


# ---------------------------------------------------------------- what is refused, and what holds in general


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": "rfc8032"}, "unsupported"),
        ({"format": "pem"}, "unsupported"),
        ({"format": "raw"}, "unsupported"),
        ({"hash": "MD5"}, "unsupported"),
        ({"key_format": "pem"}, "unsupported"),
        ({"key": b""}, "bad-length"),
        ({"key": bytes(65)}, "bad-encoding"),
        ({"key": dump_public_key(KEYS[p384].public_key, "spki-der"), "key_format": None}, "wrong-key"),
        ({"message": b"", "is_digest": True}, "bad-digest"),
        ({"message": bytes(31), "is_digest": True, "hash": "SHA-256"}, "bad-digest"),
    ],
    ids=shown,
)
def test_what_cannot_be_used_is_an_error(change: dict[str, Any], code: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        ecdsa(der(b"another"), **change)
    assert caught.value.code == code


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rules": "openssl-ed448"}, "unsupported"),
        ({"format": "der"}, "unsupported"),
        ({"context": b"c"}, "bad-context"),
        ({"scheme": ed25519ctx}, "bad-context"),
        ({"scheme": ed25519ph, "context": bytes(256)}, "bad-context"),
        ({"key": A + b"\0\0"}, "bad-length"),
    ],
    ids=shown,
)
def test_what_eddsa_cannot_use_is_an_error(change: dict[str, Any], code: str) -> None:
    with pytest.raises(UnusableInput) as caught:
        eddsa(sign(b"another"), **change)
    assert caught.value.code == code


def test_a_key_that_is_no_point_is_no_error_of_eddsa() -> None:
    assert eddsa(SIGNATURE, key=b"\2" + bytes(31)).readings == ()


def test_a_signature_whose_S_is_too_large() -> None:
    assert eddsa(R + b"\xff" * 32).readings == ()


@pytest.mark.parametrize("ask", [ecdsa, eddsa])
def test_a_long_message_costs_no_more(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    signature = der(b"m" * 99999) if ask is ecdsa else sign(b"m" * 99999)
    spent = hashing.Hashing(3_000_000)
    monkeypatch.setattr("ecref.referee.diagnosis.Hashing", lambda: spent)
    found = ask(signature, message=b"m" * 99999 + b"\n")
    assert advices(found)[:1] == ["Take the final newline off the message."]
    assert found.left_out > 0
    assert found.to_dict()["left_out"] == found.left_out
    assert 0 <= spent.left["hashlib"] < 3_000_000
    assert 0 <= spent.left["Keccak-256"] <= 3000


@pytest.mark.usefixtures("few")
def test_an_integer_that_no_half_can_hold() -> None:
    assert ecdsa(sequence(integer(b"\1" * 40) + integer(b"\1"))).readings == ()
    assert ecdsa(sequence(integer(b"\xff") + integer(b"\1"))).readings == ()


@pytest.mark.usefixtures("few")
def test_a_hash_that_python_lacks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    new = hashlib.new

    def lacking(name: str) -> Any:
        if name == "sha1":
            raise ValueError(name)
        return new(name)

    signature = der(hash="SHA-1")
    assert advices(ecdsa(signature)) == ["Hash with SHA-1."]
    monkeypatch.setattr("hashlib.new", lacking)
    assert hashing.hashes_here() == [name for name in HASH_NAMES if name != "SHA-1"]
    assert advices(ecdsa(signature)) == []


def test_a_long_message_is_not_read_as_text() -> None:
    digits = b"00" * (messages.LONG // 2)
    assert len(messages.readings(digits)) > 20
    assert len(messages.readings(digits + b"00")) < 8


@settings(max_examples=10, deadline=None)
@given(st.binary(max_size=150), st.binary(max_size=70), st.sampled_from(["p1363", "der", "eth-base64"]))
def test_garbage_has_no_reading(signature: bytes, message: bytes, format_: str) -> None:
    assert ecdsa(signature, message=message, format=format_).readings == ()
    assert eddsa(signature, message=message).readings == ()


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["der", "p1363", "p1363-hex", "ber", "eth"]),
    st.sampled_from([RAW, der(), der() + b"\0", RAW.hex().encode(), LOOSE, RAW + b"\x1b", s + r, SHORT_R[1:]]),
    st.sampled_from(["SHA-256", "SHA-512"]),
    st.sampled_from(["fips186-5", "low-s"]),
)
def test_it_holds_as_given_only_if_it_verifies(format_: str, signature: bytes, hash_: str, rules: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ecdsa_search, "MOST_DIGESTS", 20)
        found = ecdsa(signature, format=format_, hash=hash_, rules=rules)
    judged = verdict(KEY.public_key, signature, MESSAGE, format=format_, hash=hash_, rules=rules)
    if format_ == "eth" and judged:  # whose v may mean another key, which `verify` passes over
        assert found.readings
    else:
        assert found.holds_as_given == judged.valid
    assert found.readings


def test_readings_as_the_protocol_answers_them() -> None:
    assert ecdsa(RAW, message=MESSAGE + b"\n").to_dict() == {
        "readings": [
            {
                "changes": [
                    {"what": "signature", "name": "p1363", "detail": "read the signature as p1363 (r||s)"},
                    {"what": "message", "name": "without-newline", "detail": "take the final newline off the message"},
                ],
                "advice": "Read the signature as p1363 (r||s), and take the final newline off the message.",
                "scheme": "ECDSA",
                "curve": "P-256",
                "hash": "SHA-256",
                "public_key": Q.hex(),
                "rules": ["fips186-5", "low-s"],
                "warnings": [],
            }
        ],
        "advice": "Read the signature as p1363 (r||s), and take the final newline off the message.",
        "left_out": 0,
    }
    (reading,) = eddsa(SIGNATURE, context=b"").readings
    assert reading.to_dict() == {
        "changes": [{"what": "context", "name": "none", "detail": "give no context"}],
        "advice": "Give no context.",
        "scheme": "Ed25519",
        "context": None,
        "public_key": A.hex(),
        "rules": [
            *["rfc8032", "rfc8032-cofactorless", "ref10", "no-small-order", "cofactored-no-small-order", "zip215"],
        ],
        "warnings": [],
    }
