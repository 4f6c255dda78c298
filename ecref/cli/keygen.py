"""`ecref keygen`: a new private key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ecref.errors import UnusableInput
from ecref.formats import dump_private_key

from .arguments import OUTPUT_OPTIONS, WRITTEN_PRIVATE, add_command, add_written_format
from .files import deliver
from .switch import add_implementation, chosen
from .texts import as_file, as_text

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

USUAL = "pkcs8-pem"

ABOUT = """\
Make a new private key. With --out the file is made anew, readable by its owner only; otherwise the key
is printed, text as it is and octets as one line of hex.

The secret comes from the system's random numbers, whichever implementation makes its public key."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    parser = add_command(
        commands,
        "keygen",
        "--curve",
        *OUTPUT_OPTIONS,
        help="make a private key",
        about=ABOUT,
        example="ecref keygen --curve ed25519 --out key.pem",
    )
    add_written_format(parser, WRITTEN_PRIVATE, USUAL)
    add_implementation(parser, "what ECREF_IMPLEMENTATION names, or else ecref")


def run(args: Namespace) -> int:
    """Make the key."""
    if args.curve is None:
        raise UnusableInput("bad-request", "a new key needs --curve NAME")
    implementation = chosen(args, ambient=True)
    scheme = args.curve if implementation is None else implementation.scheme(args.curve)
    key = scheme.generate()
    secret = dump_private_key(key, args.to)
    text = as_text(secret, args.to)
    shown = {"curve": key.scheme.name, "public_key": key.public_key.to_bytes().hex(), "format": args.to}
    if args.out is None:
        shown["private_key"] = text
    if implementation is not None:
        shown["implementation"] = implementation.version()
    deliver(args, as_file(secret, args.to), text, shown, mode=0o600)
    return 0
