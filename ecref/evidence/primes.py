"""The primes p and n of a curve, by the proofs that are shipped, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .certificates import certificates
from .derivation import Section
from .order import letters, order_of
from .primality import NotProved, prove

if TYPE_CHECKING:
    from .order import Curve


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
