"""ECDSA signatures to order: any d, k and e, or a key that fits the r and s that are wanted.

The letters:

    d, Q      private and public key; k, R the nonce and [k]G
    H, e      the digest, and the integer of its leftmost bits
    r, s      the signature
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref.der import SEQUENCE, write
from ecref.errors import InvalidPoint
from ecref.field import inverse
from ecref.hashes import hash_named
from ecref.rfc6979 import bits2int

from .der_flaws import pair
from .making import Made, head, public_key, signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref.ecdsa import ECDSA
    from ecref.weierstrass import WeierstrassPoint

    from .draws import Draw


class Text(NamedTuple):
    """What is signed: its part of a request, and its digest."""

    part: dict[str, Any]
    H: bytes


class Signed(NamedTuple):
    """A signature that holds, and its key."""

    Q: WeierstrassPoint
    text: Text
    r: int
    s: int


def width(scheme: ECDSA) -> int:
    """Octets of a scalar."""
    return (scheme.curve.n.bit_length() + 7) // 8


def drawn_text(draw: Draw, hash: str) -> Text:
    """A message and its digest."""
    message = draw.message()
    return Text({"hash": hash, "message": message.hex()}, hash_named(hash).digest(message))


def digest_text(H: bytes) -> Text:
    """A digest of any length."""
    return Text({"hash": None, "digest": H.hex()}, H)


def integer_of(scheme: ECDSA, H: bytes) -> int:
    """e. [FIPS 186-5, 6.4.1, step 2]"""
    return bits2int(H, scheme.curve.n.bit_length())


def sign(scheme: ECDSA, d: int, k: int, text: Text, e: int | None = None) -> Signed:
    """The signature with this k, or the next one for which r and s are not 0; e: in place of the digest's."""
    G, n = scheme.curve.G, scheme.curve.n
    if e is None:
        e = integer_of(scheme, text.H)
    while True:
        r = (k * G).affine()[0] % n
        s = inverse(k, n) * (e + r * d) % n
        if r and s:
            return Signed(d * G, text, r, s)
        k = k % (n - 1) + 1


def drawn_signed(scheme: ECDSA, draw: Draw, hash: str | None = None) -> Signed:
    """An honest signature."""
    n = scheme.curve.n
    return sign(scheme, draw.scalar(n), draw.scalar(n), drawn_text(draw, hash or scheme.hash))


def with_r_of(scheme: ECDSA, R: WeierstrassPoint, s: int, text: Text) -> Signed:
    """The signature (x(R) mod n, s) under the key that fits it, though nobody knows k or d. [SEC 1, 4.1.6]"""
    n = scheme.curve.n
    r = R.affine()[0] % n
    w = inverse(r, n)
    return Signed(s * w % n * R - integer_of(scheme, text.H) * w % n * scheme.curve.G, text, r, s)


def points_from(scheme: ECDSA, x: int) -> Iterator[WeierstrassPoint]:
    """Points with x and the next greater ones there are."""
    while True:
        with suppress(InvalidPoint):
            yield scheme.curve.lift_x(x, x & 1)
        x += 1


def written(scheme: ECDSA, draw: Draw, r: int, s: int) -> dict[str, Any]:
    """A signature's part of a request: DER or P1363, which has no room for everything."""
    size = width(scheme)
    if min(r, s) >= 0 and max(r, s) < 256**size and draw.below(2):
        return signature(r.to_bytes(size, "big") + s.to_bytes(size, "big"), "p1363")
    return signature(write(SEQUENCE, pair(r, s)), "der")


def verification(
    scheme: ECDSA, draw: Draw, flaw: str, signed: Signed, *, r: int | None = None, s: int | None = None
) -> Made:
    """The request to verify, with another r or s if they are given."""
    chosen = written(scheme, draw, signed.r if r is None else r, signed.s if s is None else s)
    return Made(flaw, request(scheme, signed.Q.encode(), signed.text, chosen))


def request(scheme: ECDSA, Q: bytes, text: Text, chosen: dict[str, Any]) -> dict[str, Any]:
    """A request to verify, of its parts."""
    return {**head("verify", scheme), **public_key(Q, "sec1"), **text.part, **chosen}
