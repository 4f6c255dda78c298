"""`ecref describe`: what ecref can do, where its constants come from, and what its formulas cost and prove."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput

from .arguments import add_command
from .colours import GREEN, RED, coloured
from .listing import grouped, wrapped
from .streams import print_json, say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from ecref.evidence.derivation import Derivation, Section

    from .arguments import Commands

ABOUT = """\
Name what ecref can do, by the names of the line protocol (docs/protocol.md).

--derive works out every constant of the curves again and prints how: p and n are proved prime by
certificates that ecref checks itself, the order of the group follows from a point's and Hasse's theorem,
coefficients and base points from what their standards derive them from. Large numbers are hex.

--formulas lists the formulas of the curves' arithmetic: the operations that each takes when it runs,
beside those of the Explicit-Formulas Database, and where it holds. With --prove each is proved against
the affine law, on each of its branches (this needs sympy).

The exit status is 1 if a check or a proof fails."""

INDENT = "  "
NAMES = 10  # columns
COLUMNS = ("name", "efd_name", "coordinates", "counted", "stated", "efd")
OPERATIONS = "M a product, S a square, a and d a product with that coefficient, k one with 2*d; sums are free"


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "describe",
        "--curve",
        "--json",
        help="what ecref can do; where its constants and formulas come from",
        about=ABOUT,
        example="ecref describe --derive --curve p256",
    )
    subject = parser.add_mutually_exclusive_group()
    subject.add_argument("--derive", action="store_true", help="derive the constants; of --curve alone, if it is given")
    subject.add_argument("--formulas", action="store_true", help="list the formulas")
    parser.add_argument("--prove", action="store_true", help="prove them too (needs sympy)")


def run(args: Namespace) -> int:
    """Describe what was asked for."""
    if args.curve is not None and not args.derive:
        raise UnusableInput("bad-request", "--curve belongs to --derive")
    if args.prove and not args.formulas:
        raise UnusableInput("bad-request", "--prove belongs to --formulas")
    if args.derive:
        return _derive(args)
    return _formulas(args) if args.formulas else _abilities(args)


def _abilities(args: Namespace) -> int:
    """The answer to the protocol's op `describe`."""
    from ecref.referee.protocol import answer

    abilities = answer({"op": "describe"})
    del abilities["id"]
    if args.json:
        print_json(abilities)
        return 0
    for name, value in abilities.items():
        text = ", ".join(value) if isinstance(value, list) else value
        _say(wrapped(f"{name:<{NAMES}}{text}", " " * NAMES))
    return 0


# ---------------------------------------------------------------- constants


def _derive(args: Namespace) -> int:
    """The derivations."""
    from ecref.evidence.derive import derivations

    found = derivations(args.curve)
    if args.json:
        shown = list(found)
        print_json({"holds": all(each.holds for each in shown), "derivations": [each.as_object() for each in shown]})
        return 0 if all(each.holds for each in shown) else 1
    checks = []
    for derivation in found:
        _print_derivation(derivation)
        checks += derivation.checks
    return _verdict("checks", checks)


def _print_derivation(derivation: Derivation) -> None:
    say(derivation.name)
    say("=" * len(derivation.name))
    say("")
    for section in derivation.sections:
        _print_section(section)


def _print_section(section: Section) -> None:
    say(section.title)
    for line in section.lines:
        mark = f"{INDENT}" if line.holds is None else f"{INDENT}{_mark(holds=line.holds)}  "
        if line.value is None:
            _say(wrapped(mark + line.text))
        elif abs(line.value) < 2**32:
            _say(wrapped(f"{mark}{line.text} = {line.value}"))
        else:
            _say(wrapped(f"{mark}{line.text} ={' -' if line.value < 0 else ''}"))
            _say(grouped(f"{abs(line.value):x}"))
    say("")


# ---------------------------------------------------------------- formulas


def _formulas(args: Namespace) -> int:
    """The table of the formulas, and their proofs if wanted."""
    from ecref.evidence.formulas import FORMULAS
    from ecref.evidence.order import completeness

    proved = _proofs() if args.prove else []
    formulas = [formula.as_object() for formula in FORMULAS]
    complete = completeness()
    results = [formula.holds for formula in FORMULAS] + complete.checks + [bool(each["holds"]) for each in proved]
    if args.json:
        shown = {"holds": all(results), "formulas": formulas, "completeness": complete.as_object()}
        print_json({**shown, "proofs": proved} if args.prove else shown)
        return 0 if all(results) else 1
    _print_formulas(formulas)
    _print_derivation(complete)
    _print_proofs(proved)
    return _verdict("checks and proofs" if args.prove else "checks", results)


def _proofs() -> list[dict[str, object]]:
    """Each proof, as --json shows it."""
    try:
        from ecref.evidence.proofs import all_proofs
    except ImportError:
        raise UnusableInput("unsupported", "--prove needs sympy; pip install 'ecref[evidence]' brings it") from None
    return [proof.as_object() for proof in all_proofs()]


def _print_formulas(formulas: Iterable[dict[str, object]]) -> None:
    from ecref.measure.text_table import table

    rows = [[str(each[key]) for key in COLUMNS] for each in formulas]
    _say(table(("function", "EFD", "coordinates", "counted", "docstring", "EFD's"), rows))
    say(OPERATIONS)
    say("")
    for each in formulas:
        mark = "" if each["holds"] else f" {_mark(holds=False)}: it doesn't cost what its docstring says."
        _say(wrapped(f"{each['name']}:{mark} {each['domain']}"))
        if each["differs"]:
            _say(wrapped(f"{INDENT}not the EFD's cost: {each['differs']}"))
    say("")


def _print_proofs(proved: Iterable[dict[str, object]]) -> None:
    for name, proofs in groupby(proved, key=itemgetter("formula")):
        say(f"{name}")
        for each in proofs:
            _say(wrapped(f"{INDENT}{_mark(holds=bool(each['holds']))}  {each['case']}: {each['statement']}"))
        say("")


# ---------------------------------------------------------------- what they share


def _verdict(what: str, results: list[bool]) -> int:
    """Print how many hold, and return the exit status."""
    failed = results.count(False)
    if failed:
        say(f"{failed} of {len(results)} {what} {_mark(holds=False)}")
        return 1
    say(f"{len(results)} {what}: {_mark(holds=True)}")
    return 0


def _mark(*, holds: bool) -> str:
    return coloured("ok", GREEN) if holds else coloured("FAILED", RED)


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        say(line)
