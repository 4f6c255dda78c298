"""A study as markdown: a chapter of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.measure.text_table import is_text, machine

from . import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .model import Study, Table


def report(study: Study) -> Iterator[str]:
    """The lines."""
    yield from (f"## {study.name}", "", study.question, "", study.method, "")
    yield from (f"- {line}" for line in machine(study.environment))
    yield from (f"- {name}: {version}" for name, version in study.versions.items() if name != "ecref")
    yield from (f"- not measured: {name}: {why}" for name, why in study.missing.items())
    for table in study.tables:
        yield from ("", f"### {table.title}", "", *_table(table))
        yield from ("", table.note) if table.note else ()
    yield from ("", "### What the figures support")
    for paragraph in study.findings:
        yield from ("", paragraph)
    if study.notes:
        yield from ("", "To bear in mind:", "", *(f"- {note}" for note in shown.notes(study)))


def _table(table: Table) -> Iterator[str]:
    """Columns of text at the left, of figures at the right."""
    rows = shown.rows(table, "")
    columns = zip(*rows, strict=True) if rows else ((head,) for head in table.heads)
    yield _line(table.heads)
    yield _line("---" if is_text(column) else "---:" for column in columns)
    yield from map(_line, rows)


def _line(cells: Iterable[str]) -> str:
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"
