"""The garbage collector's part in another virtual machine, which tells its totals when it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .garbage import Collections

if TYPE_CHECKING:
    from collections.abc import Callable

    from ecref.referee.adapters.java import Memory


class Heap(Collections):
    """What happens there inside `with`: collections, their time, and the octets that operations allocated."""

    def __init__(self, totals: Callable[[], Memory]) -> None:
        super().__init__()
        self._totals = totals
        self.octets = 0

    def __enter__(self) -> None:
        self._before = self._totals()

    def __exit__(self, *_: object) -> None:
        before, after = self._before, self._totals()
        self.octets += after.octets - before.octets
        self.count += after.collections - before.collections
        self.seconds += after.seconds - before.seconds
