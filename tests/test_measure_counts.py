"""The guard of the operation counts: exactly those of counts.json. `make counts` writes it anew."""

from __future__ import annotations

import json

import pytest

from ecref.referee.adapters.interface import CURVES
from write_counts import COUNTED, FILE, count

CHECKED_IN = json.loads(FILE.read_text())


@pytest.mark.parametrize("operation", COUNTED)
@pytest.mark.parametrize("curve", CURVES)
def test_counts_are_those_checked_in(curve: str, operation: str) -> None:
    assert count(curve, operation) == CHECKED_IN[f"{curve} {operation}"], "after a change that is meant: make counts"


def test_the_file_holds_nothing_else() -> None:
    assert list(CHECKED_IN) == [f"{curve} {operation}" for curve in CURVES for operation in COUNTED]
