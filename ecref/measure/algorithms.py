"""Each way to multiply a point by a scalar, from double-and-add upwards, on random points and scalars."""

from __future__ import annotations

from functools import partial
from hashlib import shake_256
from typing import TYPE_CHECKING, Any

from ecref.scalarmult import double_and_add, window

from .tables import base_point

if TYPE_CHECKING:
    from collections.abc import Callable

    from .operations import Call

SCALARS = 8
WAYS: dict[str, Callable[[int, Any, Any], object]] = {  # of k, a point P, and the base point B
    "double-and-add": lambda k, P, _: double_and_add(k, P),
    "window": lambda k, P, _: window(k, P),
    "k * P": lambda k, P, _: k * P,
    "k * B": lambda k, _, B: k * B,
}


def algorithm(scheme: Any, way: str) -> list[Call]:  # noqa: ANN401 -- of either kind
    """Multiplications on a scheme's curve, of full-size scalars."""
    E, B = scheme.curve, base_point(scheme)
    order = E.p  # as large as the order of B, and of its size
    scalars = [_scalar(i) % order for i in range(2 * SCALARS)]
    points = [E.decode((k * B).encode()) for k in scalars[:SCALARS]]
    return [partial(WAYS[way], int(k), P, B) for k, P in zip(scalars[SCALARS:], points, strict=True)]


def _scalar(i: int) -> int:
    return int.from_bytes(shake_256(f"ecref bench scalar {i}".encode()).digest(64), "big")
