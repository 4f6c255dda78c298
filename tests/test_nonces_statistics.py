"""Tails of the binomial and the chi-square distribution, against exact sums."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, factorial, log

import pytest

from ecref.referee.nonces.statistics import CERTAIN, binomial_tail, chi_square_tail


def exact_tail(m: int, p: Fraction, count: int) -> Fraction:
    return sum((comb(m, i) * p**i * (1 - p) ** (m - i) for i in range(count, m + 1)), Fraction(0))


@pytest.mark.parametrize("m", [1, 2, 10, 60])
@pytest.mark.parametrize("p", [Fraction(1, 2), Fraction(1, 16), Fraction(1, 65536), Fraction(9, 10)])
def test_the_binomial_tail_is_the_sum_of_its_terms(m: int, p: Fraction) -> None:
    for count in range(m + 1):
        found = binomial_tail(m, float(p), count)
        if count <= m * p:
            assert found == CERTAIN
        else:
            assert found == pytest.approx(log(exact_tail(m, p, count)), abs=1e-9)


def test_a_tail_far_out_is_no_zero() -> None:
    assert binomial_tail(1000, 2.0**-16, 1000) == pytest.approx(-16000 * log(2))
    assert binomial_tail(10**6, 0.5, 600_000) == pytest.approx(-20141, rel=1e-3)


@pytest.mark.parametrize("half", [1, 2, 5, 100])
@pytest.mark.parametrize("x", [0.0, 0.5, 3.0, 9.9, 12.0, 100.0, 250.0, 900.0])
def test_chi_square_of_even_degrees_is_a_sum_of_poisson_terms(half: int, x: float) -> None:
    z = Fraction(x) / 2
    expected = log(float(sum(z**i / factorial(i) for i in range(half)))) - float(z)
    assert chi_square_tail(x, 2 * half) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(("x", "degrees", "p"), [(3.841458820694124, 1, 0.05), (24.99579013972863, 15, 0.05)])
def test_chi_square_of_odd_degrees_has_the_tables_quantiles(x: float, degrees: int, p: float) -> None:
    assert exp(chi_square_tail(x, degrees)) == pytest.approx(p, rel=1e-9)
