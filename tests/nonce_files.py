"""Signatures with nonces of the test's choice, as equations and as lines of a file."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

from ecref import ECDSA, WeierstrassCurve, p256
from ecref.ecdsa_keys import ECDSAPrivateKey
from ecref.signatures import encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from ecref.eddsa_keys import EdDSAPrivateKey

_p = (2**128 - 3) // 76439
SECP112R1 = ECDSA(  # SEC 2 (version 1), 2.2.1: small, so that lattices are quick, and too large for chance
    WeierstrassCurve(
        name="secp112r1",
        p=_p,
        a=-3,
        b=0x659EF8BA043916EEDE8911702B22,
        n=0xDB7C2ABF62E35E7628DFAC6561C5,
        G=(0x09487239995A5EE76B55F9C2F098, 0xA89CE5AF8724C0A23E0E0FF77500),
    )
)


def nonce_with(n: int, rnd: Random, *, high: tuple[int, int] = (0, 0), low: tuple[int, int] = (0, 0)) -> int:
    """A random k in [1, n-1] whose first or last bits are given: (value, how many)."""
    bits = n.bit_length() - high[1] - low[1]
    while True:
        k = ((high[0] << bits) + rnd.getrandbits(bits) << low[1]) + low[0]
        if 0 < k < n:
            return k


def equation(x: int, k: int, n: int, rnd: Random, *, hidden: bool = False) -> tuple[int, int]:
    """a and t with k = a + t x modulo n; hidden: both negated half of the time, as a low s does."""
    t = rnd.randrange(1, n)
    a = (k - t * x) % n
    return (-a % n, -t % n) if hidden and rnd.random() < 0.5 else (a, t)


def ecdsa_line(
    key: ECDSAPrivateKey, message: bytes, k: int, /, *, sign: int = 1, **more: object
) -> dict[str, Any]:
    """A record of a signature with the nonce k; sign -1: with n - s in place of s."""
    r, s = key.sign(message, unsafe_k=k, format=None)
    assert isinstance(r, int)
    assert isinstance(s, int)
    n = key.scheme.curve.n
    signature = encode(r, s if sign == 1 else n - s, 0, "der", n).hex()
    public = key.public_key.to_bytes(compressed=True).hex()
    return {"key": public, "curve": key.scheme.name, "message": message.hex(), "signature": signature, **more}


def eddsa_line(key: EdDSAPrivateKey, message: bytes, r: int, /, **more: object) -> dict[str, Any]:
    """A record of a signature with the nonce r, of whatever scheme the key is."""
    scheme = key.scheme
    L, size = scheme.curve.L, scheme.curve.size
    A = key.public_key.octets
    R = (r * scheme.curve.B).encode()
    M = scheme.message(message)
    k = scheme.hash_to_int(b"", R, A, M) % L
    S = (r + k * key.s) % L
    signature = (R + S.to_bytes(size, "little")).hex()
    return {"key": A.hex(), "scheme": scheme.name, "message": message.hex(), "signature": signature, **more}


def honest(count: int, key: ECDSAPrivateKey | None = None) -> Iterator[dict[str, Any]]:
    """Records of signatures with nonces of RFC 6979."""
    key = key or p256.private_key(2)
    for i in range(count):
        r, s = key.sign(b"%d" % i, format=None)
        assert isinstance(r, int)
        assert isinstance(s, int)
        yield {
            "key": key.public_key.to_bytes().hex(),
            "curve": key.scheme.name,
            "message": (b"%d" % i).hex(),
            "signature": encode(r, s, 0, "der", key.scheme.curve.n).hex(),
        }


def json_lines(records: Iterable[dict[str, Any]]) -> bytes:
    """A file of JSON lines."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def file_of(records: Iterable[dict[str, Any]]) -> io.BytesIO:
    """The same, to be read."""
    return io.BytesIO(json_lines(records))


def scalar(key: ECDSAPrivateKey | EdDSAPrivateKey) -> int:
    """The secret scalar, modulo the order."""
    if isinstance(key, ECDSAPrivateKey):
        return int.from_bytes(key.private_bytes(), "big")
    return key.s % key.scheme.curve.L
