"""What the tests of measuring share: rows that were never measured, and clocks that tick when they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ecref.measure.counting import Counts
from ecref.measure.results import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def a_row(**changes: Any) -> Row:
    values: dict[str, Any] = {
        "implementation": "ecref",
        "curve": "p256",
        "operation": "sign",
        "size": 64,
        "rounds": [0.0019, 0.002, 0.002, 0.002, 0.0021],
        "rounds_M": [1000.0, 2000.0, 3000.0],
        "operations": 300,
        "per_second": 500.0,
        "mean": 0.002,
        "error": 0.0182,
        "median": 0.0015,
        "p99": 0.004,
        "M": 1e-6,
        "M_spread": 0.01,
        "M_per_operation": 2000.0,
        "M_per_operation_spread": 0.05,
        "collections": 3,
        "collection_seconds": 0.006,
    }
    return Row(**{**values, **changes})


def a_full_row(**changes: Any) -> Row:
    return a_row(
        counts=Counts(M=1000.5, S=500, inversions=2, hashes=1, hashed_octets=128),
        floor=1600.0,
        over_floor=1.25,
        peak_octets=4096,
        cold_import=200_000.0,
        cold_first=3000.0,
        table_octets=1_000_000,
        table_M=250_000.0,
        **changes,
    )


def ticking(steps: Iterable[float]) -> Callable[[], float]:
    """A clock that goes on by each step in turn, and then always by the last."""
    now, step, rest = 0.0, 1.0, iter(steps)

    def clock() -> float:
        nonlocal now, step
        step = next(rest, step)
        now += step
        return now

    return clock
