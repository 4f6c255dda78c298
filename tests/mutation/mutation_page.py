"""docs/mutation.md: a table of the modules, and the mutants that survive with the reason why they are equivalent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mutation_key import Key, digest
from mutation_modules import KILL_SETS
from mutation_reasons import EQUIVALENT

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "mutation.md"
RESULTS = Path(__file__).parent / "mutation_results.json"


INTRODUCTION = """# Mutation: would the tests notice?

A test that passes says little until it has been seen to fail. Here every module of the core that decides something
gets one small fault at a time, a mutant, and its tests are run. A mutant that they fail on is killed; one that survives
is a gap in the tests, or it does the same as the code, and then the reason stands below. `make mutation` writes this
page; the figures are kept in `tests/mutation/mutation_results.json`, and a row whose code has changed since says so.

The faults are those of cosmic-ray 8: each operator of arithmetic as each other one, each comparison as each other one,
a `not` or a sign more or less, a number more or less by 1, True as False, `and` as `or`, `break` as `continue`, a loop
without a turn, no decorator, an `except` that catches nothing; and one of our own: each statement of a function left
out. By rule these are not counted: annotations and what stands behind TYPE_CHECKING, which never run; the texts of
messages; the marks `*` and `/` between parameters; and what is no Python.

Neither of the two known tools does all of that here. mutmut 3 puts each function behind a switch that every call
reads: nothing outside functions is mutated (the rule sets, the curves, the classes' fields), and tests that count
operations or read the source see the switch. cosmic-ray mutates whole modules, but starts a command for each mutant;
to load Python, pytest and what the tests need takes longer than the test that kills it. So its operators are applied
by a script, in `tests/mutation/`, that loads pytest once and forks it for each mutant, in a copy of the code. Each
module has a kill set, the files of tests named in the table; each test is timed on the unharmed code, and the quickest
run first, an order in which they must pass on the unharmed code too. A test has ten times its time and a second, in
the processor's time; a mutant that needs more counts as killed.

    make mutation                           all, going on where an earlier run was stopped; ARGS="-j 4" four at once
    make mutation ARGS="--module field"     one module
    make mutation ARGS="--sample 5m"        mutants of every module by lot, for five minutes

"""


class Result(NamedTuple):
    """What was found for one module."""

    module: str
    code: str  # mutation_mutants.digest, when it was run
    mutants: int
    run: int
    killed: int
    time_outs: int  # of those killed
    survived: list[Key]

    def without_reason(self) -> list[Key]:
        """The mutants that survive and shouldn't."""
        known = reasons(self.module)
        return [key for key in self.survived if key.texts() not in known]


def results() -> dict[str, Result]:
    """What earlier runs found, by module."""
    found = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    return {
        module: Result(**{**fields, "survived": [Key(*key) for key in fields["survived"]]})
        for module, fields in found.items()
    }


def reasons(module: str) -> dict[tuple[str, str, str], str]:
    """Why each survivor of a module is equivalent."""
    found: dict[tuple[str, str, str], str] = {}
    for reason, entries in EQUIVALENT:
        for place, before, afters in entries:
            name, _, function = place.partition(".")
            if name == module:
                found |= {(function, before, after): reason for after in afters}
    return found


def stale(found: dict[str, Result]) -> Iterator[str]:
    """Reasons without a survivor, in the modules that have been run to the end."""
    for module in {place.partition(".")[0] for _, entries in EQUIVALENT for place, *_ in entries}:
        if module not in KILL_SETS:
            yield f"a reason for a mutant of {module}, which is not mutated"
        elif module in found and found[module].run == found[module].mutants:
            there = {key.texts() for key in found[module].survived}
            for texts in reasons(module).keys() - there:
                yield f"{module} {texts} has a reason, but doesn't survive"


def page(found: dict[str, Result]) -> str:
    """The page as Markdown."""
    return INTRODUCTION + _table(found) + "".join(_survivors(module, found) for module in KILL_SETS if module in found)


def _table(found: dict[str, Result]) -> str:
    lines = ["| module | mutants | killed | of these by time | survived | without a reason | kill set |"]
    lines += ["|---|---:|---:|---:|---:|---:|---|"]
    for module, tests in KILL_SETS.items():
        link = f"[{module}](../ecref/{module}.py)"
        files = ", ".join(f"[{name.removesuffix('.py')}](../tests/{name})" for name in tests)
        if (each := found.get(module)) is None or not each.run:
            lines.append(f"| {link} | | not run yet | | | | {files} |")
            continue
        number = f"{each.mutants:,}" if each.run == each.mutants else f"{each.run:,} run of {each.mutants:,}"
        changed = "" if each.code == digest(ROOT / "ecref" / f"{module}.py") else "; the code has changed since"
        share = f"{each.killed:,} ({_share(each.killed, each.run)})"
        counts = f"{each.time_outs} | {len(each.survived)} | {len(each.without_reason())}"
        lines.append(f"| {link} | {number}{changed} | {share} | {counts} | {files} |")
    run, killed = sum(each.run for each in found.values()), sum(each.killed for each in found.values())
    outs = sum(each.time_outs for each in found.values())
    left = sum(len(each.without_reason()) for each in found.values())
    share = f"{killed:,} ({_share(killed, run)})" if run else ""
    lines.append(f"| all | {run:,} run | {share} | {outs} | {run - killed} | {left} | |")
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    """A percentage, rounded down, so that only all of them are 100 %."""
    return f"{1000 * part // whole / 10} %"


def _survivors(module: str, found: dict[str, Result]) -> str:
    """Those of one module, by reason."""
    each, known = found[module], reasons(module)
    by_reason: dict[str, list[Key]] = {}
    for key in each.survived:
        by_reason.setdefault(known.get(key.texts(), "No reason yet."), []).append(key)
    text = f"\n## {module}\n" if by_reason else ""
    for reason, keys in by_reason.items():
        text += f"\n{reason}\n\n| function | line | as |\n|---|---|---|\n"
        text += "".join(f"| {key.function} | {_code(key.before)} | {_code(key.after)} |\n" for key in keys)
    return text


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|") if text else "(nothing)"
