"""A derivation: what is computed step by step, and checks that hold or fail."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict


class AsObject(TypedDict):
    """A line as --json shows it; a value is hex, and so are all integers of field size."""

    text: str
    value: str | None
    holds: bool | None


@dataclass(frozen=True)
class Line:
    """A sentence, or an equation; the value that it gives, if any; for a check, whether it holds."""

    text: str
    value: int | None = None
    holds: bool | None = None

    def as_object(self) -> AsObject:
        """The line for --json."""
        return {"text": self.text, "value": None if self.value is None else hex(self.value), "holds": self.holds}


@dataclass
class Section:
    """Lines under a heading; it holds if no check of it fails."""

    title: str
    lines: list[Line] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether no check fails."""
        return all(line.holds is not False for line in self.lines)

    def say(self, text: str) -> None:
        """Add a sentence."""
        self.lines.append(Line(text))

    def let(self, text: str, value: int) -> int:
        """Add an equation whose right side is the value."""
        self.lines.append(Line(text, value))
        return value

    def check(self, text: str, holds: bool) -> bool:
        """Add a check, and say whether it holds: what follows may depend on it."""
        self.lines.append(Line(text, holds=holds))
        return holds


@dataclass
class Derivation:
    """The sections about one thing, such as a curve."""

    name: str
    sections: list[Section] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether no check fails."""
        return all(self.checks)

    @property
    def checks(self) -> list[bool]:
        """Whether it holds, for each check."""
        return [line.holds for section in self.sections for line in section.lines if line.holds is not None]

    def as_object(self) -> dict[str, object]:
        """The derivation for --json."""
        sections = [
            {"title": section.title, "holds": section.holds, "lines": [line.as_object() for line in section.lines]}
            for section in self.sections
        ]
        return {"name": self.name, "holds": self.holds, "sections": sections}
