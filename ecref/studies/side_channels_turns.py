"""Operations timed by turns: what slows the machine for a while slows them all, and leaves their differences."""

from __future__ import annotations

from itertools import cycle
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from ecref.measure import processor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ecref.measure.operations import Call
    from ecref.measure.unit import Unit


class Timed(NamedTuple):
    """M of each operation in each round, and the seconds of M."""

    rounds: list[list[float]]
    units: list[float]


def by_turns(
    operations: Sequence[Sequence[Call]],
    rounds: int,
    count: int,
    unit: Unit,
    clock: Callable[[], float] = processor.seconds,
) -> Timed:
    """Time so many calls of each operation in every round, an operation after the other.

    A round's figure is the median of the calls' times, by M just before. Each operation goes first as often as the
    others; its calls are taken in turn. A first round warms up.
    """
    endless = [cycle(calls) for calls in operations]
    found = Timed([[] for _ in operations], [])
    for number in range(rounds + 1):
        M = unit.seconds()
        times: list[list[float]] = [[] for _ in operations]
        for first in range(count):
            for turn in range(first, first + len(operations)):
                which = turn % len(operations)
                call = next(endless[which])
                start = clock()
                call()
                times[which].append(clock() - start)
        if number:
            found.units.append(M)
            for figures, seconds in zip(found.rounds, times, strict=True):
                figures.append(median(seconds) / M)
    return found
