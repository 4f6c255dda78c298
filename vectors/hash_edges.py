"""ECDSA over every hash and over digests of every length, on the three curves, each with its steps.

What a digest's length changes: only the leftmost bits count where there are more than n has, and all of them
where there are fewer. No letters but FIPS 186-5's.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ecref import ecdsa
from ecref.hashes import HASH_NAMES, hash_named

from .vector import Suite, Vector

if TYPE_CHECKING:
    from ecref.ecdsa_keys import ECDSAPrivateKey

MESSAGE = b"ecref"
DIGEST_LENGTHS = range(1, 65)


def suite() -> Suite:
    """To sign and to verify, over each hash in both formats, and over a digest of each length in DER."""
    groups: list[list[Vector]] = []
    for scheme in ecdsa.SCHEMES.values():
        d = int.from_bytes(_octets(f"{scheme.name}/hashes", 64), "big") % (scheme.curve.n - 1) + 1
        key = scheme.private_key(d)
        for form in "der", "p1363":
            groups += map(list, zip(*(_of_hash(key, name, form) for name in HASH_NAMES), strict=True))
        groups += map(list, zip(*(_of_length(key, length) for length in DIGEST_LENGTHS), strict=True))
    return Suite("edge-cases-hashes", groups)


def _of_hash(key: ECDSAPrivateKey, hash: str, format: str) -> tuple[Vector, Vector, Vector]:
    """To sign, to verify, and to refuse. No document defines RFC 6979 over a SHAKE, so there k is given."""
    given: dict[str, object] = {"hash": hash, "message": MESSAGE.hex()}
    nonce: dict[str, object] = {}
    k = None
    if hash_named(hash).block_size is None:
        octets = _octets(f"{key.scheme.name}/{hash}", 32)
        k, nonce = int.from_bytes(octets, "big"), {"nonce": {"unsafe_k": octets.hex()}}
    signature = key.sign(MESSAGE, hash=hash, format=format, unsafe_k=k)
    assert isinstance(signature, bytes)
    flags, other = ("every-hash",), {**given, "message": b"Ecref".hex()}
    name = f"{key.scheme.name}/hashes/{format}/{hash}"
    return (
        _sign(key, f"{name}/sign", flags, {**given, **nonce}, format),
        _verify(key, f"{name}/verify", flags, given, signature, format),
        _verify(key, f"{name}/other", (*flags, "message-changed"), other, signature, format),
    )


def _of_length(key: ECDSAPrivateKey, length: int) -> tuple[Vector, Vector]:
    digest = _octets(f"{key.scheme.name}/digest", length)
    signature = key.sign_digest(digest, hash=None)
    assert isinstance(signature, bytes)
    given: dict[str, object] = {"hash": None, "digest": digest.hex()}
    name = f"{key.scheme.name}/digests/{length}"
    flags = ("digest-length",)
    return (
        _sign(key, f"{name}/sign", flags, given, "der"),
        _verify(key, f"{name}/verify", flags, given, signature, "der"),
    )


def _sign(key: ECDSAPrivateKey, name: str, flags: tuple[str, ...], given: dict[str, object], format: str) -> Vector:
    request = {
        "op": "sign",
        "scheme": "ECDSA",
        "curve": key.scheme.name,
        **given,
        "private_key": key.private_bytes().hex(),
        "private_key_format": "raw",
        "signature_format": format,
        "steps": True,
    }
    return Vector(f"edge-cases/{name}", request, flags=flags)


def _verify(
    key: ECDSAPrivateKey,
    name: str,
    flags: tuple[str, ...],
    given: dict[str, object],
    signature: bytes,
    format: str,
) -> Vector:
    request = {
        "op": "verify",
        "scheme": "ECDSA",
        "curve": key.scheme.name,
        **given,
        "public_key": key.public_key.to_bytes().hex(),
        "public_key_format": "sec1",
        "signature": signature.hex(),
        "signature_format": format,
        "steps": True,
    }
    return Vector(f"edge-cases/{name}", request, flags=flags)


def _octets(label: str, length: int) -> bytes:
    return hashlib.shake_256(f"ecref edge cases/{label}".encode()).digest(length)
