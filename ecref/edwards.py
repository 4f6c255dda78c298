"""Twisted Edwards curves: formulas, points, and the codec of RFC 8032.

    a*x^2 + y^2 = 1 + d*x^2*y^2   over the integers modulo p

with a square and d no square, so that the addition law is complete: it has no exceptions, and the identity is
the ordinary point (0, 1). [Bernstein, Birkner, Joye, Lange, Peters: Twisted Edwards Curves, 2008, section 6]

Points are held in extended coordinates (X : Y : Z : T): x = X/Z, y = Y/Z, x*y = T/Z, Z != 0.
[Hisil, Wong, Carter, Dawson: Twisted Edwards Curves Revisited, 2008]

    p       the prime, size of the field
    a, d    coefficients of the equation
    B       base point; its order is the prime L
    c       the curve has 2^c * L points; h = 2^c is the cofactor
    A .. H  intermediate values of a formula, as the Explicit-Formulas Database (EFD) names them
"""

from __future__ import annotations

from .errors import InvalidPoint, UnusableInput
from .field import inverse, sqrt
from .frozen import Frozen
from .inputs import as_bytes
from .scalarmult import FixedBase, Point, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from typing_extensions import Self

    from .inputs import Octets
    from .scalarmult import P_

    Extended: TypeAlias = tuple[int, int, int, int]


def add_2008_hwcd(
    X1: int, Y1: int, Z1: int, T1: int, X2: int, Y2: int, Z2: int, T2: int, p: int, a: int, d: int
) -> Extended:
    """P1 + P2 on a*x^2 + y^2 = 1 + d*x^2*y^2, where x = X/Z, y = Y/Z, x*y = T/Z.

    EFD twisted/extended, add-2008-hwcd: 9M + 1a + 1d. Complete when a is a square and d is not, so the caller
    has no cases to tell apart.
    """
    A = X1 * X2 % p
    B = Y1 * Y2 % p
    C = T1 * T2 % p * d % p
    D = Z1 * Z2 % p
    E = ((X1 + Y1) * (X2 + Y2) - A - B) % p  # X1*Y2 + Y1*X2
    F = D - C  # Z1*Z2 * (1 - d*x1*x2*y1*y2)
    G = D + C  # Z1*Z2 * (1 + d*x1*x2*y1*y2)
    H = B - a * A
    return E * F % p, G * H % p, F * G % p, E * H % p


def dbl_2008_hwcd(X1: int, Y1: int, Z1: int, p: int, a: int) -> Extended:
    """2*P1 on a*x^2 + y^2 = 1 + d*x^2*y^2, where x = X/Z, y = Y/Z, x*y = T/Z.

    EFD twisted/extended, dbl-2008-hwcd: 4M + 4S + 1a. Where add-2008-hwcd is complete, so is this; the curve's
    equation has replaced d (and T1) by the other coefficients.
    """
    A = X1 * X1 % p
    B = Y1 * Y1 % p
    C = 2 * (Z1 * Z1)
    D = a * A
    E = ((X1 + Y1) * (X1 + Y1) - A - B) % p  # 2*X1*Y1
    G = D + B  # Z1^2 * (1 + d*x1^2*y1^2)
    F = (G - C) % p  # -Z1^2 * (1 - d*x1^2*y1^2)
    H = D - B
    return E * F % p, G * H % p, F * G % p, E * H % p


class EdwardsPoint(Point):
    """A point of an EdwardsCurve in extended coordinates: `coordinates` is (X, Y, Z, T)."""

    __slots__ = ("coordinates",)
    curve: EdwardsCurve
    coordinates: Extended

    def __init__(self, curve: EdwardsCurve, coordinates: Extended) -> None:
        object.__setattr__(self, "curve", curve)
        object.__setattr__(self, "coordinates", coordinates)

    def __add__(self, other: Self) -> Self:
        if not self.shares_curve(other):
            return NotImplemented
        E = self.curve
        return type(self)(E, add_2008_hwcd(*self.coordinates, *other.coordinates, E.p, E.a, E.d))

    def __neg__(self) -> Self:
        X, Y, Z, T = self.coordinates
        return type(self)(self.curve, (-X % self.curve.p, Y, Z, -T % self.curve.p))

    def double(self) -> Self:
        """P + P."""
        X, Y, Z, _ = self.coordinates
        return type(self)(self.curve, dbl_2008_hwcd(X, Y, Z, self.curve.p, self.curve.a))

    def is_identity(self) -> bool:
        """Whether P = (0, 1)."""
        X, Y, Z, _ = self.coordinates
        return X == 0 and Y == Z

    def affine(self) -> tuple[int, int]:
        """(x, y), for one inversion."""
        X, Y, Z, _ = self.coordinates
        p = self.curve.p
        z = inverse(Z, p)
        return X * z % p, Y * z % p

    def encode(self) -> bytes:
        """RFC 8032, 5.1.2 and 5.2.2: y, with the lowest bit of x above it; curve.size octets."""
        return self.curve.encode(*self.affine())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EdwardsPoint):
            return NotImplemented
        X1, Y1, Z1, _ = self.coordinates
        X2, Y2, Z2, _ = other.coordinates
        p = self.curve.p
        return self.curve == other.curve and (X1 * Z2 - X2 * Z1) % p == 0 and (Y1 * Z2 - Y2 * Z1) % p == 0

    __hash__ = Point.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.curve, self.coordinates)

    def __repr__(self) -> str:
        return f"<{self.encode().hex()} on {self.curve.name}>"


class EdwardsCurve(Frozen):
    """A curve with its base point: everything RFC 8032 says of a curve, and nothing of hashing.

    `base` is (x, y); B is the point. Sizes: an encoded point has `size` octets, RFC 8032's b / 8.
    UnusableInput unless p, a, d make a complete addition law and the base point is on the curve.
    """

    __slots__ = ("B", "L", "_multiples_of_B", "a", "base", "c", "d", "identity", "name", "p", "size")
    fields = ("p", "a", "d", "L", "c", "base", "name")
    p: int
    a: int
    d: int
    L: int
    c: int
    base: tuple[int, int]
    name: str
    size: int
    identity: Point
    B: Point
    _multiples_of_B: FixedBase

    def __init__(
        self, p: int, a: int, d: int, L: int, c: int, B: tuple[int, int], name: str = "toy"
    ) -> None:
        if a % p == 0 or sqrt(a, p) is None or sqrt(d, p) is not None:
            raise UnusableInput("bad-request", "the addition law needs a square a != 0 and a d that is no square")
        self._set(p=p, a=a, d=d, L=L, c=c, base=B, name=name, size=(p.bit_length() + 8) // 8)
        self._set(identity=self._lift(0, 1), B=self.point(*B))
        self._set(_multiples_of_B=FixedBase(self.B, L.bit_length()))

    def _lift(self, x: int, y: int) -> Point:
        return EdwardsPoint(self, (x, y, 1, x * y % self.p))

    @property
    def cofactor(self) -> int:
        """h = 2^c: the number of points divided by L."""
        return 1 << self.c

    def point(self, x: int, y: int) -> Point:
        """The point (x, y), 0 <= x, y < p; InvalidPoint where it isn't on the curve."""
        p = self.p
        if not (0 <= x < p and 0 <= y < p):
            raise InvalidPoint("non-canonical", "a coordinate is negative or not below p")
        if (self.a * x * x + y * y - 1 - self.d * x * x * y * y) % p:
            raise InvalidPoint("not-on-curve", "x and y don't satisfy the curve's equation")
        return self._lift(x, y)

    def multiply(self, k: int, P: P_) -> P_:
        """[k]P; multiples of B itself come from its table, where k counts modulo L."""
        if P is self.B:
            return self._multiples_of_B.multiply(k % self.L)  # type: ignore[return-value]
        return window(k, P)

    def encode(self, x: int, y: int) -> bytes:
        """The octets of (x, y). [RFC 8032, 5.1.2 and 5.2.2]"""
        return (y | (x & 1) << 8 * self.size - 1).to_bytes(self.size, "little")

    def decode(self, octets: Octets, *, canonical: bool = True) -> Point:
        """The point that octets encode. [RFC 8032, 5.1.3 and 5.2.3, with their step numbers]

        InvalidPoint: "not-on-curve" where no x exists; "non-canonical" for y >= p and for x = 0 with the sign
        bit, unless canonical=False: then y counts modulo p, and the sign of x = 0 is dropped.
        UnusableInput "bad-length" unless there are `size` octets.
        """
        p, a, d = self.p, self.a, self.d
        octets = as_bytes("an encoded point", octets)
        if len(octets) != self.size:
            raise UnusableInput("bad-length", f"got {len(octets)} octets of a point, wanted {self.size}")
        y = int.from_bytes(octets, "little")                                                         # 1
        x_0 = y >> 8 * self.size - 1
        y ^= x_0 << 8 * self.size - 1
        if canonical and y >= p:
            raise InvalidPoint("non-canonical", "y is not below p")
        y %= p
        x = sqrt((y * y - 1) * inverse(d * y * y - a, p), p)                                         # 2, 3
        if x is None:
            raise InvalidPoint("not-on-curve", "no point of the curve has this y")
        if canonical and x == 0 and x_0 == 1:                                                        # 4
            raise InvalidPoint("non-canonical", "x = 0 with the sign bit set")
        if x % 2 != x_0:
            x = -x % p
        return self._lift(x, y)

    def is_small_order(self, P: Point) -> bool:
        """Whether [h]P = O: P is one of the h points whose order divides the cofactor."""
        return self.clear_cofactor(P).is_identity()

    def clear_cofactor(self, P: Point) -> Point:
        """[h]P, by c doublings."""
        for _ in range(self.c):
            P = P.double()
        return P
