"""docs/policies.md has every implementation, and shows of those that are installed here what they answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ecref.errors import UnusableInput
from ecref.referee.fingerprint import report
from ecref.referee.fingerprint.subjects import fingerprint
from ecref.referee.implementations import LIBRARIES, PROGRAMS, implementation

PAGE = (Path(__file__).parent.parent / "docs" / "policies.md").read_text("utf-8")


def table(title: str) -> list[list[str]]:
    """The rows of the table under a heading, the heads first."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    rows = [line[2:-2].split(" | ") for line in section.replace("|  |", "|   |").splitlines() if line.startswith("| ")]
    return [rows[0], *rows[2:]]


VERSIONS = {row[0]: row[1] for row in table("Rule sets")[1:]}


def test_every_implementation_is_there_and_the_command_names_them() -> None:
    command = re.search(r"^    ecref fingerprint ((?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
    assert command is not None
    words = command[1].replace("\\\n", " ").split()
    assert words[: words.index("--java-jar")] == list(VERSIONS)
    assert {*VERSIONS} == {*LIBRARIES, *PROGRAMS}


@pytest.mark.parametrize("subject", ["Ed25519", "secp256k1"])
@pytest.mark.parametrize("name", LIBRARIES)
def test_the_page_is_what_is_measured_here(name: str, subject: str) -> None:
    try:
        made = implementation(name)
    except UnusableInput as error:
        pytest.skip(error.detail)
    if name != "ecref" and made.version() != VERSIONS[name]:
        pytest.skip(f"the page is about {VERSIONS[name]}, here is {made.version()}")
    heads, *rows = table(subject)
    found = fingerprint(made, subject, lambda: None)
    assert (name in heads) == (found.answered > 0)
    if name in heads:
        shown = [(row[0], row[heads.index(name)].strip()) for row in rows]
        assert shown == [(row[0], row[1]) for row in report.answers(subject, {name: found}).rows]
    of_all = table("Rule sets")
    [row] = [row for row in of_all[1:] if row[0] == name]
    assert row[of_all[0].index(subject)].strip() == report.rule_set(found)
