"""What a study is made of: tables, pictures and sentences, before anybody prints them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from ecref.measure.rounds import FULL, Effort

if TYPE_CHECKING:
    from collections.abc import Callable

    Progress: TypeAlias = Callable[[int, int], None]  # is told how many of how many steps are done

Cell: TypeAlias = "str | float | int | None"  # None: not measured; a figure is shown in its table's form for the column


@dataclass(frozen=True)
class Plan:
    """How a study is run.

    effort         rounds, and how long each is
    quick          the smallest sizes and fewest starts: for a glance
    command        a program that speaks the line protocol, beside the others
    node_modules   where Node.js finds packages
    java_jars      for Java, such as BouncyCastle's
    """

    effort: Effort = FULL
    quick: bool = False
    command: str | None = None
    node_modules: str | None = None
    java_jars: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Rows under their heads. forms: by head, the format of its figures (default: `,.0f`); note: a sentence below."""

    title: str
    heads: tuple[str, ...]
    rows: list[tuple[Cell, ...]]
    forms: dict[str, str] = field(default_factory=dict)
    note: str | None = None


@dataclass(frozen=True)
class Chart:
    """A picture: bars, one group for each x, or lines over numbers. series: by label, (x, y); y None: not measured."""

    title: str
    x: str
    y: str
    series: dict[str, list[tuple[str | float, float | None]]]
    lines: bool = False
    log_x: bool = False
    log_y: bool = True


@dataclass
class Study:
    """What a study found.

    name, question   of the command line, and what it answers
    method           what was wrong with the published figures, and what is done here instead
    environment      interpreter, processor, versions (measure.environment)
    versions         by implementation
    missing          by implementation, why its columns are empty
    tables, charts   the figures
    findings         paragraphs: what the figures of this run support, and no more
    notes            what could not be measured, or is not to be believed
    """

    name: str
    question: str
    method: str
    environment: dict[str, str | int]
    versions: dict[str, str]
    missing: dict[str, str]
    tables: list[Table]
    charts: list[Chart]
    findings: list[str]
    notes: list[str] = field(default_factory=list)
