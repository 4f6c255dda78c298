"""The counted floor: what an operation's arithmetic alone would cost, in M."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ecref.hashes import Hash

    from .counting import Counts
    from .unit import Unit


class Costs:
    """What each counted thing costs in M, measured when it is first asked for, in the field of a unit."""

    def __init__(self, unit: Unit, hash: Hash) -> None:
        (a, _), p = unit.pairs[0], unit.p
        self._unit = unit
        self._hash = hash
        self._digests: dict[int, float] = {}
        self.S = unit.square()
        self.inversion = unit.cost(lambda: pow(a, -1, p), 20)
        self.exponentiation = unit.cost(lambda: pow(a, p >> 2, p), 4)

    def digest(self, octets: int) -> float:
        """One hash of so many octets."""
        if octets not in self._digests:
            data = bytes(octets)
            self._digests[octets] = self._unit.cost(lambda: self._hash.digest(data), 100)
        return self._digests[octets]

    def floor(self, counts: Counts) -> float:
        """The floor of what was counted; each hash is taken as one of the mean length."""
        total = counts.M + self.S * counts.S + self.inversion * counts.inversions
        total += self.exponentiation * counts.exponentiations
        if counts.hashes:
            total += counts.hashes * self.digest(round(counts.hashed_octets / counts.hashes))
        return total
