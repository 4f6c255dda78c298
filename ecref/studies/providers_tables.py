"""The tables and the chart of providers: times, and the two ratios against the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .interval import Interval
from .model import Chart, Table

if TYPE_CHECKING:
    from ecref.measure.results import Row

    from .model import Cell

CURVE = "p256"
DIGEST = 32  # octets
NAMES = {"generate": "a new key pair", "sign-digest": "a signature", "verify-digest": "a verification"}
OPERATIONS = tuple(NAMES)

HEADS = ("implementation", "mean us", "± us", "median us", "p99 us", "M", "old / new, %", "new / old", "±")
FORMS = {
    **dict.fromkeys(("mean us", "± us", "median us", "p99 us", "old / new, %"), ",.1f"),
    **dict.fromkeys(("new / old", "±"), ",.4f"),
}


@dataclass(frozen=True)
class Figures:
    """What was measured, by implementation and operation; the first of the names is the old one of each ratio."""

    names: tuple[str, ...]
    rows: dict[tuple[str, str], Row]

    @property
    def first(self) -> str:
        """The old one."""
        return self.names[0]

    def of(self, operation: str) -> list[Row]:
        """The rows of an operation."""
        return [row for (_, of), row in self.rows.items() if of == operation]

    def ratio(self, operation: str, new: str, old: str) -> Interval:
        """The new one's time by the old one's, round by round."""
        pairs = zip(self.rows[new, operation].rounds, self.rows[old, operation].rounds, strict=True)
        return Interval.of([new_time / old_time for new_time, old_time in pairs])


def tables(figures: Figures) -> list[Table]:
    """A table for each operation."""
    return [_table(figures, operation) for operation in OPERATIONS]


def chart(figures: Figures) -> Chart:
    """A bar for each implementation and operation."""
    means = {key: 1e6 * row.mean for key, row in figures.rows.items()}
    series: dict[str, list[tuple[str | float, float | None]]] = {
        name: [(NAMES[operation], means.get((name, operation))) for operation in OPERATIONS] for name in figures.names
    }
    return Chart(f"P-256 over a digest of {DIGEST} octets", "operation", "microseconds, mean", series)


def _table(figures: Figures, operation: str) -> Table:
    count = figures.rows[figures.first, operation].operations
    return Table(
        title=f"P-256: {NAMES[operation]}, the mean of {count:,}; old is {figures.first}, new is the line's",
        heads=HEADS,
        rows=[_row(figures, operation, name) for name in figures.names],
        forms=FORMS,
        note=NOTES[operation],
    )


def _row(figures: Figures, operation: str, name: str) -> tuple[Cell, ...]:
    row = figures.rows.get((name, operation))
    if row is None:
        return name, *[None] * (len(HEADS) - 1)
    times = Interval(1e6 * row.mean, 1e6 * row.error).cells()
    ratio = figures.ratio(operation, name, figures.first)
    fraction, error = ratio.cells()
    cells = name, *times, 1e6 * row.median, 1e6 * row.p99, row.M_per_operation
    return *cells, 100 / fraction, fraction, error or None


NOTES = {
    "generate": (
        "Each draws its own random numbers, within its time; a program of --command draws none, so that it is given "
        "secrets and asked for their public keys."
    ),
    "sign-digest": (
        "Nonces are each one's own: RFC 6979's in ecref, ecdsa, ecc and noble, random ones in cryptography, java, "
        "bouncycastle and go; so the work is not quite the same. pycryptodome and Node.js' crypto take no raw digest."
    ),
    "verify-digest": "The key is decoded and validated within the time.",
}
