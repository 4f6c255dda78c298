"""What a reading changes of the input, and how such changes are weighed.

A change has a cost, a small number in no unit: 1 for what happens every day, 4 for what happened once. The costs of a
reading's changes are added, and the reading of the least cost is the likeliest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    T = TypeVar("T")
    H = TypeVar("H", bound=Hashable)


class Change(NamedTuple):
    """One thing to do otherwise.

    what     the part of the input: signature, recid, namespace, message, hash, key, curve, scheme, context or rules
    name     what to do with it, for programs
    detail   the same as a clause that tells the reader what to do
    """

    what: str
    name: str
    detail: str
    cost: int


Changes: TypeAlias = tuple[Change, ...]


def cost(changes: Changes) -> int:
    """What the changes cost together."""
    return sum(change.cost for change in changes)


def likeliest(found: Iterable[tuple[H, Changes]]) -> list[tuple[H, Changes]]:
    """Each value once, with the changes that cost least; the likeliest first."""
    best: dict[H, Changes] = {}
    for value, changes in sorted(found, key=lambda pair: cost(pair[1])):
        best.setdefault(value, changes)
    return list(best.items())


def pairs(
    left: list[tuple[T, Changes]], right: list[tuple[H, Changes]], most: int
) -> list[tuple[T, H, Changes]]:
    """Everything of the left with everything of the right, the likeliest `most` of them, in that order."""
    every = [(a, b, (*before, *after)) for a, before in left for b, after in right]
    return sorted(every, key=lambda pair: cost(pair[2]))[:most]


def sentence(changes: Changes, end: str = "") -> str:
    """What to change, in one sentence."""
    clauses = [change.detail for change in changes] or ["change nothing: the signature holds as given"]
    text = ", and ".join(filter(None, [", ".join(clauses[:-1]), clauses[-1]]))
    return f"{text[0].upper()}{text[1:]}{end}."
