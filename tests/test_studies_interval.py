"""Means with their errors."""

from __future__ import annotations

from math import nan

import pytest

from ecref.studies.interval import ONE, Interval


def test_the_mean_of_rounds_and_its_error_by_students_t() -> None:
    found = Interval.of([9.0, 10.0, 11.0])
    assert found.mean == 10.0
    assert found.error == pytest.approx(31.599055 / 3**0.5)  # t of 0.9995 at 2 degrees, from a printed table; stdev 1
    assert found.cells() == (10.0, found.error)
    assert found.text() == "10.00 ± 18.24"


def test_one_round_has_no_error_and_is_told_apart_from_nothing() -> None:
    found = Interval.of([5.0])
    assert found.cells() == (5.0, None)
    assert found.text(".1f") == "5.0 ± ?"
    assert not found.is_apart(ONE)
    assert not found.is_apart(Interval(100.0, nan))


@pytest.mark.parametrize(
    ("mean", "error", "above", "apart"),
    [(1.2, 0.1, True, True), (1.2, 0.3, False, False), (0.8, 0.1, False, True), (1.5, 0.5, False, False)],
)
def test_intervals_are_apart_where_they_share_nothing(mean: float, error: float, above: bool, apart: bool) -> None:
    assert Interval(mean, error).is_above(ONE) is above
    assert Interval(mean, error).is_apart(ONE) is apart
    assert ONE.is_apart(Interval(mean, error)) is apart
