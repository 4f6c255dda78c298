"""`ecref serve`: the line protocol on standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import add_command
from .streams import abandon_output, standard_input, standard_output

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

ABOUT = """\
Answer requests on standard output, as they come in on standard input: one object of JSON a line, in
both directions (docs/protocol.md), so that a test suite in any language can ask ecref."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    add_command(
        commands,
        "serve",
        help="answer requests of other programs, one object of JSON a line",
        about=ABOUT,
        example="""echo '{"op": "describe"}' | ecref serve""",
    )


def run(_: Namespace) -> int:
    """Serve until there are no more requests, or nobody reads the answers."""
    from ecref.referee.protocol import serve

    try:
        serve(standard_input(), standard_output())
    except BrokenPipeError:
        abandon_output()
    return 0
