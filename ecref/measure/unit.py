"""The unit M, and what other arithmetic costs beside it.

A machine's clock wanders, so a time says little; a multiple of M, taken a moment before, holds.
"""

from __future__ import annotations

from hashlib import shake_256
from itertools import repeat
from statistics import median
from typing import TYPE_CHECKING

from . import processor

if TYPE_CHECKING:
    from collections.abc import Callable

PAIRS = 20  # of operands: what `%` costs depends on them, by a tenth modulo P-256's p
LOOPS = 1000  # so that asking for the time costs little; a turn of the loop counts, as it does in timeit
BURSTS = 5


class Unit:
    """M of the field modulo p, with operands of full size."""

    def __init__(self, p: int, clock: Callable[[], float] = processor.seconds) -> None:
        self._clock = clock
        self.p = int(p)
        size = self.p.bit_length() // 8 + 8
        octets = shake_256(b"operands").digest(2 * PAIRS * size)
        numbers = [int.from_bytes(octets[i : i + size], "big") % self.p for i in range(0, len(octets), size)]
        self.pairs = list(zip(numbers[::2], numbers[1::2], strict=True))

    def seconds(self) -> float:
        """Seconds of one M now: the median of a few short bursts, about a millisecond together."""
        return median(self._burst() for _ in range(BURSTS))

    def _burst(self) -> float:
        p = self.p
        start = self._clock()
        for a, b in self.pairs:
            for _ in repeat(None, LOOPS // PAIRS):
                a * b % p
        return (self._clock() - start) / LOOPS

    def cost(self, call: Callable[[], object], count: int) -> float:
        """What a call costs, in M: the median of interleaved bursts of `count` calls."""
        ratios = []
        for _ in range(BURSTS):
            M = self._burst()
            start = self._clock()
            for _ in repeat(None, count):
                call()
            ratios.append((self._clock() - start) / count / M)
        return median(ratios)

    def square(self) -> float:
        """What `a * a % p` costs, in M."""
        p = self.p
        ratios = []
        for _ in range(BURSTS):
            M = self._burst()
            start = self._clock()
            for a, _ in self.pairs:
                for _ in repeat(None, LOOPS // PAIRS):
                    a * a % p
            ratios.append((self._clock() - start) / LOOPS / M)
        return median(ratios)
