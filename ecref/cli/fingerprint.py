"""`ecref fingerprint`: which rule set an implementation follows."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import count
from textwrap import fill
from typing import TYPE_CHECKING, Any

from ecref.errors import UnusableInput
from ecref.referee.implementations import LIBRARIES, PROGRAMS

from . import progress
from .arguments import RESULT, add_command, offer
from .implementations import PROGRAM_OPTIONS, chosen
from .streams import print_json, say

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping, Sequence

    from ecref.referee.fingerprint.report import Table
    from ecref.referee.fingerprint.subjects import Fingerprint
    from ecref.referee.implementations.interface import Implementation

    from .arguments import Commands

KNOWN = (*LIBRARIES, *PROGRAMS)

ABOUT = f"""\
Say which rule set an implementation follows, or the nearest one and the cases over which they differ. EdDSA
is asked the edge cases that ship with ecref (points of small and of mixed order, encodings that aren't
canonical, S out of range): the table of "Taming the Many EdDSAs" (Chalkias, Garillot, Nikolaenko, 2020), of
any implementation, on this machine, Ed448 included. ECDSA is asked about DER and P1363, high s, the range of
r and s, digests, and points; signatures of its own show how it chooses the nonce, and whether s is low.

Implementations: {fill(", ".join(KNOWN), 105, initial_indent=" " * 17).lstrip()}.
Those that other packages add are found too, and --command takes any program that speaks the line protocol.

Several are shown side by side. The exit status is 0 where each follows what it declares of itself, or
declares nothing, and 1 where one differs from that."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "fingerprint",
        "--curve",
        *PROGRAM_OPTIONS,
        "--json",
        help="say which rule set an implementation follows",
        about=ABOUT,
        example="ecref fingerprint cryptography pynacl --curve ed25519",
    )
    names = parser.add_argument("names", nargs="*", metavar="NAME", help="implementations, such as cryptography")
    offer(names, KNOWN)
    parser.group(RESULT).add_argument("--markdown", action="store_true", help="print the tables as Markdown")


def run(args: Namespace) -> int:
    """Ask, and print the tables."""
    from ecref.referee.fingerprint import report

    if args.json and args.markdown:
        raise UnusableInput("bad-request", "--json and --markdown exclude each other")
    names = [*dict.fromkeys(args.names), *[None] * (args.command_line is not None)]
    if not names:
        raise UnusableInput("bad-request", "which implementation? Give a NAME, or --command; see --help")
    with ExitStack() as opened:
        wanted = [chosen(args, name) for name in names]
        tested = {each.name: opened.enter_context(closing(each.open())) for each in wanted}
        versions = {name: each.version() for name, each in tested.items()}
        found = _ask(tested, args)
    if args.json:
        print_json({"implementations": [_as_json(name, versions[name], found[name]) for name in found]})
    else:
        for table in report.tables(versions, found):
            for line in _markdown(table) if args.markdown else _text(table):
                say(line)
    return 1 if any(each.departures for prints in found.values() for each in prints) else 0


def _ask(tested: Mapping[str, Implementation], args: Namespace) -> dict[str, list[Fingerprint]]:
    """The fingerprints of each, curve by curve."""
    from ecref.referee.fingerprint.case import CRASH
    from ecref.referee.fingerprint.subjects import SUBJECTS, fingerprint, size

    subjects = [subject for subject in SUBJECTS if args.curve is None or args.curve.name == subject]
    total, done = len(tested) * sum(map(size, subjects)), count(1)
    found = {
        name: [fingerprint(each, subject, lambda: progress.draw(next(done), total)) for subject in subjects]
        for name, each in tested.items()
    }
    for name, prints in found.items():
        if not any(each.has_answers for each in prints):
            crashes = [reply.answer["crash"] for each in prints for reply in each.replies if reply.state == CRASH]
            raise UnusableInput("unsupported", ": ".join([f"{name} answered nothing that was asked", *crashes[:1]]))
    return found


def _as_json(name: str, version: str, prints: Sequence[Fingerprint]) -> dict[str, Any]:
    return {"name": name, "version": version, "curves": [each.as_json() for each in prints]}


def _text(table: Table) -> Iterator[str]:
    from ecref.measure.text_table import table as aligned

    yield from (f"{table.title}: {table.note}", "", *aligned(table.heads, table.rows), "")


def _markdown(table: Table) -> Iterator[str]:
    rows = (table.heads, ["---"] * len(table.heads), *table.rows)
    yield from (f"## {table.title}", "", f"{table.note}:", "", *(f"| {' | '.join(row)} |" for row in rows), "")
