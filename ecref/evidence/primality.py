"""A small verifier of elliptic-curve primality proofs (ECPP).

[Goldwasser, Kilian: Almost all primes can be quickly certified, 1986; Atkin, Morain: Elliptic curves and primality
proving, 1993] A step proves N prime if q is. It names a curve y^2 = x^3 + a*x + b over the integers modulo N, a point
P on it, and m = N + 1 - t = s*q with

    q > (N^(1/4) + 1)^2,   [m]P = O,   Q = [s]P != O,   and 4a^3 + 27b^2 has no divisor in common with N.

Suppose that N is not prime. It has a prime divisor r <= sqrt(N). Modulo r the curve is a curve still, Q is no O, and
[q]Q = O, so that Q has order q there. But the curve has at most (sqrt(r) + 1)^2 <= (N^(1/4) + 1)^2 points, less than q.
The next step proves q prime, and so on; the last q is so small that trial division decides.

Z/N is no field until N is known to be prime, so what the points do there has to hold modulo every prime divisor r of N.
It does: the points are the textbook's (textbook.py), which divides, and a division by what isn't invertible modulo N
fails. So two points that are added have either coordinates x that differ modulo every r, and the chord is right for all
of them; or the same x, and then y that are the same or opposite modulo N, so that the tangent, or O, is right for all;
or there is a divisor of N at hand, and the step is refused. A point with coordinates modulo N has them modulo every r.

    N, q    the numbers that are to be prime
    t, m    the trace, and what the number of points would be if N is prime
    s       the cofactor m / q
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, isqrt
from typing import TYPE_CHECKING

from ecref.errors import EcrefError
from ecref.textbook import AffineWeierstrassPoint, TextbookWeierstrassCurve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typing_extensions import Self

    from ecref.textbook import AffinePoint

BOUND = 2**34  # from here downwards, 65,000 divisions at most


class NotProved(EcrefError):
    """The certificate doesn't prove it."""


class PointModulo(AffineWeierstrassPoint):
    """A point over Z/N, whose addition holds modulo every divisor of N, or fails."""

    __slots__ = ()

    def __add__(self, other: Self) -> Self:
        y1, y2 = self.y, other.y
        if y1 is not None and y2 is not None and self.x == other.x and y1 not in (y2, -y2):
            raise NotProved("two points with one x have more than two y: N is not prime")
        try:
            return super().__add__(other)
        except ValueError:  # what pow says of an inverse that isn't there
            raise NotProved("a denominator has a divisor in common with N") from None


class CurveModulo(TextbookWeierstrassCurve):
    """The textbook's curve, over Z/N."""

    __slots__ = ()

    def _zero(self) -> AffinePoint:
        return PointModulo(self, None, None)

    def _lift(self, x: int, y: int) -> AffinePoint:
        P = super()._lift(x, y)
        return PointModulo(self, P.x, P.y)


@dataclass(frozen=True)
class Step:
    """What a certificate says of N: if q is prime, so is N. (x, y) is P; it determines b."""

    N: int
    t: int
    s: int
    a: int
    x: int
    y: int

    @property
    def q(self) -> int:
        """m / s; 0 where s doesn't divide m."""
        m = self.N + 1 - self.t
        return m // self.s if self.s > 0 and m % self.s == 0 else 0

    @property
    def b(self) -> int:
        """The coefficient for which the point is on the curve."""
        return (self.y**2 - self.x**3 - self.a * self.x) % self.N

    def check(self) -> None:
        """Raise NotProved unless the step proves N prime if q is."""
        N = self.N
        if N < 5 or gcd(N, 6) > 1:
            raise NotProved("N is below 5, or a multiple of 2 or 3")
        q, a, b = self.q, self.a, self.b
        root = isqrt(isqrt(N)) + 1
        if q <= (root + 1) ** 2:  # N^(1/4) < root, since isqrt rounds down
            raise NotProved("q is not over (N^(1/4) + 1)^2, or s does not divide m")
        if any(value not in range(N) for value in (a, self.x, self.y)):
            raise NotProved("a, x or y is negative or not below N")
        if gcd(4 * a**3 + 27 * b**2, N) > 1:
            raise NotProved("4a^3 + 27b^2 has a divisor in common with N")
        P = CurveModulo(N, a, b, q, (self.x, self.y), self.s).G
        Q = self.s * P
        if Q.is_identity():
            raise NotProved("[s]P is O")
        if not (q * Q).is_identity():
            raise NotProved("[m]P is not O")


def prove(N: int, rows: Iterable[Sequence[int]], bound: int = BOUND) -> list[Step]:
    """The steps that prove N prime, from rows of t, s, a, x, y; NotProved if they don't.

    The last q is below `bound`, and prime by trial division.
    """
    steps = []
    for row in rows:
        step = Step(N, *row)
        step.check()
        steps.append(step)
        N = step.q
    if bound <= N:
        raise NotProved(f"the chain ends with {N}, too large for trial division")
    if not is_prime(N):
        raise NotProved(f"the chain ends with {N}, which is not prime")
    return steps


def is_prime(N: int) -> bool:
    """Whether N is prime, by trial division."""
    if N < 4:
        return N in (2, 3)
    return N % 2 == 1 and all(N % f for f in range(3, isqrt(N) + 1, 2))
