"""Short Weierstrass curves: formulas, points, and the codec of SEC 1.

    y^2 = x^3 + a*x + b   over the integers modulo p, and the identity O, which has no x and y

Points are held in Jacobian coordinates (X : Y : Z): x = X/Z^2, y = Y/Z^3; Z = 0 is the identity and nothing
else is. [SEC 1, 2.2.1, for the law; Cohen, Miyaji, Ono: Efficient Elliptic Curve Exponentiation Using Mixed
Coordinates, 1998, for the formulas]

    p       the prime, size of the field
    a, b    coefficients of the equation
    G       base point; its order is the prime n
    h       cofactor: the curve has h * n points
    S, M, H, r, U1 ..    intermediate values of a formula, as the Explicit-Formulas Database (EFD) names them
"""

from __future__ import annotations

from .errors import InvalidPoint, UnusableInput
from .field import inverse, inverses, sqrt
from .inputs import as_bytes
from .multiples import Curve, GrowingComb, ProjectivePoint
from .scalarmult import Point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from typing_extensions import Self

    from .endomorphism import Endomorphism
    from .inputs import Octets

    Jacobian: TypeAlias = tuple[int, int, int]
    Affine: TypeAlias = tuple[int, int]


def add_1998_cmo_2(X1: int, Y1: int, Z1: int, X2: int, Y2: int, Z2: int, p: int) -> Jacobian:
    """P1 + P2 on y^2 = x^3 + a*x + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian, add-1998-cmo-2: 12M + 4S. Valid unless P1 = O, P2 = O or P1 = P2. It shows the last
    case by (0, 0, 0), since then H = r = 0; P1 = -P2 has H = 0 and r != 0, so Z3 = 0: the identity, as it should.
    [SEC 1, 2.2.1, steps 3 and 4]
    """
    Z1Z1 = Z1 * Z1 % p
    Z2Z2 = Z2 * Z2 % p
    U1 = X1 * Z2Z2 % p
    U2 = X2 * Z1Z1 % p
    S1 = Y1 * Z2 % p * Z2Z2 % p
    S2 = Y2 * Z1 % p * Z1Z1 % p
    H = (U2 - U1) % p  # r / (Z1*Z2*H) is the slope of the chord
    HH = H * H % p
    HHH = H * HH % p
    r = (S2 - S1) % p
    V = U1 * HH % p
    X3 = (r * r - HHH - 2 * V) % p
    Y3 = (r * (V - X3) - S1 * HHH) % p
    Z3 = Z1 * Z2 % p * H % p
    return X3, Y3, Z3


def dbl_1998_cmo_2(X1: int, Y1: int, Z1: int, p: int, a: int, times: int = 1) -> Jacobian:
    """2^times * P1 on y^2 = x^3 + a*x + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian, dbl-1998-cmo-2: 3M + 6S + 1a. Z1 = 0 or Y1 = 0 gives Z3 = 0, the identity.
    [SEC 1, 2.2.1, steps 3 and 5]
    """
    for _ in range(times):
        XX = X1 * X1 % p
        YY = Y1 * Y1 % p
        ZZ = Z1 * Z1 % p
        S = 4 * X1 * YY % p
        M = (3 * XX + a * (ZZ * ZZ)) % p  # M / (2*Y1*Z1) is the slope of the tangent
        Z1 = 2 * Y1 * Z1 % p
        X1 = (M * M - 2 * S) % p
        Y1 = (M * (S - X1) - 8 * (YY * YY)) % p
    return X1, Y1, Z1


def madd_1998_cmo_2(X1: int, Y1: int, Z1: int, points: Iterable[Affine], p: int, a: int) -> Jacobian:
    """P1 + P2 for one affine P2 after the other on y^2 = x^3 + a*x + b, where x = X/Z^2, y = Y/Z^3, and Z2 = 1.

    add-1998-cmo-2 where Z2 = 1: 8M + 3S. Complete: P1 = O and P1 = P2 are seen by Z1 = 0 and by H = r = 0.
    [SEC 1, 2.2.1, steps 2 to 5]
    """
    for X2, Y2 in points:
        if Z1 == 0:
            X1, Y1, Z1 = X2, Y2, 1
            continue
        Z1Z1 = Z1 * Z1 % p
        H = (X2 * Z1Z1 - X1) % p
        r = (Y2 * Z1 % p * Z1Z1 - Y1) % p
        if H == 0 and r == 0:
            X1, Y1, Z1 = dbl_1998_cmo_2(X1, Y1, Z1, p, a)
            continue
        HH = H * H % p
        HHH = H * HH % p
        V = X1 * HH % p
        X1 = (r * r - HHH - 2 * V) % p
        Y1 = (r * (V - X1) - Y1 * HHH) % p
        Z1 = Z1 * H % p
    return X1, Y1, Z1


def dbl_2001_b(X1: int, Y1: int, Z1: int, p: int, times: int = 1) -> Jacobian:
    """2^times * P1 on y^2 = x^3 - 3*x + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian-3, dbl-2001-b, with Z3 = 2*Y1*Z1: 4M + 4S. Valid as dbl-1998-cmo-2 is, which it equals:
    3*X1^2 - 3*Z1^4 = 3*(X1 - Z1^2)*(X1 + Z1^2). [SEC 1, 2.2.1, steps 3 and 5]
    """
    for _ in range(times):
        delta = Z1 * Z1 % p
        Y2 = Y1 + Y1
        gamma2 = Y1 * Y2 % p  # 2*gamma
        beta4 = (X1 + X1) * gamma2 % p  # 4*beta
        alpha = 3 * (X1 - delta) * (X1 + delta) % p
        Z1 = Y2 * Z1 % p
        X1 = (alpha * alpha - beta4 - beta4) % p
        Y1 = (alpha * (beta4 - X1) - (gamma2 + gamma2) * gamma2) % p
    return X1, Y1, Z1


def dbl_2009_l(X1: int, Y1: int, Z1: int, p: int, times: int = 1) -> Jacobian:
    """2^times * P1 on y^2 = x^3 + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian-0, dbl-2009-l, with D = 4*X1*B: 3M + 4S. Valid as dbl-1998-cmo-2 is, which it equals for
    a = 0. [SEC 1, 2.2.1, steps 3 and 5]
    """
    for _ in range(times):
        Y2 = Y1 + Y1
        B2 = Y1 * Y2 % p  # 2*B
        D = (X1 + X1) * B2 % p
        E = 3 * X1 * X1 % p
        Z1 = Y2 * Z1 % p
        X1 = (E * E - D - D) % p
        Y1 = (E * (D - X1) - (B2 + B2) * B2) % p
    return X1, Y1, Z1


class WeierstrassPoint(ProjectivePoint):
    """A point of a WeierstrassCurve in Jacobian coordinates: `coordinates` is (X, Y, Z)."""

    __slots__ = ()
    curve: WeierstrassCurve
    coordinates: Jacobian

    def __neg__(self) -> Self:
        X, Y, Z = self.coordinates
        return type(self)(self.curve, (X, -Y % self.curve.p, Z))

    def is_identity(self) -> bool:
        """Whether P = O."""
        return self.coordinates[2] == 0

    def affine(self) -> tuple[int, int]:
        """(x, y), for one inversion; UnusableInput for the identity, which has none."""
        if self.is_identity():
            raise UnusableInput("invalid-key", "the identity has no affine coordinates")
        X, Y, Z = self.coordinates
        p = self.curve.p
        z = inverse(Z, p)
        zz = z * z % p
        return X * zz % p, Y * zz % p * z % p

    def has_x(self, r: int, n: int) -> bool:
        """Whether x mod n = r, 0 <= r < n, without the inversion of affine: x = X/Z^2 is r, r + n, r + 2n, ..., < p.

        [FIPS 186-5, 6.4.2, steps 7 to 9]
        """
        X, _, Z = self.coordinates
        p = self.curve.p
        return any((x * Z * Z - X) % p == 0 for x in range(r, p, n))

    def encode(self, *, compressed: bool = False) -> bytes:
        """1 + 2 * size octets, or 1 + size compressed; the identity is the one octet 00. [SEC 1, 2.3.3, step 1]"""
        if self.is_identity():
            return b"\0"
        return self.curve.encode(*self.affine(), compressed=compressed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, WeierstrassPoint):
            return NotImplemented
        X1, Y1, Z1 = self.coordinates
        X2, Y2, Z2 = other.coordinates
        p = self.curve.p
        if self.curve != other.curve or Z1 == 0 or Z2 == 0:
            return self.curve == other.curve and Z1 == Z2
        return (X1 * Z2 * Z2 - X2 * Z1 * Z1) % p == 0 and (Y1 * Z2**3 - Y2 * Z1**3) % p == 0

    __hash__ = Point.__hash__


class WeierstrassCurve(Curve):
    """A curve with its base point: SEC 1's domain parameters (p, a, b, G, n, h).

    `base` is (x, y); G is the point; `endomorphism` is for curves with a = 0 and h = 1 (endomorphism.py).
    A coordinate has `size` octets. UnusableInput where the equation has a double root (4a^3 + 27b^2 = 0: no curve) or
    the base point is not on the curve.
    """

    __slots__ = ("G", "a", "b", "base", "endomorphism", "h", "identity", "n", "p", "size")
    fields = ("p", "a", "b", "n", "base", "h", "name", "endomorphism")
    O = (1, 1, 0)
    point_class = WeierstrassPoint
    p: int
    a: int
    b: int
    n: int
    h: int
    base: tuple[int, int]
    size: int
    endomorphism: Endomorphism | None
    identity: WeierstrassPoint
    G: WeierstrassPoint

    def __init__(
        self,
        p: int,
        a: int,
        b: int,
        n: int,
        G: tuple[int, int],
        h: int = 1,
        name: str = "toy",
        endomorphism: Endomorphism | None = None,
    ) -> None:
        if (4 * a**3 + 27 * b * b) % p == 0:
            raise UnusableInput("bad-request", "4a^3 + 27b^2 = 0: the equation has a double root")
        self._set(p=p, a=a, b=b, n=n, base=G, h=h, name=name, size=(p.bit_length() + 7) // 8)
        self._set(endomorphism=endomorphism)
        self._set(identity=self._zero(), G=self._base_point(*G))

    def _zero(self) -> WeierstrassPoint:
        return WeierstrassPoint(self, (1, 1, 0))

    def _lift(self, x: int, y: int) -> WeierstrassPoint:
        return WeierstrassPoint(self, (x, y, 1))

    def point(self, x: int, y: int) -> WeierstrassPoint:
        """The point (x, y), 0 <= x, y < p; InvalidPoint where it isn't on the curve. [SEC 1, 2.3.4, step 3.5; 2.3.6]"""
        p = self.p
        if not (0 <= x < p and 0 <= y < p):
            raise InvalidPoint("non-canonical", "a coordinate is negative or not below p")
        if (x * x * x + self.a * x + self.b - y * y) % p:
            raise InvalidPoint("not-on-curve", "x and y don't satisfy the curve's equation")
        return self._lift(x, y)

    def _base_point(self, x: int, y: int) -> WeierstrassPoint:
        G = self.point(x, y)
        w = 9 if self.p.bit_length() < 300 else 8  # 29 * 256 entries of 256 bits, or 49 * 128 of 384: some 1.4 MB
        return WeierstrassPoint(self, G.coordinates, GrowingComb(self, G.coordinates, self.n, w))

    def prepared(self, P: WeierstrassPoint) -> WeierstrassPoint:
        """P, of order n, with a table: 37 * 64 entries of 256 bits, or 56 * 64 of 384, some 350 to 700 KB."""
        return self.with_table(P, self.n, 7)

    def add(self, Q: Jacobian, P: Jacobian) -> Jacobian:
        """Q + P on coordinates. [SEC 1, 2.2.1, steps 1 to 5]"""
        if Q[2] == 0:
            return P
        if P[2] == 0:
            return Q
        total = add_1998_cmo_2(*Q, *P, self.p)
        return total if total != (0, 0, 0) else self.chain([([], 1)], Q)

    def prepare(self, points: list[Jacobian]) -> list[Affine | None]:
        """What a chain adds: affine coordinates; None for O, which it doesn't."""
        p = self.p
        entries: list[Affine | None] = []
        for (X, Y, Z), z in zip(points, inverses([Z or 1 for _, _, Z in points], p), strict=True):
            zz = z * z % p
            entries.append((X * zz % p, Y * zz % p * z % p) if Z else None)
        return entries

    prepare_normalized = prepare

    def negative(self, entry: Affine) -> Affine:
        """The entry of -P."""
        return entry[0], self.p - entry[1]

    def chain(self, steps: Iterable[tuple[list[Affine], int]], Q: Jacobian) -> Jacobian:
        """For each step (entries, times): the entries' points are added to Q, which is then doubled so many times."""
        p, a = self.p, self.a
        X, Y, Z = Q
        for entries, times in steps:
            X, Y, Z = madd_1998_cmo_2(X, Y, Z, entries, p, a)
            if a == -3:
                X, Y, Z = dbl_2001_b(X, Y, Z, p, times)
            elif a == 0:
                X, Y, Z = dbl_2009_l(X, Y, Z, p, times)
            else:
                X, Y, Z = dbl_1998_cmo_2(X, Y, Z, p, a, times)
        return X, Y, Z

    def split(self, k: int, P: Jacobian) -> list[tuple[int, list[Affine | None]]]:
        """[k]P as a sum of multiples: of P alone, or of P and its image under the curve's endomorphism."""
        phi = self.endomorphism
        if phi is None:
            return super().split(k, P)
        ((_, multiples),) = super().split(k, P)
        images = [entry and (phi.beta * entry[0] % self.p, entry[1]) for entry in multiples]
        k1, k2 = phi.split(k)
        return [(k1, multiples), (k2, images)]

    def encode(self, x: int, y: int, *, compressed: bool = False) -> bytes:
        """The octets of (x, y). [SEC 1, 2.3.3]"""
        X = x.to_bytes(self.size, "big")                                                             # 2.1, 3.1
        if compressed:
            return bytes([2 + y % 2]) + X                                                            # 2.2, 2.3, 2.4
        return b"\4" + X + y.to_bytes(self.size, "big")                                              # 3.2, 3.3

    def decode(self, octets: Octets) -> WeierstrassPoint:
        """The point that octets encode, uncompressed or compressed. [SEC 1, 2.3.4, with its step numbers]

        UnusableInput: "bad-length", "bad-encoding" (hybrid, or no form of SEC 1), "invalid-key" (the identity);
        InvalidPoint: "non-canonical" where a coordinate isn't below p, "not-on-curve".
        """
        size = self.size
        octets = as_bytes("an encoded point", octets)
        form = octets[:1]
        if form == b"\0" and len(octets) == 1:                                                       # 1
            raise UnusableInput("invalid-key", "the point at infinity")
        if form in (b"\6", b"\7"):                                                                   # 3.2
            raise UnusableInput("bad-encoding", "a hybrid point; wanted one that begins with 02, 03 or 04")
        wanted = {b"\2": 1 + size, b"\3": 1 + size, b"\4": 1 + 2 * size}                             # 2, 3
        if octets and form not in wanted:                                                            # 2.3, 3.2
            raise UnusableInput("bad-encoding", f"a point begins with 02, 03 or 04, not {form.hex()}")
        if len(octets) != wanted.get(form):                                                          # 2, 3
            raise UnusableInput(
                "bad-length", f"got {len(octets)} octets of a point, wanted {1 + size} or {1 + 2 * size}"
            )
        x = int.from_bytes(octets[1 : 1 + size], "big")                                              # 3.3
        if form == b"\4":                                                                            # 3
            return self.point(x, int.from_bytes(octets[1 + size :], "big"))                          # 3.4
        return self.lift_x(x, form[0] & 1)                                                           # 2, 2.3

    def lift_x(self, x: int, y_is_odd: int) -> WeierstrassPoint:
        """The point with this x and a y of this parity; InvalidPoint where there is none. [SEC 1, 2.3.4]"""
        p = self.p
        if not 0 <= x < p:                                                                           # 2.2
            raise InvalidPoint("non-canonical", "x is not below p")
        y = sqrt(x * x * x + self.a * x + self.b, p)                                                 # 2.4
        if y is None:                                                                                # 2.4
            raise InvalidPoint("not-on-curve", "no point of the curve has this x")
        if y % 2 != y_is_odd:                                                                        # 2.4
            y = p - y
        return self.point(x, y)
