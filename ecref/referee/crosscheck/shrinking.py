"""Shrinking: the smallest case that still shows a finding.

The numbers that a case was made of (draws.py) are made smaller, one after the other: those of the message first, then
the context's, the scalars and the rest. What is kept is a case with the same implementation, verdict, kind and reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .asking import check
from .cases import EXCHANGE, simpler
from .draws import ORDER
from .judge import CRASH, expected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ecref.referee.implementations.interface import Implementation

    from .cases import Case
    from .findings import Finding

ATTEMPTS = 150
ATTEMPTS_TO_CRASH = 10  # a time-out may take ten seconds, and each crash is a new process


def shrink(finding: Finding, implementations: Sequence[Implementation]) -> None:
    """Replace a finding's example by the smallest that is found; then the others are asked it too."""
    exchanged = finding.case.kind == EXCHANGE  # what one is asked there, another has made
    asked = [each for each in implementations if exchanged or each.name == finding.implementation]
    _make_smaller(finding, asked)
    again = check(finding.case, implementations).findings.get(finding.key)
    if again is not None:
        finding.replace(again)


def _make_smaller(finding: Finding, implementations: Sequence[Implementation]) -> None:
    left = ATTEMPTS_TO_CRASH if finding.difference.verdict == CRASH else ATTEMPTS
    before = None
    while finding.case != before:
        before = finding.case
        for place in _places(before):
            for smaller in _smaller(finding.case, place):
                if left == 0:
                    return
                left -= 1
                same = check(smaller, implementations).findings.get(finding.key)
                if same is not None:
                    finding.replace(same)
                    break


def first_step(finding: Finding, implementation: Implementation) -> str | None:
    """The first intermediate value that differs, where the implementation can tell its own."""
    request = {**finding.request, "steps": True}
    ours = expected(request, implementation.rules(request["scheme"], request.get("curve"))).get("steps", [])
    theirs = implementation.answer(request).get("steps")
    if not isinstance(theirs, list):
        return None
    got = {str(step.get("name")): step for step in theirs if isinstance(step, dict)}
    for step in ours:
        other = got.get(step["name"])
        if other is not None and other.get("value") != step["value"]:
            return f"{step['name']} (step {step['step']}): got {other.get('value')}, expected {step['value']}"
    return None


def _places(case: Case) -> list[int]:
    """The places of a case's numbers, in the order of what they are for."""
    return sorted(range(len(case.drawn)), key=lambda place: ORDER.index(case.drawn[place].purpose))


def _smaller(case: Case, place: int) -> Iterator[Case]:
    """Cases with a smaller number in this place."""
    numbers = [number for _, number in case.drawn]
    number = numbers[place] if place < len(numbers) else 0
    for smaller in sorted({0, 1, 2, number >> number.bit_length() // 2, number - 1}):
        if 0 <= smaller < number:
            yield simpler(case, [*numbers[:place], smaller, *numbers[place + 1 :]])
