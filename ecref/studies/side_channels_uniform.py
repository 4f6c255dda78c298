"""What an onlooker has: signatures with nonces drawn from all, each timed by itself, once or several times.

Whoever can have the same message signed again, where the nonce follows from it (RFC 6979, EdDSA), can take the median.
A time counts as a multiple of the median of those around it, so that whatever slows the machine for a while goes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from ecref.measure import processor

from .interval import Interval
from .regression import rank_correlation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ecref.measure.operations import Call

    from .side_channels_signers import Signer

BLOCK = 64  # signatures whose median counts
FASTEST = 32  # one in so many is looked at


@dataclass(frozen=True)
class Uniform:
    """Signatures, each made several times.

    missing      the bits that each nonce lacks
    additions    how many each takes
    times        of each: the time of every round, by the median of those around it
    """

    missing: list[int]
    additions: list[int]
    times: list[list[float]]

    @property
    def repeats(self) -> int:
        """How often each was made."""
        return len(self.times[0])

    def correlation(self, repeats: int) -> Interval:
        """Of the nonce's length with the median of so many times, by ranks."""
        return rank_correlation([-bits for bits in self.missing], self._medians(repeats))

    def correlation_of_additions(self) -> Interval:
        """... with the number of additions: what a clock without any fault would see of them."""
        return rank_correlation([-bits for bits in self.missing], self.additions)

    def of_all(self) -> Interval:
        """Bits that a nonce lacks, in the mean."""
        return Interval.of(self.missing)

    def of_fastest(self, repeats: int) -> Interval:
        """... that the nonces of the fastest 1/FASTEST lack, by the median of so many times."""
        order = sorted(zip(self._medians(repeats), self.missing, strict=True))
        return Interval.of([bits for _, bits in order[: max(1, len(order) // FASTEST)]])

    def _medians(self, repeats: int) -> list[float]:
        return [median(times[:repeats]) for times in self.times]


def time_uniform(
    signer: Signer, count: int, repeats: int, clock: Callable[[], float] = processor.seconds
) -> Uniform:
    """Make so many signatures so often each, with a table."""
    assert signer.additions is not None
    nonces = [signer.uniform_nonce(number) for number in range(count)]
    times = time_each([signer.sign(k) for k in nonces], repeats, clock)
    return Uniform([signer.missing(k) for k in nonces], [signer.additions(k) for k in nonces], times)


def time_each(calls: Sequence[Call], repeats: int, clock: Callable[[], float]) -> list[list[float]]:
    """The time of each call, once in each of so many rounds over all calls."""
    found: list[list[float]] = [[] for _ in calls]
    for _ in range(repeats):
        for start in range(0, len(calls), BLOCK):
            seconds = []
            for call in calls[start : start + BLOCK]:
                before = clock()
                call()
                seconds.append(clock() - before)
            usual = median(seconds)
            for times, each in zip(found[start:], seconds, strict=False):
                times.append(each / usual)
    return found
