"""Implementations under test, as the commands' options name them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from ecref.referee.implementations import Chosen

PROGRAM_OPTIONS = ("--command", "--node-modules", "--java-jar", "--timeout")


def chosen(args: Namespace, name: str | None) -> Chosen:
    """The implementation of this name, or without one the program of --command."""
    from ecref.referee.implementations import Chosen

    command = args.command_line if name is None else None
    return Chosen(name or "command", command, args.node_modules, tuple(args.java_jar), args.timeout)


def seconds(text: str) -> float:
    """A time-out: more than 0 seconds."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 1e6:
        raise ArgumentTypeError(f"wanted a number of seconds, not {text[:40]!r}")
    return found
