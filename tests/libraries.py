"""The Python libraries that the tests put under the referee."""

from __future__ import annotations

from importlib import metadata
from typing import Any

import pytest

from ecref.errors import UnusableInput
from ecref.referee.implementations import implementation

DEPART = {  # the versions of which departures are known; others may have mended them
    "ecdsa": "0.19.2",
    "eth-keys": "0.8.0",
    "fastecdsa": "4.0.0",
    "pure25519": "0.0.1",
    "starkbank-ecdsa": "2.3.1",
}


def made(name: str) -> Any:
    try:
        return implementation(name)
    except UnusableInput as error:
        pytest.skip(error.detail)


def departing(name: str) -> Any:
    """The library, in the version of which a departure is known."""
    found = made(name)
    if (version := metadata.version(found.distribution)) != DEPART[name]:
        pytest.skip(f"{name} {version} may be right where {DEPART[name]} was not")
    return found
