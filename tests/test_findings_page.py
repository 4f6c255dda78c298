"""docs/findings.md says what the libraries that are installed here, at the versions that it names, answer."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ecref.errors import UnusableInput
from ecref.formats import load_private_key
from ecref.referee import vectors
from ecref.referee.crosscheck import campaign
from ecref.referee.crosscheck.cases import choice
from ecref.referee.fingerprint import ecdsa
from ecref.referee.implementations import LIBRARIES, PROGRAMS, Chosen, implementation
from ecref.referee.implementations.interface import accepts, is_unsupported
from ecref.referee.protocol import answer

if TYPE_CHECKING:
    from ecref.referee.implementations.interface import Answer

PAGE = (Path(__file__).parent.parent / "docs" / "findings.md").read_text("utf-8")
SECTIONS = re.findall(r"^## (.+)\n((?:(?!## ).*\n)+)", PAGE, re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """The rows of a table, without its heads."""
    return [line[2:-2].split(" | ") for line in text.splitlines() if line.startswith("| ")][2:]


VERSIONS = {row[0]: row[1] for row in rows(PAGE.split("\n## ")[0])}
FOUND = [(title.split()[0], *row) for title, text in SECTIONS for row in rows(text) if title.split()[0] in LIBRARIES]
CASES = [row[:5] for row in FOUND if row[1].startswith("`") and not row[1].startswith("`--kind")]
KINDS = [(name, case.split()[1][:-1], flaw) for name, case, flaw, *_ in FOUND if case.startswith("`--kind")]


@cache
def requests() -> dict[str, list[dict[str, Any]]]:
    """The forms of every case, by its name."""
    wanted = {case[1].strip("`") for case in CASES}
    chosen = [each for suite in vectors.suites() for each in vectors.load(suite) if each.id in wanted]
    found = {each.id: [{key: each.request[key] for key in each.request if key != "steps"}] for each in chosen}
    asked = [each for curve in ("P-256", "secp256k1") for each in ecdsa.cases(curve) if each.id in wanted]
    return found | {each.id: list(each.requests) for each in asked}


def of_the_page(name: str) -> Any:
    """The library, or a skip where it isn't the one that the page is about."""
    try:
        made = implementation(name)
    except UnusableInput as error:
        pytest.skip(error.detail)
    if made.version() != VERSIONS[name]:
        pytest.skip(f"the page is about {VERSIONS[name]}, here is {made.version()}")
    return made


def said(found: Answer) -> str:
    """An answer, as the tables have it."""
    if "crash" in found:
        return str(found["crash"]).split(":")[0]
    return "accepts" if accepts(found) else f"refuses: {found.get('error') or found.get('reason')}"


def test_the_page_has_every_implementation() -> None:
    assert {*VERSIONS} == {*LIBRARIES, *PROGRAMS} - {"ecref"}
    assert len(CASES) > 40
    assert {name for name, *_ in CASES} == {
        *("ecdsa", "fastecdsa", "starkbank-ecdsa", "pure25519", "eth-keys", "pycryptodome")
    }


@pytest.mark.parametrize(("name", "case", "_input", "ours", "theirs"), CASES)
def test_the_answers_are_those_of_the_page(name: str, case: str, _input: str, ours: str, theirs: str) -> None:
    library = of_the_page(name)
    answered = ((each, library.answer(each)) for each in requests()[case.strip("`")])
    request, got = next(pair for pair in answered if not is_unsupported(pair[1]))
    rules = {"rules": library.rules(request["scheme"], request.get("curve"))} if request["op"] == "verify" else {}
    assert (said(answer({**request, **rules})), said(got).split(": ")[0]) == (ours, theirs)


@pytest.mark.parametrize(("name", "kind", "flaw"), KINDS)
def test_a_campaign_of_the_kind_finds_it(name: str, kind: str, flaw: str) -> None:
    of_the_page(name)
    plan = campaign.Plan(0, choice(None, [kind]), 120)
    found = campaign.run(plan, campaign.Opened((Chosen(name, timeout=60.0),))).result.findings
    assert any(flaw in each.flaws for each in found.values())


def test_the_changed_containers_are_refused() -> None:
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    made: dict[str, Any] = {}
    exec(code, made)
    assert json.dumps(made["jwk"]).count('"x"') == 1
    for container, why in (
        (made["version"], "got version 5, wanted 0 or 1"),
        (made["long_form"], "a length in more octets than it needs"),
        (made["jwk"], "the public half is not that of the private half"),
        (made["short"], "got a scalar of 1 octets, wanted 32"),
    ):
        with pytest.raises(UnusableInput, match=why):
            load_private_key(container)
