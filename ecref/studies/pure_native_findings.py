"""What the figures of a run of pure-native support: sentences made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .interval import ONE
from .pure_native_tables import ALL, CURVES, NAMES, NATIVE, OPERATIONS, PURE, SIZES, called, name, times_as_fast

if TYPE_CHECKING:
    from .interval import Interval
    from .pure_native_tables import Figure, Key

KINDS = [(curve, operation) for curve in CURVES for operation in OPERATIONS]


def findings(figures: dict[Key, Figure]) -> list[str]:
    """Paragraphs: each native implementation against each pure one, the two native ones, and memory."""
    here = {key[0] for key in figures}
    found = [_against(figures, native, pure) for pure in PURE for native in NATIVE if {native, pure} <= here]
    if here.issuperset(NATIVE):
        found.append(_natives(figures))
    memory = {each: [figure for key, figure in figures.items() if key[0] == each and figure.counted] for each in NAMES}
    return found + [_memory(each, lines) for each, lines in memory.items() if lines]


def _against(figures: dict[Key, Figure], native: str, pure: str) -> str:
    """The ratios at the shortest and the longest message, and what of them can be told."""
    parts = []
    told: dict[str, list[str]] = {
        "The ratio falls with the length": [],
        "The ratio grows with the length": [],
        "No influence of the length can be told, since the intervals overlap": [],
        "At one of the lengths the two implementations can't be told apart": [],
    }
    falls, grows, overlap, alike = told.values()
    for curve, operation in KINDS:
        what = f"{name(curve)} {operation}"
        short, long = (_ratio(figures, native, pure, curve, operation, size) for size in (SIZES[0], SIZES[-1]))
        parts.append(f"{what} {short.text()} and {long.text()}")
        (grows if long.is_above(short) else falls if short.is_above(long) else overlap).append(what)
        alike += [] if short.is_apart(ONE) and long.is_apart(ONE) else [what]
    sizes = f"messages of {SIZES[0]} and of {SIZES[-1]:,} octets"
    head = f"Speed of {called(native)} in multiples of {called(pure)}, with {sizes}: {'; '.join(parts)}."
    return " ".join([head, *(f"{sentence}: {', '.join(lines)}." for sentence, lines in told.items() if lines)])


def _natives(figures: dict[Key, Figure]) -> str:
    """The two ways to OpenSSL."""
    ratios = [_ratio(figures, *NATIVE, *kind, size) for kind in KINDS for size in SIZES]
    faster = sum(ratio.is_above(ONE) for ratio in ratios)
    slower = sum(ONE.is_above(ratio) for ratio in ratios)
    means = sorted(ratio.mean for ratio in ratios)
    one, other = map(called, NATIVE)
    return (
        f"{one} and {other} both call OpenSSL, each its own version through its own layers. Of {len(ratios)} lines "
        f"the first is faster in {faster}, slower in {slower}, and in {len(ratios) - faster - slower} the two can't "
        f"be told apart; it is {means[0]:.2f} to {means[-1]:.2f} times as fast."
    )


def _ratio(figures: dict[Key, Figure], one: str, other: str, curve: str, operation: str, size: int) -> Interval:
    return times_as_fast(*(figures[each, curve, operation, size] for each in (one, other)))


def _memory(implementation: str, lines: list[Figure]) -> str:
    """Octets and collections over all lines of an implementation."""
    octets = sorted(figure.octets for figure in lines)
    rates = sorted(figure.allocating for figure in lines)
    rows = [figure.row for figure in lines]
    spent = sum(row.collection_seconds for row in rows) / sum(row.mean * row.operations for row in rows)
    whole = lines[0].counted == ALL
    what = "allocates" if whole else "holds at its peak, outside native code,"
    least = "" if whole else "at least "
    return (
        f"{called(implementation)}: an operation {what} {octets[0]:,.0f} to {octets[-1]:,.0f} octets; at its "
        f"throughput that is {least}{rates[0]:,.2f} to {rates[-1]:,.2f} million octets a second. "
        f"Collections in {sum(row.operations for row in rows):,} operations: {sum(row.collections for row in rows):,}, "
        f"which took {spent:.2%} of the time."
    )
