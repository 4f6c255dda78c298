"""The endomorphism of y^2 = x^3 + b, which halves the doublings of a scalar multiplication.

[Gallant, Lambert, Vanstone: Faster Point Multiplication on Elliptic Curves with Efficient Endomorphisms, 2001]
With beta^3 = 1 (mod p), phi(x, y) = (beta*x, y) maps the curve to itself, for x enters the equation as x^3 only. phi is
a homomorphism, the group has prime order n, so phi(P) = [lambda]P for one lambda, with lambda^3 = 1 (mod n). Hence

    [k]P = [k1]P + [k2]phi(P)   whenever   k = k1 + k2*lambda (mod n),

and k1, k2 of half of n's length exist for every k. All pairs (a, b) with a + b*lambda = 0 (mod n) make a lattice of
determinant n. Given a basis v1, v2 of short vectors, write (k, 0) = x1*v1 + x2*v2 with rational x1, x2, round both, and
take (k1, k2) = (k, 0) - round(x1)*v1 - round(x2)*v2. What is left is at most half of v1 plus half of v2:

    |k1| <= (|a1| + |a2|) / 2,   |k2| <= (|b1| + |b2|) / 2.

Euclid's algorithm on (n, lambda) gives remainders r = s*n + t*lambda, so every (r, -t) is in the lattice; those around
r = sqrt(n) are short, about sqrt(n), and two neighbours are a basis.
"""

from __future__ import annotations

from .frozen import Frozen


class Endomorphism(Frozen):
    """phi(x, y) = (beta*x, y) = [lambda](x, y) on a curve of prime order n, with a short basis of its lattice."""

    __slots__ = ("basis", "beta", "lambda_", "n")
    fields = ("beta", "lambda_", "n")
    beta: int
    lambda_: int
    n: int
    basis: tuple[tuple[int, int], tuple[int, int]]

    def __init__(self, beta: int, lambda_: int, n: int) -> None:
        self._set(beta=beta, lambda_=lambda_, n=n, basis=short_basis(lambda_, n))

    def split(self, k: int) -> tuple[int, int]:
        """(k1, k2) with k = k1 + k2*lambda (mod n), both of about half of n's length, of either sign."""
        (a1, b1), (a2, b2) = self.basis
        n = self.n
        k %= n
        c1 = (2 * b2 * k + n) // (2 * n)  # round(x1), x1 = b2*k / n
        c2 = (-2 * b1 * k + n) // (2 * n)  # round(x2), x2 = -b1*k / n
        return k - c1 * a1 - c2 * a2, -c1 * b1 - c2 * b2


def short_basis(lambda_: int, n: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """(a1, b1), (a2, b2) with a + b*lambda = 0 (mod n) and a1*b2 - a2*b1 = n."""
    r0, r1, t0, t1 = n, lambda_, 0, 1
    while r1 * r1 >= n:
        q = r0 // r1
        r0, r1, t0, t1 = r1, r0 - q * r1, t1, t0 - q * t1
    a1, b1, a2, b2 = r1, -t1, r0, -t0
    if a1 * b2 - a2 * b1 < 0:
        a2, b2 = -a2, -b2
    return (a1, b1), (a2, b2)
