"""EdDSA's verification equation with half-size scalars: the same verdict for half the doublings.

    D = [S]B - R - [k]A      valid where D = O, or, with the cofactor, [h]D = O

The group has h*L points, so a scalar counts modulo h*L, and only one that is odd and no multiple of L is invertible
(h is a power of 2). Take c, d of half of h*L's length with d = c*k (mod h*L) and c odd. Then

    [c]D = [c*S]B - [c]R - [c*k]A = [c*S mod L]B - [c]R - [d]A,

and since c is invertible, D = O if and only if [c]D = O; [h]D = O if and only if [h][c]D = O. Both hold whatever the
orders of A and R are. Modulo L alone, d = c*k (mod L) leaves [c*k - d]A, a point of small order: harmless where the
cofactor clears it, but wrong without. An even c hides a D of even order.
[After Antipa et al., 2005; Pornin: Optimized Lattice Basis Reduction In Dimension 2, and Fast Schnorr and EdDSA
Signature Verification, 2020]
"""

from __future__ import annotations

from .recoding import half_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .edwards import EdwardsCurve, EdwardsPoint


def half_size_difference(E: EdwardsCurve, S: int, R: EdwardsPoint, k: int, A: EdwardsPoint) -> EdwardsPoint:
    """[c]([S]B - R - [k]A) for some invertible c, from two scalars of half the length and one of B's multiples."""
    c, d = half_size(k, E.L << E.c)
    return E.combination([(c * S % E.L, E.B), (-c, R), (-d, A)])
