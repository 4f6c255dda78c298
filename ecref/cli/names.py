"""What the command line calls things: curves, schemes and hashes by any usual name, hex, numbers."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, TypeAlias

import ecref
from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput
from ecref.formats.schemes import CURVES, scheme_named
from ecref.hashes import HASH_NAMES

if TYPE_CHECKING:
    from argparse import Namespace

Scheme: TypeAlias = ecref.EdDSA | ecref.ECDSA


def curve(name: str) -> Scheme:
    """The scheme of a curve's name."""
    try:
        found = scheme_named(name)
    except UnusableInput as error:
        raise ArgumentTypeError(error.detail) from None
    if found not in CURVES.values():
        raise ArgumentTypeError(f"{found.name} is no curve; say --scheme {found.name}")
    return found


def scheme(name: str) -> Scheme:
    """The EdDSA scheme of this name of RFC 8032."""
    for known, found in SCHEMES.items():
        if name.lower() == known.lower():
            return found
    raise ArgumentTypeError(f"no scheme {name!r}; there are {', '.join(SCHEMES)}")


def hash_name(name: str) -> str:
    """The protocol's name of a hash."""
    for known in HASH_NAMES:
        if _plain(name) == _plain(known):
            return known
    raise ArgumentTypeError(f"no hash {name!r}; there are {', '.join(HASH_NAMES)}")


def hex_octets(text: str) -> bytes:
    """The octets that hex digits stand for, with nothing between them."""
    if not is_hex(text):
        raise ArgumentTypeError("wanted hex digits, two an octet")
    return bytes.fromhex(text)


def is_hex(text: str) -> bool:
    """Whether the text is hex digits in either case, two an octet, and nothing else."""
    return len(text) % 2 == 0 and set(text) <= set("0123456789abcdefABCDEF")


def processes(text: str) -> int:
    """A number of processes."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) > 0):
        raise ArgumentTypeError(f"wanted a number of processes from 1 to 999, not {text[:40]!r}")
    return int(text)


def named_scheme(args: Namespace) -> Scheme | None:
    """The scheme that --scheme or --curve names, if either is given; UnusableInput where they don't agree."""
    named: Scheme | None = getattr(args, "scheme", None)
    chosen: Scheme | None = named or args.curve
    if args.curve is not None and chosen is not None and args.curve.curve != chosen.curve:
        raise UnusableInput("bad-request", f"{chosen.name} is no scheme of the curve of --curve")
    return chosen


def _plain(name: str) -> str:
    return name.lower().translate(dict.fromkeys(map(ord, "-_/ ")))
