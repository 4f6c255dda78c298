"""What a measured cell comes to: one row, of plain numbers and text, that every report is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from statistics import fmean, median
from typing import TYPE_CHECKING

from .counting import Counts
from .sampling import error, quantile, spread

if TYPE_CHECKING:
    from .cold import Cold
    from .rounds import Cell
    from .tables import Table

TOO_WIDE = 0.1  # a spread between quartiles above which a figure is not to be believed


@dataclass
class Row:
    """Seconds and octets are of one operation; a batch's are the batch's, divided by its 64.

    mean, error        on the wall, of the rounds' means; the error is the 99.9 % confidence interval's half width
    median, p99        on the wall, of single calls
    M, M_spread        seconds of M over the rounds, and the distance of its quartiles by its median
    M_per_operation    the median over the rounds of a slice's processor time by M just before
    counts, floor      what was counted, and its cost in M; over_floor = M_per_operation / floor
    peak_octets        allocated by one call at its peak
    collections, collection_seconds      of the garbage collector, while `operations` operations ran
    cold_import, cold_first              of a fresh process, in M
    table_octets, table_M                what was precomputed: its size, and the build's time in M
    """

    implementation: str
    curve: str
    operation: str
    size: int | None
    rounds: list[float] = field(repr=False)
    rounds_M: list[float] = field(repr=False)
    operations: int
    per_second: float
    mean: float
    error: float
    median: float
    p99: float
    M: float
    M_spread: float
    M_per_operation: float
    M_per_operation_spread: float
    collections: int
    collection_seconds: float
    counts: Counts | None = None
    floor: float | None = None
    over_floor: float | None = None
    peak_octets: float | None = None
    cold_import: float | None = None
    cold_first: float | None = None
    table_octets: int | None = None
    table_M: float | None = None

    @property
    def key(self) -> tuple[str, str, int | None]:
        """What is the same operation in every implementation."""
        return self.curve, self.operation, self.size

    def as_dict(self) -> dict[str, object]:
        """Flat, with the counts as count_M ...; what isn't known is left out."""
        values = asdict(self)
        counts = values.pop("counts") or {}
        values |= {f"count_{name}": value for name, value in counts.items()}
        return {name: value for name, value in values.items() if value is not None or name == "size"}

    @classmethod
    def from_dict(cls, values: dict[str, object]) -> Row:
        """The row that as_dict told."""
        counts = {name[6:]: value for name, value in values.items() if name.startswith("count_")}
        rest = {name: value for name, value in values.items() if not name.startswith("count_")}
        return cls(**rest, counts=Counts(**counts) if counts else None)  # type: ignore[arg-type]

    def add_counts(self, counts: Counts, floor: float) -> None:
        """What was counted in one operation, and its cost."""
        self.counts, self.floor = counts, floor
        self.over_floor = self.M_per_operation / floor

    def add_cold(self, cold: Cold | None) -> None:
        """The first call of a fresh process."""
        if cold is not None:
            self.cold_import, self.cold_first = cold

    def add_table(self, table: Table) -> None:
        """What was precomputed."""
        self.table_octets, self.table_M = table


def row(cell: Cell) -> Row:
    """What a measured cell comes to."""
    n = cell.signatures
    means = [each.mean / n for each in cell.rounds]
    in_M = [each.processor / each.M / n for each in cell.rounds]
    units = [each.M for each in cell.rounds]
    return Row(
        implementation=cell.implementation,
        curve=cell.curve,
        operation=cell.operation,
        size=cell.size,
        rounds=means,
        rounds_M=in_M,
        operations=len(cell.seconds) * n,
        per_second=1 / fmean(means),
        mean=fmean(means),
        error=error(means),
        median=median(cell.seconds) / n,
        p99=quantile(cell.seconds, 0.99) / n,
        M=median(units),
        M_spread=spread(units),
        M_per_operation=median(in_M),
        M_per_operation_spread=spread(in_M),
        collections=cell.collections.count,
        collection_seconds=cell.collections.seconds,
    )


def warnings(rows: list[Row]) -> list[str]:
    """What is not to be believed, a line each."""
    found = []
    for each in rows:
        what = " ".join(map(str, (each.implementation, *filter(None, each.key))))
        if each.M_spread > TOO_WIDE:
            found.append(f"{what}: the machine was restless: M's quartiles lie {each.M_spread:.0%} apart")
        if each.M_per_operation_spread > TOO_WIDE:
            found.append(f"{what}: the rounds differ: their quartiles lie {each.M_per_operation_spread:.0%} apart")
    busy = sum(spread(each.rounds) > TOO_WIDE for each in rows)
    if busy:
        found.append(
            f"the machine was busy: on the wall the rounds' quartiles lie over {TOO_WIDE:.0%} apart in {busy} of "
            f"{len(rows)} lines; trust what is in M, by the processor's time, more than seconds and operations a second"
        )
    return found
