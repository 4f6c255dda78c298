"""The report for a terminal: times, counts, and ratios between implementations."""

from __future__ import annotations

from math import isnan
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from .bench import Result
    from .results import Row

NAMES = ("curve", "operation", "size", "implementation")
TIMES = ("ops/s", "mean us", "+- 99.9 %", "median us", "p99 us", "M per op", "spread of M", "collections", "their time")
COUNTS = ("M", "S", "inversions", "powers", "hashes", "floor", "time/floor", "peak octets")
FIRST = ("import", "first call", "table octets", "table's build")
STAND_IN = "~"
STAND_INS = {"verify-prepared": "verify", "verify-batch": "verify"}  # for implementations that haven't got them


def report(result: Result) -> Iterator[str]:
    """The lines."""
    yield from machine(result.environment)
    yield from (f"{name}: {version}" for name, version in result.versions.items() if name != "ecref")
    yield "M is one a * b % p with full-size operands, measured just before each slice of each round;"
    yield "figures in M are of the processor's time, those in seconds of the time on the wall"
    yield ""
    yield from table((*NAMES, *TIMES), ((*names(row), *times(row)) for row in result.rows))
    counted = [row for row in result.rows if row.counts]
    if counted:
        yield from ("", "counted in one operation; the floor is what that costs, in M", "")
        yield from table((*NAMES, *COUNTS), ((*names(row), *counts(row)) for row in counted))
    first = [row for row in result.rows if row.cold_first is not None or row.table_M is not None]
    if first:
        yield from ("", "of a fresh process, in M: the import, and the first call; and what was precomputed", "")
        yield from table((*NAMES, *FIRST), ((*names(row), *first_use(row)) for row in first))
    implementations = list(dict.fromkeys(row.implementation for row in result.rows))
    if len(implementations) > 1:
        lines = list(table((*NAMES, *implementations), ratios(result.rows, implementations)))
        yield from ("", "how many times as fast the line's implementation is as the column's")
        if any(STAND_IN in line for line in lines):
            yield f"({STAND_IN} its single verification, where it has no such operation)"
        yield from ("", *lines)


def machine(environment: Mapping[str, str | int]) -> Iterator[str]:
    """What was measured on: interpreter, processor, version."""
    yield "{python_implementation} {python_version} ({python_build}; {python_compiler})".format(**environment)
    yield "{cpu_model_name}; {platform}; ecref {ecref_version}".format(**environment)


def names(row: Row) -> tuple[str, ...]:
    """What was measured."""
    return row.curve, row.operation, "" if row.size is None else str(row.size), row.implementation


def times(row: Row) -> tuple[str, ...]:
    """How long it took."""
    us = [f"{1e6 * seconds:,.1f}" for seconds in (row.mean, row.error, row.median, row.p99)]
    share = row.collection_seconds / (row.mean * row.operations)
    rest = f"{row.M_per_operation:,.0f}", f"{row.M_spread:.1%}", f"{row.collections:,}", f"{share:.1%}"
    return f"{row.per_second:,.1f}", *us, *rest


def counts(row: Row) -> tuple[str, ...]:
    """What was counted."""
    found = row.counts
    assert found is not None
    numbers = found.M, found.S, found.inversions, found.exponentiations, found.hashes
    shown = [f"{number:,.1f}".removesuffix(".0") for number in numbers]
    return *shown, _number(row.floor), _number(row.over_floor, ".2f"), _number(row.peak_octets)


def first_use(row: Row) -> tuple[str, ...]:
    """What the first use costs."""
    return tuple(_number(value) for value in (row.cold_import, row.cold_first, row.table_octets, row.table_M))


def ratios(rows: Sequence[Row], implementations: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Each row by each implementation: the median over the rounds.

    Where one verifies neither with a prepared key nor in batches, its single verification stands in.
    """
    found = {(row.implementation, *row.key): row for row in rows}
    for row in rows:
        cells = []
        for name in implementations:
            same = found.get((name, *row.key))
            single = found.get((name, row.curve, STAND_INS.get(row.operation, ""), row.size))
            if same is not None:
                cells.append(f"{_ratio(row, same):.2f}" if same is not row else "")
            else:
                cells.append(f"{STAND_IN}{_ratio(row, single):.2f}" if single is not None else "")
        yield *names(row), *cells


def _ratio(row: Row, other: Row) -> float:
    in_M = median(theirs / ours for ours, theirs in zip(row.rounds_M, other.rounds_M, strict=False))
    return in_M * other.M / row.M  # on other interpreters M differs


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Columns: text at the left, from the first number on at the right; a column that is empty is left out."""
    whole = [heads, *rows]
    columns = [column for column in zip(*whole, strict=True) if any(column[1:])]
    aligned = []
    for column in columns:
        width = max(map(len, column))
        align: Callable[[str, int], str] = str.ljust if is_text(column[1:]) else str.rjust
        aligned.append([align(cell, width) for cell in column])
    yield from ("  ".join(cells).rstrip() for cells in zip(*aligned, strict=True))


def is_text(cells: Sequence[str]) -> bool:
    """Whether a column is text rather than figures."""
    return any(cell[:1].isalpha() for cell in cells)


def _number(value: float | None, form: str = ",.0f") -> str:
    return "" if value is None or isnan(value) else format(value, form)
