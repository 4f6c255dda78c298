"""Edge cases of ECDSA on the three curves, each with its steps: which x(R) is compared with r, and extreme values.

For any R, r, s and e there is a key that makes [e/s]G + [r/s]Q come out as R:

    Q = (s*R - e*G) / r                                                     [SEC 1, 4.1.6]

so that R may have the x that a case is about, though nobody knows its logarithm. Nothing is judged here.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from ecref import ecdsa, signatures
from ecref.errors import InvalidPoint
from ecref.field import inverse
from ecref.hashes import hash_named
from ecref.rfc6979 import bits2int

from .vector import Suite, Vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ecref.weierstrass import WeierstrassPoint

MESSAGE = b"ecref"


@dataclass(frozen=True)
class Case:
    """A signature and a key for it, over MESSAGE or a digest of the scalar's width; flags say what is odd."""

    flags: tuple[str, ...]
    Q: WeierstrassPoint
    r: int
    s: int
    digest: bytes | None = None


class Maker:
    """The tools of one curve; every secret follows from its label."""

    def __init__(self, scheme: ecdsa.ECDSA) -> None:
        self.scheme, self.E, self.n, self.p = scheme, scheme.curve, scheme.curve.n, scheme.curve.p
        self.width = (self.n.bit_length() + 7) // 8
        self.e = bits2int(hash_named(scheme.hash).digest(MESSAGE), self.n.bit_length())
        self.d, self.k, self.s = (self.secret(label) for label in "dks")

    def secret(self, label: str) -> int:
        """A scalar from 1 to n - 1."""
        octets = hashlib.shake_256(f"ecref edge cases/{self.E.name}/{label}".encode()).digest(2 * self.width)
        return int.from_bytes(octets, "big") % (self.n - 1) + 1

    def key(self, R: WeierstrassPoint, r: int, s: int) -> WeierstrassPoint:
        """The key under which the equation's point for (r, s) over MESSAGE is R."""
        w = inverse(r, self.n)
        return s * w % self.n * R - self.e * w % self.n * self.E.G

    def sign(self, d: int, e: int, k: int) -> tuple[int, int]:
        """(r, s) by definition. [FIPS 186-5, 6.4.1]"""
        r = (k * self.E.G).affine()[0] % self.n
        return r, inverse(k, self.n) * (e + r * d) % self.n

    def lifted(self, xs: Iterable[int]) -> Iterator[WeierstrassPoint]:
        """A point for each x that has one."""
        for x in xs:
            with suppress(InvalidPoint):
                yield self.E.lift_x(x, 0)


def x_of_R(maker: Maker) -> Iterator[Case]:
    """x(R) from n on, where r = x - n; and what only looks as if it were such an r."""
    n, p, s = maker.n, maker.p, maker.s
    over_n = [*islice(maker.lifted(range(n + 1, p)), 3), *islice(maker.lifted(range(p - 1, n, -1)), 2)]
    for R in over_n:
        x = R.affine()[0]
        Q = maker.key(R, x - n, s)
        yield Case(("x-of-R-over-n",), Q, x - n, s)
        yield Case(("x-of-R-over-n", "other-s"), Q, x - n, n - s)
        yield Case(("x-of-R-over-n", "r-not-reduced"), Q, x, s)
    for R in islice(maker.lifted(range(1, p - n)), 3):
        x = R.affine()[0]
        yield Case(("r-plus-n-under-p",), maker.key(R, x, s), x, s)
        r = x + p - n
        yield Case(("r-plus-n-is-x-modulo-p",), maker.key(R, r, s), r, s)
    for R in islice(maker.lifted(range(n - 1, 0, -1)), 2):
        x = R.affine()[0]
        yield Case(("r-near-n",), maker.key(R, x, s), x, s)


def ranges(maker: Maker) -> Iterator[Case]:
    """r and s at 0, n and beyond, and what else fits the same place."""
    n, p, top = maker.n, maker.p, (1 << 8 * maker.width) - 1
    Q = maker.d * maker.E.G
    r, s = maker.sign(maker.d, maker.e, maker.k)
    yield Case(("honest",), Q, r, s)
    yield Case(("other-s",), Q, r, n - s)
    yield Case(("other-r",), Q, n - r, s)
    yield Case(("other-r", "other-s"), Q, n - r, n - s)
    for r_, s_ in ((0, s), (r, 0), (0, 0), (n, s), (r, n), (n, n), (0, n), (n, 0), (p, s), (r, p), (top, s), (r, top)):
        yield Case(("out-of-range",), Q, r_, s_)
    for wrong in (1, n - 1):
        yield Case(("r-changed",), Q, wrong, s)
        yield Case(("s-changed",), Q, r, wrong)


def chosen_s(maker: Maker) -> Iterator[Case]:
    """s = 1, 2, n - 1, and on both sides of n/2, which is where high begins."""
    n = maker.n
    r = (maker.k * maker.E.G).affine()[0] % n
    for s in (1, 2, (n - 1) // 2, (n + 1) // 2, n - 2, n - 1):
        d = (s * maker.k - maker.e) * inverse(r, n) % n
        yield Case(("bound-of-s",), d * maker.E.G, r, s)


def chosen_keys(maker: Maker) -> Iterator[Case]:
    """d and k of 1, 2, n/2 and n - 1: multiples of G that meet their own equals and negatives in the tables."""
    n = maker.n
    ends = (1, 2, (n - 1) // 2, (n + 1) // 2, n - 1)
    for d in ends:
        yield Case(("key-near-G",), d * maker.E.G, *maker.sign(d, maker.e, maker.k))
    for k in ends:
        yield Case(("R-near-G",), maker.d * maker.E.G, *maker.sign(maker.d, maker.e, k))


def sums(maker: Maker) -> Iterator[Case]:
    """[u]G and [v]Q that are equal (a doubling), or opposite (O, which no signature may have), or [u]G = O."""
    n, d, k = maker.n, maker.d, maker.k
    Q = d * maker.E.G
    r = (k * maker.E.G).affine()[0] % n
    yield _over(maker, ("sum-is-doubling",), Q, r, 2 * r * d * inverse(k, n) % n, r * d % n)  # e = r*d: u = v*d
    for s in (1, maker.s, n - 1):
        yield _over(maker, ("sum-is-identity",), Q, r, s, -r * d % n)  # e = -r*d: u = -v*d
    yield _over(maker, ("digest-zero",), Q, *maker.sign(d, 0, k), 0)
    yield _over(maker, ("digest-zero", "s-changed"), Q, r, maker.s, 0)


def digests(maker: Maker) -> Iterator[Case]:
    """Digests about n and over it: e is not reduced before it is used, nor refused."""
    n, bits = maker.n, maker.n.bit_length()
    Q = maker.d * maker.E.G
    for e in (1, n - 1, n, n + 1, (1 << bits) - 1):
        flags = ("digest-over-n",) if e >= n else ("digest-under-n",)
        yield _over(maker, flags, Q, *maker.sign(maker.d, e, maker.k), e)


def _over(maker: Maker, flags: tuple[str, ...], Q: WeierstrassPoint, r: int, s: int, e: int) -> Case:
    return Case(flags, Q, r, s, e.to_bytes(maker.width, "big"))


MAKERS: tuple[Callable[[Maker], Iterator[Case]], ...] = (
    x_of_R,
    ranges,
    chosen_s,
    chosen_keys,
    sums,
    digests,
)


def suite() -> Suite:
    """All cases on each curve, in DER and in P1363."""
    groups = []
    for scheme in ecdsa.SCHEMES.values():
        maker = Maker(scheme)
        for make in MAKERS:
            cases = list(make(maker))
            groups += [
                [_vector(maker, make.__name__, form, number, case) for number, case in enumerate(cases, 1)]
                for form in ("der", "p1363")
            ]
    return Suite("edge-cases-ecdsa", groups)


def _vector(maker: Maker, name: str, form: str, number: int, case: Case) -> Vector:
    over: dict[str, object] = {"hash": maker.scheme.hash, "message": MESSAGE.hex()}
    if case.digest is not None:
        over = {"hash": None, "digest": case.digest.hex()}
    request: dict[str, object] = {
        "op": "verify",
        "scheme": "ECDSA",
        "curve": maker.E.name,
        **over,
        "public_key": case.Q.encode().hex(),
        "public_key_format": "sec1",
        "signature": signatures.encode(case.r, case.s, 0, form, maker.n).hex(),
        "signature_format": form,
        "steps": True,
    }
    return Vector(f"edge-cases/{maker.E.name}/{name.replace('_', '-')}/{form}/{number}", request, flags=case.flags)
