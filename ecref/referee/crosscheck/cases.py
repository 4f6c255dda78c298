"""The cases of a campaign: each a pure function of (seed, index), so that a campaign splits without coordination.

The table below is gone through round by round: the index says which scheme and kind is asked, the round which of the
kind's options is next, and what chance decides follows from seed and index (draws.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ecref import ecdsa, eddsa

from . import ecdsa_cases, eddsa_cases
from .draws import Draw, Drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .making import Made

OFTEN = {"der": 4, "scalar-range": 2, "key-encodings": 2, "parsing-keys": 2}  # entries of kinds with many options
EXCHANGE = "exchange"  # the kind whose answers are asked about again: exchanges.py


class Entry(NamedTuple):
    """A kind of cases of one scheme; a kind with many options has `of` entries, of which this is the `number`-th."""

    scheme: str
    kind: str
    make: Callable[[Draw], Made]
    number: int
    of: int

    @property
    def curve(self) -> str:
        """The name of the curve's plain scheme, as --curve has it."""
        return self.scheme.removesuffix("ctx").removesuffix("ph")


@dataclass(frozen=True)
class Case:
    """A request, where it comes from, and what it was made of.

    index     in the campaign; the table's entry follows from it
    flaw      what is odd about it, in a few words
    drawn     the numbers that chance decided
    """

    index: int
    scheme: str
    kind: str
    flaw: str
    request: dict[str, Any]
    drawn: tuple[Drawn, ...] = ()


def _entries(scheme: Any, kind: str, maker: Callable[[Any, Draw], Made]) -> list[Entry]:  # noqa: ANN401 -- either's
    of = OFTEN.get(kind, 1)
    return [Entry(scheme.name, kind, lambda draw: maker(scheme, draw), number, of) for number in range(of)]


def _table() -> list[Entry]:
    """Every scheme's kinds, kind by kind, so that a short campaign sees some of each scheme."""
    entries = []
    for kind in dict.fromkeys((*eddsa_cases.KINDS, *ecdsa_cases.KINDS)):
        if kind in eddsa_cases.KINDS:
            for scheme in eddsa.SCHEMES.values():
                if scheme.dom is not None or kind not in eddsa_cases.WITH_CONTEXT:
                    entries += _entries(scheme, kind, eddsa_cases.KINDS[kind])
        for curve in ecdsa.SCHEMES.values() if kind in ecdsa_cases.KINDS else ():
            entries += _entries(curve, kind, ecdsa_cases.KINDS[kind])
    return entries


TABLE = _table()
KINDS = tuple(dict.fromkeys(entry.kind for entry in TABLE))


def case(seed: int, index: int) -> Case:
    """The case with this index of the campaign with this seed."""
    rounds, place = divmod(index, len(TABLE))
    turns = rounds * TABLE[place].of + place  # with the place, so that schemes don't go in step
    return _made(index, Draw(seed, index, turns))


def simpler(case: Case, numbers: Sequence[int]) -> Case:
    """The case of the same kind and scheme that these numbers make in place of those drawn."""
    return _made(case.index, Draw(0, case.index, given=numbers))


def _made(index: int, draw: Draw) -> Case:
    entry = TABLE[index % len(TABLE)]
    flaw, request = entry.make(draw)
    return Case(index, entry.scheme, entry.kind, flaw, request, tuple(draw.drawn))


@dataclass(frozen=True)
class Choice:
    """The part of a campaign that is wanted: places in the table. Its n-th case has the index `choice.index(n)`."""

    places: tuple[int, ...]

    def index(self, number: int) -> int:
        """The index of a case by its number."""
        rounds, place = divmod(number, len(self.places))
        return rounds * len(TABLE) + self.places[place]


def choice(curve: str | None = None, kinds: Sequence[str] = ()) -> Choice:
    """What is on this curve (Ed25519, P-256, ...), and of these kinds, if any are named."""
    return Choice(
        tuple(
            place
            for place, entry in enumerate(TABLE)
            if curve in (None, entry.curve) and (not kinds or entry.kind in kinds)
        )
    )
