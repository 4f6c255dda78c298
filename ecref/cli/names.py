"""What the command line calls things: curves and hashes by any usual name, hex."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING, TypeAlias

import ecref
from ecref.eddsa import SCHEMES
from ecref.errors import UnusableInput
from ecref.hashes import HASH_NAMES

if TYPE_CHECKING:
    from argparse import Namespace

Scheme: TypeAlias = ecref.EdDSA | ecref.ECDSA

CURVES: dict[str, tuple[Scheme, str]] = {  # its other names, without what _plain drops
    "ed25519": (ecref.ed25519, "edwards25519"),
    "ed448": (ecref.ed448, "edwards448"),
    "p256": (ecref.p256, "nistp256 secp256r1 prime256v1"),
    "p384": (ecref.p384, "nistp384 secp384r1"),
    "secp256k1": (ecref.secp256k1, "k256 p256k1"),
}


def curve(name: str) -> Scheme:
    """The scheme of a curve's name."""
    for usual, (scheme, others) in CURVES.items():
        if _plain(name) in (usual, *others.split()):
            return scheme
    raise ArgumentTypeError(f"no curve {name!r}; there are {', '.join(CURVES)}")


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


def scheme_of(args: Namespace) -> Scheme:
    """The scheme that --curve and --scheme name; UnusableInput where they don't agree, or none is given."""
    named: Scheme | None = getattr(args, "scheme", None)
    chosen: Scheme | None = named or args.curve
    if chosen is None:
        raise UnusableInput("bad-request", "a raw or hex key needs --curve NAME")
    if args.curve is not None and args.curve.curve != chosen.curve:
        raise UnusableInput("bad-request", f"{chosen.name} is no scheme of the curve of --curve")
    return chosen


def refuse_foreign(args: Namespace, scheme: Scheme) -> None:
    """Refuse an option that has no meaning for the scheme."""
    eddsa = isinstance(scheme, ecref.EdDSA)
    for name in ("hash", "digest", "low_s", "nonce") if eddsa else ("context",):
        if getattr(args, name, None) not in (None, False):
            raise UnusableInput("bad-request", f"--{name.replace('_', '-')} has no meaning for {scheme.name}")
    if eddsa and args.format not in (None, "raw"):
        raise UnusableInput("unsupported", f"a signature of {scheme.name} has the format raw only")


def _plain(name: str) -> str:
    return name.lower().translate(dict.fromkeys(map(ord, "-_/ ")))
