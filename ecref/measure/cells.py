"""The cells of a plan: every operation of every implementation on every curve, checked before it is timed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.referee.adapters.interface import CURVES, External, Library

from .algorithms import WAYS, algorithm
from .operations import (
    DIGEST_OPERATIONS,
    OPERATIONS,
    WITHOUT_MESSAGE,
    calls,
    digest_samples,
    is_a_pair,
    is_right,
    samples,
    signatures_in,
)
from .rounds import FULL, Cell, Effort, in_process
from .tables import GROWN, grow
from .unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.referee.adapters.interface import Adapter, Sample

    from .operations import Call

OWN = "ecref"
COMPILING = 4.0  # times the usual warm-up, for virtual machines that compile while they run


@dataclass(frozen=True)
class Plan:
    """What to measure.

    algorithms    the ways to multiply in place of the operations
    cold_starts   fresh processes for each first call
    java_jars     for bouncycastle
    command       the program of the implementation `command`
    """

    curves: tuple[str, ...] = tuple(CURVES)
    operations: tuple[str, ...] = OPERATIONS
    sizes: tuple[int, ...] = (64,)
    implementations: tuple[str, ...] = (OWN,)
    algorithms: bool = False
    effort: Effort = FULL
    cold_starts: int = 3
    node_modules: str | None = None
    java_jars: tuple[str, ...] = ()
    command: str | None = None


@dataclass
class Prepared:
    """A cell with what is behind it: the calls only where they run in this process."""

    cell: Cell
    adapter: Adapter | None
    samples: Sequence[Sample]
    calls: list[Call] | None


def cells(plan: Plan, adapters: Sequence[Adapter]) -> list[Prepared]:
    """The cells, those to be compared one after the other. UnusableInput where an implementation is wrong."""
    found: list[Prepared] = []
    for curve in plan.curves:
        unit = Unit(CURVES[curve].curve.p)
        if plan.algorithms:
            found += _algorithms(curve, unit)
            continue
        able = [each for each in adapters if each.supports(curve)]
        for each in able:
            _warm(each, curve)
        for size in plan.sizes:
            made_once: dict[bool, list[Sample]] = {}
            for operation in plan.operations:
                if operation in WITHOUT_MESSAGE and size != plan.sizes[0]:
                    continue  # no message, no size
                if operation in DIGEST_OPERATIONS and curve.startswith("ed"):
                    continue  # EdDSA takes no digest
                is_digest = operation in DIGEST_OPERATIONS
                if is_digest not in made_once:
                    made_once[is_digest] = (digest_samples if is_digest else samples)(curve, size)
                chosen = made_once[is_digest]
                made = (_prepare(each, curve, operation, chosen, unit) for each in able)
                found += [each for each in made if each is not None]
    return found


def _algorithms(curve: str, unit: Unit) -> Iterator[Prepared]:
    scheme = CURVES[curve]
    grow(scheme)
    for way in WAYS:
        todo = algorithm(scheme, way)
        yield Prepared(Cell(OWN, curve, way, None, 1, in_process(todo), unit), None, (), todo)


def _warm(adapter: Adapter, curve: str) -> None:
    """Let tables that grow with use grow to their final size."""
    if isinstance(adapter, Library):
        suite = adapter.suite(curve)
        (sample,) = samples(curve, 0, 1)
        for _ in range(GROWN):
            suite.public_key(sample.secret)


def _prepare(
    adapter: Adapter, curve: str, operation: str, chosen: list[Sample], unit: Unit
) -> Prepared | None:
    """A cell, each of whose calls was right once; None where the adapter hasn't got the operation."""
    todo: list[Call] | None = None
    warm_up = 1.0
    if isinstance(adapter, Library):
        suite = adapter.suite(curve)
        todo = calls(suite, operation, chosen)
        if todo is None:
            return None
        timer, results = in_process(todo), [call() for call in todo]
        if operation == "generate":
            results = [is_a_pair(suite, pair) for pair in results]
    else:
        assert isinstance(adapter, External)
        loaded = adapter.load(curve, operation, chosen)
        if loaded is None:
            return None
        number, answer = loaded
        warm_up = COMPILING
        timer = partial(adapter.run, number)
        results = [_result(operation, answer, chosen[0])]
    if not all(is_right(curve, operation, *pair) for pair in zip(chosen, results, strict=False)):
        raise UnusableInput("unsupported", f"{adapter.name}: {operation} on {curve} gives a wrong result")
    size = None if operation in WITHOUT_MESSAGE else len(chosen[0].message)
    cell = Cell(adapter.name, curve, operation, size, signatures_in(operation), timer, unit, warm_up)
    return Prepared(cell, adapter, chosen, todo)


def _result(operation: str, answer: str, sample: Sample) -> object:
    """What a program's answer stands for; one that draws its own secrets tells no key."""
    if operation.startswith("verify") or operation == "generate":
        return answer == "01"
    if operation == "keygen" and answer == "":
        return sample.public
    return bytes.fromhex(answer)
