"""A study for a terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ecref.measure.text_table import machine, table

from . import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .model import Study

WIDTH = 100  # characters of a paragraph; tables are as wide as they are
ABSENT = "-"


def report(study: Study) -> Iterator[str]:
    """The lines."""
    yield from wrap(f"{study.name}: {study.question}", WIDTH)
    yield ""
    yield from wrap(study.method, WIDTH)
    yield ""
    yield from machine(study.environment)
    yield from (f"{name}: {version}" for name, version in study.versions.items() if name != "ecref")
    yield from (f"not measured: {name}: {why}" for name, why in study.missing.items())
    for each in study.tables:
        yield from ("", *wrap(each.title, WIDTH), "")
        yield from table(each.heads, shown.rows(each, ABSENT))
        yield from wrap(each.note or "", WIDTH)
    yield from ("", "what the figures support")
    for paragraph in study.findings:
        yield from ("", *wrap(paragraph, WIDTH))
    if study.notes:
        yield from ("", "to bear in mind", "")
        for note in shown.notes(study):
            yield from wrap(note, WIDTH, subsequent_indent="  ")
