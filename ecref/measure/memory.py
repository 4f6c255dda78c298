"""Memory by tracemalloc: what a call allocates at its peak, and what it keeps."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .operations import Call

TRIED = 5


def peak(calls: Sequence[Call]) -> int | None:
    """Octets that a call has allocated at its peak, beyond those before it: the median of a few calls.

    None where the interpreter has no tracemalloc.
    """
    try:
        import tracemalloc
    except ImportError:
        return None
    found = []
    tracemalloc.start()
    try:
        for call in [*calls[:TRIED], *calls[:TRIED]]:
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            call()
            found.append(tracemalloc.get_traced_memory()[1] - before)
    finally:
        tracemalloc.stop()
    return round(median(found[len(found) // 2 :]))  # the first of each call fills caches


def kept(call: Call) -> tuple[object, int | None]:
    """What a call gives, and the octets that stay allocated for it; None without tracemalloc."""
    try:
        import tracemalloc
    except ImportError:
        return call(), None
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        result = call()
        return result, tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
