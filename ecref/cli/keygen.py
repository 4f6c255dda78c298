"""`ecref keygen`: a new private key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import add_command
from .files import deliver
from .names import scheme_of

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

ABOUT = """\
Make a new private key, and write it as one line of hex: EdDSA's seed or ECDSA's scalar.

With --out the file is made anew, readable by its owner only; otherwise the key is printed."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    add_command(
        commands,
        "keygen",
        "--curve",
        "--out",
        "--force",
        "--json",
        help="make a private key",
        about=ABOUT,
        example="ecref keygen --curve ed25519 --out key",
    )


def run(args: Namespace) -> int:
    """Make the key."""
    scheme = scheme_of(args)
    key = scheme.generate()
    secret = key.private_bytes().hex()
    shown = {"curve": scheme.name, "public_key": key.public_key.to_bytes().hex()}
    if args.out is None:
        shown["private_key"] = secret
    deliver(args, f"{secret}\n".encode(), secret, shown, mode=0o600)
    return 0
