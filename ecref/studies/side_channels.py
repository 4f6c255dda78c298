"""side-channels: what the time of a signature tells of secrets here.

ECDSA and EdDSA hide the private key behind a nonce. In 2020 Jancar, Sedlacek, Svenda and Sys showed of a card and five
libraries that the time of a signature depends on its nonce's length, and that this gives the key away ("Minerva: The
curse of ECDSA nonces", CHES 2020). Nothing in ecref hides such a dependence, and Python's integers have it anyway. This
study says how large it is, so that the warning is a figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref import p256
from ecref.measure.environment import environment
from ecref.measure.results import row, warnings
from ecref.measure.rounds import measure
from ecref.measure.unit import Unit
from ecref.referee.adapters.interface import CURVES

from .model import Study
from .side_channels_findings import findings
from .side_channels_lengths import FEW, MISSING, ByLength, length_cells
from .side_channels_rest import difference, pairs
from .side_channels_signers import LARGE, TABLES, signer
from .side_channels_tables import LONGEST, Figures, charts, tables
from .side_channels_uniform import Uniform, time_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import Plan, Progress
    from .side_channels_signers import Signer

SIGNATURES, REPEATS = 4096, 9  # with uniform nonces; made so often each
QUICK_SIGNATURES, QUICK_REPEATS = 256, 3
CALLS, QUICK_CALLS = 256, 16  # of each of a pair, in every round
QUICK_MISSING = (0, 64, LONGEST)

QUESTION = "How much of its secrets does the time of a signature tell here?"
METHOD = """\
Signatures with nonces of each length, 256 of each, are made in interleaved rounds after a warm-up, in M: one a * b \
% p of full-size operands, measured just before, by the processor's time. Every round gives a line through its own \
lengths; the slope is the mean of the rounds', with its 99.9 % interval. The nonce is given (in ECDSA by unsafe_k, \
in EdDSA in place of the hash that makes it), so that the time of RFC 6979 or of the hash isn't in it. A process has \
no table of the base point for its first three multiplications, then a small one, and from the 300th on a large one; \
each is measured by itself. Then each of many signatures with nonces drawn from all is timed by itself, once and \
several times, as a multiple of the median of those around it; that is in the same process, while an onlooker in \
another one or on a network sees less. Last come pairs of operations that differ in one thing, timed by turns. The \
key is one of ours, the same each time, and so are the nonces. Verification has no secret, and isn't measured."""


def run(plan: Plan, progress: Progress) -> Study:
    """Measure on all five curves."""
    signers = {(curve, table): signer(curve, table) for curve in CURVES for table in TABLES}
    by_length = {
        key: length_cells(*key, each, _missing(key[1], quick=plan.quick)) for key, each in signers.items()
    }
    cells = [cell for each in by_length.values() for cell in each.values()]
    measure(cells, plan.effort, progress)
    sizes = (QUICK_SIGNATURES, QUICK_REPEATS) if plan.quick else (SIGNATURES, REPEATS)
    unit, count = Unit(p256.curve.p), QUICK_CALLS if plan.quick else CALLS
    figures = Figures(
        {key: ByLength.of(each, signers[key]) for key, each in by_length.items()},
        {curve: _uniform(signers[curve, LARGE], *sizes, progress) for curve in CURVES},
        [difference(pair, plan.effort.rounds, count, unit) for pair in pairs()],
    )
    return Study(
        name="side-channels",
        question=QUESTION,
        method=METHOD,
        environment=environment(),
        versions={},
        missing={},
        tables=tables(figures),
        charts=charts(figures),
        findings=findings(figures),
        notes=warnings([row(cell) for cell in cells]),
    )


def _missing(table: str, *, quick: bool) -> Sequence[int]:
    if quick:
        return QUICK_MISSING
    return MISSING if table == LARGE else FEW


def _uniform(chosen: Signer, count: int, repeats: int, progress: Progress) -> Uniform:
    nonces = [chosen.uniform_nonce(number) for number in range(count)]
    assert chosen.additions is not None
    times = time_each([chosen.sign(k) for k in nonces], repeats, progress)
    return Uniform([chosen.missing(k) for k in nonces], [chosen.additions(k) for k in nonces], times)
