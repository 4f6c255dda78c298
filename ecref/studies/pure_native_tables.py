"""The tables and pictures of the study pure-native."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ecref.referee.adapters.interface import CURVES as SCHEMES

from .interval import Interval
from .model import Chart, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ecref.measure.results import Row

    from .model import Cell

    Key: TypeAlias = tuple[str, str, str, "int | None"]  # implementation, curve, operation, octets of the message
    Points: TypeAlias = list[tuple["str | float", "float | None"]]

CURVES = ("ed25519", "ed448")
OPERATIONS = ("sign", "verify")
SIZES = (64, 1024, 16384)
PURE = ("ecref", "java")
NATIVE = ("cryptography", "node")
NAMES = (*PURE, *NATIVE)
CALLED = {"java": "SunEC (java)", "node": "Node.js' crypto (node)"}
PEAK, ALL = "at the peak", "all"  # which octets are counted

PUBLISHED = {  # operations a second, of pure Java and of native code, on another machine
    ("ed25519", "sign"): (1_750, 13_800),
    ("ed25519", "verify"): (1_830, 10_300),
    ("ed448", "sign"): (520, 2_560),
    ("ed448", "verify"): (560, 4_780),
}
BY_PROCESSOR = "By the processor's time of the calling thread."
NATIVE_UNSEEN = (
    "tracemalloc sees no native allocation: what OpenSSL allocates, and the states of hashlib's hashes, are in no "
    f"figure here. Octets {PEAK}, by tracemalloc, are what a call holds at once beyond what was there before, which is "
    f"the least that it allocates. {ALL.capitalize()} are the octets that the calling thread allocated on the heap in "
    "the timed rounds, by the virtual machine's own account; the two are not to be compared. Node.js tells neither."
)
OF_OTHERS = (
    "Published: by others, on another machine, with other versions, for messages whose length we don't know; no "
    "measurement of this run. Beside them are this run's means for messages of 64 octets."
)


class Figure(NamedTuple):
    """A measured line. counted: whether `octets` of an operation are those at the peak or all; empty: not told."""

    row: Row
    octets: float = 0
    counted: str = ""

    @property
    def rate(self) -> Interval:
        """Operations a second."""
        return Interval.of([1 / seconds for seconds in self.row.rounds])

    @property
    def allocating(self) -> float:
        """Millions of octets a second."""
        return self.octets * self.rate.mean / 1e6

    @property
    def collecting(self) -> float:
        """The fraction of the time that collections took."""
        return self.row.collection_seconds / (self.row.mean * self.row.operations)


def times_as_fast(figure: Figure, other: Figure) -> Interval:
    """How many times as fast the first is: each round's ratio, since its slices ran one after the other."""
    pairs = zip(figure.row.rounds_M, other.row.rounds_M, strict=True)
    return Interval.of([theirs / ours for ours, theirs in pairs])


def name(curve: str) -> str:
    """As the standard writes it."""
    return SCHEMES[curve].name


def called(implementation: str) -> str:
    """What an implementation is called in a sentence."""
    return CALLED.get(implementation, implementation)


def tables(figures: dict[Key, Figure], names: Sequence[str] = NAMES) -> list[Table]:
    """Throughput, how many times as fast native code is, memory, and what was published."""
    return [
        _beside("Operations a second", names, lambda key: figures[key].rate if key in figures else None, ",.1f"),
        *(_speed_up(figures, pure) for pure in PURE),
        _memory(figures),
        _published(figures, names),
    ]


def _beside(
    title: str, names: Sequence[str], of: Callable[[Key], Interval | None], form: str, note: str | None = None
) -> Table:
    """A line for each operation and size; a mean and an error for each implementation."""
    columns = [head for each in names for head in (each, f"± {each}")]
    rows: list[tuple[Cell, ...]] = []
    for curve, operation, size in _lines():
        found = [of((each, curve, operation, size)) for each in names]
        cells = [cell for each in found for cell in (each.cells() if each else (None, None))]
        rows.append((name(curve), operation, size, *cells))
    return Table(title, ("curve", "operation", "message", *columns), rows, dict.fromkeys(columns, form), note)


def _speed_up(figures: dict[Key, Figure], pure: str) -> Table:
    def ratio(key: Key) -> Interval | None:
        base = figures.get((pure, *key[1:]))
        return times_as_fast(figures[key], base) if base is not None and key in figures else None

    return _beside(f"How many times as fast as {called(pure)}", NATIVE, ratio, ",.2f", BY_PROCESSOR)


def _memory(figures: dict[Key, Figure]) -> Table:
    allocating = "octets", "counted", "10^6 octets/s"
    collecting = "collections", "in operations", "their time, ms", "of the time"
    rows: list[tuple[Cell, ...]] = []
    for curve, operation, size in _lines():
        for each in NAMES:
            figure = figures.get((each, curve, operation, size))
            if figure is not None and figure.counted:
                row = figure.row
                told = figure.octets, figure.counted, figure.allocating
                spent = row.collections, row.operations, 1e3 * row.collection_seconds, figure.collecting
                rows.append((name(curve), operation, size, each, *told, *spent))
    forms = {"10^6 octets/s": ",.2f", "their time, ms": ",.1f", "of the time": ".2%"}
    heads = ("curve", "operation", "message", "implementation", *allocating, *collecting)
    return Table("Octets of an operation, and collections in the timed rounds", heads, rows, forms, NATIVE_UNSEEN)


def _published(figures: dict[Key, Figure], names: Sequence[str]) -> Table:
    published = ("pure Java, published", "native, published", "native / pure, published")
    rows: list[tuple[Cell, ...]] = []
    for (curve, operation), (pure, native) in PUBLISHED.items():
        found = [figures.get((each, curve, operation, SIZES[0])) for each in names]
        here = [None if each is None else each.rate.mean for each in found]
        rows.append((name(curve), operation, pure, native, native / pure, *here))
    heads = ("curve", "operation", *published, *names)
    return Table("Operations a second, published and here", heads, rows, {published[2]: ",.1f"}, OF_OTHERS)


def charts(figures: dict[Key, Figure]) -> list[Chart]:
    """Throughput by length of message, and how many times as fast native code is."""
    found = []
    for curve, operation in PUBLISHED:
        series: dict[str, Points] = {}
        for key, figure in figures.items():
            if key[1:3] == (curve, operation):
                series.setdefault(key[0], []).append((key[3] or 0, figure.rate.mean))
        title = f"{name(curve)} {operation}"
        found.append(Chart(title, "octets of the message", "operations a second", series, lines=True, log_x=True))
    bars: dict[str, Points] = {}
    for native, pure in ((native, pure) for pure in PURE for native in NATIVE):
        for curve, operation in PUBLISHED:
            pair = [figures.get((each, curve, operation, SIZES[0])) for each in (native, pure)]
            if pair[0] is not None and pair[1] is not None:
                ratio = times_as_fast(pair[0], pair[1]).mean
                bars.setdefault(f"{native} / {pure}", []).append((f"{name(curve)} {operation}", ratio))
    if bars:
        found.append(Chart(f"Native against pure, messages of {SIZES[0]} octets", "", "times as fast", bars))
    return found


def _lines() -> list[tuple[str, str, int]]:
    return [(curve, operation, size) for curve in CURVES for operation in OPERATIONS for size in SIZES]
