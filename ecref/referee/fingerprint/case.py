"""A case, the reply of an implementation to it, and what replies to one question tell together."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..implementations.interface import UNSUPPORTED, accepts, is_unsupported

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ..implementations.interface import Answer, Implementation

    Request = dict[str, Any]

YES, NO, SOME, CRASH, NOT_THERE = "yes", "no", "inconsistent", "crash", "unsupported"

PATIENCE = 60.0  # seconds that crashes and time-outs on one curve may take, before the rest is left out


@dataclass(frozen=True)
class Case:
    """One thing to ask.

    id, flags   of vectors/edge_cases.py, or made alike; the first flag of an ECDSA case is its question's key
    requests    forms of the same case, of which the first that the implementation has is asked
    verdicts    by rule set: whether it accepts; a rule set that says nothing about the case is left out
    octets      what parse_public_key has to answer, where that is asked and accepted
    """

    id: str
    flags: tuple[str, ...]
    requests: tuple[Request, ...]
    verdicts: Mapping[str, bool] = field(default_factory=dict)
    octets: str | None = None


@dataclass(frozen=True)
class Reply:
    """What an implementation answered: YES (it accepts, or does what is asked about), NO, CRASH or NOT_THERE."""

    case: Case
    request: Request
    answer: Answer
    state: str

    def differs(self, rules: str) -> bool:
        """Whether a rule set has another verdict."""
        wanted = self.case.verdicts.get(rules)
        return wanted is not None and self.state not in (NOT_THERE, YES if wanted else NO)

    def as_json(self) -> dict[str, Any]:
        """The case, as evidence."""
        return {"case": self.case.id, "request": self.request, "answer": self.answer}


@dataclass(frozen=True)
class Property:
    """The answer to a question: how many of the cases that were answered say YES, and a case for each state."""

    key: str
    question: str
    answer: str
    yes: int
    asked: int
    evidence: tuple[Reply, ...]

    def as_json(self) -> dict[str, Any]:
        """The shape in `ecref fingerprint --json`."""
        return {**vars(self), "evidence": [reply.as_json() for reply in self.evidence]}


def ask(implementation: Implementation, case: Case) -> Reply:
    """The reply to a case."""
    for request in case.requests:
        answer = implementation.answer(request)
        if not is_unsupported(answer):
            return Reply(case, request, answer, _state(case, answer))
    return Reply(case, case.requests[0], UNSUPPORTED, NOT_THERE)


def ask_all(implementation: Implementation, cases: Iterable[Case], progress: Callable[[], object]) -> list[Reply]:
    """The replies to the cases, until crashes have taken too long; `progress` is called after each case."""
    replies: list[Reply] = []
    lost = 0.0
    for case in cases:
        begun = monotonic()
        if lost < PATIENCE:
            replies.append(ask(implementation, case))
            lost += (monotonic() - begun) * (replies[-1].state == CRASH)
        progress()
    return replies


def property_of(key: str, question: str, replies: Iterable[Reply]) -> Property:
    """What the replies say to a question."""
    found: dict[str, list[Reply]] = {}
    for reply in replies:
        if reply.state != NOT_THERE:
            found.setdefault(reply.state, []).append(reply)
    answer = next(iter(found), NOT_THERE)
    if len(found) > 1:
        answer = CRASH if CRASH in found else SOME
    asked = sum(map(len, found.values()))
    return Property(key, question, answer, len(found.get(YES, ())), asked, tuple(some[0] for some in found.values()))


def _state(case: Case, answer: Answer) -> str:
    if "crash" in answer:
        return CRASH
    return YES if accepts(answer) and case.octets in (None, answer.get("public_key")) else NO
