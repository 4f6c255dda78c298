"""The definitions: the affine laws over a field, and double-and-add. The oracle of everything above.

Nothing here is fast, and nothing is clever. A field element is an object, a point is a pair (x, y),
and [k]P is double-and-add. `textbook(ed25519)` and `textbook(p256)` are the
same schemes over these points, so that a whole signature can be made and checked by the definition alone.

    x, y    affine coordinates, elements of the field of p elements
    O       the identity: (0, 1) on an Edwards curve; a point without coordinates on a Weierstrass curve
"""

from __future__ import annotations

from .ecdsa import ECDSA
from .eddsa import EdDSA
from .edwards import EdwardsCurve
from .errors import UnusableInput
from .field import inverse
from .frozen import Frozen
from .scalarmult import Point, double_and_add
from .weierstrass import WeierstrassCurve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias, TypeVar

    from typing_extensions import Self

    Scheme = TypeVar("Scheme", EdDSA, ECDSA)
    AffinePoint: TypeAlias = Any  # stands where a scheme expects a point of its curve


class FieldElement(Frozen):
    """An integer modulo a prime p, with the operators of a field."""

    __slots__ = ("p", "value")
    fields = ("value", "p")
    value: int
    p: int

    def __init__(self, value: int, p: int) -> None:
        self._set(value=value % p, p=p)

    def __add__(self, other: FieldElement) -> FieldElement:
        return FieldElement(self.value + other.value, self.p)

    def __sub__(self, other: FieldElement) -> FieldElement:
        return FieldElement(self.value - other.value, self.p)

    def __neg__(self) -> FieldElement:
        return FieldElement(-self.value, self.p)

    def __mul__(self, other: FieldElement) -> FieldElement:
        return FieldElement(self.value * other.value, self.p)

    def __truediv__(self, other: FieldElement) -> FieldElement:
        """x / y = x * (1/y), where y * (1/y) = 1; ZeroDivisionError for y = 0."""
        return self * FieldElement(inverse(other.value, self.p), self.p)


class AffineEdwardsPoint(Point):
    """(x, y) on a*x^2 + y^2 = 1 + d*x^2*y^2."""

    __slots__ = ("x", "y")
    fields = ("curve", "x", "y")
    curve: TextbookEdwardsCurve
    x: FieldElement
    y: FieldElement

    def __init__(self, curve: TextbookEdwardsCurve, x: FieldElement, y: FieldElement) -> None:
        self._set(curve=curve, x=x, y=y)

    def __add__(self, other: Self) -> Self:
        """The law of the group. [RFC 8032, 5.1.4; Bernstein et al., 2008, section 6]

        x3 = (x1*y2 + y1*x2) / (1 + d*x1*x2*y1*y2)    y3 = (y1*y2 - a*x1*x2) / (1 - d*x1*x2*y1*y2)
        """
        if not self.shares_curve(other):
            return NotImplemented
        p = self.curve.p
        one, a, d = FieldElement(1, p), FieldElement(self.curve.a, p), FieldElement(self.curve.d, p)
        x1, y1, x2, y2 = self.x, self.y, other.x, other.y
        t = d * x1 * x2 * y1 * y2
        x3 = (x1 * y2 + y1 * x2) / (one + t)
        y3 = (y1 * y2 - a * x1 * x2) / (one - t)
        return type(self)(self.curve, x3, y3)

    def __neg__(self) -> Self:
        return type(self)(self.curve, -self.x, self.y)

    def double(self) -> Self:
        """P + P."""
        return self + self

    def is_identity(self) -> bool:
        """Whether P = (0, 1)."""
        return self.affine() == (0, 1)

    def affine(self) -> tuple[int, int]:
        """(x, y) as ints."""
        return self.x.value, self.y.value

    def encode(self) -> bytes:
        """RFC 8032, 5.1.2 and 5.2.2."""
        return self.curve.encode(*self.affine())


class AffineWeierstrassPoint(Point):
    """(x, y) on y^2 = x^3 + a*x + b, or O, where x and y are None."""

    __slots__ = ("x", "y")
    fields = ("curve", "x", "y")
    curve: TextbookWeierstrassCurve
    x: FieldElement | None
    y: FieldElement | None

    def __init__(
        self, curve: TextbookWeierstrassCurve, x: FieldElement | None, y: FieldElement | None
    ) -> None:
        self._set(curve=curve, x=x, y=y)

    def __add__(self, other: Self) -> Self:
        """The law of the group: chord and tangent. [SEC 1, 2.2.1]

        x3 = m^2 - x1 - x2    y3 = m * (x1 - x3) - y1    with the slope m of the line through both points
        """
        if not self.shares_curve(other):
            return NotImplemented
        x1, y1, x2, y2 = self.x, self.y, other.x, other.y
        if x1 is None or y1 is None:
            return other
        if x2 is None or y2 is None:
            return self
        if x1 == x2 and y1 == -y2:
            return type(self)(self.curve, None, None)
        if x1 == x2:
            p = self.curve.p
            two, three, a = FieldElement(2, p), FieldElement(3, p), FieldElement(self.curve.a, p)
            m = (three * x1 * x1 + a) / (two * y1)
        else:
            m = (y2 - y1) / (x2 - x1)
        x3 = m * m - x1 - x2
        return type(self)(self.curve, x3, m * (x1 - x3) - y1)

    def __neg__(self) -> Self:
        return type(self)(self.curve, self.x, None if self.y is None else -self.y)

    def double(self) -> Self:
        """P + P."""
        return self + self

    def is_identity(self) -> bool:
        """Whether P = O."""
        return self.x is None

    def affine(self) -> tuple[int, int]:
        """(x, y) as ints; UnusableInput for the identity."""
        if self.x is None or self.y is None:
            raise UnusableInput("invalid-key", "the identity has no affine coordinates")
        return self.x.value, self.y.value

    def encode(self) -> bytes:
        """SEC 1, 2.3.3, uncompressed."""
        return b"\0" if self.is_identity() else self.curve.encode(*self.affine())


class ByDefinition:
    """What both kinds of textbook curve do in the same way: [k]P by double-and-add, and no tables."""

    __slots__ = ()
    point: Any
    identity: Any

    def _base_point(self, x: int, y: int) -> AffinePoint:
        return self.point(x, y)

    def prepared(self, P: AffinePoint) -> AffinePoint:
        """P as it is: the definition has no tables."""
        return P

    def multiply(self, k: int, P: AffinePoint) -> AffinePoint:
        """[k]P by the definition."""
        return double_and_add(k, P)

    def combination(self, terms: Iterable[tuple[int, AffinePoint]]) -> AffinePoint:
        """sum [k]P by the definition."""
        return sum((k * P for k, P in terms), start=self.identity)


class TextbookEdwardsCurve(ByDefinition, EdwardsCurve):
    """An EdwardsCurve whose points follow the affine law, and whose multiples come by double-and-add."""

    __slots__ = ()

    def _lift(self, x: int, y: int) -> AffinePoint:
        return AffineEdwardsPoint(self, FieldElement(x, self.p), FieldElement(y, self.p))


class TextbookWeierstrassCurve(ByDefinition, WeierstrassCurve):
    """A WeierstrassCurve whose points follow the affine law, and whose multiples come by double-and-add."""

    __slots__ = ()

    def _zero(self) -> AffinePoint:
        return AffineWeierstrassPoint(self, None, None)

    def _lift(self, x: int, y: int) -> AffinePoint:
        return AffineWeierstrassPoint(self, FieldElement(x, self.p), FieldElement(y, self.p))


def textbook(scheme: Scheme) -> Scheme:
    """The same scheme over the definitions: the same keys, methods and results, and every step by the textbook."""
    if isinstance(scheme, EdDSA):
        curve = scheme.curve
        over = TextbookEdwardsCurve(curve.p, curve.a, curve.d, curve.L, curve.c, curve.base, curve.name)
        return EdDSA(
            scheme.name,
            over,
            scheme.hash,
            scheme.n,
            scheme.dom,
            scheme.prehash,
            scheme.context_required,
            scheme.section,
        )
    E = scheme.curve
    return ECDSA(TextbookWeierstrassCurve(E.p, E.a, E.b, E.n, E.base, E.h, E.name, E.endomorphism), scheme.hash)
