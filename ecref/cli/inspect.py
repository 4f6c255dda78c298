"""`ecref inspect`: what a file is."""

from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.formats.inspection import Inspection, inspect
from ecref.formats.things import PRIVATE_KEY, Thing

from .arguments import add_command
from .colours import RED, coloured
from .files import read_small
from .streams import print_json, printable, say

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

ABOUT = """\
Say what a file is (- is standard input): the container and the curve of a key, its public half, the names
that OpenSSH, TLS pins and JWK have for it, and what is wrong with it; r and s of a signature; the
namespace and the key of an SSH signature; the header of a JWS token. No secret is shown, and nothing is
verified.

Raw keys and signatures don't tell their curve. Without --curve the readings of every curve are listed. Octets
that may be a private key's are not shown until --format says that they are a signature.

The exit status is 0 for what is recognised and sound, 1 for what is recognised and faulty, 2 for what
isn't recognised or can't be read, such as an encrypted key."""

MODES = os.name != "nt"  # Windows knows no such modes


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "inspect",
        "--curve",
        "--format",
        "--json",
        help="what a file is: its container, curve, fingerprints and faults",
        about=ABOUT,
        example="ecref inspect key.pem",
    )
    parser.add_argument("file", metavar="FILE", help="a key, a certificate, a signature or a token")


def run(args: Namespace) -> int:
    """Inspect the file."""
    data = read_small(args.file)
    try:
        found = inspect(data, curve=args.curve, format=args.format)
    except UnusableInput as error:
        raise UnusableInput(error.code, f"{args.file}: {error.detail}") from None
    exposed = _exposed(args.file)
    if exposed is not None:
        found = _with(exposed, found)
    if args.json:
        print_json({"alternatives": found.alternatives, "things": [_as_object(thing) for thing in found.things]})
    else:
        _print(found)
    return 0 if found.sound else 1


def _exposed(path: str) -> tuple[str, str] | None:
    """The finding that others than its owner may read a file."""
    if path == "-" or not MODES:
        return None
    found = os.stat(path)  # noqa: PTH116
    if not (stat.S_ISREG(found.st_mode) and found.st_mode & (stat.S_IRGRP | stat.S_IROTH)):
        return None
    mode = stat.S_IMODE(found.st_mode)
    return "readable-by-others", f"the file's mode is {mode:04o}, so that others may read it; chmod 600 ends that"


def _with(finding: tuple[str, str], found: Inspection) -> Inspection:
    """The same, with one more finding for each private key, unless what is faulty may be something else."""
    return Inspection(
        (
            Thing(thing.kind, thing.what, thing.format, thing.facts, thing.notes, (*thing.findings, finding))
            if thing.kind == PRIVATE_KEY and not (thing.findings and found.alternatives)
            else thing
            for thing in found.things
        ),
        found.alternatives,
    )


def _as_object(thing: Thing) -> dict[str, object]:
    return {
        "kind": thing.kind,
        "what": thing.what,
        "format": thing.format,
        **dict(thing.facts),
        "notes": thing.notes,
        "findings": [{"code": code, "detail": detail} for code, detail in thing.findings],
    }


def _print(found: Inspection) -> None:
    """Print each thing with its facts, a blank line between two."""
    if found.alternatives:
        say(f"one of these {len(found.things)}:")
        say("")
    for at, thing in enumerate(found.things):
        if at:
            say("")
        say(thing.what + (f" ({thing.format})" if thing.format else ""))
        for name, value in thing.facts:
            say(f"  {name.replace('_', ' ') + ':':<20} {_text(value)}")
        for note in thing.notes:
            say(f"  note: {printable(note)}")
        for code, detail in thing.findings:
            say(f"  {coloured('finding', RED)}: {code}: {printable(detail)}")


def _text(value: object) -> str:
    """A fact as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return printable(value if isinstance(value, str) else json.dumps(value))
