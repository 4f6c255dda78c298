"""The tables and pictures of the study batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.referee.adapters.interface import CURVES as SCHEMES

from .batch_cells import OWN, batch, with_one_bad
from .interval import Interval
from .model import Chart, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from ecref.measure.results import Row

    from .model import Cell

    Key: TypeAlias = tuple[str, str, str]  # implementation, curve, operation
    Points: TypeAlias = list[tuple["str | float", "float | None"]]

CURVES = ("ed25519", "ed448")
OPERATIONS = ("keygen", "sign", "verify")
UNITS = (
    "Microseconds are on the wall, the mean of the rounds with its 99.9 % interval; M, cycles and ratios are by the "
    "processor's time of the calling thread (of a program by --command, by the wall's)."
)
PAYS = (
    "Found by bisection, the bad one at the beginning, in the middle and at the end in turn. Batches pay while the "
    "share of them that hold a bad signature is below the one given; with one in each such batch, that is one in so "
    "many signatures. Nothing there: they don't pay at all."
)


class Figures(NamedTuple):
    """The measured rows by implementation, curve and operation; the sizes of batches; the clock, where it is known."""

    rows: dict[Key, Row]
    sizes: tuple[int, ...]
    hertz: float | None

    def has_batches(self, name: str, curve: str) -> bool:
        """Whether an implementation has batches on a curve."""
        return (name, curve, batch(self.sizes[0])) in self.rows

    def ratio(self, curve: str, one: tuple[str, str], other: tuple[str, str]) -> Interval:
        """The time of one (implementation, operation) by another's, per signature, over the rounds, pair by pair."""
        first, second = (self.rows[name, curve, operation].rounds_M for name, operation in (one, other))
        return Interval.of([ours / theirs for ours, theirs in zip(first, second, strict=True)])

    def alone(self, curve: str, name: str, operation: str) -> Interval:
        """An operation's time by that of a single verification in the same implementation."""
        return self.ratio(curve, (name, operation), (name, "verify"))

    def best(self, curve: str, name: str) -> int:
        """The size of the batch that takes the least time per signature."""
        return min(self.sizes, key=lambda size: self.rows[name, curve, batch(size)].M_per_operation)


def bearable(valid: float, bad: float) -> float:
    """The share of batches with a bad signature at which batches take as long as single verifications.

    valid and bad are what a batch takes by the time of single verifications: (1 - q)*valid + q*bad = 1.
    """
    if valid >= 1:
        return 0.0
    return 1.0 if bad <= 1 else (1 - valid) / (bad - valid)


def tables(figures: Figures, names: Sequence[str]) -> list[Table]:
    """For each curve: each operation in full, beside each other, and with a bad signature."""
    return [table for curve in CURVES for table in (_whole(figures, curve), _beside(figures, curve, names),
                                                    _bad(figures, curve))]  # fmt: skip


def _whole(figures: Figures, curve: str) -> Table:
    """Every measured operation."""
    heads = ("implementation", "operation", "us", "± us", "M", "cycles", "of verify", "±", "ms for all")
    rows: list[tuple[Cell, ...]] = []
    for (name, of_curve, operation), row in figures.rows.items():
        if of_curve == curve:
            cycles = None if figures.hertz is None else row.M_per_operation * row.M * figures.hertz
            size = next((n for n in figures.sizes if batch(n) == operation), None)
            times = 1e6 * row.mean, 1e6 * row.error, row.M_per_operation, cycles
            ratio = figures.alone(curve, name, operation).cells()
            rows.append((name, operation, *times, *ratio, None if size is None else 1e3 * row.mean * size))
    forms = {"us": ",.1f", "± us": ",.1f", "of verify": ".2f", "±": ".2f", "ms for all": ",.1f"}
    title = f"{SCHEMES[curve].name}: time per signature"
    return Table(title, heads, rows, forms, f"{UNITS} {_clock(figures.hertz)}")


def _clock(hertz: float | None) -> str:
    if hertz is None:
        return "The system doesn't tell the processor's clock, so there are no cycles."
    return f"Cycles are counted at {hertz / 1e6:,.0f} MHz, the clock that the system told right after the rounds."


def _beside(figures: Figures, curve: str, names: Sequence[str]) -> Table:
    """The same microseconds, a column for each implementation."""
    rows: list[tuple[Cell, ...]] = []
    for operation in (*OPERATIONS, *map(batch, figures.sizes)):
        found = [figures.rows.get((name, curve, operation)) for name in names]
        rows.append((operation, *(None if row is None else 1e6 * row.mean for row in found)))
    note = "An empty cell: the implementation isn't here, hasn't got the curve, or has no batches."
    title = f"{SCHEMES[curve].name}: microseconds per signature, beside each other"
    return Table(title, ("operation", *names), rows, dict.fromkeys(names, ",.1f"), note)


def _bad(figures: Figures, curve: str) -> Table:
    """What one bad signature in a batch costs."""
    figured = ("valid, ms", "one bad, ms", "x valid", "± x valid", "x one by one", "± x one by one")
    heads = ("batch", *figured, "pays below", "one bad in")
    rows: list[tuple[Cell, ...]] = []
    for size in figures.sizes:
        valid, bad = (figures.rows[OWN, curve, operation] for operation in (batch(size), with_one_bad(size)))
        by_valid = figures.ratio(curve, (OWN, with_one_bad(size)), (OWN, batch(size)))
        singly = figures.alone(curve, OWN, with_one_bad(size))
        share = bearable(figures.alone(curve, OWN, batch(size)).mean, singly.mean)
        times = 1e3 * valid.mean * size, 1e3 * bad.mean * size
        pays = (share, size / share) if share else (None, None)
        rows.append((size, *times, *by_valid.cells(), *singly.cells(), *pays))
    forms = dict.fromkeys(figured, ",.2f") | {"pays below": ".0%"}
    return Table(f"{SCHEMES[curve].name}: one bad signature in a batch of {OWN}", heads, rows, forms, PAYS)


def charts(figures: Figures, names: Sequence[str]) -> list[Chart]:
    """For each curve, M per signature by the size of the batch, and of the single operations.

    M, since the processor's time doesn't jump as that on the wall does where others work on the machine.
    """
    found = []
    for curve in CURVES:
        lines: dict[str, Points] = {}
        for name in names:
            single = figures.rows.get((name, curve, "verify"))
            batches = [figures.rows.get((name, curve, batch(size)), single) for size in figures.sizes]
            points = zip((1, *figures.sizes), (single, *batches), strict=True)
            lines[name] = [(size, None if row is None else row.M_per_operation) for size, row in points]
        bad = [(size, figures.rows[OWN, curve, with_one_bad(size)].M_per_operation) for size in figures.sizes]
        lines[f"{OWN}, one bad"] = [*bad]
        title = f"{SCHEMES[curve].name}: verification in batches (a level line: one by one)"
        found.append(Chart(title, "signatures in the batch", "M per signature", lines, lines=True, log_x=True))
        bars: dict[str, Points] = {name: [] for name in names}
        for name in names:
            for operation in OPERATIONS:
                row = figures.rows.get((name, curve, operation))
                bars[name].append((operation, None if row is None else row.M_per_operation))
        found.append(Chart(f"{SCHEMES[curve].name}: single operations", "", "M", bars))
    return found
