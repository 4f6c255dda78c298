"""How many points one of the five curves has, its cofactor, and what SEC 1 asks of them.

    E       the curve
    p, n    the size of the field, and the prime order of the base point, which RFC 8032 calls L and B, SEC 1 n and G
    h       the cofactor; #E = h*n

Nothing is counted: a point of order n and Hasse's theorem leave one number only.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, TypeAlias

from ecref.curves import edwards448, edwards25519
from ecref.edwards import EdwardsCurve
from ecref.textbook import TextbookEdwardsCurve, TextbookWeierstrassCurve
from ecref.weierstrass import WeierstrassCurve

from .derivation import Derivation, Section

if TYPE_CHECKING:
    from ecref.textbook import AffinePoint

Curve: TypeAlias = EdwardsCurve | WeierstrassCurve

MOV = 100  # [SEC 1, 3.1.1.2.1]


def order_of(E: Curve) -> tuple[int, int]:
    """n and h."""
    return (E.L, E.cofactor) if isinstance(E, EdwardsCurve) else (E.n, E.h)


def letters(E: Curve) -> tuple[str, str]:
    """What the curve's standard calls its base point and the order of that."""
    return ("B", "L") if isinstance(E, EdwardsCurve) else ("G", "n")


def order(E: Curve) -> Section:
    """How many points the curve has."""
    section = Section("Order and cofactor")
    (B, n_), (n, h), p = letters(E), order_of(E), E.p
    x, y = E.base
    if not section.check(f"{B} = (x, y) satisfies the curve's equation", on_curve(E, x, y)):
        return section
    P = by_definition(E)
    holds = not P.is_identity() and (n * P).is_identity()
    section.check(f"[{n_}]{B} = O and {B} != O, by double-and-add on affine points: {B} has order {n_}, a prime", holds)
    section.check(f"{n_} > 4 sqrt(p): {n_}^2 > 16p", n * n > 16 * p)
    section.say(
        f"By Hasse's theorem #E differs from p + 1 by 2 sqrt(p) at most, and by Lagrange's {n_} divides it. The "
        f"interval is shorter than {n_}, so it holds one multiple of {n_} at most:"
    )
    section.check(f"h = {h}: h*{n_} is the only multiple of {n_} there, and so it is #E", multiples_in(p, n) == [h])
    section.let("#E = h*" + n_, h * n)
    section.let("the trace p + 1 - #E", p + 1 - h * n)
    return section


def on_curve(E: Curve, x: int, y: int) -> bool:
    """Whether (x, y) satisfies the curve's equation."""
    if isinstance(E, EdwardsCurve):
        return (E.a * x * x + y * y - 1 - E.d * x * x * y * y) % E.p == 0
    return (y * y - x**3 - E.a * x - E.b) % E.p == 0


def by_definition(E: Curve) -> AffinePoint:
    """The base point on the textbook's curve."""
    if isinstance(E, EdwardsCurve):
        return TextbookEdwardsCurve(E.p, E.a, E.d, E.L, E.c, E.base).B
    return TextbookWeierstrassCurve(E.p, E.a, E.b, E.n, E.base, E.h).G


def multiples_in(p: int, n: int) -> list[int]:
    """Every k with k*n in Hasse's interval, p + 1 - 2 sqrt(p) to p + 1 + 2 sqrt(p)."""
    width = isqrt(4 * p)
    return [*range(-(-(p + 1 - width) // n), (p + 1 + width) // n + 1)]


# ---------------------------------------------------------------- what is asked of it


def conditions(E: Curve) -> Section:
    """SEC 1's conditions, and of an Edwards curve a complete law."""
    section = Section("Conditions [SEC 1, 3.1.1.2.1]")
    (n, h), (_, n_), p = order_of(E), letters(E), E.p
    if isinstance(E, EdwardsCurve):
        section.check("a*d*(a - d) != 0: the curve has no singular point", E.a * E.d * (E.a - E.d) % p != 0)
        complete(section, E)
    else:
        section.check("4a^3 + 27b^2 != 0: x^3 + a*x + b has no double root", (4 * E.a**3 + 27 * E.b**2) % p != 0)
    section.check("#E != p: the curve isn't anomalous, where logarithms are easy [Smart, 1999]", h * n != p)
    section.check(f"{n_} != p", n != p)
    degree = embedding_degree(p, n)
    section.check(
        f"p^i != 1 (mod {n_}) for i = 1 .. {MOV}: no pairing leads into a field of {MOV} times p's length or less "
        "[Menezes, Okamoto, Vanstone, 1993]",
        degree is None,
    )
    section.check(f"h = floor((sqrt(p) + 1)^2 / {n_})", h == (p + 1 + isqrt(4 * p)) // n)
    bits = p.bit_length()
    section.check(f"h <= 2^(t/8), where 2t = {bits} are the bits of p", h**16 <= 2**bits)
    return section


def complete(section: Section, E: EdwardsCurve) -> None:
    """Check that the addition law has no exceptions."""
    half = (E.p - 1) // 2
    section.check("a^((p-1)/2) = 1: a is a square (Euler's criterion)", pow(E.a, half, E.p) == 1)
    section.check("d^((p-1)/2) = -1: d is not, so the addition law is complete", pow(E.d, half, E.p) == E.p - 1)


def completeness() -> Derivation:
    """That the law of each Edwards curve is complete."""
    sections = []
    for E in (edwards25519, edwards448):
        sections.append(Section(E.name))
        complete(sections[-1], E)
    return Derivation("Complete addition", sections)


def embedding_degree(p: int, n: int) -> int | None:
    """The least i up to MOV with p^i = 1 (mod n), if any."""
    return next((i for i in range(1, MOV + 1) if pow(p, i, n) == 1), None)
