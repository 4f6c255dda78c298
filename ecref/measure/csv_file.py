"""The report of `--csv`: a line for each row, with everything that is known of it."""

from __future__ import annotations

import csv
import io
from dataclasses import fields
from typing import TYPE_CHECKING

from .counting import Counts
from .results import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT_OUT = ("rounds", "rounds_M", "counts")


def to_csv(rows: Sequence[Row]) -> str:
    """The text: seconds and octets of one operation; an empty cell where nothing is known."""
    columns = [field.name for field in fields(Row) if field.name not in LEFT_OUT]
    columns += [f"count_{field.name}" for field in fields(Counts)]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(row.as_dict())
    return text.getvalue()
