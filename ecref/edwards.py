"""Twisted Edwards curves: formulas, points, and the codec of RFC 8032.

    a*x^2 + y^2 = 1 + d*x^2*y^2   over the integers modulo p

with a square and d no square, so that the addition law is complete: it has no exceptions, and the identity is
the ordinary point (0, 1). [Bernstein, Birkner, Joye, Lange, Peters: Twisted Edwards Curves, 2008, section 6]

Points are held in extended coordinates (X : Y : Z : T): x = X/Z, y = Y/Z, x*y = T/Z, Z != 0. The formulas of the source
end with T = E*H, which a doubling never reads: so here they return the two factors, and an addition begins with the
product. [Hisil, Wong, Carter, Dawson: Twisted Edwards Curves Revisited, 2008]

    p       the prime, size of the field
    a, d    coefficients of the equation
    B       base point; its order is the prime L
    c       the curve has 2^c * L points; h = 2^c is the cofactor
    A .. H  intermediate values of a formula, as the Explicit-Formulas Database (EFD) names them
"""

from __future__ import annotations

from .errors import InvalidPoint, UnusableInput
from .field import inverse, inverses, sqrt, sqrt_ratio
from .inputs import as_bytes
from .multiples import Curve, GrowingComb, ProjectivePoint
from .scalarmult import Point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from typing_extensions import Self

    from .inputs import Octets

    Extended: TypeAlias = tuple[int, int, int, int]  # (X, Y, Z, T)
    Factored: TypeAlias = tuple[int, int, int, int, int]  # (X, Y, Z, E, H) with T = E*H
    Prepared: TypeAlias = tuple[int, int, int, int]  # of a point, what an addition asks for


def add_2008_hwcd(
    X1: int, Y1: int, Z1: int, E: int, H: int, points: Iterable[Prepared], p: int, a: int
) -> Factored:
    """P1 + P2 for one prepared P2 after the other on a*x^2 + y^2 = 1 + d*x^2*y^2, where x = X/Z, y = Y/Z, x*y = E*H/Z.

    A prepared point is (X2, Y2, Z2, d*T2), T2 = x2*y2*Z2.
    EFD twisted/extended, add-2008-hwcd, with d*T2 prepared: 9M + 1a. Complete when a is a square and d is not, so
    the caller has no cases to tell apart. [RFC 8032, 5.2.4]
    """
    for X2, Y2, Z2, C2 in points:
        A = X1 * X2 % p
        B = Y1 * Y2 % p
        C = E * H % p * C2 % p
        D = Z1 * Z2 % p
        E = ((X1 + Y1) * (X2 + Y2) - A - B) % p  # X1*Y2 + Y1*X2
        F = D - C  # Z1*Z2 * (1 - d*x1*x2*y1*y2)
        G = D + C  # Z1*Z2 * (1 + d*x1*x2*y1*y2)
        H = B - a * A
        X1 = E * F % p
        Y1 = G * H % p
        Z1 = F * G % p
    return X1, Y1, Z1, E, H


def add_2008_hwcd_3(
    X1: int, Y1: int, Z1: int, E: int, H: int, points: Iterable[Prepared], p: int
) -> Factored:
    """P1 + P2 for one prepared P2 after the other on -x^2 + y^2 = 1 + d*x^2*y^2, where x = X/Z, y = Y/Z, x*y = E*H/Z.

    A prepared point is (Y2 - X2, Y2 + X2, 2*Z2, 2*d*T2), T2 = x2*y2*Z2.
    EFD twisted/extended-1, add-2008-hwcd-3: 8M, and 7M where Z2 = 1. Complete when -1 is a square and d is not.
    [RFC 8032, 5.1.4]
    """
    for M2, P2, D2, C2 in points:
        A = (Y1 - X1) * M2 % p
        B = (Y1 + X1) * P2 % p
        C = E * H % p * C2 % p
        D = Z1 * D2 % p
        E = B - A  # 2 * (X1*Y2 + Y1*X2)
        F = D - C
        G = D + C
        H = B + A  # 2 * (Y1*Y2 + X1*X2)
        X1 = E * F % p
        Y1 = G * H % p
        Z1 = F * G % p
    return X1, Y1, Z1, E, H


def dbl_2008_hwcd(X1: int, Y1: int, Z1: int, p: int, a: int, times: int = 1) -> Factored:
    """2^times * P1, times > 0, on a*x^2 + y^2 = 1 + d*x^2*y^2, where x = X/Z, y = Y/Z, x*y = E*H/Z.

    EFD twisted/extended, dbl-2008-hwcd, with E = 2*X1*Y1 for (X1+Y1)^2 - A - B: 4M + 3S + 1a. Where add-2008-hwcd is
    complete, so is this; the curve's equation has replaced d (and T1) by the other coefficients.
    [RFC 8032, 5.1.4 and 5.2.4]
    """
    for _ in range(times):
        A = X1 * X1 % p
        B = Y1 * Y1 % p
        C = Z1 * Z1 % p
        D = a * A
        E = X1 * (Y1 + Y1) % p
        G = D + B  # Z1^2 * (1 + d*x1^2*y1^2)
        F = G - C - C  # -Z1^2 * (1 - d*x1^2*y1^2)
        H = D - B
        X1 = E * F % p
        Y1 = G * H % p
        Z1 = F * G % p
    return X1, Y1, Z1, E, H


class EdwardsPoint(ProjectivePoint):
    """A point of an EdwardsCurve in extended coordinates: `coordinates` is (X, Y, Z, T)."""

    __slots__ = ()
    curve: EdwardsCurve
    coordinates: Extended

    def __neg__(self) -> Self:
        X, Y, Z, T = self.coordinates
        return type(self)(self.curve, (-X % self.curve.p, Y, Z, -T % self.curve.p))

    def is_identity(self) -> bool:
        """Whether P = (0, 1)."""
        X, Y, Z, _ = self.coordinates
        return X == 0 and Y == Z

    def affine(self) -> tuple[int, int]:
        """(x, y), for one inversion."""
        X, Y, Z, _ = self.coordinates
        if Z == 1:  # as decoding leaves it
            return X, Y
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


class EdwardsCurve(Curve):
    """A curve with its base point: everything RFC 8032 says of a curve, and nothing of hashing.

    `base` is (x, y); B is the point. Sizes: an encoded point has `size` octets, RFC 8032's b / 8.
    UnusableInput unless p, a, d make a complete addition law and the base point is on the curve.
    """

    __slots__ = ("B", "L", "a", "base", "c", "d", "identity", "p", "size")
    fields = ("p", "a", "d", "L", "c", "base", "name")
    O = (0, 1, 1, 0)
    point_class = EdwardsPoint
    p: int
    a: int
    d: int
    L: int
    c: int
    base: tuple[int, int]
    size: int
    identity: EdwardsPoint
    B: EdwardsPoint

    def __init__(
        self, p: int, a: int, d: int, L: int, c: int, B: tuple[int, int], name: str = "toy"
    ) -> None:
        if a % p == 0 or sqrt(a, p) is None or sqrt(d, p) is not None:
            raise UnusableInput("bad-request", "the addition law needs a square a != 0 and a d that is no square")
        self._set(p=p, a=a, d=d, L=L, c=c, base=B, name=name)
        self._set(size=(p.bit_length() + 8) // 8)  # RFC 8032, 5.1 and 5.2: b / 8
        self._set(identity=self._lift(0, 1))  # RFC 8032, 5.1.4 and 5.2.4
        self._set(B=self._base_point(*B))

    def _lift(self, x: int, y: int) -> EdwardsPoint:
        return EdwardsPoint(self, (x, y, 1, x * y % self.p))

    @property
    def cofactor(self) -> int:
        """h = 2^c: the number of points divided by L."""
        return 1 << self.c

    def point(self, x: int, y: int) -> EdwardsPoint:
        """The point (x, y), 0 <= x, y < p; InvalidPoint where it isn't on the curve."""
        p = self.p
        if not (0 <= x < p and 0 <= y < p):
            raise InvalidPoint("non-canonical", "a coordinate is negative or not below p")
        if (self.a * x * x + y * y - 1 - self.d * x * x * y * y) % p:
            raise InvalidPoint("not-on-curve", "x and y don't satisfy the curve's equation")
        return self._lift(x, y)

    def _base_point(self, x: int, y: int) -> EdwardsPoint:
        B = self.point(x, y)
        w = 8 if self.p.bit_length() < 400 else 7  # 32 * 128 entries of 256 bits, or 64 * 64 of 448 bits
        return EdwardsPoint(self, B.coordinates, GrowingComb(self, B.coordinates, self.L, w))

    def prepared(self, P: EdwardsPoint) -> EdwardsPoint:
        """P, of any order, with a table: 43 * 32 entries of 256 bits, or 75 * 32 of 448, some 400 to 950 KB."""
        return self.with_table(P, self.L << self.c, 6)

    def add(self, Q: Extended, P: Extended) -> Extended:
        """Q + P on coordinates."""
        return self.chain([(self.prepare([P]), 0)], Q)

    def progression(self, P: Extended, D: Extended, n: int) -> list[Extended]:
        """The same, with D prepared once."""
        step = self.prepare([D]), 0
        points = [P]
        while len(points) < n:
            points.append(self.chain([step], points[-1]))
        return points

    def prepare(self, points: list[Extended]) -> list[Prepared]:
        """What a chain adds: (Y-X, Y+X, 2*Z, 2*d*T) where a = -1, otherwise (X, Y, Z, d*T)."""
        p, d = self.p, self.d
        if self.a == -1:
            return [((Y - X) % p, (Y + X) % p, 2 * Z % p, 2 * d * T % p) for X, Y, Z, T in points]
        return [(X, Y, Z, d * T % p) for X, Y, Z, T in points]

    def prepare_normalized(self, points: list[Extended]) -> list[Prepared]:
        """The same, with Z = 1."""
        p = self.p
        zs = inverses([Z for _, _, Z, _ in points], p)
        points = [(X * z % p, Y * z % p, 1, T * z % p) for (X, Y, _, T), z in zip(points, zs, strict=True)]
        return self.prepare(points)

    def negative(self, entry: Prepared) -> Prepared:
        """The entry of -P: -X and -T, so that Y-X and Y+X change places."""
        if self.a == -1:
            M2, P2, D2, C2 = entry
            return P2, M2, D2, -C2
        X2, Y2, Z2, C2 = entry
        return -X2, Y2, Z2, -C2

    def chain(self, steps: Iterable[tuple[list[Prepared], int]], Q: Extended) -> Extended:
        """For each step (entries, times): the entries' points are added to Q, which is then doubled so many times."""
        p, a = self.p, self.a
        X, Y, Z, T = Q
        E, H = T, 1  # T = E*H, here and after each formula
        for entries, times in steps:
            if a == -1:
                X, Y, Z, E, H = add_2008_hwcd_3(X, Y, Z, E, H, entries, p)
            else:
                X, Y, Z, E, H = add_2008_hwcd(X, Y, Z, E, H, entries, p, a)
            if times:
                X, Y, Z, E, H = dbl_2008_hwcd(X, Y, Z, p, a, times)
        return X, Y, Z, E * H % p

    def encode(self, x: int, y: int) -> bytes:
        """The octets of (x, y). [RFC 8032, 5.1.2 and 5.2.2]"""
        return (y | (x & 1) << 8 * self.size - 1).to_bytes(self.size, "little")

    def decode(self, octets: Octets, *, canonical: bool = True) -> EdwardsPoint:
        """The point that octets encode. [RFC 8032, 5.1.3 and 5.2.3, with their step numbers]

        InvalidPoint: "not-on-curve" where no x exists; "non-canonical" for y >= p and for x = 0 with the sign
        bit, unless canonical=False: then y counts modulo p, and the sign of x = 0 is dropped.
        UnusableInput "bad-length" unless there are `size` octets.
        """
        p, a, d = self.p, self.a, self.d
        octets = as_bytes("an encoded point", octets)
        if len(octets) != self.size:                                                                 # 1
            raise UnusableInput("bad-length", f"got {len(octets)} octets of a point, wanted {self.size}")
        y = int.from_bytes(octets, "little")                                                         # 1
        x_0 = y >> 8 * self.size - 1                                                                 # 1
        y ^= x_0 << 8 * self.size - 1                                                                # 1
        if canonical and y >= p:                                                                     # 1
            raise InvalidPoint("non-canonical", "y is not below p")
        y %= p
        x = sqrt_ratio(y * y - 1, (d * y * y - a) % p, p)                                            # 2, 3
        if x is None:                                                                                # 3
            raise InvalidPoint("not-on-curve", "no point of the curve has this y")
        if canonical and x == 0 and x_0 == 1:                                                        # 4
            raise InvalidPoint("non-canonical", "x = 0 with the sign bit set")
        if x % 2 != x_0:                                                                             # 4
            x = -x % p
        return self._lift(x, y)

    def is_small_order(self, P: EdwardsPoint) -> bool:
        """Whether [h]P = O: P is one of the h points whose order divides the cofactor."""
        return self.clear_cofactor(P).is_identity()

    def clear_cofactor(self, P: EdwardsPoint) -> EdwardsPoint:
        """[h]P, by c doublings."""
        for _ in range(self.c):
            P = P.double()
        return P
