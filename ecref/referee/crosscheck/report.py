"""What a campaign says: sentences, and the object of JSON from which every report is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .judge import CRASH, FAULTS, OWN_RULES, POLICY, STANDARD

if TYPE_CHECKING:
    from .campaign import Report
    from .findings import Finding, Tally

SAYS = {
    STANDARD: "departs from the standard",
    OWN_RULES: "departs from the rule set that it declares",
    CRASH: "gives no answer",
    POLICY: "differs from others by policy",
}


def to_dict(report: Report) -> dict[str, Any]:
    """The shape of `ecref crosscheck --json`."""
    return {
        "seed": report.seed,
        "cases": report.result.cases,
        "seconds": round(report.seconds, 3),
        "implementations": [_implementation(report, name) for name in report.versions],
        "findings": [finding_dict(finding) for finding in report.result.findings.values()],
        "disagreements": [
            {"implementations": list(pair), "requests": count}
            for pair, count in sorted(report.result.disagreements.items())
        ],
    }


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding in words."""
    difference = finding.difference
    return {
        "implementation": finding.implementation,
        "verdict": difference.verdict,
        "kind": finding.case.kind,
        "reason": difference.reason,
        "detail": difference.detail,
        "section": difference.section,
        "rules": list(difference.agrees),
        "count": finding.count,
        "schemes": dict(sorted(finding.schemes.items())),
        "flaws": dict(sorted(finding.flaws.items())),
        "example": {
            "index": finding.case.index,
            "flaw": finding.case.flaw,
            "request": finding.request,
            "got": finding.got,
            "expected": difference.expected,
            "first": difference.first,
            "others": finding.others,
        },
    }


def is_fault(finding: Finding) -> bool:
    """Whether a finding is more than a policy."""
    return finding.difference.verdict in FAULTS


def verdict(report: Report, name: str) -> str:
    """One sentence on an implementation."""
    found = [each.difference.verdict for each in report.result.findings.values() if each.implementation == name]
    said = [f"{SAYS[verdict]} in {_ways(found.count(verdict))}" for verdict in SAYS if verdict in found]
    if not said:
        said = ["nothing found"] if agreed(report.result.total(name)) else ["nothing asked that it supports"]
    return f"{name}: {'; '.join(said)}"


def agreed(tally: Tally) -> int:
    """How many answers were ecref's."""
    return tally.asked - tally.unsupported - tally.faults - tally.policies


def notes(found: dict[str, Any]) -> list[tuple[str, str]]:
    """What else is to be said of a finding (as finding_dict gives it): pairs of a title and a text."""
    example = found["example"]
    others = ", ".join(f"{name} {said}" for name, said in example["others"].items() if said is not None)
    said = {
        "standard": found["section"],
        "as these rule sets": ", ".join(found["rules"]),
        "first value that differs": example["first"] or "",
        "others": others,
        "on": _counts(found["schemes"]),
        "what is odd": _counts(found["flaws"]),
    }
    return [(title, text) for title, text in said.items() if text]


def _implementation(report: Report, name: str) -> dict[str, Any]:
    whole = report.result.total(name)
    kinds = {kind: vars(tally) for (of, kind), tally in report.result.tallies.items() if of == name}
    return {
        "name": name,
        "version": report.versions[name],
        "verdict": verdict(report, name),
        **vars(whole),
        "agreed": agreed(whole),
        "kinds": kinds,
    }


def _ways(number: int) -> str:
    return "1 way" if number == 1 else f"{number} ways"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} ({count:,})" for name, count in counts.items())
