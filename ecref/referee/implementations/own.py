"""ecref itself, as any other: a referee that doesn't pass its own test is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..adapters import own
from ..protocol import answer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .interface import Answer


class Ecref(own.Ecref):
    """The answers of `ecref serve`."""

    def rules(self, scheme: str, curve: str | None) -> str:  # noqa: ARG002 -- the same on all curves
        """The rule set that a request takes which names none."""
        return "fips186-5" if scheme == "ECDSA" else "rfc8032"

    def nonce(self, curve: str) -> str:  # noqa: ARG002
        """How it chooses ECDSA's k."""
        return "rfc6979"

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """The answer to a request."""
        return answer(request)
