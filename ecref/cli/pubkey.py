"""`ecref pubkey`: the public key of a private one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.formats import dump_public_key, read_private_key

from .arguments import KEY_OPTIONS, OUTPUT_OPTIONS, WRITTEN_PUBLIC, add_command, add_written_format
from .files import deliver
from .keys import read_key
from .texts import as_file, as_text

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

USUAL = "spki-pem"

ABOUT = """\
Write the public key of a private one: text as it is, octets as one line of hex, or in the file of
--out as they are."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "pubkey",
        *KEY_OPTIONS,
        *OUTPUT_OPTIONS,
        help="the public key of a private one",
        about=ABOUT,
        example="ecref pubkey --key key.pem --out public-key.pem",
    )
    add_written_format(parser, WRITTEN_PUBLIC, USUAL)


def run(args: Namespace) -> int:
    """Work out the public key."""
    found = read_key(args, read_private_key, args.key_format)
    key = found.key.public_key
    octets = dump_public_key(key, args.to, comment=found.comment if args.to == "openssh" else "")
    text = as_text(octets, args.to)
    shown = {"curve": key.scheme.name, "public_key": text, "format": args.to}
    deliver(args, as_file(octets, args.to), text, shown)
    return 0
