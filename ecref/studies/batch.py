"""batch: EdDSA signatures one after the other, or many at once?

Published comparisons of batches divide one loop's time by its length, without an error and before the machine has
warmed up; sign with one key throughout, whose multiples a batch puts together; stop at the sizes that look best; give
valid batches only, though a bad signature makes a batch dearer than none; and set implementations of unlike equations
side by side. What is done instead, METHOD says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.measure import cells
from ecref.measure.environment import environment
from ecref.measure.results import row, warnings
from ecref.measure.rounds import measure

from . import batch_rules
from .available import available
from .batch_cells import OCTETS, bad_cells, batch_cells, cofactorless_cell
from .batch_findings import findings
from .batch_tables import CURVES, OPERATIONS, Figures, charts, tables
from .clock import hertz
from .model import Study

if TYPE_CHECKING:
    from ecref.measure.rounds import Cell

    from .available import Available
    from .model import Plan, Progress

NAMES = ("ecref", "ecref-gmpy2", "cryptography", "pynacl", "go", "noble", "java")
SIZES = (4, 8, 16, 32, 64, 128, 256)
QUICK_SIZES = (4, 16, 64)

QUESTION = "What does an EdDSA signature cost in a batch, which size is best here, and what does a bad one in it cost?"
METHOD = f"""\
Keys, signatures, verifications and batches of each size run in interleaved rounds after a warm-up, each over messages \
of {OCTETS} octets; every signature of a batch is by a key of its own, and is read from octets each time. All gave the \
right result before they were timed. Times per signature are a batch's, divided by its size. Figures are means over \
the rounds with their 99.9 % interval, and ratios are formed round by round; sizes whose interval of the ratio holds 1 \
are not told apart. Each size is also timed with one bad signature, until it is known which. An implementation without \
batches stands beside them with its single verification. What each takes for valid is asked of it in the same run."""


def run(plan: Plan, progress: Progress) -> Study:
    """Measure, and ask everybody about three signatures."""
    sizes = QUICK_SIZES if plan.quick else SIZES
    names = NAMES if plan.command is None else (*NAMES, "command")
    with available(names, plan) as found:
        timed = _cells(found, sizes)
        measure(timed, plan.effort, progress)
        clock = hertz()
        answers = {curve: batch_rules.answers(curve, found.adapters) for curve in CURVES}
        notes = found.notes()
    rows = [row(cell) for cell in timed]
    figures = Figures({(each.implementation, each.curve, each.operation): each for each in rows}, sizes, clock)
    return Study(
        name="batch",
        question=QUESTION,
        method=METHOD,
        environment=environment(),
        versions=found.versions,
        missing=found.missing,
        tables=[*tables(figures, names), *(batch_rules.table(curve, each) for curve, each in answers.items())],
        charts=charts(figures, names),
        findings=findings(figures, answers),
        notes=[*notes, *warnings(rows)],
    )


def _cells(found: Available, sizes: tuple[int, ...]) -> list[Cell]:
    """Curve by curve: the single operations, and the batches of those that have them."""
    singles = [each.cell for each in found.cells(cells.Plan(CURVES, OPERATIONS, (OCTETS,)))]
    timed = []
    for curve in CURVES:
        timed += [cell for cell in singles if cell.curve == curve]
        timed += [cell for each in found.adapters for cell in batch_cells(each, curve, sizes)]
        timed += [*bad_cells(curve, sizes), cofactorless_cell(curve)]
    return timed
