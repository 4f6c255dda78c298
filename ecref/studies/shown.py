"""A table's cells as they are shown, in text and in markdown alike."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Cell, Study, Table

FORM = ",.0f"
NOTES = 8  # a restless machine gives one for each figure


def rows(table: Table, absent: str) -> list[tuple[str, ...]]:
    """Each figure in the form of its column; `absent` stands for what was not measured."""
    forms = [table.forms.get(head, FORM) for head in table.heads]
    return [tuple(cell(value, form, absent) for value, form in zip(row, forms, strict=True)) for row in table.rows]


def cell(value: Cell, form: str, absent: str) -> str:
    """A cell: text stays as it is."""
    if isinstance(value, str):
        return value
    return format(value, form) if value is not None and isfinite(value) else absent


def notes(study: Study) -> list[str]:
    """The first of the notes; the JSON has them all."""
    left = len(study.notes) - NOTES
    rest = [f"and {left:,} more, in the JSON"] if left > 0 else []
    return study.notes[:NOTES] + rest
