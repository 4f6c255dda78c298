"""What the tests of key containers share: keys, other programs that write them, and damage."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed448, ed25519
from hypothesis import strategies as st

import ecref
from ecref import UnusableInput, der

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.formats.names import PrivateKey, Scheme

SCHEMES: dict[str, Scheme] = {
    "Ed25519": ecref.ed25519,
    "Ed448": ecref.ed448,
    "P-256": ecref.p256,
    "P-384": ecref.p384,
    "secp256k1": ecref.secp256k1,
}
EDDSA = ["Ed25519", "Ed448"]
ECDSA = {"P-256": "prime256v1", "P-384": "secp384r1", "secp256k1": "secp256k1"}  # with OpenSSL's names
CODES = {"bad-encoding", "bad-length", "invalid-key", "unsupported", "wrong-key", "encrypted-key"}

_PYCA_CURVES = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "secp256k1": ec.SECP256K1()}

PycaKey: TypeAlias = ed25519.Ed25519PrivateKey | ed448.Ed448PrivateKey | ec.EllipticCurvePrivateKey

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")


def openssl(*arguments: str, data: bytes = b"") -> bytes:
    """What openssl answers to data on its standard input."""
    return subprocess.run(["openssl", *arguments], input=data, capture_output=True, check=True).stdout


def curve_option(name: str) -> list[str]:
    """How `openssl genpkey` is told which keys to make."""
    if name in ECDSA:
        return ["-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{ECDSA[name]}"]
    return ["-algorithm", name]


@cache
def key_of(name: str) -> Any:
    """A fixed key of each scheme; its octets begin with a 00, which a careless writer drops."""
    octets = bytes(SCHEMES[name].curve.size)
    return SCHEMES[name].private_key(b"\0" + bytes(range(1, len(octets))))


def pyca_key(key: PrivateKey) -> PycaKey:
    """The same key in pyca/cryptography."""
    name, octets = key.scheme.name, key.private_bytes()
    if name == "Ed25519":
        return ed25519.Ed25519PrivateKey.from_private_bytes(octets)
    if name == "Ed448":
        return ed448.Ed448PrivateKey.from_private_bytes(octets)
    return ec.derive_private_key(int.from_bytes(octets, "big"), _PYCA_CURVES[name])


@st.composite
def private_keys(draw: st.DrawFn, name: str) -> Any:
    """Any key of a scheme; scalars of ECDSA with leading zeros, and those next to 1 and n, more often."""
    scheme = SCHEMES[name]
    if isinstance(scheme, ecref.EdDSA):
        return scheme.private_key(draw(st.binary(min_size=scheme.curve.size, max_size=scheme.curve.size)))
    n = scheme.curve.n
    bits = draw(st.integers(1, n.bit_length()))
    d = draw(st.integers(1, min(n - 1, (1 << bits) - 1)))
    return scheme.private_key(draw(st.sampled_from([d, n - d])))


def seq(*fields: bytes) -> bytes:
    return der.write(der.SEQUENCE, b"".join(fields))


def octet_string(octets: bytes) -> bytes:
    return der.write(der.OCTET_STRING, octets)


def bit_string(octets: bytes, unused: int = 0) -> bytes:
    return der.write(der.BIT_STRING, bytes([unused]) + octets)


def fault(read: Callable[..., object], *arguments: Any) -> str:
    """The error of a reader that must refuse, as text; it is short, whatever it was that was read."""
    with pytest.raises(UnusableInput) as caught:
        read(*arguments)
    assert caught.value.code in CODES
    assert len(str(caught.value)) < 250
    return str(caught.value)


def key_or_none(read: Callable[[bytes], object], data: bytes) -> object:
    """The key that a reader finds, or None where it refuses; no other exception leaves it."""
    try:
        return read(data)
    except UnusableInput as fault:
        refused = fault
    assert refused.code in CODES
    assert len(str(refused)) < 250
    return None


def flipped(data: bytes, bit: int) -> bytes:
    """data with one bit changed."""
    changed = bytearray(data)
    changed[bit // 8] ^= 0x80 >> bit % 8
    return bytes(changed)


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """data with some octets changed, left out or put in; it may be data again."""
    octets = bytearray(data)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(octets)))
        put = draw(st.binary(max_size=3) | st.sampled_from([b"\x80", b"\x89" + b"\xff" * 9, b"\x30\x80", b"\0\0"]))
        octets[at : at + draw(st.integers(0, 3))] = put
    return bytes(octets)


# Octets that cost a careless reader much time, memory or stack.
HOSTILE = {
    "nothing": b"",
    "one octet": b"\x30",
    "nested": b"\x30\x80" * 500_000,
    "nested, with lengths that promise more": b"\x30\x84\x7f\xff\xff\xff" * 100_000,
    "a length of 2^64": b"\x30\x89\1" + bytes(8) + b"\2\1\0",
    "a length of 127 octets": b"\x30\xff" + b"\xff" * 127,
    "a tag of many octets": b"\x3f" + b"\xff" * 100_000,
    "a million octets of zero": bytes(1 << 20),
    "a million octets of ff": b"\xff" * (1 << 20),
}
HUGE_INTEGER = der.write(der.INTEGER, b"\x7f" + b"\xff" * 415_241)  # a million decimal digits
