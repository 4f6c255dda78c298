"""`ecref study curves`: which curve costs what, where its time goes, and what RSA of equal strength costs beside it.

The published tables that this redoes compared algorithms by the mean of one loop: without an error, without warming
up, with one key, often of unequal strength (RSA-2048 beside P-256), each algorithm after the other, and with stages
that were guessed or timed in another run. Here every figure has its 99.9 % interval, all run in interleaved rounds and
under many keys, strength stands beside the time, the stages are the shipped functions in the same rounds as the whole,
and what intervals don't tell apart isn't ranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.measure.environment import environment
from ecref.measure.results import TOO_WIDE, Row, row, warnings
from ecref.measure.rounds import measure
from ecref.measure.sampling import spread

from . import (
    curves_charts,
    curves_first,
    curves_hashes,
    curves_keys,
    curves_many,
    curves_operations,
    curves_parallel,
    curves_scenarios,
    curves_stages,
)
from .available import available
from .curves_algorithms import NATIVE, OWN, Subject, subjects
from .curves_figures import Figures, long
from .curves_findings import findings
from .model import Study

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ecref.measure.rounds import Cell

    from .model import Plan, Progress, Table

QUESTION = "Which curve verifies, signs and makes keys at what cost, where does the time go, and how does RSA compare?"
METHOD = (
    "Published tables give the mean of one loop, without an error or a warm-up, for one key, of algorithms of unequal "
    "strength, one after the other. Here all run in interleaved rounds, after warming up, under 16 keys in turn (RSA: "
    "one); the errors are 99.9 % confidence intervals of the rounds' means; ratios are taken round by round by the "
    "processor's time, and the stages of a verification in the same rounds as the whole; strength stands beside every "
    "time."
)
STEPS = 1000  # of progress, in each of the four parts


def run(plan: Plan, progress: Progress) -> Study:
    """Measure, and say what was found."""
    with available((OWN, NATIVE), plan) as found:
        chosen = _right(subjects(found.adapters), found.missing)
        chains = curves_scenarios.Chains(chosen)
        short_cells = _short(chosen, chains, plan)
        long_cells = _long(chosen, plan)
        measure(short_cells, plan.effort, _part(progress, 0))
        measure(long_cells, long(plan.effort), _part(progress, 1))
        key_cells = curves_operations.key_cells(chosen, plan)
        for number, (cell, effort) in enumerate(key_cells):
            measure([cell], effort, _part(progress, 2 + number / len(key_cells), 1 / len(key_cells)))
        figures = Figures([*short_cells, *long_cells, *(cell for cell, _ in key_cells)])
        first = curves_first.table(found.adapters, chosen, figures, plan, _part(progress, 3))
        return Study(
            name="curves",
            question=QUESTION,
            method=METHOD,
            environment=environment(),
            versions=found.versions,
            missing=found.missing,
            tables=_tables(chosen, figures, chains, first, plan),
            charts=curves_charts.charts(chosen, figures, plan),
            findings=findings(chosen, figures, first, plan),
            notes=notes([row(cell) for cell in short_cells], [row(cell) for cell in long_cells]),
        )


def _right(chosen: Sequence[Subject], missing: dict[str, str]) -> list[Subject]:
    """Those that verify what they should; of the others, why they are missing."""
    faults = {(each.implementation, each.algorithm.name): curves_operations.fault(each) for each in chosen}
    missing |= {" ".join(name): fault for name, fault in faults.items() if fault is not None}
    return [each for each in chosen if faults[each.implementation, each.algorithm.name] is None]


def _short(chosen: Sequence[Subject], chains: curves_scenarios.Chains, plan: Plan) -> list[Cell]:
    """What is compared stands side by side: a stage beside its whole."""
    cells = []
    for each in chosen:
        for part in curves_operations.cells, curves_stages.cells, curves_keys.cells, chains.cells:
            cells += list(part(each))
    return [*cells, *curves_hashes.cells(plan)]


def _long(chosen: Sequence[Subject], plan: Plan) -> list[Cell]:
    blocks, hundreds = curves_scenarios.Blocks(plan), curves_many.Hundreds()
    cells = []
    for each in chosen:
        cells += [*blocks.cells(each), *hundreds.cells(each)]
        if curves_parallel.chosen(each, plan):
            cells += curves_parallel.cells(each, plan)
    return cells


def _part(progress: Progress, start: float, length: float = 1.0) -> Progress:
    """Progress of one part of four."""
    return lambda done, steps: progress(round(STEPS * (start + length * done / steps)), 4 * STEPS)


def _tables(
    chosen: Sequence[Subject], figures: Figures, chains: curves_scenarios.Chains, first: Table, plan: Plan
) -> list[Table]:
    return [
        *curves_operations.tables(chosen, figures, plan),
        *curves_scenarios.tables(chosen, figures, chains, plan),
        curves_stages.table(chosen, figures),
        curves_keys.table(chosen, figures),
        curves_hashes.table(figures, plan),
        first,
        curves_parallel.table(chosen, figures, plan),
        curves_many.table(chosen, figures),
    ]


def notes(short: list[Row], long: list[Row]) -> list[str]:
    """What is not to be believed: bench's warnings, and long work whose rounds differ on the wall."""
    found = warnings(short)
    wide = sum(spread(each.rounds) > TOO_WIDE for each in long)
    if wide:
        found.append(
            f"blocks, threads, processes and hundreds are timed on the wall: in {wide} of {len(long)} lines the "
            f"quartiles of their rounds lie over {TOO_WIDE:.0%} apart"
        )
    return found


