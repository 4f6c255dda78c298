"""Statistics of what was measured: quantiles, spread, and the error that JMH prints."""

from __future__ import annotations

from math import atan2, cos, nan, pi, sin, sqrt
from statistics import median, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.999  # JMH's


def quantile(values: Sequence[float], q: float) -> float:
    """The value below which a fraction q lies: the smallest with at least that fraction at or below it."""
    ordered = sorted(values)
    return ordered[max(0, -int(-q * len(ordered) // 1) - 1)]


def spread(values: Sequence[float]) -> float:
    """The distance between the quartiles, as a fraction of the median."""
    return (quantile(values, 0.75) - quantile(values, 0.25)) / median(values)


def error(values: Sequence[float]) -> float:
    """Half the width of the mean's 99.9 % confidence interval by Student's t; nan for fewer than two values."""
    n = len(values)
    if n < 2:
        return nan
    return student_t(1 - (1 - CONFIDENCE) / 2, n - 1) * stdev(values) / sqrt(n)


def student_t(q: float, nu: int) -> float:
    """The quantile q > 1/2 of Student's t distribution with nu degrees of freedom, by bisection."""
    low, high = 0.0, 1.0
    while _cdf(high, nu) < q:
        low, high = high, 2 * high
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _cdf(middle, nu) < q else (low, middle)
    return high


def _cdf(t: float, nu: int) -> float:
    """P(T <= t) for t >= 0, by the finite sums for whole nu. [Abramowitz, Stegun, 26.7.3 and 26.7.4]"""
    theta = atan2(t, sqrt(nu))
    odd = nu % 2
    term = cos(theta) if odd else 1.0
    total = 0.0
    for k in range(odd + 2, nu + 1, 2):
        total += term
        term *= (k - 1) / k * cos(theta) ** 2
    within = 2 / pi * (theta + sin(theta) * total) if odd else sin(theta) * total
    return (1 + within) / 2
