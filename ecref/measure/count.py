"""How often an operation of ecref multiplies, squares, inverts and hashes, with tables at their final size."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import ecref
from ecref.referee.adapters.own import suite

from .algorithms import algorithm
from .counting import Counting, Counts, counting
from .operations import calls, signatures_in
from .tables import grow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.referee.adapters.interface import Sample

    from .operations import Call


@lru_cache
def counting_scheme(curve: str) -> Any:  # noqa: ANN401 -- of either kind
    """The scheme over integers that count."""
    scheme = getattr(ecref.with_ints(Counting), curve)
    grow(scheme)
    return scheme


def count_operation(curve: str, operation: str, samples: Sequence[Sample]) -> Counts:
    """The mean over the samples, for one operation."""
    scheme = counting_scheme(curve)
    todo = calls(suite(scheme), operation, samples)
    assert todo is not None
    return _count(scheme, todo) / signatures_in(operation)


def count_algorithm(curve: str, way: str) -> Counts:
    """The mean over some scalars, for one multiplication."""
    scheme = counting_scheme(curve)
    return _count(scheme, algorithm(scheme, way))


def _count(scheme: Any, todo: list[Call]) -> Counts:  # noqa: ANN401
    with counting(scheme.curve.p) as counts:
        for call in todo:
            call()
    return counts / len(todo)
