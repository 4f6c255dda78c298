"""How long a signature takes by how many bits its nonce lacks: cells for interleaved rounds, and what they come to."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

from ecref.measure.rounds import Cell, in_process
from ecref.measure.unit import Unit

from .interval import Interval
from .regression import slope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .side_channels_signers import Signer

OWN = "ecref"
MISSING = (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64, 96, 128)
FEW = (0, 16, 32, 64, 96, 128)
NONCES = 256  # of each length


@dataclass(frozen=True)
class ByLength:
    """What signatures with nonces of each length took: M, by missing bits, in each round.

    additions    by missing bits (all of MISSING), counted, in the mean of the nonces; empty without a table
    """

    rounds: dict[int, list[float]]
    additions: dict[int, float]

    @classmethod
    def of(cls, cells: dict[int, Cell], signer: Signer) -> ByLength:
        """What measured cells come to, by missing bits."""
        rounds = {missing: [each.processor / each.M for each in cell.rounds] for missing, cell in cells.items()}
        count = signer.additions
        if count is None:
            return cls(rounds, {})
        return cls(rounds, {missing: fmean(map(count, nonces(signer, missing))) for missing in MISSING})

    def mean(self, missing: int) -> Interval:
        """M of a signature."""
        return Interval.of(self.rounds[missing])

    def saved(self, missing: int) -> Interval:
        """What nonces that lack these bits save, in per cent of the time at full length."""
        pairs = zip(self.rounds[0], self.rounds[missing], strict=True)
        return Interval.of([100 * (full - short) / full for full, short in pairs])

    def slope(self) -> Interval:
        """M for each bit of the nonce: the slope of every round's own line."""
        lengths = [-missing for missing in self.rounds]
        lines = zip(*self.rounds.values(), strict=True)
        return Interval.of([slope(dict(zip(lengths, line, strict=True))) for line in lines])

    def first_step(self) -> int:
        """How many bits a nonce must lack to save an addition with its table: over half of one in the mean."""
        return min(missing for missing, count in self.additions.items() if count < self.additions[0] - 0.5)


def nonces(signer: Signer, missing: int) -> list[int]:
    """The nonces of a length."""
    return [signer.nonce(missing, number) for number in range(NONCES)]


def length_cells(curve: str, table: str, signer: Signer, missing: Sequence[int]) -> dict[int, Cell]:
    """A cell for each length."""
    unit = Unit(signer.p)
    return {
        bits: Cell(
            OWN,
            curve,
            f"sign, {table}, {bits} bits short",
            None,
            1,
            in_process([signer.sign(k) for k in nonces(signer, bits)]),
            unit,
        )
        for bits in missing
    }
