"""docs/studies.md and docs/side-channels.md hold a run of each study, which a script writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import write_studies
from ecref.studies import STUDIES
from studied import a_study
from write_studies import DOCS, PAGES, page, picture_of

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("name", STUDIES)
def test_each_study_has_a_run(name: str) -> None:
    text = PAGES[name].read_text("utf-8")
    begin, end = f"<!-- begin {name}: tests/write_studies.py writes this part -->", f"<!-- end {name} -->"
    found = re.search(f"{begin}\n(.*){end}", text, re.DOTALL)
    assert found is not None
    assert f"](study-{name}.svg)" in found[1]
    assert "- cpython 3." in found[1]
    assert found[1].count("\n| --- |") >= 3
    assert "\n### What the figures support\n" in found[1]
    assert picture_of(name).read_bytes().startswith(b"<?xml")
    assert f"ecref study {name}" in text.partition("<!-- begin " + name)[0]


@pytest.mark.parametrize("path", sorted(set(PAGES.values())), ids=lambda path: str(path.name))
def test_links_and_headings(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = re.findall("^#+ (.*)", text, re.MULTILINE)
    headings = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        target, _, anchor = link.partition("#")
        if not target.startswith("https:"):
            assert not target or (DOCS / target).exists(), link
            assert target or anchor in headings, link


def test_a_run_takes_the_place_of_the_one_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    monkeypatch.setattr(write_studies, "DOCS", tmp_path)
    monkeypatch.setattr(write_studies, "PAGES", {"batch": tmp_path / "page.md"})
    monkeypatch.setattr(write_studies, "study", lambda name: lambda *_: a_study(name=name))
    before = "# Prose\n\n<!-- begin batch: a -->\nold\n<!-- end batch -->\n\nThe end.\n"
    (tmp_path / "page.md").write_text(before, "utf-8")
    write_studies.main(["--quick", "batch"])
    lines = (tmp_path / "page.md").read_text("utf-8").splitlines()
    shown = "![The charts of this run of batch](study-batch.svg)"
    assert lines[:7] == ["# Prose", "", "<!-- begin batch: a -->", "", shown, "", "Is it quick?"]
    assert lines[-4:] == ["", "<!-- end batch -->", "", "The end."]
    assert "old" not in lines
    assert (tmp_path / "study-batch.svg").read_bytes().startswith(b"<?xml")


def test_a_page_without_the_marks_is_not_written() -> None:
    with pytest.raises(AssertionError):
        page("# Prose\n", a_study(name="batch"))
