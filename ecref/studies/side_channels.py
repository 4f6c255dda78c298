"""side-channels: what the time of a signature tells of secrets here.

ECDSA and EdDSA hide the private key behind a nonce. In 2020 Jancar, Sedlacek, Svenda and Sys showed of a card and five
libraries that the time of a signature depends on its nonce's length, and that this gives the key away ("Minerva: The
curse of ECDSA nonces", CHES 2020). Nothing in ecref hides such a dependence, and Python's integers have it anyway. This
study says how large it is, so that the warning is a figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref import p256
from ecref.measure.environment import environment
from ecref.measure.results import TOO_WIDE
from ecref.measure.unit import Unit
from ecref.referee.adapters.interface import CURVES

from .model import Study
from .side_channels_findings import findings
from .side_channels_lengths import FEW, MISSING, time_lengths
from .side_channels_rest import difference, pairs
from .side_channels_signers import LARGE, TABLES, signer
from .side_channels_tables import LONGEST, Figures, charts, tables
from .side_channels_uniform import time_uniform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import Plan, Progress


class Size(NamedTuple):
    """calls of each length, and of each of a pair, in a round; signatures with uniform nonces, made so often each."""

    calls: int
    pairs: int
    signatures: int
    repeats: int


FULL = Size(calls=64, pairs=256, signatures=4096, repeats=9)
QUICK = Size(calls=8, pairs=16, signatures=256, repeats=3)
QUICK_MISSING = (0, 64, LONGEST)

QUESTION = "How much of its secrets does the time of a signature tell here?"
METHOD = """\
Signatures with nonces of each length, 256 of each, are made by turns in rounds, in M: one a * b % p of full-size \
operands, measured just before, by the processor's time. A round's figure is the median of its signatures of a \
length, and gives a line through all lengths; the slope is the mean of the rounds', with its 99.9 % interval. The \
nonce is given (in ECDSA by unsafe_k, in EdDSA in place of the hash that makes it), so that the time of RFC 6979 or \
of the hash isn't in it. A process has no table of the base point for its first three multiplications, then a small \
one, and from the 300th on a large one; each is measured by itself. Then each of many signatures with nonces drawn \
from all is timed by itself, once and several times, as a multiple of the median of those around it; that is in the \
same process, while an onlooker in another one or on a network sees less. Last come pairs of operations that differ \
in one thing, by turns too. The key is one of ours, the same each time, and so are the nonces. Verification has no \
secret, and isn't measured."""


def run(plan: Plan, progress: Progress) -> Study:
    """Measure on all five curves."""
    rounds, size = plan.effort.rounds, QUICK if plan.quick else FULL
    lengths, uniform = {}, {}
    todo = [(curve, table) for curve in CURVES for table in TABLES]
    for done, (curve, table) in enumerate(todo):
        progress(done, len(todo) + 1)
        chosen = signer(curve, table)
        missing = _missing(table, quick=plan.quick)
        lengths[curve, table] = time_lengths(chosen, missing, rounds, size.calls, Unit(chosen.p))
        if table == LARGE:
            uniform[curve] = time_uniform(chosen, size.signatures, size.repeats)
    progress(len(todo), len(todo) + 1)
    unit = Unit(p256.curve.p)
    figures = Figures(lengths, uniform, [difference(pair, rounds, size.pairs, unit) for pair in pairs()])
    progress(len(todo) + 1, len(todo) + 1)
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
        notes=_notes(figures),
    )


def _missing(table: str, *, quick: bool) -> Sequence[int]:
    if quick:
        return QUICK_MISSING
    return MISSING if table == LARGE else FEW


def _notes(figures: Figures) -> list[str]:
    """What is not to be believed."""
    return [
        f"{curve}, {table}: the machine was restless: M's quartiles lie {found.unrest:.0%} apart"
        for (curve, table), found in figures.lengths.items()
        if found.unrest > TOO_WIDE
    ]
