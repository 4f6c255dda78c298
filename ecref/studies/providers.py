"""providers: P-256 over a raw digest, in every implementation that is here.

Published comparisons of providers take the mean of a thousand calls of one, then of the next, without an error and
without a warm-up, with one key throughout; so what one compiles or the machine does meanwhile is the other's loss. They
give a ratio without saying which of the two is old and which new, or as a per cent here and a fraction there. And they
take for granted that both compute the same over a digest that is shorter or longer than the curve's order. What is done
instead, METHOD says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.measure import cells
from ecref.measure.environment import environment
from ecref.measure.results import row, warnings
from ecref.measure.rounds import measure
from ecref.referee.adapters import ADAPTERS

from .available import available
from .model import Study
from .providers_agreement import agreement, agreement_table
from .providers_findings import findings
from .providers_tables import CURVE, DIGEST, OPERATIONS, Figures, chart, tables

if TYPE_CHECKING:
    from .available import Available
    from .model import Plan, Progress

COUNT = 1000  # of each operation in each implementation
QUICK_COUNT = 20

QUESTION = (
    "What do a new key, a signature and a verification on P-256 over a raw digest cost in each implementation that is "
    "here, and do all of them mean the same by a digest of another length?"
)
METHOD = f"""\
Each operation runs as often as in the published comparison, but in interleaved rounds after a warm-up, with 16 keys, \
over digests of {DIGEST} octets, and gave the right result before it was timed. A new key pair is made as the \
implementation makes it, with its own random numbers; a signature is made with a key that is ready; a verification \
begins with octets, so that decoding and validating the key are part of it. Figures are means over the rounds with \
their 99.9 % interval. The first implementation is the old one, that of the line the new: the performance ratio is old \
time / new time in per cent (above 100: the new one is quicker), the time ratio new time / old time as a fraction; \
both are formed round by round, and where the interval holds 1, the two are not told apart. M is one a * b % p of \
full-size operands, measured just before each slice; figures in M are of the processor's time, so that they hold on a \
busy machine, too. Then each implementation signs digests of 1 to 64 octets, which ecref verifies, and verifies what \
ecref signed."""


def run(plan: Plan, progress: Progress) -> Study:
    """Measure, and have everybody sign and verify digests of every length."""
    count = QUICK_COUNT if plan.quick else COUNT
    names = [name for name in ADAPTERS if name != "command" or plan.command is not None]
    with available(names, plan) as found:
        _leave_out(found)
        timed = [each.cell for each in found.cells(cells.Plan((CURVE,), OPERATIONS, (DIGEST,)))]
        measure(timed, plan.effort, progress, -(-count // plan.effort.rounds))
        agreed = {each.name: agreement(each) for each in found.adapters}
        notes = found.notes()
    rows = [row(cell) for cell in timed]
    figures = Figures(tuple(agreed), {(each.implementation, each.operation): each for each in rows})
    return Study(
        name="providers",
        question=QUESTION,
        method=METHOD,
        environment=environment(),
        versions={name: found.versions[name] for name in agreed},
        missing=found.missing,
        tables=[*tables(figures), agreement_table(agreed)],
        charts=[chart(figures)],
        findings=findings(figures, agreed),
        notes=[*notes, *warnings(rows)],
    )


def _leave_out(found: Available) -> None:
    """Those without the curve."""
    for each in tuple(found.adapters):
        if not each.supports(CURVE):
            found.missing[each.name] = "it has no P-256"
            found.adapters.remove(each)
