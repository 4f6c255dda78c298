"""Implementations that other packages add, by entry points of the group `ecref.implementations`.

An entry point is a name, and what is called without arguments and gives an Implementation (interface.py). One that
raises all the same has crashed, as a program would have, and so has one that answers what the interface doesn't know.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput

from .interface import Answer, checked, crash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .interface import Implementation

GROUP = "ecref.implementations"


def names() -> list[str]:
    """The names that the packages which are installed here add."""
    return [entry.name for entry in entry_points(group=GROUP)]


def load(name: str) -> Implementation | None:
    """The implementation of this name, if a package adds it; UnusableInput "unsupported" where it can't be made."""
    found = [*entry_points(group=GROUP, name=name)]
    if not found:
        return None
    try:
        return Guarded(found[0].load()())
    except Exception as error:
        raise UnusableInput("unsupported", f"{name}: {_told(error)}") from error


class Guarded:
    """An implementation of which only the answers can be trusted to come."""

    def __init__(self, implementation: Implementation) -> None:
        self.name = implementation.name
        self.version = implementation.version
        self.rules = implementation.rules
        self.nonce = implementation.nonce
        self.close = implementation.close
        self._answer = implementation.answer

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Its answer to a request, or what it raised."""
        try:
            answer = self._answer(request)
        except Exception as error:  # noqa: BLE001 -- of code that is under test
            return crash(_told(error))
        return checked(request["op"], answer)


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]
