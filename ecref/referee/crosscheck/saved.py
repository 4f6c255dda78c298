"""Findings as vectors: written in the format of vectors/README.md, and read again as cases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput
from ecref.formats.strict_json import read
from ecref.referee.implementations.interface import RESULTS
from ecref.referee.vectors import rule_sets

from .cases import Case
from .judge import expected

if TYPE_CHECKING:
    from .campaign import Report

KEPT = ("valid", "reason", "error", "signature", "public_key")  # of an answer, in an expectation


def to_vectors(report: Report) -> bytes:
    """A file of vectors: the example of each finding, and what ecref answers to it."""
    lines = []
    for number, finding in enumerate(report.result.findings.values(), 1):
        difference = finding.difference
        flags = [finding.case.kind, finding.case.flaw, finding.implementation, difference.verdict, difference.reason]
        origin = "replay" if report.seed is None else report.seed
        name = f"crosscheck/{origin}/{finding.case.index}/{number}"
        vector = {"id": name, "flags": flags, "request": finding.request, "expect": expectation(finding.request)}
        lines.append(json.dumps(vector, separators=(",", ":")))
    vectors = ",\n".join(lines)
    return f'{{"suite":"crosscheck","groups":[\n{{"request":{{}},"vectors":[\n{vectors}\n]}}\n]}}\n'.encode()


def expectation(request: dict[str, Any]) -> dict[str, Any]:
    """What ecref answers, under each rule set where they differ."""
    if request["op"] != "verify":
        return _kept(expected(request))
    answers = {rules: _kept(expected(request, rules)) for rules in rule_sets(request["scheme"])}
    first, *others = answers.values()
    return first if all(other == first for other in others) else {"rules": answers}


def to_cases(data: bytes) -> list[Case]:
    """The cases of a file of vectors; UnusableInput "bad-encoding" where it is none."""
    content, faults = read(data)
    if faults:
        raise UnusableInput("bad-encoding", faults[0])
    try:
        return [
            _case(number, {**group["request"], **vector["request"]}, vector["flags"])
            for group in content["groups"]  # type: ignore[index]  # TypeError is caught
            for number, vector in enumerate(group["vectors"])
        ]
    except (KeyError, TypeError):
        raise UnusableInput("bad-encoding", "no file of vectors as vectors/README.md describes it") from None


def _case(number: int, request: dict[str, Any], flags: list[str]) -> Case:
    request.pop("steps", None)
    if request.get("op") not in RESULTS or expected(request).get("error") == "bad-request":
        raise UnusableInput("bad-request", f"vector {number}: no request that implementations are asked")
    kind, flaw = (*map(str, flags), "saved", "saved")[:2]
    return Case(number, request["curve"] if request["scheme"] == "ECDSA" else request["scheme"], kind, flaw, request)


def _kept(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: answer[key] for key in KEPT if key in answer}
