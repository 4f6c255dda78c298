"""Interleaved rounds: in each, every cell runs for a short slice, right after M is measured.

So whatever slows the machine for a while slows all cells and M alike, and ratios stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import fmean, median
from time import perf_counter
from typing import TYPE_CHECKING

from . import processor
from .garbage import Collections

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from .operations import Call
    from .unit import Unit

    Times: TypeAlias = tuple[list[float], float]  # seconds of each call on the wall; of the processor for all of them
    Timer: TypeAlias = Callable[[int], Times]  # of a number of calls


@dataclass(frozen=True)
class Effort:
    """How long to measure: rounds; seconds of a cell's slice in each, and of its warm-up."""

    rounds: int
    slice: float
    warm_up: float


FULL = Effort(rounds=25, slice=0.03, warm_up=0.5)
QUICK = Effort(rounds=5, slice=0.006, warm_up=0.02)


@dataclass(frozen=True)
class Round:
    """One slice: seconds of a call on the wall, in the mean; of the processor; and of M just before."""

    mean: float
    processor: float
    M: float


@dataclass
class Cell:
    """One thing that is timed: an operation of an implementation on a curve, with messages of a size.

    size         None where there is no message
    signatures   operations that a call counts for
    warm_up      how many times the usual warm-up it needs
    seconds      of every call
    """

    implementation: str
    curve: str
    operation: str
    size: int | None
    signatures: int
    timer: Timer
    unit: Unit
    warm_up: float = 1.0
    calls_in_a_slice: int = 1
    rounds: list[Round] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    collections: Collections = field(default_factory=Collections)


def in_process(
    calls: Sequence[Call],
    clock: Callable[[], float] = perf_counter,
    processor_clock: Callable[[], float] = processor.seconds,
) -> Timer:
    """A timer of calls in this process, which takes them in turn."""
    endless = cycle(calls)

    def timer(count: int) -> Times:
        times = []
        spent = -processor_clock()
        before = clock()
        for call in islice(endless, count):
            call()
            now = clock()
            times.append(now - before)
            before = now
        return times, spent + processor_clock()

    return timer


def measure(
    cells: Sequence[Cell], effort: Effort, progress: Callable[[int, int], None], calls: int | None = None
) -> None:
    """Fill the cells. progress is told how many of how many steps are done.

    calls: of every cell in each round; None: as many as fill a slice.
    """
    steps = len(cells) * (effort.rounds + 1)
    for done, cell in enumerate(cells):
        progress(done, steps)
        _calibrate(cell, effort)
        cell.calls_in_a_slice = calls or cell.calls_in_a_slice
    for done in range(effort.rounds):
        for number, cell in enumerate(cells):
            progress(len(cells) * (done + 1) + number, steps)
            _run(cell)
    progress(steps, steps)


def _calibrate(cell: Cell, effort: Effort) -> None:
    """Warm up, with slices that double until one is long enough; then that many calls make a slice."""
    spent, count = 0.0, 1
    enough = effort.warm_up * cell.warm_up
    while True:
        times, _ = cell.timer(count)
        spent += sum(times)
        if sum(times) >= effort.slice / 2 and spent >= enough:
            break
        if sum(times) < effort.slice / 2:
            count *= 2
    cell.calls_in_a_slice = max(1, round(effort.slice / median(times)))


def _run(cell: Cell) -> None:
    M = cell.unit.seconds()
    with cell.collections:
        times, spent = cell.timer(cell.calls_in_a_slice)
    cell.seconds += times
    cell.rounds.append(Round(fmean(times), min(spent, sum(times)) / len(times), M))
