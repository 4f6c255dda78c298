"""Of any of the five curves: its primes, its order, its cofactor and its twist, and what SEC 1 asks of it.

The letters:

    E       the curve
    p, n    the size of the field, and the prime order of the base point B, which RFC 8032 calls L and SEC 1 G
    h       the cofactor; #E = h*n
    A', B'  the coefficients of the curve as y^2 = x^3 + A'x + B'
"""

from __future__ import annotations

from itertools import chain, count
from math import isqrt
from typing import TYPE_CHECKING, TypeAlias

from ecref.curves import edwards448, edwards25519
from ecref.edwards import EdwardsCurve
from ecref.field import inverse, sqrt
from ecref.textbook import TextbookEdwardsCurve, TextbookWeierstrassCurve
from ecref.weierstrass import WeierstrassCurve

from .certificates import certificates
from .derivation import Derivation, Section
from .primality import NotProved, prove

if TYPE_CHECKING:
    from ecref.textbook import AffinePoint

Curve: TypeAlias = EdwardsCurve | WeierstrassCurve

SMALL = 2**16  # below it, trial division finds every factor of a twist's order
MOV = 100  # [SEC 1, 3.1.1.2.1]


def order_of(E: Curve) -> tuple[int, int]:
    """n and h."""
    return (E.L, E.cofactor) if isinstance(E, EdwardsCurve) else (E.n, E.h)


def letters(E: Curve) -> tuple[str, str]:
    """What the curve's standard calls its base point and the order of that."""
    return ("B", "L") if isinstance(E, EdwardsCurve) else ("G", "n")


# ---------------------------------------------------------------- primes


def primes(E: Curve) -> Section:
    """The primes p and n."""
    section = Section("Primes")
    section.say(
        "A step of a proof names a curve modulo N, a point P on it, and m = N + 1 - t = s*q with [m]P = O, [s]P != O "
        "and q > (N^(1/4) + 1)^2. If a prime r <= sqrt(N) divided N, [s]P would have order q modulo r, more than a "
        "curve has points there: so N is prime if q is, of which the next step speaks. [Goldwasser, Kilian, 1986; "
        "Atkin, Morain, 1993] evidence/certificates.json has the numbers in full."
    )
    n, _ = order_of(E)
    for letter, N in (("p", E.p), (letters(E)[1], n)):
        section.let(letter, N)
        is_proved(section, letter, N)
    return section


def is_proved(section: Section, name: str, N: int) -> bool:
    """Check the shipped proof that N is prime, step by step."""
    rows = certificates().get(N)
    if rows is None:
        return section.check(f"{name} is prime: no certificate of it is shipped", holds=False)
    try:
        steps = prove(N, rows)
    except NotProved as error:
        return section.check(f"{name} is prime: {error}", holds=False)
    for number, step in enumerate(steps, 1):
        section.say(
            f"step {number}: N of {step.N.bit_length()} bits; P = ({_short(step.x)}, {_short(step.y)}) on "
            f"y^2 = x^3 + {_short(step.a)}*x + {_short(step.b)}; t = {_short(step.t)}, s = {_short(step.s)}, "
            f"q of {step.q.bit_length()} bits"
        )
    last = steps[-1].q
    return section.check(f"{name} is prime: {len(steps)} steps down to {last}, prime by trial division", holds=True)


def _short(x: int) -> str:
    """The number, or its first and last digits."""
    digits = str(x)
    return digits if len(digits) < 20 else f"{digits[:8]}..{digits[-4:]}"


# ---------------------------------------------------------------- the order of the group


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


# ---------------------------------------------------------------- the twist


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
