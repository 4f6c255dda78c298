"""[k]P on bare coordinates: Straus' sum of multiples, and a comb for one point and many scalars.

The ways of scalarmult.py, made fast: signed digits (recoding.py), tables of prepared entries, and no object for an
intermediate point. A reader may start at Curve, which chooses the way.

    E       the curve, which gives the arithmetic on coordinates
    Q, P    points as tuples of projective coordinates; an entry is what E.prepare makes of one
    k, d    scalar and digit
    w       the width of a digit in bits
    m       a number with [m]P = O: the order of P or a multiple of it
"""

from __future__ import annotations

from .frozen import Frozen
from .recoding import places, signed_digits, wnaf
from .scalarmult import Point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Protocol, TypeAlias, TypeVar

    from typing_extensions import Self

    PP = TypeVar("PP", bound="ProjectivePoint")
    Coordinates: TypeAlias = Any  # a tuple of the curve's own
    Entry: TypeAlias = Any

    Steps: TypeAlias = list[tuple[list[Entry], int]]  # of a chain: what to add, and how often to double then

    class Multiplier(Protocol):
        """What makes the multiples of one point from a table."""

        def entries(self, k: int) -> list[Entry] | None:
            """What adds up to [k]P, for any k; None where there is no table yet."""


MANY = 120  # terms from which on buckets are faster than a table for each: 60 signatures of as many keys
WIDTH = 5  # of the digits for a point that is multiplied once: 8 odd multiples


class ProjectivePoint(Point):
    """A point in projective coordinates; `comb` makes its multiples, if it has a table."""

    __slots__ = ("comb", "coordinates")
    coordinates: Coordinates
    comb: Multiplier | None

    def __init__(self, curve: Curve, coordinates: Coordinates, comb: Multiplier | None = None) -> None:
        object.__setattr__(self, "curve", curve)
        object.__setattr__(self, "coordinates", coordinates)
        object.__setattr__(self, "comb", comb)

    def __add__(self, other: Self) -> Self:
        if not self.shares_curve(other):
            return NotImplemented
        return type(self)(self.curve, self.curve.add(self.coordinates, other.coordinates))

    def double(self) -> Self:
        """P + P."""
        return type(self)(self.curve, self.curve.chain([([], 1)], self.coordinates))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.curve, self.coordinates)

    def __repr__(self) -> str:
        return f"<{self.encode().hex()} on {self.curve.name}>"


class Curve(Frozen):
    """The ways of multiplication, over the arithmetic on coordinates that a subclass gives.

    O                              the identity
    add(Q, P)                      Q + P
    prepare(points)                the points' entries, which a chain adds; None for an O that it needn't
    prepare_normalized(points)     the same with Z = 1: an inversion for all of them, and each is cheaper to add
    negative(e)                    the entry of -P, where e is that of P
    chain(steps, Q)                for each step (entries, times): those are added to Q, which is then doubled so often
    """

    __slots__ = ("name",)
    name: str
    point_class: Any
    O: Coordinates
    add: Any
    prepare: Any
    prepare_normalized: Any
    negative: Any
    chain: Any

    def multiply(self, k: int, P: PP) -> PP:
        """[k]P."""
        return self.combination([(k, P)])

    def combination(self, terms: Iterable[tuple[int, PP]]) -> PP:
        """sum [k]P over the terms (k, P).

        Points without a table share one chain of doublings, or if they are many, Pippenger's buckets. The multiples of
        those with a comb are added to what comes of that.
        """
        plain, combed = [], []
        for k, P in terms:
            entries = P.comb.entries(k) if P.comb is not None else None
            if entries is None:
                plain.append((k, P.coordinates))
            else:
                combed += entries
        if len(plain) < MANY:
            tables = [pair for k, P in plain for pair in self.split(k, P)]
            Q = self.chain([*straus(self, tables), (combed, 0)], self.O)
        else:
            Q = self.chain([(combed, 0)], pippenger(self, plain))
        return self.point_class(self, Q)  # type: ignore[no-any-return]

    def with_table(self, P: PP, m: int, w: int) -> PP:
        """P with a comb of w-bit digits, [m]P = O; P itself if it has one."""
        return P if P.comb is not None else type(P)(self, P.coordinates, Comb(self, P.coordinates, m, w))

    def split(self, k: int, P: Coordinates) -> list[tuple[int, list[Entry]]]:
        """[k]P as a sum of multiples: pairs of a scalar and a point's odd multiples."""
        return [(k, odd_multiples(self, P))]

    def progression(self, P: Coordinates, D: Coordinates, n: int) -> list[Coordinates]:
        """The arithmetic progression P, P + D, P + [2]D ..: n points."""
        points = [P]
        while len(points) < n:
            points.append(self.add(points[-1], D))
        return points


def odd_multiples(E: Curve, P: Coordinates) -> list[Entry]:
    """The entries of P, 3P, 5P, ... [2^(w-1) - 1]P: all that a NAF of width w = WIDTH asks for."""
    twice = E.chain([([], 1)], P)
    entries: list[Entry] = E.prepare(E.progression(P, twice, 1 << WIDTH - 2))
    return entries


def straus(E: Curve, terms: Iterable[tuple[int, list[Entry]]]) -> Steps:
    """Steps that make sum [k]P over terms of k and P's odd multiples, with one chain of doublings. [Straus, 1964]

    A term costs an addition for each w + 1 bits of its scalar; the doublings are those of the longest scalar.
    """
    added: dict[int, list[Entry]] = {}
    for k, table in terms:
        signed = table + [entry and E.negative(entry) for entry in reversed(table)]
        for i, d in wnaf(k, WIDTH):
            entry = signed[d >> 1]  # d = 1, 3, 5 .. is at 0, 1, 2 .. and d = -1, -3 .. at -1, -2 ..
            if entry is not None:
                added.setdefault(i, []).append(entry)
    positions = sorted(added, reverse=True)  # after each, doublings down to the next, and at last to 0
    return [(added[i], i - below) for i, below in zip(positions, [*positions, 0][1:], strict=True)]


def pippenger(E: Curve, terms: list[tuple[int, Coordinates]]) -> Coordinates:
    """sum [k]P over many terms of k and P's coordinates, with no table for any. [Pippenger, 1976]

    For each place of w bits, the points whose digit is d (or -d) are added up (or subtracted) in the d-th bucket, and
    sum d*bucket_d is the sum of all sums from a bucket upwards. A term costs an addition for each digit, and the
    2^(w-1) buckets two additions each.
    """
    w = max(2, len(terms).bit_length() - 3)
    entries = E.prepare([P for _, P in terms])
    numbers = []
    for (k, _), entry in zip(terms, entries, strict=True):
        if entry is None:
            continue
        digits = signed_digits(abs(k), w, k.bit_length())
        numbers.append((entry, [-d for d in digits] if k < 0 else digits))
    Q = E.O
    for i in reversed(range(max((len(digits) for _, digits in numbers), default=0))):
        buckets: list[list[Entry]] = [[] for _ in range((1 << w - 1) + 1)]
        for entry, digits in numbers:
            d = digits[i] if i < len(digits) else 0
            if d > 0:
                buckets[d].append(entry)
            elif d < 0:
                buckets[-d].append(E.negative(entry))
        upwards = [E.O]
        for bucket in buckets[:0:-1]:
            upwards.append(E.chain([(bucket, 0)], upwards[-1]))
        sums = [entry for entry in E.prepare(upwards[1:]) if entry is not None]
        Q = E.chain([([], w), (sums, 0)], Q)
    return Q


class Comb:
    """[k]P for one P and many k, by additions alone.

        k = sum d_i * 2^(w*i)   gives   [k]P = sum [d_i][2^(w*i)]P,   [1] .. [2^(w-1)] of each from a row of a table

    With signed digits a row has half as many entries: -P costs nothing. An addition for w bits of m.
    """

    __slots__ = ("_curve", "_m", "_rows", "_w")

    def __init__(self, E: Curve, P: Coordinates, m: int, w: int) -> None:
        """A table of places(bits of m, w) rows of 2^(w-1) entries."""
        self._curve, self._m, self._w = E, m, w
        bases = [P]
        while len(bases) < places(m.bit_length(), w):
            bases.append(E.chain([([], w)], bases[-1]))
        points = []
        for base, entry in zip(bases, E.prepare_normalized(bases), strict=True):
            points.append(base)
            for _ in range((1 << w - 1) - 1):
                points.append(E.chain([([entry] if entry else [], 0)], points[-1]))
        entries = E.prepare_normalized(points)
        self._rows = [entries[i : i + (1 << w - 1)] for i in range(0, len(entries), 1 << w - 1)]

    def entries(self, k: int) -> list[Entry]:
        """What adds up to [k]P, for any k."""
        negative = self._curve.negative
        digits = signed_digits(k % self._m, self._w, self._m.bit_length())
        chosen = ((row[abs(d) - 1], d) for row, d in zip(self._rows, digits, strict=True) if d != 0)
        return [entry if d > 0 else negative(entry) for entry, d in chosen if entry is not None]


class GrowingComb:
    """A comb for a curve's base point that grows with use.

    A process that signs once should not pay for a table, one that signs often should not go without. The first
    multiplications have none, then comes a small comb (w = 4), then a large one. Each is published by one
    assignment: a thread sees the old or the new.
    """

    __slots__ = ("_comb", "_curve", "_m", "_point", "_uses", "_w")

    SMALL, LARGE = 4, 300  # the number of the multiplication that makes the comb

    def __init__(self, E: Curve, P: Coordinates, m: int, w: int) -> None:
        """w is the width of the large comb's digits."""
        self._curve, self._point, self._m, self._w = E, P, m, w
        self._uses = 0
        self._comb: Comb | None = None

    def entries(self, k: int) -> list[Entry] | None:
        """What adds up to [k]P, for any k; None as long as there is no comb."""
        uses = self._uses = self._uses + 1  # a local copy: no other thread makes it skip a value
        if uses in (self.SMALL, self.LARGE):
            w = 4 if uses == self.SMALL else self._w
            comb = Comb(self._curve, self._point, self._m, w)
            if uses == self.LARGE or self._uses < self.LARGE:  # a small one may come late
                self._comb = comb
        return None if self._comb is None else self._comb.entries(k)
