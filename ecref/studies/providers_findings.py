"""What the figures of a run of providers support: sentences made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .interval import ONE
from .providers_agreement import LENGTHS
from .providers_tables import NAMES, OPERATIONS

if TYPE_CHECKING:
    from .providers_agreement import Agreement
    from .providers_tables import Figures

PAIR = ("java", "bouncycastle")  # the two providers of one virtual machine: old and new


def findings(figures: Figures, agreed: dict[str, Agreement]) -> list[str]:
    """Paragraphs: each operation, the two providers of Java, and the digests."""
    found = [_operation(figures, operation) for operation in OPERATIONS]
    if set(PAIR) <= set(figures.names):
        found.append(_providers(figures))
    return [*found, _digests(figures.first, agreed)]


def _operation(figures: Figures, operation: str) -> str:
    """Who is quickest and slowest, and who isn't told apart from the first."""
    rows = sorted(figures.of(operation), key=lambda row: row.mean)
    what = NAMES[operation].capitalize()
    (quick, quick_us), *_, (slow, slow_us) = [(row.implementation, f"{1e6 * row.mean:,.1f} us") for row in rows * 2]
    if len(rows) == 1:
        return f"{what} takes {quick} {quick_us}; nothing else here has it."
    first = figures.first
    ratio = figures.ratio(operation, slow, quick)
    told = f"{ratio.text()} times as long" if ratio.is_apart(ONE) else "the two are not told apart"
    sentences = [f"{what} takes {quick} least, {quick_us}, and {slow} most, {slow_us}: {told}."]
    ratios = {row.implementation: figures.ratio(operation, row.implementation, first) for row in rows}
    del ratios[first]
    for which, names in (
        (f"Quicker than {first}", [name for name, ratio in ratios.items() if ONE.is_above(ratio)]),
        (f"Slower than {first}", [name for name, ratio in ratios.items() if ratio.is_above(ONE)]),
        (f"Not told apart from {first}", [name for name, ratio in ratios.items() if not ratio.is_apart(ONE)]),
    ):
        if names:
            shown = ", ".join(f"{name} ({ratios[name].text(',.3f')})" for name in names)
            sentences.append(f"{which}, by the new time over the old: {shown}.")
    return " ".join(sentences)


def _providers(figures: Figures) -> str:
    """The question of the published comparison."""
    old, new = PAIR
    parts = []
    for operation in OPERATIONS:
        ratio = figures.ratio(operation, new, old)
        told = "" if ratio.is_apart(ONE) else ", which is not told apart from 1"
        parts.append(f"{NAMES[operation]} {ratio.text('.3f')}{told} (performance {100 / ratio.mean:,.0f} %)")
    return f"With {old} (SunEC) as the old provider and {new} as the new, new time / old time is: {'; '.join(parts)}."


def _digests(first: str, agreed: dict[str, Agreement]) -> str:
    """Who agrees, and what departs."""
    taking = {name: found for name, found in agreed.items() if found and name != first}
    if not taking:
        return "Nothing else here takes a raw digest, so that there is nothing to agree on."
    departing = {name: found for name, found in taking.items() if any(found.values())}
    agreeing = [name for name in taking if name not in departing]
    lengths = f"{', '.join(map(str, LENGTHS[:-1]))} and {LENGTHS[-1]}"
    sentences = [f"Asked over digests of {lengths} octets, {_who(agreeing)} with {first} in both directions."]
    for name, found in departing.items():
        for length, departures in found.items():
            sentences += [f"{name} departs at {length} octets: {each}." for each in departures]
    return " ".join(sentences)


def _who(names: list[str]) -> str:
    if len(names) < 2:
        return f"{names[0] if names else 'none'} agrees"
    return f"{', '.join(names[:-1])} and {names[-1]} agree"
