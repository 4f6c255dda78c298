"""What docs/audit.md is made of: a step of a standard, where the code does it, and what it is without it.

    section    of the standard, such as "5.1.7"
    step       its number there, such as "1" or "h.2"; "" where the section has none
    part       what of the step, where it asks for more than one thing
    key        section, step and part in one: "5.1.7-1 S < L". Tests are marked with it
    place      what does it: "eddsa.EdDSA.read", or "curves.edwards25519" for an assignment
    code       the words that do it, as they stand there
    without    the words that take their place where the step is left out
"""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """A step that the code takes. Of `code`, the `nth` there is meant, where it stands there more than once.

    `loads` is False where without the step a check refuses to load the module, so that no test of it can run.
    """

    sections: tuple[str, ...]
    step: str
    part: str
    asks: str
    place: str
    code: str
    without: str
    nth: int | None = None
    loads: bool = True

    @property
    def key(self) -> str:
        """What tests are marked with."""
        return key_of(self)


class Left(NamedTuple):
    """A step that the code doesn't take, and why; `see` names the steps that it repeats."""

    sections: tuple[str, ...]
    step: str
    part: str
    asks: str
    why: str
    see: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What no test is marked with."""
        return key_of(self)


class Erratum(NamedTuple):
    """A report of an error in an RFC, by its number at the RFC Editor, and what was done about it."""

    number: int
    status: str
    section: str
    says: str
    done: str


Row = Step | Left
Table = dict[str, list[Row]]  # by the title of a part of the standard


def key_of(row: Row) -> str:
    """Section, step and part in one; of several sections the first."""
    step = f"-{row.step}" if row.step else ""
    part = f" {row.part}" if row.part else ""
    return f"{row.sections[0]}{step}{part}"
