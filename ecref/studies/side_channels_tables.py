"""The tables and charts of side-channels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .model import Chart, Table
from .side_channels_signers import LARGE, NONE, TABLES
from .side_channels_uniform import FASTEST

if TYPE_CHECKING:
    from .model import Cell
    from .side_channels_lengths import ByLength
    from .side_channels_rest import Difference
    from .side_channels_uniform import Uniform

LONGEST = 128  # missing bits, at the end of every line
UNIFORM = (
    *("curve", "signatures", "times each", "correlation", "+-", "of additions", "bits short", "fastest", "+- bits"),
)


@dataclass(frozen=True)
class Figures:
    """What was measured: by curve and table; by curve; and pair by pair."""

    lengths: dict[tuple[str, str], ByLength]
    uniform: dict[str, Uniform]
    rest: list[Difference]

    @property
    def curves(self) -> list[str]:
        """The curves."""
        return list(self.uniform)


def tables(figures: Figures) -> list[Table]:
    """All of them."""
    return [_slopes(figures), _lengths(figures), _additions(figures), _uniform(figures), _rest(figures)]


def charts(figures: Figures) -> list[Chart]:
    """What short nonces save, with the large table and with none."""
    return [_saved(figures, LARGE), _saved(figures, NONE)]


def _slopes(figures: Figures) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for table in TABLES:
        for curve in figures.curves:
            found = figures.lengths[curve, table]
            times = found.mean(0).mean, found.mean(LONGEST).mean
            rows.append((curve, table, *times, *found.saved(LONGEST).cells(), *found.slope().cells()))
    return Table(
        f"A signature by its nonce's length: nonces of full length, and those {LONGEST} bits shorter",
        ("curve", "table", "full, M", "short, M", "saved, %", "+- %", "M per bit", "+- M"),
        rows,
        {"saved, %": ",.1f", "+- %": ",.1f", "M per bit": ".3f", "+- M": ".3f"},
        "M per bit is the slope of a line through all lengths that were measured.",
    )


def _lengths(figures: Figures) -> Table:
    found = [figures.lengths[curve, LARGE] for curve in figures.curves]
    errors = [each.saved(missing).error for each in found for missing in list(each.rounds)[1:]]
    return Table(
        f"M of a signature with the {LARGE}, by the bits that its nonce lacks",
        ("bits short", *figures.curves),
        [(missing, *(each.mean(missing).mean for each in found)) for missing in found[0].rounds],
        dict.fromkeys(figures.curves, ",.1f"),
        "What is saved against the first line, round by round, has an interval of at most "
        f"± {max(errors, default=0.0):.2f} % of the time.",
    )


def _additions(figures: Figures) -> Table:
    found = [figures.lengths[curve, LARGE].additions for curve in figures.curves]
    return Table(
        f"Additions that make [k]B with the {LARGE}: counted, in the mean of the same nonces",
        ("bits short", *figures.curves),
        [(missing, *(each[missing] for each in found)) for missing in found[0]],
        dict.fromkeys(figures.curves, ",.2f"),
    )


def _uniform(figures: Figures) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for curve, found in figures.uniform.items():
        for repeats in dict.fromkeys((1, found.repeats)):
            rest = found.correlation_of_additions().mean, found.of_all().mean, *found.of_fastest(repeats).cells()
            rows.append((curve, len(found.times), repeats, *found.correlation(repeats).cells(), *rest))
    return Table(
        f"Nonces drawn from all, with the {LARGE}: what the time of each signature says",
        UNIFORM,
        rows,
        dict.fromkeys(UNIFORM[3:6], ".3f") | dict.fromkeys(UNIFORM[6:], ".2f"),
        "The correlation is that of the ranks of length and time, by the median where a signature was made several "
        "times, as whoever may ask for the same one again can; of additions: that of length and counted additions. "
        f"Bits short: what the nonces of all, and of the fastest 1/{FASTEST}, lack in the mean.",
    )


def _rest(figures: Figures) -> Table:
    return Table(
        "What else depends on a secret, on p256",
        ("what", "one", "other", "one, M", "other, M", "more, M", "+- M", "told apart"),
        [_difference(each) for each in figures.rest],
        dict.fromkeys(("one, M", "other, M", "more, M", "+- M"), ",.2f"),
    )


def _difference(found: Difference) -> tuple[Cell, ...]:
    one, other = found.means()
    return *found.pair[:3], one, other, *found.more.cells(), "yes" if found.is_seen else "no"


def _saved(figures: Figures, table: str) -> Chart:
    series: dict[str, list[tuple[str | float, float | None]]] = {}
    for curve in figures.curves:
        found = figures.lengths[curve, table]
        full = found.mean(0).mean
        series[curve] = [(missing, full - found.mean(missing).mean) for missing in found.rounds]
    return Chart(
        f"what a shorter nonce saves: {table}",
        "bits that the nonce lacks",
        "M less than at full length",
        series,
        lines=True,
        log_y=False,
    )
