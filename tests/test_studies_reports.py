"""What is made of a study: text, markdown, JSON and a picture."""

from __future__ import annotations

import dataclasses
import json
import re
import sys

import pytest

from ecref.errors import UnusableInput
from ecref.studies import json_file, markdown, picture, text
from ecref.studies.model import Chart
from studied import a_study


def test_the_text() -> None:
    lines = list(text.report(a_study()))
    assert lines[0] == "batch: Is it quick?"
    assert max(map(len, lines[1:5])) <= 100
    start = lines.index("not measured: noble: @noble/curves 2 is not in node_modules")
    assert lines[start - 1] == "go: go 2"
    assert lines[start - 2].startswith("a processor; ")
    assert lines[start + 1 :] == [
        "",
        "time | octets",
        "",
        "what      size       us  noble",
        "sign | a    64  1,234.6      -",
        "verify      64      0.5      -",
        "none         7        -      -",
        "a note",
        "",
        "no figures",
        "",
        "",
        "what the figures support",
        "",
        "It is quick.",
    ]


def test_a_restless_machine_does_not_fill_the_screen() -> None:
    lines = list(text.report(a_study(notes=[f"note {n}" for n in range(8)])))
    assert lines[-10:] == ["to bear in mind", "", *(f"note {n}" for n in range(8))]
    lines = list(text.report(a_study(notes=["a long note, " * 9])))
    assert lines[-1].startswith("  note, a long")
    lines = list(text.report(a_study(notes=[f"note {n}" for n in range(1009)])))
    assert lines[-2:] == ["note 7", "and 1,001 more, in the JSON"]


def test_the_markdown() -> None:
    lines = list(markdown.report(a_study(notes=["restless"])))
    assert lines[:3] == ["## batch", "", "Is it quick?"]
    assert "- go: go 2" in lines
    assert "- ecref: ecref 1" not in lines
    start = lines.index("- not measured: noble: @noble/curves 2 is not in node_modules")
    assert lines[start + 1 :] == [
        "",
        "### time | octets",
        "",
        "| what | size | us | noble |",
        "| --- | ---: | ---: | ---: |",
        r"| sign \| a | 64 | 1,234.6 |  |",
        "| verify | 64 | 0.5 |  |",
        "| none | 7 |  |  |",
        "",
        "a note",
        "",
        "### no figures",
        "",
        "| text |",
        "| --- |",
        "",
        "### What the figures support",
        "",
        "It is quick.",
        "",
        "To bear in mind:",
        "",
        "- restless",
    ]
    assert list(markdown.report(a_study()))[-1] == "It is quick."


def test_the_json_is_strict_and_in_full() -> None:
    found = json.loads(json.dumps(json_file.to_json(a_study()), allow_nan=False))
    assert list(found) == [
        *("name", "question", "method", "environment", "versions", "missing", "tables", "charts", "findings", "notes"),
    ]
    assert found["tables"][0] == {
        "title": "time | octets",
        "heads": ["what", "size", "us", "noble"],
        "rows": [["sign | a", "64", 1234.56, None], ["verify", 64, 0.5, None], ["none", 7, None, None]],
        "note": "a note",
    }
    assert found["charts"][1]["series"] == {"go": [[4, 1.0], [8, 2.0]], "noble": [[4, None], [8, None]]}


def test_the_picture_has_every_chart_and_label() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    svg = picture.to_svg(a_study()).decode()
    assert svg.startswith("<?xml")
    said = re.findall("<!-- (.*?) -->", svg)  # each text that is drawn stands beside its outlines
    assert {"batch on a processor", "bars", "lines", "many", "plain", "small"} <= set(said)
    assert {"ecref", "go", "go (not measured)", "noble (not measured)"} <= set(said)
    assert {"sign", "verify", "operation", "octets", "us", "share"} <= set(said)
    assert {"5", "120", "0.123", "4", "8"} <= set(said)
    assert not {"19", "nan", "inf", "None", "noble"} & set(said)


def test_no_two_labels_look_alike() -> None:
    styles = [picture._style(number) for number in range(27)]
    assert len({(colour, hatch) for colour, _, hatch, _ in styles}) == 27  # bars
    assert len({(colour, dashes) for colour, _, _, dashes in styles}) == 27  # lines
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    chart = Chart("many", "x", "y", {f"label {number}": [("a", 1.0)] for number in range(10)})
    svg = picture.to_svg(dataclasses.replace(a_study(), charts=[chart])).decode()
    assert "<pattern id=" in svg  # the tenth is hatched


def test_large_numbers_along_an_axis_are_written_out() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    chart = Chart("large", "x", "y", {"label": [("a", 2.0), ("b", 5_000_000.0)]})
    svg = picture.to_svg(dataclasses.replace(a_study(), charts=[chart])).decode()
    assert "<!-- 1,000,000 -->" in svg


def test_the_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(UnusableInput, match=r"it needs matplotlib; pip install 'ecref\[bench\]' brings it"):
        picture.to_svg(a_study())
