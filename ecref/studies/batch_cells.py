"""The batches that are timed: valid, with one bad signature, and under a rule set whose equation has no cofactor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ecref import EdDSA, InvalidSignature
from ecref.errors import UnusableInput
from ecref.measure.operations import samples
from ecref.measure.rounds import Cell, in_process
from ecref.measure.unit import Unit
from ecref.referee.adapters.interface import CURVES as SCHEMES
from ecref.referee.adapters.interface import Library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.measure.operations import Call
    from ecref.referee.adapters.interface import Adapter, Sample

OWN = "ecref"
OCTETS = 64  # of a message
COFACTORLESS = "rfc8032-cofactorless"
COFACTORLESS_SIZE = 64


def batch(size: int) -> str:
    """The operation of a valid batch."""
    return f"batch of {size}"


def with_one_bad(size: int) -> str:
    """... of a batch in which one is bad, until it is known which."""
    return f"batch of {size}, one bad"


def one_by_one(size: int) -> str:
    """... of a batch under a rule set that allows no common equation."""
    return f"batch of {size}, {COFACTORLESS}"


def batch_cells(adapter: Adapter, curve: str, sizes: Sequence[int]) -> list[Cell]:
    """An implementation's batches of these sizes, each signature by a key of its own; none where it has no batches.

    UnusableInput where it doesn't find them valid.
    """
    check = adapter.suite(curve).verify_batch if isinstance(adapter, Library) and adapter.supports(curve) else None
    if check is None:
        return []
    chosen = samples(curve, OCTETS, max(sizes))
    found = []
    for size in sizes:
        call = partial(check, chosen[:size])
        if not call():
            raise UnusableInput("unsupported", f"{adapter.name}: a valid batch of {size} on {curve} is refused")
        found.append(_cell(adapter.name, curve, batch(size), size, [call]))
    return found


def bad_cells(curve: str, sizes: Sequence[int]) -> list[Cell]:
    """ecref's batches with one bad signature, at the beginning, in the middle and at the end in turn."""
    chosen = samples(curve, OCTETS, max(sizes))
    found = []
    for size in sizes:
        calls: list[Call] = []
        for position in sorted({0, size // 2, size - 1}):
            items = list(chosen[:size])
            items[position] = items[position]._replace(message=bytes(OCTETS))  # it isn't what was signed
            calls.append(partial(bad_ones, curve, items))
            assert bad_ones(curve, items) == [position]
        found.append(_cell(OWN, curve, with_one_bad(size), size, calls))
    return found


def cofactorless_cell(curve: str, size: int = COFACTORLESS_SIZE) -> Cell:
    """ecref's batch under a rule set without the cofactor."""
    call = partial(bad_ones, curve, samples(curve, OCTETS, size), COFACTORLESS)
    assert call() == []
    return _cell(OWN, curve, one_by_one(size), size, [call])


def bad_ones(curve: str, chosen: Sequence[Sample], rules: str = "rfc8032") -> list[int]:
    """Verify a batch from octets: the numbers of the bad signatures."""
    scheme = SCHEMES[curve]
    assert isinstance(scheme, EdDSA)
    try:
        scheme.verify_batch([(scheme.public_key(s.public), s.signature, s.message) for s in chosen], rules=rules)
    except InvalidSignature as fault:
        verdicts = fault.verdicts
    else:
        return []
    assert verdicts is not None  # a batch's
    return [number for number, verdict in enumerate(verdicts) if not verdict]


def _cell(name: str, curve: str, operation: str, size: int, calls: list[Call]) -> Cell:
    return Cell(name, curve, operation, OCTETS, size, in_process(calls), Unit(SCHEMES[curve].curve.p))
