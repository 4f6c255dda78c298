"""The tables that speed up multiplications: how large they are, and what it costs to build them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import ecref

from . import processor
from .memory import kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from .unit import Unit

GROWN = 400  # multiplications of a base point after which its table grows no more


class Table(NamedTuple):
    """Octets (None where they can't be told), and the build's time in M."""

    octets: int | None
    M: float


def base_point(scheme: Any) -> Any:  # noqa: ANN401 -- of either kind
    """B or G."""
    return scheme.curve.B if isinstance(scheme, ecref.EdDSA) else scheme.curve.G


def grow(scheme: Any) -> None:  # noqa: ANN401 -- of either kind
    """Use the base point until its table is at its final size."""
    B = base_point(scheme)
    for _ in range(GROWN):
        _ = 1 * B


def of_base_point(curve: str, unit: Unit, clock: Callable[[], float] = processor.seconds) -> Table:
    """The table of a curve's base point, grown to its last size, in both of its stages."""
    return _table(lambda: getattr(ecref.with_ints(int), curve), grow, unit, clock)


def of_prepared_key(
    curve: str, public: bytes, unit: Unit, clock: Callable[[], float] = processor.seconds
) -> Table:
    """The table that `prepare` gives to a public key."""
    return _table(lambda: getattr(ecref, curve).public_key(public), lambda key: key.prepare(), unit, clock)


def _table(
    make: Callable[[], Any], build: Callable[[Any], object], unit: Unit, clock: Callable[[], float]
) -> Table:
    fresh = make()
    start = clock()
    build(fresh)
    seconds = clock() - start
    another = make()
    _, octets = kept(lambda: build(another))
    return Table(octets, seconds / unit.seconds())
