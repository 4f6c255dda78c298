"""[k]P: the definition, and the idea behind every faster way, over any group.

Nothing here knows a curve. A point needs `+`, unary `-`, `double()`, `is_identity()`, and a curve that holds
the identity; subtraction and multiples follow from these. A scheme writes `k * P` and never learns which way
was taken: that is the choice of the point's curve (`multiply`), and the fast ones are in multiples.py.

    P, Q       points
    O          the identity
    k          a scalar, any int;  [k]P = P + ... + P, k times, and [-k]P = [k](-P)
"""

from __future__ import annotations

from .frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import Self

    P_ = TypeVar("P_", bound="Point")


class Point(Frozen):
    """A group element. Subclasses give the law of the group; what follows from it stands here."""

    __slots__ = ("curve",)
    curve: Any

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

    def has_x(self, r: int, n: int) -> bool:
        """Whether x mod n = r."""
        return self.affine()[0] % n == r

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
        return self.curve.identity  # type: ignore[no-any-return]

    def __sub__(self, other: Self) -> Self:
        return self + -other

    def __rmul__(self, k: int) -> Self:
        if not hasattr(k, "__index__"):
            return NotImplemented
        return self.curve.multiply(k, self)  # type: ignore[no-any-return]

    __mul__ = __rmul__

    def __hash__(self) -> int:
        return hash(self.encode())


def double_and_add(k: int, P: P_) -> P_:
    """[k]P by the definition: k = 2q + b gives [k]P = [q]P + [q]P + [b]P. [RFC 8032, 5.1.4 and 5.2.4; SEC 1, 2.2.1]

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
