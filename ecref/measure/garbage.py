"""The garbage collector's part: collections and the seconds that they took."""

from __future__ import annotations

import gc
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class Collections:
    """Counts the collections that happen inside `with`, and adds up their time, where the interpreter tells."""

    def __init__(self, clock: Callable[[], float] = perf_counter) -> None:
        self._clock = clock
        self._start = 0.0
        self.count = 0
        self.seconds = 0.0

    def __enter__(self) -> None:
        if hasattr(gc, "callbacks"):
            gc.callbacks.append(self._heard)

    def __exit__(self, *_: object) -> None:
        if hasattr(gc, "callbacks"):
            gc.callbacks.remove(self._heard)

    def _heard(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._start = self._clock()
        else:
            self.count += 1
            self.seconds += self._clock() - self._start
