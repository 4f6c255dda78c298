"""Curves so small that a test can try everything on them, and what brute force says of them.

Each has another reason to be here: the residue of p decides how roots are taken, n < p makes r = x mod n wrap
around, a point with x = 0 or x = n makes r = 0, and the cofactors are those of edwards448 (4) and edwards25519 (8).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from ecref import ECDSA, EdDSA, EdwardsCurve, InvalidPoint, UnusableInput, WeierstrassCurve
from ecref.hashes import shake256
from ecref.textbook import textbook

if TYPE_CHECKING:
    from ecref.scalarmult import Point

Curve: TypeAlias = EdwardsCurve | WeierstrassCurve
Affine: TypeAlias = tuple[int, int] | None  # None is the identity of a Weierstrass curve

WEIERSTRASS = (  # of prime order, h = 1
    WeierstrassCurve(name="p7n11", p=7, a=-3, b=6, n=11, G=(1, 2)),  # n > p
    WeierstrassCurve(name="p11n17", p=11, a=-3, b=1, n=17, G=(2, 5)),  # n > p; x = 0 is on the curve
    WeierstrassCurve(name="p13n7", p=13, a=0, b=7, n=7, G=(8, 5)),  # n < p; x = n is on the curve
    WeierstrassCurve(name="p13n19", p=13, a=-3, b=1, n=19, G=(1, 5)),
    WeierstrassCurve(name="p17n11", p=17, a=2, b=6, n=11, G=(1, 3)),  # p = 1 (mod 8), n < p
    WeierstrassCurve(name="p17n23", p=17, a=-3, b=3, n=23, G=(1, 1)),  # p = 1 (mod 8), n > p
    WeierstrassCurve(name="p19n13", p=19, a=0, b=2, n=13, G=(4, 3)),
    WeierstrassCurve(name="p31n43", p=31, a=0, b=3, n=43, G=(1, 2)),
)
WEIERSTRASS_WITH_COFACTOR = (  # points with y = 0 are their own negatives
    WeierstrassCurve(name="p17n13h2", p=17, a=-3, b=0, n=13, G=(1, 7), h=2),
    WeierstrassCurve(name="p19n7h4", p=19, a=0, b=8, n=7, G=(2, 4), h=4),  # three of them: the group isn't cyclic
)
EDWARDS = (
    EdwardsCurve(name="p7h4", p=7, a=1, d=5, L=3, c=2, B=(2, 4)),
    EdwardsCurve(name="p13h4", p=13, a=1, d=7, L=5, c=2, B=(6, 8)),
    EdwardsCurve(name="p19h4", p=19, a=1, d=2, L=5, c=2, B=(4, 14)),  # a = 1, h = 4, p = 3 (mod 4): as edwards448
    EdwardsCurve(name="p17h8", p=17, a=-1, d=7, L=3, c=3, B=(10, 3)),  # p = 1 (mod 8)
    EdwardsCurve(name="p29h8", p=29, a=-1, d=27, L=5, c=3, B=(2, 23)),  # a = -1, h = 8, p = 5 (mod 8): edwards25519
    EdwardsCurve(name="p29h8s", p=29, a=-1, d=3, L=3, c=3, B=(16, 23)),  # the same, smaller
)
CURVES: tuple[Curve, ...] = (*WEIERSTRASS, *WEIERSTRASS_WITH_COFACTOR, *EDWARDS)


def name_of(value: Any) -> str:
    """A test's id: the name of a curve, scheme or rule set; other values as they print."""
    return str(getattr(value, "name", value))


def named(name: str) -> Any:
    """The toy curve of this name."""
    return next(curve for curve in CURVES if curve.name == name)


def base(curve: Curve) -> Any:
    """B or G."""
    return curve.B if isinstance(curve, EdwardsCurve) else curve.G


def order(curve: Curve) -> int:
    """The order of the base point: L or n."""
    return curve.L if isinstance(curve, EdwardsCurve) else curve.n


def cofactor(curve: Curve) -> int:
    """h."""
    return curve.cofactor if isinstance(curve, EdwardsCurve) else curve.h


def definition(curve: Curve) -> Curve:
    """The same curve over the textbook's points."""
    if isinstance(curve, EdwardsCurve):
        return textbook(EdDSA("any", curve, shake256(2 * curve.size), n=curve.c)).curve
    return textbook(ECDSA(curve)).curve


def affine(P: Point) -> Affine:
    """(x, y), or None for an identity without coordinates."""
    try:
        return P.affine()
    except UnusableInput:
        return None


def point(curve: Curve, xy: Affine) -> Any:
    """The point with these coordinates."""
    return curve.identity if xy is None else curve.point(*xy)


def solutions(curve: Curve) -> list[tuple[int, int]]:
    """Every (x, y) that satisfies the curve's equation, found by trying all."""
    field = range(curve.p)
    if isinstance(curve, EdwardsCurve):
        a, d = curve.a, curve.d
        return [(x, y) for x in field for y in field if (a * x**2 + y**2 - 1 - d * x**2 * y**2) % curve.p == 0]
    a, b = curve.a, curve.b
    return [(x, y) for x in field for y in field if (y**2 - x**3 - a * x - b) % curve.p == 0]


def points(curve: Curve) -> list[Any]:
    """Every point of the curve."""
    found: list[Any] = [curve.point(x, y) for x, y in solutions(curve)]
    return found if isinstance(curve, EdwardsCurve) else [curve.identity, *found]


def scaled(P: Point, z: int) -> Any:
    """The same point in other projective coordinates: Z times z, 0 < z < p. The textbook has one form only."""
    coordinates = getattr(P, "coordinates", None)
    if coordinates is None:
        return P
    weights = (1, 1, 1, 1) if len(coordinates) == 4 else (2, 3, 1)
    p = cast("Curve", P.curve).p
    multiplied = tuple(V * z**weight % p for V, weight in zip(coordinates, weights, strict=True))
    return type(P)(P.curve, multiplied)  # type: ignore[call-arg]  # both classes of projective points take these two


@cache
def torsion(curve: Curve) -> list[Any]:
    """The points whose order divides the cofactor, of any curve: multiples of an [L]P of order h."""
    if not isinstance(curve, EdwardsCurve):
        return [curve.identity]
    for y in range(2, 100):
        try:
            T = curve.L * curve.decode(y.to_bytes(curve.size, "little"))
        except InvalidPoint:
            continue
        if not (curve.cofactor // 2 * T).is_identity():
            return [i * T for i in range(curve.cofactor)]
    raise AssertionError


def multiples(P: Point) -> list[Affine]:
    """[0]P, [1]P, [2]P ... up to the order of P, by the textbook's addition alone: a table of logarithms."""
    curve = definition(cast("Curve", P.curve))
    Q, found = point(curve, affine(P)), [affine(curve.identity)]
    R = Q
    while affine(R) != found[0]:
        found.append(affine(R))
        R = R + Q
    return found
