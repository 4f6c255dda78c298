"""`ecref pubkey`: the public key of a private one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arguments import add_command
from .files import deliver
from .keys import private_key
from .names import scheme_of

if TYPE_CHECKING:
    from argparse import Namespace

    from .arguments import Commands

ABOUT = """\
Write the public key of a private one, as one line of hex: RFC 8032's form for EdDSA, SEC 1's
uncompressed point for ECDSA."""


def add_parser(commands: Commands) -> None:
    """Add this command."""
    add_command(
        commands,
        "pubkey",
        "--key",
        "--key-format",
        "--curve",
        "--out",
        "--force",
        "--json",
        help="the public key of a private one",
        about=ABOUT,
        example="ecref pubkey --curve ed25519 --key key --out public-key",
    )


def run(args: Namespace) -> int:
    """Work out the public key."""
    scheme = scheme_of(args)
    key = private_key(args.key, scheme, args.key_format).public_key.to_bytes().hex()
    deliver(args, f"{key}\n".encode(), key, {"curve": scheme.name, "public_key": key})
    return 0
