"""docs/audit.md: the tables of steps, joined with the marks in the code and in the tests; or what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from audit_errata import ERRATA
from audit_fips186 import FIPS186
from audit_marks import STANDARDS, Citation, Place, in_code, in_tests
from audit_rfc6979 import RFC6979
from audit_rfc8032 import RFC8032
from audit_sec1 import SEC1
from audit_step import Erratum, Left, Row, Step, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "audit.md"
TABLES: dict[str, Table] = dict(zip(STANDARDS, (RFC8032, RFC6979, FIPS186, SEC1), strict=True))

HEAD = """\
# Audit

Every step of RFC 8032 (5.1 and 5.2), RFC 6979 (2.3 to 3.6), FIPS 186-5 (ECDSA) and SEC 1 (2.2.1, 2.3, 3.2.2.1,
4.1.6): what it asks for, in our words; the line that does it; what was put in its place to leave the step out; and
tests that fail then. Where a step isn't taken, the table says why. Without some parameters nothing loads, since
curves are checked when they are made: that is said too.

`make audit` writes this page, from [the tables of steps](../tests/audit) and from marks: the numbers at the right
margin of the code, the citations in its docstrings, and `@pytest.mark.step` at the tests. It ends with an error for a
step that has no line or no test, and for a mark of a step that there is not. `make audit ARGS=--prove` leaves each
step out in a copy of the code and runs the tests named beside it: every one of them must fail. `ARGS="--prove 20"`
does so for 20 steps by lot, as CI does each time.
"""


class Audit(NamedTuple):
    """The marks of the code, by place, and of the tests, by standard and key; and the modules' sources."""

    places: dict[str, Place]
    tests: dict[tuple[str, str], list[str]]
    sources: dict[str, str]

    @classmethod
    def of(cls, root: Path) -> Audit:
        """The marks below this root."""
        sources = {path.stem: path.read_text() for path in sorted((root / "ecref").glob("*.py"))}
        places = {name: place for stem, text in sources.items() for name, place in in_code(text, stem).items()}
        return cls(places, in_tests(root / "tests"), sources)

    def line(self, step: Step) -> int:
        """The line where the step's code begins; ValueError unless it stands in its place, and once."""
        at = self.offset(step)
        return self.sources[step.place.partition(".")[0]].count("\n", 0, at) + 1

    def offset(self, step: Step) -> int:
        """Where the step's code begins in its module; ValueError likewise."""
        if step.place not in self.places:
            raise ValueError(f"there is no {step.place}")
        place, source = self.places[step.place], self.sources[step.place.partition(".")[0]]
        lines = source.splitlines(keepends=True)
        start = sum(map(len, lines[: place.first - 1]))
        text = "".join(lines[place.first - 1 : place.last])
        found = [at for at in range(len(text)) if text.startswith(step.code, at)]
        if step.nth is None and len(found) != 1:
            raise ValueError(f"{step.code!r} stands {len(found)} times in {step.place}")
        if step.nth is not None and len(found) < step.nth:
            raise ValueError(f"{step.code!r} stands only {len(found)} times in {step.place}")
        return start + found[(step.nth or 1) - 1]

    def is_marked(self, standard: str, step: Step) -> bool:
        """Whether the code cites each of the step's sections, and has the step's number where it has one."""
        first, place = self.line(step), self.places[step.place]
        lines = range(first, first + step.code.count("\n") + 1)
        here = [citation for line in lines for citation in place.cited_at.get(line, [])]
        numbers = {number for line in lines for number in place.margin.get(line, [])}

        def marks(citation: Citation, section: str) -> bool:
            if (citation.standard, citation.section) != (standard, section):
                return False
            return step.step in citation.steps if citation.steps else not step.step or step.step in numbers

        return all(any(marks(citation, section) for citation in here + place.cited) for section in step.sections)


def rows(table: Table) -> Iterator[Row]:
    """All rows of a table."""
    for part in table.values():
        yield from part


def faults(audit: Audit, tables: dict[str, Table] = TABLES) -> Iterator[str]:
    """What is wrong: a step without code, mark or test, a mark without a step, a step that is there twice."""
    for standard, table in tables.items():
        keys = [row.key for row in rows(table)]
        yield from (f"{standard}, {key}: it is there twice" for key in sorted(set(keys)) if keys.count(key) > 1)
        for row in rows(table):
            if isinstance(row, Left):
                yield from (f"{standard}, {row.key}: there is no {key}" for key in row.see if key not in keys)
                continue
            try:
                if not audit.is_marked(standard, row):
                    yield f"{standard}, {row.key}: {row.place} has no mark of it at {row.code!r}"
            except ValueError as fault:
                yield f"{standard}, {row.key}: {fault}"
            if (standard, row.key) not in audit.tests:
                yield f"{standard}, {row.key}: no test is marked with it"
    yield from _strays(audit, tables)


def _strays(audit: Audit, tables: dict[str, Table]) -> Iterator[str]:
    """Marks of steps that there are not."""
    steps: dict[tuple[str, str], set[str]] = {}
    for standard, table in tables.items():
        for row in rows(table):
            for section in row.sections:
                steps.setdefault((standard, section), set()).add(row.step)
    taken = {(standard, row.key) for standard in tables for row in rows(tables[standard]) if isinstance(row, Step)}
    for mark, tests in audit.tests.items():
        if mark not in taken:
            yield f"{tests[0]}: there is no step {mark[1]} of {mark[0]}"
    for name, place in audit.places.items():
        yield from _strays_in(name, place, steps)


def _strays_in(name: str, place: Place, steps: dict[tuple[str, str], set[str]]) -> Iterator[str]:
    cited = place.cited + [citation for line in place.cited_at.values() for citation in line]
    known = [citation for citation in cited if (citation.standard, citation.section) in steps]
    there: set[str] = set()
    for standard, section, named in known:
        there |= steps[standard, section]
        for number in set(named) - steps[standard, section]:
            yield f"{name}: there is no step {number} of {standard}, {section}"
    numbers = [(line, number) for line, numbers in place.margin.items() for number in numbers]
    for line, number in numbers if place.cited and known else []:
        if not any(step == number or step.startswith(f"{number}.") for step in there):
            yield f"{name}, line {line}: no section that it cites has a step {number}"


# ---------------------------------------------------------------- the page


def page(audit: Audit) -> str:
    """docs/audit.md."""
    parts = [HEAD, _numbers()]
    for standard, table in TABLES.items():
        parts.append(f"## {standard}\n")
        for title, part in table.items():
            parts.append(f"### {title}\n")
            parts.append(_table(("step", "asks", "code", "left out", "tests"), _cells(audit, standard, part)))
    parts.append("## Errata\n")
    parts.append("As the RFC Editor lists them; the last of these changed on 27 January 2026.\n")
    for standard, errata in ERRATA.items():
        parts.append(f"### {standard}\n")
        parts.append(_table(("erratum", "status", "section", "says", "done"), map(_erratum, errata)))
    return "\n".join(parts)


def _numbers() -> str:
    lines = []
    for standard, table in TABLES.items():
        taken = sum(isinstance(row, Step) for row in rows(table))
        left = sum(isinstance(row, Left) for row in rows(table))
        lines.append((standard, str(taken), str(left)))
    return _table(("", "steps with code and tests", "steps with a reason instead"), lines)


def _cells(audit: Audit, standard: str, part: list[Row]) -> Iterator[tuple[str, ...]]:
    for row in part:
        if isinstance(row, Left):
            see = f" See {', '.join(row.see)}." if row.see else ""
            yield _name(row), row.asks, f"*{row.why}*{see}", "", ""
            continue
        module, line = row.place.partition(".")[0], audit.line(row)
        tests = [_test(*test.split("::")) for test in audit.tests[standard, row.key]]
        where = f"[{row.place}, {line}](../ecref/{module}.py#L{line})"
        left_out = f"{_code(row.code)} as {_code(row.without)}{'' if row.loads else '; nothing loads then'}"
        yield _name(row), row.asks, where, left_out, ", ".join(tests)


def _name(row: Row) -> str:
    """A row's name in a table: its key, with the second section's number where there is one."""
    first, *others = row.sections
    return row.key.replace(first, "/".join([first, *others]), 1)


def _test(file: str, name: str) -> str:
    return f"[{name}](../tests/{file})"


def _code(code: str) -> str:
    """Code in a cell, on one line; long numbers are shortened, as the page isn't what holds them."""
    text = " ".join(code.split())
    if len(text) > 60:
        text = f"{text[:40]} ... {text[-12:]}"
    return f"`{text}`".replace("|", "\\|")


def _erratum(erratum: Erratum) -> tuple[str, ...]:
    link = f"[{erratum.number}](https://www.rfc-editor.org/errata/eid{erratum.number})"
    return link, erratum.status, erratum.section, erratum.says, erratum.done


def _table(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    text = [" | ".join(head), "|".join("---" for _ in head), *(" | ".join(line) for line in lines)]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in text) + "\n"
