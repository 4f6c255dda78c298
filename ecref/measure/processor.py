"""The clock that M is counted by: the time that the processor spent on this thread.

What other processes take meanwhile doesn't count, so that a figure in M holds on a busy machine, too. Where no such
clock is fine enough, it is the clock on the wall.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

FINE = 1e-6  # seconds


def processor_clock(name: str = "thread_time") -> Callable[[], float]:
    """The clock of this name of the module time, or perf_counter where it is missing or too coarse."""
    try:
        fine = time.get_clock_info(name).resolution <= FINE  # type: ignore[arg-type]
    except ValueError:
        fine = False
    clock: Callable[[], float] = getattr(time, name) if fine else time.perf_counter
    return clock


seconds = processor_clock()
