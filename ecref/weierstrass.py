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

    Jacobian: TypeAlias = tuple[int, int, int]


def add_1998_cmo_2(X1: int, Y1: int, Z1: int, X2: int, Y2: int, Z2: int, p: int) -> Jacobian:
    """P1 + P2 on y^2 = x^3 + a*x + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian, add-1998-cmo-2: 12M + 4S. Valid unless P1 = O, P2 = O or P1 = P2. It shows the last
    case by (0, 0, 0), since then H = r = 0; P1 = -P2 has H = 0 and r != 0, so Z3 = 0: the identity, as it should.
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


def dbl_1998_cmo_2(X1: int, Y1: int, Z1: int, p: int, a: int) -> Jacobian:
    """2*P1 on y^2 = x^3 + a*x + b, where x = X/Z^2, y = Y/Z^3.

    EFD shortw/jacobian, dbl-1998-cmo-2: 3M + 6S + 1a. Z1 = 0 or Y1 = 0 gives Z3 = 0, the identity.
    """
    XX = X1 * X1 % p
    YY = Y1 * Y1 % p
    ZZ = Z1 * Z1 % p
    S = 4 * X1 * YY % p
    M = (3 * XX + a * (ZZ * ZZ)) % p  # M / (2*Y1*Z1) is the slope of the tangent
    X3 = (M * M - 2 * S) % p
    Y3 = (M * (S - X3) - 8 * (YY * YY)) % p
    Z3 = 2 * Y1 * Z1 % p
    return X3, Y3, Z3


class WeierstrassPoint(Point):
    """A point of a WeierstrassCurve in Jacobian coordinates: `coordinates` is (X, Y, Z)."""

    __slots__ = ("coordinates",)
    curve: WeierstrassCurve
    coordinates: Jacobian

    def __init__(self, curve: WeierstrassCurve, coordinates: Jacobian) -> None:
        object.__setattr__(self, "curve", curve)
        object.__setattr__(self, "coordinates", coordinates)

    def __add__(self, other: Self) -> Self:
        if not self.shares_curve(other):
            return NotImplemented
        E = self.curve
        if self.is_identity():
            return other
        if other.is_identity():
            return self
        total = add_1998_cmo_2(*self.coordinates, *other.coordinates, E.p)
        return type(self)(E, total) if total != (0, 0, 0) else self.double()

    def __neg__(self) -> Self:
        X, Y, Z = self.coordinates
        return type(self)(self.curve, (X, -Y % self.curve.p, Z))

    def double(self) -> Self:
        """P + P."""
        return type(self)(self.curve, dbl_1998_cmo_2(*self.coordinates, self.curve.p, self.curve.a))

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

    def encode(self, *, compressed: bool = False) -> bytes:
        """SEC 1, 2.3.3: 1 + 2 * size octets, or 1 + size compressed; the identity is the one octet 00."""
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

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.curve, self.coordinates)

    def __repr__(self) -> str:
        return f"<{self.encode().hex()} on {self.curve.name}>"


class WeierstrassCurve(Frozen):
    """A curve with its base point: SEC 1's domain parameters (p, a, b, G, n, h).

    `base` is (x, y); G is the point. A coordinate has `size` octets. UnusableInput where the equation has a
    double root (4a^3 + 27b^2 = 0: no curve) or the base point is not on the curve.
    """

    __slots__ = ("G", "_multiples_of_G", "a", "b", "base", "h", "identity", "n", "name", "p", "size")
    fields = ("p", "a", "b", "n", "base", "h", "name")
    p: int
    a: int
    b: int
    n: int
    h: int
    base: tuple[int, int]
    name: str
    size: int
    identity: Point
    G: Point
    _multiples_of_G: FixedBase

    def __init__(
        self, p: int, a: int, b: int, n: int, G: tuple[int, int], h: int = 1, name: str = "toy"
    ) -> None:
        if (4 * a**3 + 27 * b * b) % p == 0:
            raise UnusableInput("bad-request", "4a^3 + 27b^2 = 0: the equation has a double root")
        self._set(p=p, a=a, b=b, n=n, base=G, h=h, name=name, size=(p.bit_length() + 7) // 8)
        self._set(identity=self._zero(), G=self.point(*G))
        self._set(_multiples_of_G=FixedBase(self.G, n.bit_length()))

    def _zero(self) -> Point:
        return WeierstrassPoint(self, (1, 1, 0))

    def _lift(self, x: int, y: int) -> Point:
        return WeierstrassPoint(self, (x, y, 1))

    def point(self, x: int, y: int) -> Point:
        """The point (x, y), 0 <= x, y < p; InvalidPoint where it isn't on the curve."""
        p = self.p
        if not (0 <= x < p and 0 <= y < p):
            raise InvalidPoint("non-canonical", "a coordinate is negative or not below p")
        if (x * x * x + self.a * x + self.b - y * y) % p:
            raise InvalidPoint("not-on-curve", "x and y don't satisfy the curve's equation")
        return self._lift(x, y)

    def multiply(self, k: int, P: P_) -> P_:
        """[k]P; multiples of G itself come from its table, where k counts modulo n."""
        if P is self.G:
            return self._multiples_of_G.multiply(k % self.n)  # type: ignore[return-value]
        return window(k, P)

    def encode(self, x: int, y: int, *, compressed: bool = False) -> bytes:
        """The octets of (x, y). [SEC 1, 2.3.3]"""
        X = x.to_bytes(self.size, "big")
        return bytes([2 + y % 2]) + X if compressed else b"\4" + X + y.to_bytes(self.size, "big")

    def decode(self, octets: Octets) -> Point:
        """The point that octets encode, uncompressed or compressed. [SEC 1, 2.3.4, with its step numbers]

        UnusableInput: "bad-length", "bad-encoding" (hybrid, or no form of SEC 1), "invalid-key" (the identity);
        InvalidPoint: "non-canonical" where a coordinate isn't below p, "not-on-curve".
        """
        size = self.size
        octets = as_bytes("an encoded point", octets)
        form = octets[:1]
        if form == b"\0" and len(octets) == 1:                                                       # 1
            raise UnusableInput("invalid-key", "the point at infinity")
        if form in (b"\6", b"\7"):
            raise UnusableInput("bad-encoding", "a hybrid point; wanted one that begins with 02, 03 or 04")
        wanted = {b"\2": 1 + size, b"\3": 1 + size, b"\4": 1 + 2 * size}
        if octets and form not in wanted:
            raise UnusableInput("bad-encoding", f"a point begins with 02, 03 or 04, not {form.hex()}")
        if len(octets) != wanted.get(form):
            raise UnusableInput(
                "bad-length", f"got {len(octets)} octets of a point, wanted {1 + size} or {1 + 2 * size}"
            )
        x = int.from_bytes(octets[1 : 1 + size], "big")
        if form == b"\4":                                                                            # 3
            return self.point(x, int.from_bytes(octets[1 + size :], "big"))
        return self.lift_x(x, form[0] & 1)                                                           # 2

    def lift_x(self, x: int, y_is_odd: int) -> Point:
        """The point with this x and a y of this parity; InvalidPoint where there is none. [SEC 1, 2.3.4, step 2]"""
        p = self.p
        if not 0 <= x < p:
            raise InvalidPoint("non-canonical", "x is not below p")
        y = sqrt(x * x * x + self.a * x + self.b, p)
        if y is None:
            raise InvalidPoint("not-on-curve", "no point of the curve has this x")
        if y % 2 != y_is_odd:
            y = p - y
        return self.point(x, y)
