"""What is timed, as cells of bench's rounds, and what they come to.

Ratios are taken round by round, of the processor's time by M of the same round, so that a machine that slows down
slows both sides; work that several threads or processes share is compared on the wall.

    M    one a * b % p modulo P-256's p
"""

from __future__ import annotations

from functools import cache
from statistics import fmean
from typing import TYPE_CHECKING

from ecref.curves import P256
from ecref.measure.results import Row, row
from ecref.measure.rounds import Cell, Effort, in_process
from ecref.measure.unit import Unit

from .interval import ONE, Interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ecref.measure.operations import Call

ENOUGH = 100  # calls from which on the slowest of a hundred means something
LONG_ROUNDS = 10  # of what takes a second


@cache
def unit() -> Unit:
    """M."""
    return Unit(P256.p)


def cell(
    implementation: str, name: str, operation: str, calls: Sequence[Call], size: int | None = None
) -> Cell:
    """A cell whose calls take turns; each was right once, or it isn't timed."""
    return Cell(implementation, name, operation, size, 1, in_process(calls), unit())


def long(effort: Effort) -> Effort:
    """Fewer rounds, for what takes long."""
    return Effort(min(effort.rounds, LONG_ROUNDS), effort.slice, effort.warm_up)


class Figures:
    """The rows of measured cells, by implementation, name, operation and size."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        self._rows = {(each.implementation, each.curve, each.operation, each.size): row(each) for each in cells}

    def get(self, implementation: str, name: str, operation: str, size: int | None = None) -> Row | None:
        """A row, where it was measured."""
        return self._rows.get((implementation, name, operation, size))


def ratio(one: Row | None, other: Row | None) -> Interval | None:
    """How many times the other's time one takes, by the processor's time.

    Where one had fewer rounds of its own, each is compared with the other's mean.
    """
    if one is None or other is None:
        return None
    if len(one.rounds_M) != len(other.rounds_M):
        return Interval.of([a / fmean(other.rounds_M) for a in one.rounds_M])
    return Interval.of([a / b for a, b in zip(one.rounds_M, other.rounds_M, strict=True)])


def wall_ratio(one: Row, other: Row) -> Interval:
    """The same, on the wall."""
    return Interval.of([a / b for a, b in zip(one.rounds, other.rounds, strict=True)])


def cells_of(interval: Interval | None) -> tuple[float | None, float | None]:
    """For a table: nothing where nothing was measured."""
    return (None, None) if interval is None else interval.cells()


def processor_us(row: Row | None) -> float | None:
    """Microseconds of the processor, which other processes don't bend: for pictures."""
    return None if row is None else 1e6 * row.M_per_operation * row.M


def seconds_of(row: Row | None, scale: float) -> tuple[float | None, float | None]:
    """Mean and error on the wall, in units of which `scale` make a second."""
    return (None, None) if row is None else Interval(scale * row.mean, scale * row.error).cells()


def compared(one: str, other: str, found: Interval) -> str:
    """A clause: how much longer one takes, or that they can't be told apart."""
    if not found.is_apart(ONE):
        return f"{one} and {other} can't be told apart ({found.text()} times)"
    return f"{one} takes {found.text()} times as long as {other}"
