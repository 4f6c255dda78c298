"""Runs of `ecref study NAME`, with their pictures, for docs/studies.md and docs/side-channels.md.

    python tests/write_studies.py [--quick] [NAME ...]    all five without a name, which takes a quarter of an hour;
                                                          nothing else should run meanwhile

A page is written by hand but for what stands between "<!-- begin NAME ... -->" and "<!-- end NAME -->".
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from ecref.cli.progress import draw
from ecref.measure.rounds import FULL, QUICK
from ecref.studies import STUDIES, markdown, picture, study
from ecref.studies.model import Plan

if TYPE_CHECKING:
    from ecref.studies.model import Study

DOCS = Path(__file__).parents[1] / "docs"
PAGES = {name: DOCS / ("side-channels.md" if name == "side-channels" else "studies.md") for name in STUDIES}
WIDTH = 120


def page(text: str, found: Study) -> str:
    """The page with another run of a study."""
    part = re.compile(rf"(<!-- begin {found.name}\b[^\n]*-->\n).*?(<!-- end {found.name} -->\n)", re.DOTALL)
    heading, *lines = markdown.report(found)
    assert heading == f"## {found.name}"
    shown = f"![The charts of this run of {found.name}]({picture_of(found.name).name})"
    written = "\n".join(map(_in_columns, ["", shown, *lines, ""])) + "\n"
    text, times = part.subn(lambda match: match[1] + written + match[2], text)
    assert times == 1
    return text


def picture_of(name: str) -> Path:
    """The file of a study's picture."""
    return DOCS / f"study-{name}.svg"


def _in_columns(line: str) -> str:
    """A line of markdown, or a paragraph in lines."""
    indent = "  " if line.startswith("- ") else ""
    return line if line.startswith(("|", "#")) else "\n".join(wrap(line, WIDTH, subsequent_indent=indent))


def main(words: list[str]) -> None:
    """Measure, and write the files."""
    plan = Plan(QUICK, quick=True) if "--quick" in words else Plan(FULL)
    for name in [word for word in words if word in STUDIES] or STUDIES:
        found = study(name)(plan, draw)
        path = PAGES[name]
        path.write_text(page(path.read_text("utf-8"), found), "utf-8")
        picture_of(name).write_bytes(picture.to_svg(found))


if __name__ == "__main__":
    main(sys.argv[1:])
