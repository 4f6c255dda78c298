"""ECDSA's cases about public keys: forms of a point, and what is none. [SEC 1, 2.3.4; X9.62 for the hybrid form]

Each case is (key of a question, the request in one form or several). Nothing is judged here.

    x, y, p   coordinates, and the prime that they are below
    O         the identity
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from ecref.errors import InvalidPoint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .ecdsa_cases import Asked
    from .ecdsa_forger import Forger


def forms(f: Forger) -> Iterator[Asked]:
    """Ways to write a point, some of them wrong: each is read, and verifies a signature that holds under the point."""
    octets = f.key.public_key.to_bytes()
    xy, y_is_odd = octets[1:], octets[-1] & 1
    for key, written in (
        ("compressed", f.key.public_key.to_bytes(compressed=True)),
        ("hybrid", bytes([6 + y_is_odd]) + xy),
        ("hybrid-other-y", bytes([7 - y_is_odd]) + xy),
        ("bare", xy),
        ("key-length", octets + b"\0"),
        ("key-length", octets[:-1]),
    ):
        yield key, f.verify_pair(f.r, f.s, public_key=written.hex())
        yield key, [f.parse(written)]


def no_keys(f: Forger) -> Iterator[Asked]:
    """Points off the curve; O, under which [e/s]G has the x of a signature that nobody made; x of p or more."""
    octets = f.key.public_key.to_bytes()
    yield "off-curve", [f.parse(octets[:-1] + bytes([octets[-1] ^ 1]))]
    yield "off-curve", [f.parse(b"\2" + _x(f, is_there=False))]
    under_O = f.pair_under_identity()
    for O in (b"\0", b"\4" + bytes(2 * f.width)):
        yield "identity", [f.parse(O)]
        yield "identity", f.verify_pair(*under_O, public_key=O.hex())
    x = _x(f, is_there=True)
    P = f.scheme.curve.decode(b"\2" + x)
    beyond = (int.from_bytes(x, "big") + f.scheme.curve.p).to_bytes(f.width, "big")
    yield "x-beyond-p", [f.parse(b"\4" + beyond + P.encode()[1 + f.width :])]
    yield "x-beyond-p", [f.parse(b"\2" + beyond)]


def _x(f: Forger, *, is_there: bool) -> bytes:
    """The least x that is on the curve, or isn't."""
    return next(x for x in (number.to_bytes(f.width, "big") for number in count()) if _is_x(f, x) == is_there)


def _is_x(f: Forger, x: bytes) -> bool:
    try:
        f.scheme.curve.decode(b"\2" + x)
    except InvalidPoint:
        return False
    return True
