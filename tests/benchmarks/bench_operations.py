"""The operations of `ecref bench` for pytest-benchmark: `make bench`. Its name keeps it out of the default run."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from ecref.measure.operations import OPERATIONS, calls, samples
from ecref.measure.tables import grow
from ecref.referee.adapters.interface import CURVES
from ecref.referee.adapters.own import suite

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("curve", CURVES)
def test_operation(benchmark: BenchmarkFixture, curve: str, operation: str) -> None:
    grow(CURVES[curve])
    todo = calls(suite(CURVES[curve]), operation, samples(curve, 64))
    if todo is None:
        pytest.skip(f"there is no {operation} on {curve}")
    turns = cycle(todo)
    benchmark.group = operation
    benchmark(lambda: next(turns)())  # noqa: PLW0108 -- another call each time
