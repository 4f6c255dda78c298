"""Quantiles, spread, and the error that JMH prints."""

from __future__ import annotations

from math import isnan, pi, tan

import pytest

from ecref.measure.sampling import error, quantile, spread, student_t


@pytest.mark.parametrize(
    ("q", "wanted"), [(0.0, 1), (0.01, 1), (0.25, 25), (0.5, 50), (0.99, 99), (0.995, 100), (1.0, 100)]
)
def test_quantile_is_the_smallest_value_that_enough_others_do_not_exceed(q: float, wanted: float) -> None:
    values = list(range(100, 0, -1))
    assert quantile(values, q) == wanted
    assert sum(value <= wanted for value in values) >= q * 100


def test_spread_is_the_quartiles_distance_by_the_median() -> None:
    assert spread([10.0] * 5) == 0
    assert spread([8.0, 9.0, 10.0, 11.0, 12.0]) == pytest.approx(0.2)


@pytest.mark.parametrize("nu", [1, 2, 3, 4, 9, 24, 100])
def test_student_t_is_the_published_table(nu: int) -> None:
    """Abramowitz and Stegun, table 26.10: the column of 0.9995."""
    table = {1: 636.619, 2: 31.599, 3: 12.924, 4: 8.610, 9: 4.781, 24: 3.745, 100: 3.390}
    assert student_t(0.9995, nu) == pytest.approx(table[nu], abs=0.001)


@pytest.mark.parametrize("q", [0.6, 0.75, 0.975, 0.9995])
def test_one_and_two_degrees_have_closed_forms(q: float) -> None:
    assert student_t(q, 1) == pytest.approx(tan(pi * (q - 0.5)))
    assert student_t(q, 2) == pytest.approx((2 * q - 1) / (2 * q * (1 - q)) ** 0.5)


def test_error_is_jmhs() -> None:
    """By hand: t = 12.924 for three degrees of freedom, s = 1.29099, n = 4."""
    assert error([1.0, 2.0, 3.0, 4.0]) == pytest.approx(12.924 * 1.29099 / 2, abs=0.001)
    assert error([5.0, 5.0]) == 0
    assert isnan(error([1.0]))
