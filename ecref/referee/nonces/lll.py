"""Lattices: the reduction of Lenstra, Lenstra and Lovasz, and the nearest vector that it finds.

A basis b_1 ... b_d has the orthogonal vectors b*_i = b_i - sum mu_ij b*_j (j < i). It is reduced when every |mu_ij| is
at most 1/2 and no |b*_i|^2 is much below |b*_(i-1)|^2 (Lovasz's condition). Then the first vectors are short, and
taking multiples of the basis off a vector, the last first, leaves a short one: Babai's nearest plane.

The vectors are integers, and exact. What decides which multiples to take off are floats, whose faults a second round
sees and mends, as each starts from the integers anew [Schnorr and Euchner, Lattice basis reduction, 1994, section 3].
So the lattice always stays the same; at worst its basis is reduced less. Nothing is believed of what is found here: who
finds a key by it checks the key.

    b      the basis, row by row; f the same in floats
    mu     mu_ij, j < i
    r      r_ij = <b_i, b*_j> = mu_ij |b*_j|^2, j < i; r_ii = |b*_i|^2
"""

from __future__ import annotations

from operator import mul
from typing import Any, TypeAlias

Vector: TypeAlias = list[int]

DELTA = 0.99  # of Lovasz's condition: near 1 the vectors get shorter
ETA = 0.501  # in place of 1/2, since floats would turn about it without end
MOST_ROUNDS = 40  # of size reduction of one vector; each takes off the leading 40 bits or so of its coefficients
STEPS = 16  # a bit of the entries and a dimension; a reduction takes about 2.5


class Lattice:
    """The lattice that integer vectors span, with its reduced basis. Entries have at most 500 bits, for floats."""

    def __init__(self, basis: list[Vector]) -> None:
        self.b = [list(vector) for vector in basis]
        d = len(basis)
        self._f = [list(map(float, vector)) for vector in basis]
        self._mu = [[0.0] * d for _ in basis]
        self._r = [[0.0] * d for _ in basis]
        self._reduce()

    def near(self, v: Vector) -> Vector:
        """v minus a vector of the lattice near it. [Babai, 1986]"""
        return self._size_reduced(v, len(self.b))[0]

    def _reduce(self) -> None:
        d = len(self.b)
        left = STEPS * d * max(abs(x).bit_length() for vector in self.b for x in vector)
        moved: tuple[list[Any], ...] = self.b, self._f, self._mu, self._r
        k = 0
        while k < d and left:
            left -= 1
            self.b[k], self._f[k], self._mu[k], self._r[k], norms = self._projected(k)
            place = k  # the first at which it has a smaller |b*|^2 than the vector there
            while place and norms[place - 1] < DELTA * self._r[place - 1][place - 1]:
                place -= 1
            for rows in moved:
                rows.insert(place, rows.pop(k))
            self._r[place][place] = norms[place]
            k = place + 1
        for i in range(k, d):  # what the limit leaves unreduced gets what `near` needs; |b*|^2 may be lost in noise
            self.b[i], self._f[i], self._mu[i], self._r[i], norms = self._projected(i)
            self._r[i][i] = max(norms[i], 1.0)

    def _projected(self, k: int) -> tuple[Vector, list[float], list[float], list[float], list[float]]:
        """b_k, size-reduced, with its f, mu and r; and the squared norms of b_k without its parts along b*_j, j < i."""
        v, f, mu, r = self._size_reduced(self.b[k], k)
        norms = [sum(map(mul, f, f))]
        for m, x in zip(mu, r, strict=True):
            norms.append(norms[-1] - m * x)
        pad = [0.0] * (len(self.b) - k)
        return v, f, mu + pad, r + pad, norms

    def _size_reduced(self, v: Vector, k: int) -> tuple[Vector, list[float], list[float], list[float]]:
        """v minus multiples of the first k vectors, and its f, mu and r against them."""
        for _ in range(MOST_ROUNDS):
            f = list(map(float, v))
            mu, r = self._coefficients(f, k)
            multiples = self._multiples(mu)
            if not any(multiples):
                break
            for x, vector in zip(multiples, self.b, strict=False):
                if x:
                    v = [a - x * c for a, c in zip(v, vector, strict=True)]
        return v, f, mu, r

    def _coefficients(self, f: list[float], k: int) -> tuple[list[float], list[float]]:
        """mu_j and r_j, j < k, of a vector: Gram and Schmidt's, in the order of Cholesky's."""
        mu: list[float] = []
        r: list[float] = []
        for j in range(k):
            x = sum(map(mul, f, self._f[j])) - sum(map(mul, r, self._mu[j]))
            r.append(x)
            mu.append(x / self._r[j][j])
        return mu, r

    def _multiples(self, mu: list[float]) -> list[int]:
        """What to take off of each vector, the last first, since each has parts along those before it."""
        left = list(mu)
        multiples = [0] * len(mu)
        for j in reversed(range(len(mu))):
            if abs(left[j]) > ETA:
                x = multiples[j] = round(left[j])
                left[:j] = [m - x * c for m, c in zip(left[:j], self._mu[j], strict=False)]
        return multiples
