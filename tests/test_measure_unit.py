"""M and other costs, by a clock that ticks when it is read, and once by the real one."""

from __future__ import annotations

import time

import pytest

from ecref import ed25519, p384
from ecref.hashes import hash_named
from ecref.measure import processor
from ecref.measure.counting import Counts
from ecref.measure.floor import Costs
from ecref.measure.unit import LOOPS, Unit
from measured import ticking


def test_operands_are_of_full_size() -> None:
    for p in (ed25519.curve.p, p384.curve.p):
        unit = Unit(p)
        operands = {number for pair in unit.pairs for number in pair}
        assert len(operands) == 2 * len(unit.pairs)
        assert all(p.bit_length() - 12 < number.bit_length() <= p.bit_length() for number in operands)
        assert max(operands) < p


def test_m_is_a_bursts_time_by_its_products() -> None:
    assert Unit(ed25519.curve.p, ticking([3.0])).seconds() == 3.0 / LOOPS


def test_a_disturbed_burst_does_not_count() -> None:
    clock = ticking([1.0, 1.0, 1.0, 500.0, 1.0])
    assert Unit(ed25519.curve.p, clock).seconds() == 1.0 / LOOPS


def test_a_cost_is_in_m() -> None:
    calls = []
    unit = Unit(ed25519.curve.p, ticking([1.0, 1.0, 1.0, 6.0] * 5))
    assert unit.cost(lambda: calls.append(1), 3) == pytest.approx(6.0 / 3 * LOOPS)
    assert len(calls) == 3 * 5


def test_a_square_is_in_m() -> None:
    assert Unit(ed25519.curve.p, ticking([1.0, 1.0, 1.0, 0.9] * 5)).square() == pytest.approx(0.9)


def test_the_floor_adds_up_what_was_counted() -> None:
    costs = Costs(Unit(ed25519.curve.p), hash_named("SHA-512"))
    costs.S, costs.inversion, costs.exponentiation = 0.9, 40.0, 300.0
    assert costs.floor(Counts(M=100, S=10, inversions=2, exponentiations=1)) == 100 + 9 + 80 + 300
    hashing = costs.digest(64)
    assert hashing > 0
    assert costs.floor(Counts(hashes=2, hashed_octets=128)) == 2 * hashing
    assert costs.digest(64) == hashing


def test_ms_clock_is_the_processors_where_it_is_fine_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processor.processor_clock("process_time") is time.process_time
    assert processor.processor_clock("no_such_clock") is time.perf_counter
    monkeypatch.setattr(processor, "FINE", 0.0)
    assert processor.processor_clock("process_time") is time.perf_counter


def test_real_costs_are_of_the_right_order() -> None:
    costs = Costs(Unit(p384.curve.p), hash_named("SHA-384"))
    assert 0.4 < costs.S < 1.6
    assert 5 < costs.inversion < costs.exponentiation < 5000
