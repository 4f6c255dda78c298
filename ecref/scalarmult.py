"""[k]P: the definition, then faster ways, over any group.

Nothing here knows a curve. A point needs `+`, unary `-`, `double()`, `is_identity()`, and a curve that holds
the identity; subtraction and multiples follow from these. A scheme writes `k * P` and never learns which way
was taken: that is the choice of the point's curve (`multiply`).

    P, Q, B    points; B is a base point, the same for many scalars
    O          the identity
    k          a scalar, any int;  [k]P = P + ... + P, k times, and [-k]P = [k](-P)
"""

from __future__ import annotations

from .frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypeVar

    from typing_extensions import Self

    P_ = TypeVar("P_", bound="Point")

    class Curve(Protocol):
        """What a point asks of its curve."""

        @property
        def identity(self) -> Point:
            """O."""

        def multiply(self, k: int, P: P_) -> P_:
            """[k]P."""


class Point(Frozen):
    """A group element. Subclasses give the law of the group; what follows from it stands here."""

    __slots__ = ("curve",)
    curve: Curve

    def __add__(self, other: Self) -> Self:
        """P + Q."""
        raise NotImplementedError

    def __neg__(self) -> Self:
        """-P, so that P + -P = O."""
        raise NotImplementedError

    def double(self) -> Self:
        """P + P."""
        raise NotImplementedError

    def is_identity(self) -> bool:
        """Whether P = O."""
        raise NotImplementedError

    def affine(self) -> tuple[int, int]:
        """The coordinates (x, y)."""
        raise NotImplementedError

    def encode(self) -> bytes:
        """The point as octets, in the curve's standard form."""
        raise NotImplementedError

    def shares_curve(self, other: object) -> bool:
        """Whether other is a point that can be added to this one; TypeError for a point of another curve."""
        if type(other) is not type(self):
            return False
        if other.curve is not self.curve and other.curve != self.curve:
            raise TypeError("points of different curves have no sum")
        return True

    def zero(self) -> Self:
        """O, as a point of the same curve."""
        return self.curve.identity  # type: ignore[return-value]  # a curve's points are of one class

    def __sub__(self, other: Self) -> Self:
        return self + -other

    def __rmul__(self, k: int) -> Self:
        if not isinstance(k, int):
            return NotImplemented
        return self.curve.multiply(k, self)

    __mul__ = __rmul__

    def __hash__(self) -> int:
        return hash(self.encode())


def double_and_add(k: int, P: P_) -> P_:
    """[k]P by the definition: k = 2q + b gives [k]P = [q]P + [q]P + [b]P. [RFC 8032, 5.1.4; SEC 1, 2.2.1]

    One doubling for each bit of k and an addition for each 1.
    """
    if k < 0:
        return double_and_add(-k, -P)
    Q = P.zero()
    for bit in f"{k:b}":
        Q = Q.double()
        if bit == "1":
            Q = Q + P
    return Q


def window(k: int, P: P_) -> P_:
    """[k]P by four bits at a time.

        k = 16q + d   gives   [k]P = [16][q]P + [d]P,   [d]P from a table of the first 16 multiples

    As many doublings as double-and-add, but an addition for four bits in place of one for two; 14 for the table.
    """
    if k < 0:
        return window(-k, -P)
    table = [P.zero(), P]
    while len(table) < 16:
        table.append(table[-1] + P)
    Q = table[0]
    for digit in f"{k:x}":
        Q = Q.double().double().double().double() + table[int(digit, 16)]
    return Q


class FixedBase:
    """[k]B for one B and many k, by additions alone.

        k = sum d_i 16^i   gives   [k]B = sum [d_i][16^i]B = sum table[i][d_i]

    The table holds 16 points for each four bits of k. The first multiplication makes it.
    """

    __slots__ = ("_table", "base", "bits")

    def __init__(self, base: Point, bits: int) -> None:
        self.base = base
        self.bits = bits
        self._table: list[list[Point]] | None = None

    def multiply(self, k: int) -> Point:
        """[k]B for 0 <= k < 2^bits; ValueError for other k."""
        if k < 0 or k.bit_length() > self.bits:
            raise ValueError("scalar is negative or wider than the table")
        if self._table is None:
            self._table = self._rows()
        Q = self.base.zero()
        for i, row in enumerate(self._table):
            Q = Q + row[k >> 4 * i & 15]
        return Q

    def _rows(self) -> list[list[Point]]:
        table = []
        B = self.base
        for _ in range(0, self.bits, 4):
            row = [B.zero()]
            while len(row) < 16:
                row.append(row[-1] + B)  # row[d] = [d]B
            table.append(row)
            B = row[15] + B  # the next row counts in [16]B
        return table
