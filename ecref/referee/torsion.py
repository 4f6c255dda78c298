"""The points whose order divides the cofactor, and every way to write a point down.

The octets of y + p, y + 2p, ... name the same y to a reader that reduces modulo p, the size of the field.

    T    a point of order h; its multiples are all h points of small order
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import InvalidPoint

if TYPE_CHECKING:
    from ecref.edwards import EdwardsCurve, EdwardsPoint


def small_order_points(E: EdwardsCurve) -> list[EdwardsPoint]:
    """O, T, [2]T, ... [h-1]T."""
    y = 2
    while True:
        try:
            T = E.L * E.decode(y.to_bytes(E.size, "little"))
        except InvalidPoint:
            pass
        else:
            multiples = [i * T for i in range(E.cofactor)]
            if not any(P.is_identity() for P in multiples[1:]):
                return multiples
        y += 1


def encodings(E: EdwardsCurve, P: EdwardsPoint) -> list[bytes]:
    """The octets that decode to P where y counts modulo p and the sign of x = 0 is dropped.

    The canonical one first; then y + p; then, on a field with room for many, the greatest y + mp.
    """
    x, y = P.affine()
    room = (1 << 8 * E.size - 1) - 1 - y
    multiples = sorted({0, min(1, room // E.p), room // E.p})
    signs = [x & 1] if x else [0, 1]
    return [write(E, y + m * E.p, sign) for m in multiples for sign in signs]


def write(E: EdwardsCurve, y: int, sign: int) -> bytes:
    """The octets of a y, in range or not, with the sign of x above it."""
    return (y | sign << 8 * E.size - 1).to_bytes(E.size, "little")
