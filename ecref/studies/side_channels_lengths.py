"""How long a signature takes by how many bits its nonce lacks."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from ecref.measure import processor
from ecref.measure.sampling import spread

from .interval import Interval
from .regression import slope
from .side_channels_turns import by_turns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ecref.measure.unit import Unit

    from .side_channels_signers import Signer

MISSING = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128)
FEW = (0, 16, 32, 64, 96, 128)
NONCES = 256  # of each length


@dataclass(frozen=True)
class ByLength:
    """What signatures with nonces of each length took.

    rounds       M, by missing bits, in each round
    additions    by missing bits (all of MISSING), counted, in the mean of the nonces; empty without a table
    unrest       how far M's quartiles lay apart, by its median
    """

    rounds: dict[int, list[float]]
    additions: dict[int, float]
    unrest: float = 0.0

    def mean(self, missing: int) -> Interval:
        """M of a signature."""
        return Interval.of(self.rounds[missing])

    def saved(self, missing: int) -> Interval:
        """What nonces that lack these bits save, in per cent of the time at full length."""
        pairs = zip(self.rounds[0], self.rounds[missing], strict=True)
        return Interval.of([100 * (full - short) / full for full, short in pairs])

    def slope(self) -> Interval:
        """M for each bit of the nonce: the slope of every round's own line."""
        lengths = [-missing for missing in self.rounds]
        lines = zip(*self.rounds.values(), strict=True)
        return Interval.of([slope(dict(zip(lengths, line, strict=True))) for line in lines])

    def first_step(self) -> int:
        """How many bits a nonce must lack to save an addition with its table: over half of one in the mean."""
        return min(missing for missing, count in self.additions.items() if count < self.additions[0] - 0.5)


def time_lengths(
    signer: Signer,
    missing: Sequence[int],
    rounds: int,
    count: int,
    unit: Unit,
    clock: Callable[[], float] = processor.seconds,
) -> ByLength:
    """Time so many signatures of each of these lengths in every round, by turns, and count their additions."""
    calls = [[signer.sign(k) for k in nonces(signer, bits)] for bits in missing]
    timed = by_turns(calls, rounds, count, unit, clock)
    return ByLength(dict(zip(missing, timed.rounds, strict=True)), additions(signer), spread(timed.units))


def nonces(signer: Signer, missing: int) -> list[int]:
    """The nonces of a length."""
    return [signer.nonce(missing, number) for number in range(NONCES)]


def additions(signer: Signer) -> dict[int, float]:
    """How many additions each length takes, in the mean."""
    count = signer.additions
    return {} if count is None else {missing: fmean(map(count, nonces(signer, missing))) for missing in MISSING}
