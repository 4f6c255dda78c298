"""Fingerprints as tables: which rule set each implementation follows, the answers to the questions, the differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .case import CRASH, NO, NOT_THERE, SOME, YES
from .subjects import SUBJECTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from .case import Property
    from .subjects import Fingerprint

    Found = Mapping[str, Sequence[Fingerprint]]  # by the implementation's name

WORDS = {YES: "accepted", NO: "refused", CRASH: "crash"}


class Table(NamedTuple):
    """A table, its title, and what is to be said about it."""

    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(versions: Mapping[str, str], found: Found) -> Iterator[Table]:
    """All tables, in which an implementation has no place on a curve that it doesn't have."""
    subjects = [subject for subject in SUBJECTS if any(each.subject == subject for each in next(iter(found.values())))]
    yield Table(
        "Rule sets",
        "~ marks the nearest one, where none gives every answer, with the number of answers that differ from it",
        ("implementation", "version", *subjects),
        [(name, versions[name], *map(rule_set, prints)) for name, prints in found.items()],
    )
    for subject in subjects:
        there = {
            name: each for name, prints in found.items() for each in prints if each.subject == subject and each.answered
        }
        if there:
            yield answers(subject, there)
    for name, prints in found.items():
        for each in prints:
            yield from differences(name, each)


def rule_set(found: Fingerprint) -> str:
    """The rule set that is followed, or the nearest one with the number of differences."""
    names = " or ".join(found.nearest)
    return names if found.follows or not names else f"~ {names} ({min(found.distances.values())})"


def answers(subject: str, found: Mapping[str, Fingerprint]) -> Table:
    """The answers to the questions about a curve; with one implementation also the cases that they rest on."""
    prints = list(found.values())
    rows = [
        ["rule set", *map(rule_set, prints)],
        ["declared", *(each.declared or "" for each in prints)],
        [f"cases answered, of {len(prints[0].replies)}", *(str(each.answered) for each in prints)],
    ]
    questions = zip(*(each.properties for each in prints), strict=True)
    rows += ([same[0].question, *map(cell, same)] for same in questions)
    heads = ["question", *found]
    if len(found) == 1:
        heads.append("case")
        evidence = [" ".join(reply.case.id for reply in each.evidence) for each in prints[0].properties]
        rows = [[*row, shown] for row, shown in zip(rows, ["", "", "", *evidence], strict=True)]
    note = "n of m where so many cases are answered yes, - where it lacks what is asked about"
    return Table(subject, note, heads, rows)


def cell(found: Property) -> str:
    """An answer as a word, or as the number of cases."""
    if found.answer == SOME:
        return f"{found.yes} of {found.asked}"
    return "-" if found.answer == NOT_THERE else found.answer


def differences(name: str, found: Fingerprint) -> Iterator[Table]:
    """By rule set, the cases over which it and an implementation differ."""
    for rules, groups in found.differences().items():
        which = "declared" if rules == found.declared else "nearest"
        yield Table(
            f"{name} on {found.subject}, beside {rules}",
            f"{found.distances[rules]} of {found.answered} answers differ from the {which} rule set",
            ("flags", "cases", "wanted", "got", "example"),
            [
                (
                    " ".join(group.flags),
                    str(group.count),
                    WORDS[YES if group.expected else NO],
                    WORDS[group.example.state],
                    group.example.case.id,
                )
                for group in groups
            ],
        )
