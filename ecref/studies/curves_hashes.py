"""The hashes, by themselves: what ecref calls, which is this Python's hashlib."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ecref.hashes import hash_named, shake256

from .curves_figures import Figures, cell, cells_of, ratio, seconds_of
from .model import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ecref.measure.rounds import Cell

    from .model import Cell as Shown
    from .model import Plan

WHO = "hashlib"
BASE = "SHA-256"
HASHES = {name: hash_named(name) for name in (BASE, "SHA-384", "SHA-512", "SHA3-256")}
HASHES["SHAKE256"] = shake256(114)  # Ed448's
SIZES, QUICK_SIZES = (64, 1 << 10, 1 << 20), (64, 1 << 10, 1 << 16)
HEADS = ("hash", "octets", "mean us", "± 99.9 %", "MB/s", "times SHA-256", "±")
FORMS = {"mean us": ",.2f", "± 99.9 %": ",.2f", "times SHA-256": ".2f", "±": ".2f"}


def sizes(plan: Plan) -> tuple[int, ...]:
    """Octets to hash."""
    return QUICK_SIZES if plan.quick else SIZES


def cells(plan: Plan) -> Iterator[Cell]:
    """Each hash of each size."""
    for size in sizes(plan):
        for name, hash_ in HASHES.items():
            yield cell(WHO, name, "hash", [partial(hash_.digest, bytes(size))], size)


def table(figures: Figures, plan: Plan) -> Table:
    """Against SHA-256."""
    rows = [_row(name, size, figures) for size in sizes(plan) for name in HASHES]
    note = "By hashlib. Some processors have instructions for SHA-256 and SHA-512, and some libraries use them."
    return Table("Hashes", HEADS, rows, FORMS, note)


def _row(name: str, size: int, figures: Figures) -> tuple[Shown, ...]:
    found = figures.get(WHO, name, "hash", size)
    assert found is not None
    against = ratio(found, figures.get(WHO, BASE, "hash", size))
    return name, size, *seconds_of(found, 1e6), size / found.mean / 1e6, *cells_of(against)
