"""The fingerprint of an implementation on one curve: which rule set its answers follow, and what else they tell."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput

from ..vectors import rule_sets
from . import ecdsa, eddsa, signing
from .case import NO, NOT_THERE, SOME, YES, ask_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..implementations.interface import Implementation
    from .case import Case, Property, Reply

SUBJECTS = ("Ed25519", "Ed448", "P-256", "P-384", "secp256k1")

NONCES = {"rfc6979": YES, "random": NO}  # what the question for RFC 6979 is answered with by those that declare so


@dataclass(frozen=True)
class Group:
    """Cases with the same flags over which an implementation and a rule set differ alike: how many, and the first."""

    flags: tuple[str, ...]
    count: int
    expected: bool
    example: Reply

    def as_json(self) -> dict[str, Any]:
        """The shape in `ecref fingerprint --json`."""
        return {"flags": self.flags, "count": self.count, "expected": self.expected, "example": self.example.as_json()}


@dataclass(frozen=True)
class Fingerprint:
    """What was found out.

    subject           of SUBJECTS
    declared, nonce   what the implementation says of itself: a rule set, and how it chooses ECDSA's k
    replies           to the cases about verification and keys
    properties        the answers to the questions
    """

    subject: str
    declared: str | None
    nonce: str | None
    replies: tuple[Reply, ...]
    properties: tuple[Property, ...]

    @property
    def answered(self) -> int:
        """How many cases were answered, be it with a crash."""
        return sum(reply.state != NOT_THERE for reply in self.replies)

    @property
    def has_answers(self) -> bool:
        """Whether any case was answered, and not with a crash."""
        return any(reply.state in (YES, NO) for reply in self.replies)

    @property
    def distances(self) -> dict[str, int]:
        """By rule set, over how many of them it and the implementation differ."""
        return {rules: sum(reply.differs(rules) for reply in self.replies) for rules in _rule_sets(self.subject)}

    @property
    def nearest(self) -> list[str]:
        """The rule sets with the fewest differences, the declared one first; none where nothing was answered."""
        distances = self.distances if self.answered else {}
        found = [rules for rules, distance in distances.items() if distance == min(distances.values())]
        return sorted(found, key=lambda rules: rules != self.declared)

    @property
    def follows(self) -> bool:
        """Whether the nearest rule sets give every answer."""
        return self.answered > 0 and min(self.distances.values()) == 0

    @property
    def departures(self) -> list[str]:
        """In what the implementation differs from what it declares of itself: "rules", "nonce"."""
        rules = self.declared is not None and self.distances[self.declared] > 0
        measured = next((each.answer for each in self.properties if each.key == "rfc6979"), NOT_THERE)
        nonce = self.nonce in NONCES and measured in (YES, NO, SOME) and measured != NONCES[self.nonce]
        return ["rules"] * rules + ["nonce"] * nonce

    def differences(self) -> dict[str, list[Group]]:
        """By rule set, the nearest and the declared one: the cases over which they and the implementation differ."""
        chosen = dict.fromkeys((*self.nearest[:1], *filter(None, [self.declared])))
        found = {rules: self._groups(rules) for rules in chosen}
        return {rules: groups for rules, groups in found.items() if groups}

    def as_json(self) -> dict[str, Any]:
        """The shape in `ecref fingerprint --json`."""
        return {
            "subject": self.subject,
            "declared": self.declared,
            "nearest": self.nearest,
            "follows": self.follows,
            "departs_from_declared": self.departures,
            "cases": len(self.replies),
            "answered": self.answered,
            "distances": self.distances,
            "differences": {
                rules: [group.as_json() for group in groups] for rules, groups in self.differences().items()
            },
            "properties": [each.as_json() for each in self.properties],
        }

    def _groups(self, rules: str) -> list[Group]:
        found: dict[tuple[tuple[str, ...], bool, str], list[Reply]] = {}
        for reply in self.replies:
            if reply.differs(rules):
                found.setdefault((reply.case.flags, reply.case.verdicts[rules], reply.state), []).append(reply)
        return [Group(flags, len(some), expected, some[0]) for (flags, expected, _), some in found.items()]


def fingerprint(implementation: Implementation, subject: str, progress: Callable[[], object]) -> Fingerprint:
    """Ask an implementation; `progress` is called after each case. UnusableInput for a rule set that isn't there."""
    is_eddsa = subject in eddsa.SUITES
    declared = implementation.rules(subject, None) if is_eddsa else implementation.rules("ECDSA", subject)
    if declared not in (None, *_rule_sets(subject)):
        name = f"{implementation.name} declares {declared!r}"
        raise UnusableInput("unsupported", f"{name}, and no verifier of {subject} has such a rule set")
    verifications, messages = _cases(subject)
    replies = tuple(ask_all(implementation, verifications, progress))
    signed = ask_all(implementation, messages, progress)
    if is_eddsa:
        properties = *eddsa.properties(subject, replies), *signing.eddsa_properties(signed)
        return Fingerprint(subject, declared, None, replies, properties)
    properties = *ecdsa.properties(replies), *signing.ecdsa_properties(signed)
    return Fingerprint(subject, declared, implementation.nonce(subject), replies, properties)


def size(subject: str) -> int:
    """How many cases `fingerprint` asks."""
    return sum(map(len, _cases(subject)))


@cache
def _cases(subject: str) -> tuple[list[Case], list[Case]]:
    """What to ask about verification, and what to have signed."""
    if subject in eddsa.SUITES:
        return eddsa.cases(subject), signing.eddsa_cases(subject)
    return ecdsa.cases(subject), signing.ecdsa_cases(subject)


def _rule_sets(subject: str) -> list[str]:
    return rule_sets(subject if subject in eddsa.SUITES else "ECDSA")
