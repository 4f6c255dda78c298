"""A mean with its error: what is told apart in a study, and what isn't."""

from __future__ import annotations

from math import isnan
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from ecref.measure.sampling import error

if TYPE_CHECKING:
    from collections.abc import Sequence


class Interval(NamedTuple):
    """A mean, and half the width of its 99.9 % confidence interval (nan: unknown, which nothing is told apart from)."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Interval:
        """The interval of a figure that each round gave once."""
        return cls(fmean(values), error(values))

    def is_above(self, other: Interval) -> bool:
        """Whether all of it lies above all of another."""
        return self.mean - self.error > other.mean + other.error

    def is_apart(self, other: Interval) -> bool:
        """Whether the two don't overlap."""
        return self.is_above(other) or other.is_above(self)

    def cells(self) -> tuple[float, float | None]:
        """The mean and the error for a table, which leaves out what isn't known."""
        return self.mean, None if isnan(self.error) else self.error

    def text(self, form: str = ",.2f") -> str:
        """Such as 12.30 ± 0.25."""
        return f"{self.mean:{form}} ± {'?' if isnan(self.error) else format(self.error, form)}"


ONE = Interval(1.0, 0.0)
