"""Standard input, output and error: octets, objects of JSON, and one line of complaint."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO, TextIO

from ecref.errors import UnusableInput

if TYPE_CHECKING:
    from collections.abc import Mapping

UNUSABLE = 2  # the exit status

_notes: list[str] = []


def standard_input() -> BinaryIO:
    """Standard input, for octets; UnusableInput where the process has none."""
    return _there(sys.stdin, "standard input").buffer


def standard_output() -> BinaryIO:
    """Standard output, for octets; UnusableInput where the process has none."""
    return _there(sys.stdout, "standard output").buffer


def abandon_output() -> None:
    """Send to nowhere what is still to be written to a standard output that broke."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def refuse_sharing(*paths: str | None) -> None:
    """Refuse to read two files from the one standard input."""
    if paths.count("-") > 1:
        raise UnusableInput("bad-request", "only one file can be read from standard input")


def say(line: str) -> None:
    """Print a line on standard output; UnusableInput where the process has none."""
    stream = _there(sys.stdout, "standard output")
    try:
        print(line, file=stream)
    except UnicodeEncodeError:  # a console or a pipe that isn't UTF-8
        print(line.encode(stream.encoding, "backslashreplace").decode(stream.encoding), file=stream)


def print_json(value: Mapping[str, object]) -> None:
    """Print an object, on one line."""
    say(json.dumps(value))


def warn(text: str) -> None:
    """Print a warning on standard error."""
    _tell(f"warning: {text}")


def note(text: str) -> None:
    """Keep what was found out or done, and isn't obvious, for `print_notes`."""
    _notes.append(text)


def print_notes() -> None:
    """Print on standard error what was noted. That waits for the command's end, since an error is one line."""
    for text in _notes:
        _tell(f"note: {text}")
    forget_notes()


def forget_notes() -> None:
    """Drop what was noted."""
    _notes.clear()


def complain(text: str) -> int:
    """Say in exactly one line why nothing can be done; the exit status for it."""
    forget_notes()
    _tell(f"ecref: {text}")
    return UNUSABLE


def printable(text: str) -> str:
    """The text on one line, with escapes for what a terminal would act on."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _tell(text: str) -> None:
    """Print a line on standard error; where that is closed or full, nobody is left to tell."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(printable(text), file=sys.stderr)


def _there(stream: TextIO | None, name: str) -> TextIO:
    """The stream, unless the process was started without it."""
    if stream is None:
        raise UnusableInput("bad-request", f"{name} is closed")
    return stream
