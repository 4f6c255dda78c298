"""The guard of what the interpreter adds to the arithmetic: M per operation, never seconds. `make bench`.

The counts are held exactly by tests/test_measure_counts.py; this holds the time that they take.
"""

from __future__ import annotations

import pytest

from ecref.measure.bench import run
from ecref.measure.cells import Plan
from ecref.measure.operations import OPERATIONS
from ecref.measure.rounds import Effort
from ecref.referee.adapters.interface import CURVES

MARGIN = 1.3  # for a machine that others use, too
ROUNDS = Effort(rounds=15, slice=0.01, warm_up=0.05)

BUDGETS = {  # M per operation, in the order of OPERATIONS
    "ed25519": (420, 430, 2950, 900, 1650),
    "ed448": (720, 720, 4700, 1550, 2450),
    "p256": (500, 590, 3700, 1000),
    "secp256k1": (500, 590, 2450, 980),
    "p384": (670, 780, 5000, 1400),
}


@pytest.mark.parametrize("curve", CURVES)
def test_operations_are_within_their_budgets(curve: str) -> None:
    rows = run(Plan((curve,), effort=ROUNDS, cold_starts=0), lambda *_: None).rows
    budgets = dict(zip(OPERATIONS, BUDGETS[curve], strict=False))
    assert [row.operation for row in rows] == list(budgets)
    over = {
        row.operation: (round(row.M_per_operation), budgets[row.operation])
        for row in rows
        if row.M_per_operation > MARGIN * budgets[row.operation]
    }
    assert over == {}
