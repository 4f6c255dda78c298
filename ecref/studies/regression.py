"""Lines and ranks: how one figure goes with another."""

from __future__ import annotations

from math import nan, sqrt
from statistics import NormalDist, correlation, linear_regression
from typing import TYPE_CHECKING

from ecref.measure.sampling import CONFIDENCE

from .interval import Interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

RANKS_VARIANCE = 1.06  # of z, times n - 3 [Fieller, Hartley, Pearson: Tests for rank correlation coefficients, 1957]


def slope(points: Mapping[float, float]) -> float:
    """What y gains for each 1 of x, by least squares: points says y by x."""
    return linear_regression(list(points), list(points.values())).slope


def rank_correlation(xs: Sequence[float], ys: Sequence[float]) -> Interval:
    """Spearman's coefficient, with half the width of its 99.9 % confidence interval.

    Ranks, since a few calls that something interrupted would drown everything else. Where all x or all y are the
    same, nothing goes with anything: 0, known exactly. The width is that of z = artanh(r), times dr/dz.
    """
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        return Interval(0.0, 0.0)
    r = correlation(ranks(xs), ranks(ys))
    if len(xs) <= 3:
        return Interval(r, nan)
    width = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(RANKS_VARIANCE / (len(xs) - 3))
    return Interval(r, width * (1 - r * r))


def ranks(values: Sequence[float]) -> list[float]:
    """The place of each in the order, from 1; equal ones share the mean of theirs."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values), 1):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]
