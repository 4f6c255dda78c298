"""EdDSA in an interpreter or a virtual machine against native code: how much faster, and what is allocated.

ecref stands against OpenSSL as `cryptography` and Node.js call it; where Java is here, so does the JDK's SunEC.

What goes wrong in reports of this kind: one mean without an error; one key and one message, whose scalar decides;
implementations measured one after the other, while the machine's clock wanders; pure code timed before it is compiled,
or with the building of its tables in the mean; octets counted by the heap's own tool, which doesn't see what native
code allocates, so that it looks free; Ed25519 and Ed448 side by side as if they were of one strength.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.measure import cells
from ecref.measure.environment import environment
from ecref.measure.heap import Heap
from ecref.measure.memory import peak
from ecref.measure.results import row, warnings
from ecref.measure.rounds import measure
from ecref.referee.adapters.java import Java

from .available import available
from .model import Study
from .pure_native_findings import findings
from .pure_native_tables import ALL, CURVES, NAMES, OPERATIONS, PEAK, SIZES, Figure, charts, tables

if TYPE_CHECKING:
    from .model import Plan, Progress

QUESTION = "How much faster is native code at EdDSA, by length of message, and what do pure implementations allocate?"
METHOD = """\
Each operation of each implementation runs in interleaved rounds over 16 keys and messages, after a warm-up (tables of \
base points grown to their last size, virtual machines four times as long), and gave the right result before it was \
timed. Signing has its key loaded; verifying starts from the key's octets. Operations a second are means over the \
rounds, on the wall, with their 99.9 % interval. How many times as fast is the mean of each round's own ratio, by the \
processor's time of the calling thread, so that it holds on a busy machine, too; collectors with threads of their own \
are not in it, but in the table of collections. Pure is the arithmetic of the curves: ecref's SHA-512 and SHAKE256 are \
hashlib's, which is native, and Java's virtual machine has intrinsics for some hashes. Ed25519 is of 128 bits of \
strength and Ed448 of 224: lines compare implementations, never the curves."""


def run(plan: Plan, progress: Progress) -> Study:
    """Measure Ed25519 and Ed448, signing and verifying, at each size."""
    names = NAMES if plan.command is None else (*NAMES, "command")
    with available(names, plan) as found:
        prepared = found.cells(cells.Plan(CURVES, OPERATIONS, SIZES))
        for each in prepared:
            if isinstance(each.adapter, Java):
                each.cell.collections = Heap(each.adapter.memory)
        measure([each.cell for each in prepared], plan.effort, progress)
        figures = [_figure(each) for each in prepared]
        notes = found.notes()
    by_key = {(each.row.implementation, *each.row.key): each for each in figures}
    return Study(
        name="pure-native",
        question=QUESTION,
        method=METHOD,
        environment=environment(),
        versions=found.versions,
        missing=found.missing,
        tables=tables(by_key, names),
        charts=charts(by_key),
        findings=findings(by_key),
        notes=notes + warnings([each.row for each in figures]),
    )


def _figure(prepared: cells.Prepared) -> Figure:
    """What a measured cell comes to, with the octets of an operation where they are told."""
    cell = prepared.cell
    if isinstance(cell.collections, Heap):
        return Figure(row(cell), cell.collections.octets / len(cell.seconds), ALL)
    octets = None if prepared.calls is None else peak(prepared.calls)
    return Figure(row(cell)) if octets is None else Figure(row(cell), octets, PEAK)
