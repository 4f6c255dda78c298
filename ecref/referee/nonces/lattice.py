"""The secret scalar out of signatures whose nonces share too many bits: the hidden number problem, by lattices.

Signature i says that k_i = a_i + t_i x modulo n (signed.py). Each hypothesis says that some multiple c of the nonces,
or of their differences, lies in a short interval: y_i = c k_i or c (k_i - k_0), with the same t_i but for a factor.
Then y - c a is a vector of the lattice of all (t_0 z, t_1 z, ...) modulo n, and y is what one near to c a leaves of it.

    short       y = k            the high bits are zero
    high        y = k_i - k_0    the high bits are the same, whatever they are
    low zero    y = k / 2^j      the low j bits are zero: k / 2^j is short
    low         y = (k_i - k_0) / 2^j    the low j bits are the same
    hidden      y = +-k or +-k / 2^j: the first and the third under a low s, which hides the sign of k

Of nonces in [0, 2^l) the middle 2^(l-1) is taken off, which is worth a bit of each; of a hidden sign it can't be. The
same reduced basis serves all j and l, so a key takes two reductions. A low s together with high or low bits that aren't
zero is out of reach here, since each nonce then has one of two values at random.

How far it reaches is measured in docs/nonces.md. [Boneh and Venkatesan, Hardness of computing the most significant bits
of secret keys, 1996; Howgrave-Graham and Smart, Lattice attacks on digital signature schemes, 2001]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.field import inverse

from .lll import Lattice
from .signed import is_secret_of, order, signs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref.formats.names import PublicKey

    from .lll import Vector
    from .signed import Equation

LEAST = 3  # signatures of a key, for differences have one less
MOST = 100
FIRST = 24  # signatures that show a strong bias in a tenth of the time

SHORT = "the high bits of the nonces are zero"
HIGH = "the high bits of the nonces are the same"
LOW_ZERO = "the low bits of the nonces are zero"
LOW = "the low bits of the nonces are the same"
HIDDEN = ", where a low s hides their signs"
HYPOTHESES = (SHORT, SHORT + HIDDEN, HIGH, LOW_ZERO, LOW_ZERO + HIDDEN, LOW)


class Weakness(NamedTuple):
    """The secret scalar, checked against the key, and what must hold of the nonces since they gave it away."""

    hypothesis: str
    signatures: int
    x: int


def search(key: PublicKey, equations: list[Equation]) -> Weakness | None:
    """The scalar, if one of HYPOTHESES holds of the nonces in these equations, and leads to it."""
    n = order(key)
    distinct = list({t % n: (a, t % n) for a, t in equations if t % n}.values())[:MOST]
    for count in dict.fromkeys((min(FIRST, len(distinct)), len(distinct))):
        if count >= LEAST:
            for hypothesis, x in _candidates(distinct[:count], n, hidden=len(signs(key)) > 1):
                if is_secret_of(key, x):
                    return Weakness(hypothesis, count, x)
    return None


def _candidates(equations: list[Equation], n: int, *, hidden: bool) -> Iterator[tuple[str, int]]:
    """Hypotheses, and the scalar that each leads to."""
    bits = n.bit_length()
    lows = range(1, bits // 2 + 1)
    nonces = _Coset(equations, n)
    for length in range(bits - 1, bits // 2 - 1, -1):
        yield SHORT, nonces.scalar(1, 1 << length - 1)
    if hidden:
        yield SHORT + HIDDEN, nonces.scalar(1, 0)
    for j in lows:
        c = inverse(1 << j, n)
        yield LOW_ZERO, nonces.scalar(c, n >> j + 1)
        if hidden:
            yield LOW_ZERO + HIDDEN, nonces.scalar(c, 0)
    (a0, t0), *others = equations
    differences = _Coset([((a - a0) % n, (t - t0) % n) for a, t in others], n)
    yield HIGH, differences.scalar(1, 0)
    for j in lows:
        yield LOW, differences.scalar(inverse(1 << j, n), 0)


class _Coset:
    """The vectors y with y_i = c (a_i + t_i x) modulo n, for every x; no t_i is 0."""

    def __init__(self, equations: list[Equation], n: int) -> None:
        self._n = n
        self._a: Vector = [a for a, _ in equations]
        (_, self._t0), *others = equations
        w = inverse(self._t0, n)
        first = [1, *(t * w % n for _, t in others)]
        moduli = [[n if i == j else 0 for j in range(len(first))] for i in range(1, len(first))]
        self._lattice = Lattice([first, *moduli])

    def scalar(self, c: int, middle: int) -> int:
        """The x of the vector that is nearest to (middle, middle, ...)."""
        y0 = middle + self._lattice.near([(c * a - middle) % self._n for a in self._a])[0]
        return (y0 * inverse(c, self._n) - self._a[0]) * inverse(self._t0, self._n) % self._n
