"""`--implementation` of the commands that make keys and signatures or verify them: whose code does it.

The environment's ECREF_IMPLEMENTATION chooses for `sign` and `keygen` where the option isn't given, and a note says so.
It reaches `verify` only by `--implementation env`: what decides over a signature is named on the command line.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.foreign import implementation
from ecref.referee.implementations import LIBRARIES

from .arguments import offer
from .streams import note

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.foreign.schemes import Implementation

    from .arguments import Parser

VARIABLE = "ECREF_IMPLEMENTATION"
ENV = "env"


def add_implementation(parser: Parser, otherwise: str) -> None:
    """--implementation; `otherwise` says what holds without it."""
    names = (*LIBRARIES, ENV)
    action = parser.group("whose code").add_argument(
        "--implementation",
        metavar="NAME",
        help=f"{', '.join(LIBRARIES)}; or {ENV}: the one that {VARIABLE} names (default: {otherwise})",
    )
    offer(action, names)


def chosen(args: Namespace, *, ambient: bool = False) -> Implementation | None:
    """The implementation that is asked for, if any: by the option or, where it is ambient, by the environment."""
    variable = os.environ.get(VARIABLE)
    if args.implementation == ENV:
        if not variable:
            raise UnusableInput("bad-request", f"--implementation {ENV}: {VARIABLE} isn't set")
        return _of_environment(variable)
    if args.implementation is not None:
        return implementation(args.implementation)
    if not (ambient and variable):
        return None
    found = _of_environment(variable)
    note(f"{VARIABLE} is set, so {found.version()} does this")
    return found


def _of_environment(name: str) -> Implementation:
    try:
        return implementation(name)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{VARIABLE}: {error.detail}") from None
