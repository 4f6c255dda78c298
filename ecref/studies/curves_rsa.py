"""RSA beside the curves, by `cryptography`: PKCS #1 v1.5 signatures, and keys of primes that are the same each time.

To generate a key of 7,680 bits takes longer than to measure with it. So each prime is the first one from a hash on,
and what lies between is told here; tests check that they are primes. Such keys guard nothing.

    n = p*q, e, d    modulus, public and private exponent: e*d = 1 modulo lcm(p - 1, q - 1)
"""

from __future__ import annotations

from hashlib import shake_256
from math import lcm
from typing import Any

from ecref.referee.adapters.interface import Sample, Suite, require

BEYOND = {  # by bits of n: how far p and q lie beyond their hashes
    2048: (297, 538),
    3072: (2294, 48),
    4096: (807, 1693),
    7680: (4450, 9322),
}
EXPONENT = 65537
PADDING = "PKCS #1 v1.5"


def primes(bits: int) -> tuple[int, int]:
    """p and q of half of n's bits, the two highest set, so that n has all of its bits."""
    p, q = (_start(bits, letter) + beyond for letter, beyond in zip("pq", BEYOND[bits], strict=True))
    return p, q


def _start(bits: int, letter: str) -> int:
    octets = shake_256(f"ecref study curves RSA-{bits} {letter}".encode()).digest(bits // 16)
    return int.from_bytes(octets, "big") | 3 << (bits // 2 - 2)


def private_key(bits: int) -> Any:  # noqa: ANN401 -- cryptography's
    """The key of these primes. It isn't checked each time, which would take seconds."""
    rsa = require("cryptography.hazmat.primitives.asymmetric.rsa", "cryptography")
    p, q = primes(bits)
    d = pow(EXPONENT, -1, lcm(p - 1, q - 1))
    public = rsa.RSAPublicNumbers(EXPONENT, p * q)
    numbers = rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public)
    return numbers.private_key(unsafe_skip_rsa_key_validation=True)


def suite(bits: int, hash: str) -> Suite:
    """Its operations. A secret is PKCS #8's octets, a public key SubjectPublicKeyInfo's."""
    rsa, padding = (
        require(f"cryptography.hazmat.primitives.asymmetric.{name}", "cryptography") for name in ("rsa", "padding")
    )
    serialization, hashes = (
        require(f"cryptography.hazmat.primitives.{name}", "cryptography") for name in ("serialization", "hashes")
    )
    invalid = require("cryptography.exceptions", "cryptography").InvalidSignature
    how = padding.PKCS1v15(), getattr(hashes, hash.replace("-", ""))()

    def load_private(secret: bytes) -> Any:  # noqa: ANN401
        return serialization.load_der_private_key(secret, None, unsafe_skip_rsa_key_validation=True)

    def holds(key: Any, message: bytes, signature: bytes) -> bool:  # noqa: ANN401
        try:
            key.verify(signature, message, *how)
        except invalid:
            return False
        return True

    def generate() -> Any:  # noqa: ANN401
        key = rsa.generate_private_key(EXPONENT, bits)
        return key, key.public_key()

    return Suite(
        public_key=lambda secret: public_octets(load_private(secret)),
        load_private=load_private,
        sign=lambda key, message: bytes(key.sign(message, *how)),
        verify=lambda public, message, signature: holds(serialization.load_der_public_key(public), message, signature),
        load_public=serialization.load_der_public_key,
        verify_loaded=holds,
        generate=generate,
    )


def public_octets(key: Any) -> bytes:  # noqa: ANN401 -- cryptography's private key, of any algorithm
    """SubjectPublicKeyInfo of a private key's public half."""
    serialization = require("cryptography.hazmat.primitives.serialization", "cryptography")
    form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    return bytes(key.public_key().public_bytes(*form))


def samples(bits: int, hash: str, size: int, count: int) -> list[Sample]:
    """Messages signed with the one key of these bits, the same each time."""
    serialization = require("cryptography.hazmat.primitives.serialization", "cryptography")
    key, signing = private_key(bits), suite(bits, hash)
    form = serialization.Encoding.DER, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    secret, public = key.private_bytes(*form), public_octets(key)
    messages = [shake_256(f"ecref study curves RSA-{bits} {i}".encode()).digest(size) for i in range(count)]
    return [Sample(secret, public, message, signing.sign(key, message)) for message in messages]
