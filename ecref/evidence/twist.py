"""A curve's quadratic twist: its order, by what the curve's own says of it, and by a point of it.

Whoever multiplies an x without a check that it is on the curve may compute on the twist; so its order matters too.

    p       the size of the field
    q       the largest prime factor of the twist's order
    A', B'  the coefficients of the curve as y^2 = x^3 + A'x + B'
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING

from ecref.edwards import EdwardsCurve
from ecref.field import inverse, sqrt
from ecref.textbook import TextbookWeierstrassCurve
from ecref.weierstrass import WeierstrassCurve

from .derivation import Section
from .order import multiples_in, order_of
from .primes import is_proved

if TYPE_CHECKING:
    from ecref.textbook import AffinePoint

    from .order import Curve

SMALL = 2**16  # below it, trial division finds every factor


def twist(E: Curve) -> Section:
    """The order of the quadratic twist, by what the curve's says of it, and by a point of it."""
    section = Section("Twist")
    (n, h), p = order_of(E), E.p
    section.say(
        "For each x either the curve or its twist has points with it (or both have one with y = 0): together they have "
        "2p + 2."
    )
    total = section.let("the twist has 2p + 2 - #E points", 2 * p + 2 - h * n)
    q = without_small_factors(total)
    section.let(f"that is {_product(total // q)}q, where q has {q.bit_length()} bits and no prime factor below 2^16", q)
    if not is_proved(section, "q", q):
        return section
    if isinstance(E, EdwardsCurve):
        section.say("The curve is isomorphic to y^2 = x^3 + A'x + B' with")
        for letter, value in zip(("A'", "B'"), short_form(E), strict=True):
            section.let(letter, value)
    u, T = point_of_twist(E)
    holds = not (total // q * T).is_identity() and (total * T).is_identity()
    k = total // q
    section.check(f"for a point T of the twist by u = {u}, no square: [{k}]T != O, [{k}*q]T = O", holds)
    section.check("no other multiple of q is in Hasse's interval", multiples_in(p, q) == [k])
    return section


def without_small_factors(m: int) -> int:
    """m without its prime factors below SMALL."""
    for f in range(2, SMALL):
        while m % f == 0:
            m //= f
    return m


def _product(m: int) -> str:
    """m as a product of primes below SMALL, to stand before a factor; nothing for 1."""
    factors = []
    for f in range(2, SMALL):
        while m % f == 0:
            m //= f
            factors.append(f)
    return "".join(f"{f} * " for f in factors)


def short_form(E: Curve) -> tuple[int, int]:
    """(A', B') of y^2 = x^3 + A'x + B', to which E is isomorphic.

    a*x^2 + y^2 = 1 + d*x^2*y^2 is B*v^2 = u^3 + A*u^2 + u by u = (1 + y)/(1 - y), v = u/x, with A = 2(a + d)/(a - d)
    and B = 4/(a - d) =: 1/c; and x = c*(u + A/3), y = c*v leave no term with x^2.
    [Bernstein, Birkner, Joye, Lange, Peters, 2008, 3.2]
    """
    if isinstance(E, WeierstrassCurve):
        return E.a, E.b
    p = E.p
    c = (E.a - E.d) * inverse(4, p) % p
    A = 2 * (E.a + E.d) * inverse(E.a - E.d, p) % p
    third = inverse(3, p)
    return (1 - A * A * third) * c * c % p, (2 * A**3 * third**3 - A * third) * c**3 % p


def point_of_twist(E: Curve) -> tuple[int, AffinePoint]:
    """-1 or the least u > 0 that is no square, and a point of y^2 = x^3 + A'u^2 x + B'u^3."""
    p, (a, b) = E.p, short_form(E)
    u = next(u for u in chain([-1], count(2)) if pow(u, (p - 1) // 2, p) == p - 1)
    a, b = a * u**2 % p, b * u**3 % p
    x, y = next((x, y) for x in count(1) if (y := sqrt(x**3 + a * x + b, p)))
    return u, TextbookWeierstrassCurve(p, a, b, n=0, G=(x, y)).G  # double-and-add doesn't ask for the order
