"""The first verification and signature of a fresh process, against warm ones: imports, tables, loaded code."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ecref.measure.cold import cold
from ecref.measure.unit import Unit
from ecref.referee.adapters.interface import CURVES, Library

from .curves_figures import unit
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ecref.referee.adapters.interface import Adapter

    from .curves_algorithms import Subject
    from .curves_figures import Figures
    from .model import Cell as Shown
    from .model import Plan, Progress

OPERATIONS = ("verify", "sign")
STARTS, QUICK_STARTS = 5, 1
HEADS = ("implementation", "algorithm", "operation", "import ms", "first call ms", "warm ms", "first / warm")
FORMS = {"import ms": ",.1f", "first call ms": ",.2f", "warm ms": ",.3f", "first / warm": ",.1f"}


def table(
    adapters: Iterable[Adapter], subjects: Sequence[Subject], figures: Figures, plan: Plan, progress: Progress
) -> Table:
    """Each curve in each library."""
    starts = QUICK_STARTS if plan.quick else STARTS
    libraries = {each.name: each for each in adapters}
    todo = [(each, operation) for each in subjects if each.algorithm.curve for operation in OPERATIONS]
    rows: list[tuple[Shown, ...]] = []
    for done, (subject, operation) in enumerate(todo):
        progress(done, len(todo))
        rows.append(_row(libraries[subject.implementation], subject, operation, figures, starts))
    progress(1, 1)
    note = (
        f"The median of {starts} fresh process{'es' if starts > 1 else ''}, by the processor's time; the first call "
        "loads its key, the interpreter's own start isn't counted. No row for RSA: it has no adapter to start with."
    )
    return Table("The first call against warm ones", HEADS, rows, FORMS, note)


def _row(
    library: Adapter, subject: Subject, operation: str, figures: Figures, starts: int
) -> tuple[Shown, ...]:
    assert isinstance(library, Library)
    curve = subject.algorithm.curve
    assert curve is not None
    warm = figures.get(subject.implementation, subject.algorithm.name, operation)
    assert warm is not None
    named = subject.implementation, subject.algorithm.name, operation
    found = cold(library, curve, operation, subject.samples, starts)
    ms = 1e3 * warm.M  # of one M, in the processor's time
    if found is None:
        return *named, None, None, warm.M_per_operation * ms, None
    M = M_of(curve)
    first = found.first * M
    return *named, found.importing * M * ms, first * ms, warm.M_per_operation * ms, first / warm.M_per_operation


@cache
def M_of(curve: str) -> float:
    """One M of a curve, in which a fresh process counts, by the M of the other figures."""
    return Unit(CURVES[curve].curve.p).seconds() / unit().seconds()
