"""Ten planted faults, each caught within a stated number of cases and with the right reason."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import planted
from ecref import ed25519
from ecref.referee.crosscheck import campaign, report, shrinking
from ecref.referee.crosscheck.asking import check
from ecref.referee.crosscheck.cases import TABLE, case, choice
from ecref.referee.implementations import Chosen, own

CASES = 600  # a few seconds of one core

TRUNCATION = "FIPS 186-5, 6.4.2, step 3: the leftmost bits of the digest"
CAUGHT = [  # the fault, the index of the case in the campaign with seed 0, and what is said of it there
    ("range-not-checked", 100, "scalar-range", "r-out-of-range", "FIPS 186-5, 6.4.2, step 1"),
    ("range-not-checked", 101, "scalar-range", "s-out-of-range", "FIPS 186-5, 6.4.2, step 1"),
    ("digest-not-truncated", 598, "truncation", "refuses-valid", TRUNCATION),
    ("k-not-reduced", 40, "mixed-order", "refuses-valid", "RFC 8032, 5.1.7"),
    ("x-not-reduced", 108, "x-above-n", "refuses-valid", "FIPS 186-5, 6.4.2, step 8: r1 = x(R) mod n"),
    ("S-not-checked", 24, "S-range", "s-out-of-range", "RFC 8032, 5.1.7, step 1"),
    ("table-error", 70, "deriving-keys", "public-key-differs", "RFC 8032, 5.1.5"),
    ("sign-of-T", 68, "deriving-keys", "public-key-differs", "RFC 8032, 5.1.5"),
    ("lost-carry", 83, "signing", "signature-encoding", "RFC 3279, 2.2.3; X.690, 8.1, 8.3 and 10.1"),
    ("context-ignored", 60, "contexts", "mismatch", "RFC 8032, 2: dom2 and dom4"),
    ("ph-flag-ignored", 67, "variants", "mismatch", "RFC 8032, 2: dom2 and dom4"),
]


def test_there_are_ten() -> None:
    assert len(planted.MAKERS) == 10
    assert {fault for fault, *_ in CAUGHT} == set(planted.MAKERS)


@pytest.mark.parametrize(("fault", "index", "kind", "reason", "section"), CAUGHT)
def test_a_fault_is_caught(fault: str, index: int, kind: str, reason: str, section: str) -> None:
    assert index < CASES
    assert TABLE[index % len(TABLE)].kind == kind
    [finding] = check(case(0, index), [planted.planted(fault)]).findings.values()
    assert finding.key == (fault, "standard", kind, reason)
    assert finding.difference.section == section


@pytest.mark.parametrize("fault", ["range-not-checked", "lost-carry"])
def test_what_has_no_part_in_a_fault_is_found_without_it(fault: str) -> None:
    """These two are wrong on ECDSA alone."""
    whole = campaign.check_all((case(0, choice("Ed25519").index(i)) for i in range(60)), [planted.planted(fault)])
    assert not whole.findings
    assert whole.total(fault).asked >= 60


def test_ecref_is_without_findings() -> None:
    plan = campaign.Plan(0, choice(), 2000, jobs=2)
    found = campaign.run(plan, campaign.Opened((Chosen("ecref"),)))
    assert found.result.cases == 2000
    assert not found.result.findings
    total = found.result.total("ecref")
    assert total.asked == report.agreed(total) > 2000
    assert report.verdict(found, "ecref") == "ecref: nothing found"


def small(fault: str, kind: str, cases: int, curve: str | None = None) -> list[dict[str, Any]]:
    """The findings of a campaign of one kind, shrunk, beside ecref."""
    plan = campaign.Plan(0, choice(curve, [kind]), cases)
    made = campaign.run(plan, lambda: [planted.planted(fault), own.Ecref()])
    return list(map(report.finding_dict, made.result.findings.values()))


def test_a_finding_is_shrunk_to_the_smallest_case() -> None:
    [found] = small("S-not-checked", "S-range", 10, "Ed25519")
    assert found["count"] == 10
    assert sum(found["flaws"].values()) == 10
    assert set(found["schemes"]) == {"Ed25519", "Ed25519ctx", "Ed25519ph"}
    request = found["example"]["request"]
    assert (request["message"], found["example"]["flaw"]) == ("", "S + L")
    assert request["public_key"] == ed25519.curve.B.encode().hex()  # s = r = 1
    assert found["example"]["others"] == {"ecref": "refuses"}
    assert found["example"]["got"] == {"valid": True}


def test_an_exchange_is_shrunk_too() -> None:
    found = small("ph-flag-ignored", "exchange", 4, "Ed448")
    by_reason = {each["reason"]: each for each in found}
    assert set(by_reason) == {"signature-differs", "mismatch", "refuses-valid"}  # it makes, takes and doesn't take
    for each in found:
        assert (each["implementation"], each["verdict"]) == ("ph-flag-ignored", "standard")
        assert (each["example"]["request"]["message"], each["schemes"]) == ("", {"Ed448ph": each["count"]})
    assert by_reason["signature-differs"]["example"]["first"].startswith("r (step 5.2.6-2): got ")
    assert by_reason["mismatch"]["example"]["others"] == {"ecref": "refuses"}
    assert by_reason["refuses-valid"]["example"]["others"] == {"ecref": "accepts"}


@pytest.mark.parametrize(
    ("fault", "kind", "curve", "first"),
    [
        ("digest-not-truncated", "truncation", "P-256", "e (step 6.4.2-3): got "),
        ("k-not-reduced", "mixed-order", "Ed25519", "kA (step 5.1.7-3): got "),
        ("table-error", "deriving-keys", "P-256", "Q (step A.2.2-5): got "),
    ],
)
def test_a_program_names_the_first_value_that_differs(
    fault: str, kind: str, curve: str, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shrinking, "ATTEMPTS", 10)
    command = shlex.join([sys.executable, str(Path(planted.__file__)), fault])
    plan = campaign.Plan(0, choice(curve, [kind]), 30)
    made = campaign.run(plan, campaign.Opened((Chosen("command", command=command),)))
    firsts = [each.difference.first for each in made.result.findings.values() if each.difference.verdict == "standard"]
    assert firsts
    assert all(str(each).startswith(first) for each in firsts), firsts
