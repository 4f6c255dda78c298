"""Rounds, cells and what they come to, with timers that tell what they are told to."""

from __future__ import annotations

import gc
from math import isnan

import pytest

from ecref.measure.garbage import Collections
from ecref.measure.results import row, warnings
from ecref.measure.rounds import Cell, Effort, Round, in_process, measure
from ecref.measure.unit import LOOPS, Unit
from measured import a_row, ticking

P = 2**255 - 19


def cell(name: str, timer: object, **changes: object) -> Cell:
    unit = Unit(P, ticking([LOOPS * 1e-6]))  # so M is a microsecond
    return Cell(name, "ed25519", "sign", 64, 1, timer, unit, **changes)  # type: ignore[arg-type]


def test_calls_take_turns_and_each_is_timed() -> None:
    seen: list[int] = []
    calls = [lambda: seen.append(0), lambda: seen.append(1)]
    timer = in_process(calls, ticking([1.0, 2.0, 3.0, 4.0]), ticking([1.0, 5.0, 1.0, 0.5]))
    assert timer(3) == ([2.0, 3.0, 4.0], 5.0)
    assert timer(2) == ([4.0, 4.0], 0.5)
    assert seen == [0, 1, 0, 1, 0]


def test_rounds_are_interleaved_and_progress_is_told() -> None:
    log: list[str] = []

    def timer(name: str) -> object:
        def run(n: int) -> tuple[list[float], float]:
            log.append(f"{name}{n}")
            return [0.25] * n, 0.2 * n

        return run

    told: list[tuple[int, int]] = []
    cells = [cell("a", timer("a")), cell("b", timer("b"))]
    measure(cells, Effort(rounds=2, slice=1.0, warm_up=1.0), lambda *step: told.append(step))
    warm, rounds = log[:-4], log[-4:]
    assert rounds == ["a4", "b4", "a4", "b4"]
    assert warm == ["a1", "a2", "a2", "b1", "b2", "b2"]  # until a slice is half of what is wanted, and all is warm
    assert told == [(i, 6) for i in range(7)]
    assert [(each.mean, each.processor) for each in cells[0].rounds] == [(0.25, 0.2)] * 2
    assert [each.M for each in cells[0].rounds] == pytest.approx([1e-6] * 2)
    assert cells[0].seconds == [0.25] * 8


def test_what_needs_it_is_warmed_up_for_longer() -> None:
    counts: list[int] = []

    def timer(n: int) -> tuple[list[float], float]:
        counts.append(n)
        return [1.0] * n, 1.0 * n

    measure([cell("slow", timer, warm_up=3.0)], Effort(0, slice=1.0, warm_up=1.0), lambda *_: None)
    assert counts == [1, 1, 1]


def test_a_slow_operation_still_runs_once_a_round() -> None:
    slow = cell("slow", lambda n: ([60.0] * n, 70.0 * n))
    measure([slow], Effort(rounds=1, slice=0.1, warm_up=0.1), lambda *_: None)
    assert slow.calls_in_a_slice == 1
    assert slow.rounds[0].processor == 60.0  # several threads spend more than the wall's time


def test_a_number_of_calls_stands_in_place_of_a_slice() -> None:
    steady = cell("steady", lambda n: ([0.01] * n, 0.01 * n))
    measure([steady], Effort(rounds=3, slice=1.0, warm_up=0.1), lambda *_: None, calls=7)
    assert len(steady.seconds) == 3 * 7


def test_a_row_is_of_one_operation() -> None:
    measured = cell("ecref", None)
    measured.signatures = 64
    measured.rounds = [Round(64e-3, 64e-3, 1e-6), Round(128e-3, 128e-3, 2e-6), Round(192e-3, 192e-3, 3e-6)]
    measured.seconds = [64e-3, 128e-3, 192e-3]
    found = row(measured)
    assert found.rounds == pytest.approx([1e-3, 2e-3, 3e-3])
    assert found.mean == pytest.approx(2e-3)
    assert found.per_second == pytest.approx(500)
    assert found.median == pytest.approx(2e-3)
    assert found.p99 == pytest.approx(3e-3)
    assert found.operations == 3 * 64
    assert found.M_per_operation == pytest.approx(1000)
    assert found.M_per_operation_spread == pytest.approx(0)
    assert found.M_spread == pytest.approx(1.0)
    assert found.error == pytest.approx(31.599 * 1e-3 / 3**0.5, rel=1e-3)
    measured.rounds = measured.rounds[:1]
    assert isnan(row(measured).error)


def test_what_spreads_too_widely_is_warned_of() -> None:
    assert warnings([a_row()]) == []
    restless, uneven = warnings([a_row(M_spread=0.5, M_per_operation_spread=0.3, size=None)])
    assert restless == "ecref p256 sign: the machine was restless: M's quartiles lie 50% apart"
    assert uneven == "ecref p256 sign: the rounds differ: their quartiles lie 30% apart"
    assert warnings([a_row(M_spread=0.2)])[0].startswith("ecref p256 sign 64: ")
    (busy,) = warnings([a_row(), a_row(rounds=[0.001, 0.002, 0.003])])
    assert "on the wall the rounds' quartiles lie over 10% apart in 1 of 2 lines;" in busy


def test_collections_are_counted_and_timed() -> None:
    heard = Collections(ticking([1.0]))
    with heard:
        gc.collect()
        gc.collect()
    gc.collect()
    assert (heard.count, heard.seconds) == (2, 2.0)


def test_an_interpreter_without_callbacks_counts_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(gc, "callbacks")
    heard = Collections()
    with heard:
        gc.collect()
    assert heard.count == 0
