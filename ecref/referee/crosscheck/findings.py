"""What a campaign found: like findings are one, with a count and one example, the smallest.

Results of parts of a campaign add up to the result of the whole, in any order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ecref.referee.implementations.interface import Answer

    from .cases import Case
    from .judge import Difference

    Key = tuple[str, str, str, str]


@dataclass
class Finding:
    """All cases of a kind in which an implementation differs for the same reason.

    flaws, schemes    how often it was found with each
    case, request     the example: the case, and what was asked (in an exchange that follows from answers)
    got               the implementation's answer to it
    difference        what ecref says of it
    others            how the other implementations answer, in a word; None: unsupported
    """

    implementation: str
    case: Case
    request: dict[str, Any]
    got: Answer
    difference: Difference
    others: dict[str, str | None]
    count: int
    flaws: Counter[str]
    schemes: Counter[str]

    @classmethod
    def of(
        cls,
        implementation: str,
        case: Case,
        request: dict[str, Any],
        got: Answer,
        difference: Difference,
        others: dict[str, str | None],
    ) -> Finding:
        """A finding of one case."""
        schemes = Counter([case.scheme])
        return cls(implementation, case, request, got, difference, others, 1, Counter([case.flaw]), schemes)

    @property
    def key(self) -> Key:
        """By which findings are alike."""
        return self.implementation, self.difference.verdict, self.case.kind, self.difference.reason

    @property
    def size(self) -> tuple[int, int]:
        """The smaller, the better an example: octets of a request, then the index."""
        return sum(len(str(value)) for value in self.request.values()), self.case.index

    def add(self, other: Finding) -> None:
        """Take in one that is alike."""
        if other.size < self.size:
            self.replace(other)
        self.count += other.count
        self.flaws += other.flaws
        self.schemes += other.schemes

    def replace(self, example: Finding) -> None:
        """Take another's example."""
        self.case, self.request, self.got = example.case, example.request, example.got
        self.difference, self.others = example.difference, example.others


@dataclass
class Tally:
    """How many requests of a kind an implementation was asked, and what became of them."""

    asked: int = 0
    unsupported: int = 0
    faults: int = 0
    policies: int = 0

    def add(self, other: Tally) -> None:
        """Take in another part's."""
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Result:
    """Of a part of a campaign: numbers by implementation and kind, findings, and who differs from whom how often."""

    cases: int = 0
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    findings: dict[Key, Finding] = field(default_factory=dict)
    disagreements: Counter[tuple[str, str]] = field(default_factory=Counter)

    def tally(self, implementation: str, kind: str) -> Tally:
        """The numbers of one implementation and kind, to be changed."""
        return self.tallies.setdefault((implementation, kind), Tally())

    def add(self, finding: Finding) -> None:
        """Take in a finding."""
        if finding.key in self.findings:
            self.findings[finding.key].add(finding)
        else:
            self.findings[finding.key] = finding

    def merge(self, other: Result) -> None:
        """Take in another part's."""
        self.cases += other.cases
        for (implementation, kind), tally in other.tallies.items():
            self.tally(implementation, kind).add(tally)
        for finding in other.findings.values():
            self.add(finding)
        self.disagreements.update(other.disagreements)

    def total(self, implementation: str) -> Tally:
        """The numbers of one implementation."""
        whole = Tally()
        for (name, _), tally in self.tallies.items():
            if name == implementation:
                whole.add(tally)
        return whole
