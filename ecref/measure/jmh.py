"""The layout of the Java Microbenchmark Harness: what a JMH user reads at a glance.

JMH's score is the mean over its iterations, here the rounds; its error half the width of the mean's 99.9 % confidence
interval.
"""

from __future__ import annotations

from math import isnan
from statistics import fmean
from typing import TYPE_CHECKING

from .sampling import error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .results import Row

HEADS = ("Benchmark", "(curve)", "(size)", "Mode", "Cnt", "Score", "Error", "Units")


def jmh(rows: Sequence[Row]) -> Iterator[str]:
    """The lines, throughput in operations a second."""
    cells = [HEADS]
    for row in rows:
        scores = [1 / seconds for seconds in row.rounds]
        spread = error(scores)
        shown = "" if isnan(spread) else f"{spread:.3f}"
        name = f"{row.implementation}.{row.operation}"
        size = "N/A" if row.size is None else str(row.size)
        cells.append((name, row.curve, size, "thrpt", str(len(scores)), f"{fmean(scores):.3f}", shown, "ops/s"))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for line in cells:
        name, *middle, spread_, units = (
            f"{cell:<{width}}" if number == 0 else f"{cell:>{width}}"
            for number, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        sign = "±" if line[6] not in ("", "Error") else " "
        yield f"{name}  {'  '.join(middle)} {sign} {spread_}  {units}"
