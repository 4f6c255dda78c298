"""The measured half of docs/side-channels.md, and its picture, from a run of `ecref study side-channels`.

    python tests/write_side_channels.py            measures for minutes; nothing else should run meanwhile
    python tests/write_side_channels.py --quick    for a glance at what it does
"""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ecref.cli.progress import draw
from ecref.measure.rounds import FULL, QUICK
from ecref.studies import markdown, picture, side_channels
from ecref.studies.model import Plan

if TYPE_CHECKING:
    from ecref.studies.model import Study

PAGE = Path(__file__).parents[1] / "docs" / "side-channels.md"
PICTURE = PAGE.with_name("study-side-channels.svg")
WIDTH = 120
MARK = "<!-- From here on tests/write_side_channels.py writes. -->\n"


def page(text: str, found: Study) -> str:
    """The page with another measured half."""
    written, mark, _ = text.partition(MARK)
    assert mark
    lines = list(markdown.report(found))
    assert lines[0] == "## side-channels"
    shown = f"![M that a shorter nonce saves, by the bits that it lacks]({PICTURE.name})"
    return "\n".join([written + mark, "## Measured", "", shown, *map(_in_columns, lines[1:])]) + "\n"


def _in_columns(line: str) -> str:
    """A line of markdown, or a paragraph in lines."""
    indent = "  " if line.startswith("- ") else ""
    return line if line.startswith(("|", "#")) else "\n".join(wrap(line, WIDTH, subsequent_indent=indent))


def write(plan: Plan) -> None:
    """Measure, and write the files."""
    found = side_channels.run(plan, draw)
    PAGE.write_text(page(PAGE.read_text("utf-8"), found), "utf-8")
    PICTURE.write_bytes(picture.to_svg(found))


if __name__ == "__main__":
    write(Plan(QUICK, quick=True) if sys.argv[1:] == ["--quick"] else Plan(FULL))
