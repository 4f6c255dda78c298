"""What chance decides in a case: numbers that follow from (seed, index), kept so that a finding can be shrunk.

A maker of cases asks for numbers below a bound, the smaller the simpler. The numbers are noted down; the same maker
given smaller ones makes a simpler case, whole and consistent: a shorter message comes with its own signature.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    T = TypeVar("T")

MESSAGE, CONTEXT, SCALAR, CHOICE = "message", "context", "scalar", "choice"
ORDER = (MESSAGE, CONTEXT, SCALAR, CHOICE)  # in which they are shrunk
LENGTHS = (0, 1, 2, 3, 16, 31, 32, 33, 55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 135, 136, 137, 255, 256, 1023)


class Drawn(NamedTuple):
    """One number, and what it is for."""

    purpose: str
    number: int


class Draw:
    """Numbers for one case: from (seed, index), or given, where those that are missing are 0.

    rounds   how often every maker has been asked before: `turn` goes through its options by it
    """

    def __init__(self, seed: int, index: int, rounds: int = 0, given: Sequence[int] | None = None) -> None:
        self._label = f"ecref crosscheck/{seed}/{index}"
        self._rounds = rounds
        self._given = given
        self.drawn: list[Drawn] = []

    def below(self, bound: int, purpose: str = CHOICE) -> int:
        """A number in range(bound)."""
        octets = (bound.bit_length() + 7) // 8 + 8  # 64 bits more than needed: the remainder is as good as uniform
        label = f"{self._label}/{len(self.drawn)}".encode()
        return self._noted(int.from_bytes(hashlib.shake_128(label).digest(octets), "big") % bound, bound, purpose)

    def choose(self, options: Sequence[T], purpose: str = CHOICE) -> T:
        """One of the options, the simplest of which comes first."""
        return options[self.below(len(options), purpose)]

    def turn(self, options: Sequence[T]) -> T:
        """The option whose turn it is: so many rounds see each of them, and of several turns each combination."""
        self._rounds, place = divmod(self._rounds, len(options))
        return options[self._noted(place, len(options), CHOICE)]

    def octets(self, length: int, purpose: str = CHOICE) -> bytes:
        """So many octets; zeros where the number behind them is 0."""
        number = self.below(1 << 64, purpose)
        return hashlib.shake_128(number.to_bytes(8, "big")).digest(length) if number else bytes(length)

    def message(self) -> bytes:
        """A message: often of a length at which a hash begins another block."""
        return self.octets(self.choose(LENGTHS, MESSAGE), MESSAGE)

    def scalar(self, n: int) -> int:
        """Any of 1 ... n - 1, all as likely."""
        return 1 + self.below(n - 1, SCALAR)

    def edge(self, n: int) -> int:
        """One of 1 ... n - 1 where scalar multiplication goes wrong: small, near n or n/2, one bit, runs, digits."""
        form = self.below(6, SCALAR)
        small = self.below(16, SCALAR)
        place = self.below(n.bit_length() - 1, SCALAR)
        if form == 0:
            return 1 + small
        if form == 1:
            return n - 1 - small
        if form == 2:
            return n // 2 + 8 - small
        if form == 3:
            return 1 << place
        if form == 4:
            return ((1 << n.bit_length()) - (1 << place)) % n or 1
        width = 2 + small % 8  # of a window: the same digit in every place
        digit = 1 + self.below((1 << width) - 1, SCALAR)
        return sum(digit << i for i in range(0, n.bit_length(), width)) % n or 1

    def _noted(self, number: int, bound: int, purpose: str) -> int:
        """The number, or the one that is given in its place."""
        if self._given is not None:
            place = len(self.drawn)
            number = min(self._given[place], bound - 1) if place < len(self._given) else 0
        self.drawn.append(Drawn(purpose, number))
        return number
